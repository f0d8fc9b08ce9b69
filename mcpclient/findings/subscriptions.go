package findings

import (
	"strings"

	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
)

const (
	specListen      = "Subscriptions: Opening a Stream"
	specAcknowledge = "Subscriptions: Acknowledgment"
	specDeliver     = "Subscriptions: Receiving Notifications"
	specEnd         = "Subscriptions: Cancellation"
)

// change is what a notification of a change is asked for with: the member of
// the filter, "" for any other message.
func change(m *message) string {
	if m.frame.Kind != wire.Notification {
		return ""
	}
	switch m.frame.Method {
	case noticeListChanged:
		return "resourcesListChanged"
	case "notifications/tools/list_changed":
		return "toolsListChanged"
	case "notifications/prompts/list_changed":
		return "promptsListChanged"
	case noticeUpdated:
		return "resourceSubscriptions"
	}
	return ""
}

// wants reports whether a filter asks for a kind of change.
func wants(filter rawjson.Value, member string) bool {
	v := filter.Get(member)
	if v.Kind() == rawjson.Array {
		return !isEmptyList(v)
	}
	b, _ := v.Bool()
	return b
}

func isAcknowledgement(m *message) bool {
	return m.frame.Kind == wire.Notification && m.frame.Method == noticeAcknowledged
}

// isListenReply reports whether m answers a subscriptions/listen.
func isListenReply(m *message) bool {
	return m.frame.Kind == wire.Reply && m.request != nil && m.request.method == methodListen
}

// subscriptionChecks look at notifications, and at the replies that end them.
var subscriptionChecks = []check[*message]{
	{Rule{"subscription/not-acknowledged", Error, Modern, specAcknowledge, "a subscription ended without ever being acknowledged", "notifications/subscriptions/acknowledged as the first message"},
		func(m *message, r *report) {
			if !isListenReply(m) || m.frame.Error != nil {
				return
			}
			if sub := m.state.subscriptions[m.request.id]; sub != nil && !sub.acknowledged && !sub.cancelled {
				r.add(m.bytes(), "the server ended it without acknowledging")
			}
		}},
	{Rule{"subscription/acknowledged-late", Error, Modern, specAcknowledge, "a notification came before the acknowledgement", "the acknowledgement as the first message"},
		func(m *message, r *report) {
			if sub := m.subscription; sub != nil && change(m) != "" && !sub.acknowledged {
				r.add(m.bytes(), "%s came before the acknowledgement", m.frame.Method)
			}
		}},
	{Rule{"subscription/acknowledged-twice", Warning, Modern, specAcknowledge, "a subscription is acknowledged more than once", "one acknowledgement"},
		func(m *message, r *report) {
			if isAcknowledgement(m) && m.subscription != nil && m.subscription.acknowledged {
				r.add(m.bytes(), "acknowledged again")
			}
		}},
	{Rule{"subscription/acknowledgement-shape", Error, Modern, specAcknowledge, "an acknowledgement does not say what was agreed to", "notifications, an object like the filter that was asked for"},
		func(m *message, r *report) {
			if !isAcknowledgement(m) {
				return
			}
			agreed := m.frame.Params.Get("notifications")
			if agreed.Kind() != rawjson.Object {
				r.add(m.frame.Params, "notifications is %s", absentOr(agreed))
			}
			for name, v := range agreed.Members() {
				want := rawjson.Bool
				if string(name) == "resourceSubscriptions" {
					want = rawjson.Array
				} else if !strings.HasSuffix(string(name), "ListChanged") {
					continue
				}
				if v.Kind() != want {
					r.add(m.frame.Params, "%s is %s", name, v.Kind())
				}
			}
		}},
	{Rule{"subscription/acknowledged-unasked", Error, Modern, specAcknowledge, "an acknowledgement agrees to what was not asked for", "a part of what was asked for"},
		func(m *message, r *report) {
			if !isAcknowledgement(m) || m.subscription == nil {
				return
			}
			agreed, asked := m.frame.Params.Get("notifications"), m.subscription.asked
			for name := range agreed.Members() {
				if member := string(name); wants(agreed, member) && !wants(asked, member) {
					r.add(m.frame.Params, "%s was not asked for", member)
				}
			}
			uris := make(map[string]bool)
			for v := range asked.Get("resourceSubscriptions").Elements() {
				uri, _ := v.Text()
				uris[uri] = true
			}
			for v := range agreed.Get("resourceSubscriptions").Elements() {
				if uri, ok := v.Text(); ok && len(uris) > 0 && !uris[uri] {
					r.add(v, "%s was not asked for", quoted(v))
				}
			}
		}},
	{Rule{"subscription/acknowledged-less", Info, Modern, specAcknowledge, "an acknowledgement leaves out what was asked for and is declared", "all that was asked for, where the capability is declared"},
		func(m *message, r *report) {
			c := m.state.capabilities
			if !isAcknowledgement(m) || m.subscription == nil || c == nil {
				return
			}
			agreed, asked := m.frame.Params.Get("notifications"), m.subscription.asked
			for member, declared := range map[string]bool{"resourcesListChanged": c.listChanged, "resourceSubscriptions": c.subscribe} {
				if declared && wants(asked, member) && !wants(agreed, member) {
					r.add(m.frame.Params, "%s is declared, but not agreed to", member)
				}
			}
		}},
	{Rule{"subscription/id-missing", Error, Modern, specDeliver, "a notification of a change does not name its subscription", "the id of the subscriptions/listen, in _meta"},
		func(m *message, r *report) {
			if (change(m) != "" || isAcknowledgement(m)) && m.frame.Params.Get("_meta", metaSubscription) == nil {
				r.add(m.bytes(), "no %s in _meta", metaSubscription)
			}
		}},
	{Rule{"subscription/id-unknown", Error, Modern, specDeliver, "a notification of a change names no subscription there is", "the id of the subscriptions/listen, exact in type"},
		func(m *message, r *report) {
			id := m.frame.Params.Get("_meta", metaSubscription)
			if (change(m) != "" || isAcknowledgement(m)) && id != nil && m.subscription == nil && len(m.state.subscriptions) < mostSubscriptions {
				r.add(m.bytes(), "no subscription has the id %s", quoted(id))
			}
		}},
	{Rule{"subscription/not-asked", Error, Modern, specListen, "a notification came that was not asked for", "only the kinds of change that the filter names"},
		func(m *message, r *report) {
			if member := change(m); member != "" && m.subscription != nil && !wants(m.subscription.asked, member) {
				r.add(m.bytes(), "%s was not asked for", m.frame.Method)
			}
		}},
	{Rule{"subscription/after-end", Error, Modern, specEnd, "a notification came after the server ended the subscription", "nothing after the end"},
		func(m *message, r *report) {
			if change(m) != "" && m.subscription != nil && m.subscription.over {
				r.add(m.bytes(), "%s came after the end", m.frame.Method)
			}
		}},
	{Rule{"subscription/end-unnamed", Warning, Modern, specEnd, "the result that ends a subscription does not name it", "the id of the subscriptions/listen, in _meta"},
		func(m *message, r *report) {
			if isListenReply(m) && m.frame.Error == nil && m.frame.Result.Get("_meta", metaSubscription) == nil {
				r.add(m.bytes(), "no %s in _meta", metaSubscription)
			}
		}},
	{Rule{"subscription/uri-missing", Error, Both, "Resources: Subscriptions", "an update names no resource", "uri, a string"},
		func(m *message, r *report) {
			if change(m) == "resourceSubscriptions" && m.frame.Params.Get("uri").Kind() != rawjson.String {
				r.add(m.bytes(), "uri is %s", absentOr(m.frame.Params.Get("uri")))
			}
		}},
	{Rule{"subscription/undeclared", Warning, Both, "Resources: Capabilities", "a notification came that the capabilities do not announce", "resources.listChanged, or resources.subscribe"},
		func(m *message, r *report) {
			c := m.state.capabilities
			if c == nil {
				return
			}
			switch change(m) {
			case "resourcesListChanged":
				if !c.listChanged {
					r.add(m.bytes(), "resources.listChanged is not declared")
				}
			case "resourceSubscriptions":
				if !c.subscribe {
					r.add(m.bytes(), "resources.subscribe is not declared")
				}
			}
		}},
	{Rule{"subscription/update-unasked", Warning, Legacy, "Resources: Subscriptions", "an update came although nothing is subscribed to", "updates of what a client subscribed to"},
		func(m *message, r *report) {
			if change(m) == "resourceSubscriptions" && !m.state.watched {
				r.add(m.bytes(), "nothing is subscribed to")
			}
		}},
	{Rule{"subscription/refused", Error, Both, "Resources: Capabilities", "the server declares subscriptions and does not know the method", "subscriptions/listen, or resources/subscribe before 2026-07-28"},
		func(m *message, r *report) {
			c := m.state.capabilities
			if m.frame.Kind != wire.Reply || m.request == nil || c == nil {
				return
			}
			code, _ := m.code()
			listen := m.request.method == methodListen && (c.listChanged || c.subscribe)
			subscribe := m.request.method == methodSubscribe && c.subscribe && !m.request.modern()
			if m.frame.Error != nil && code == codeMethodNotFound && (listen || subscribe) {
				r.add(m.frame.Error, "%s is an unknown method", m.request.method)
			}
		}},
}

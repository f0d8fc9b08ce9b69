package findings

import (
	"mcperuse/mcpclient/rawjson"
)

// Error codes that rules know.
const (
	codeParse               = -32700
	codeInvalidRequest      = -32600
	codeMethodNotFound      = -32601
	codeInvalidParams       = -32602
	codeInternal            = -32603
	codeNotFound            = -32002 // legacy
	codeURLElicitation      = -32042 // 2025-11-25 only
	codeHeaderMismatch      = -32020
	codeMissingCapability   = -32021
	codeUnsupportedRevision = -32022
)

const (
	specCodes    = "Base Protocol: Error Codes"
	specNotFound = "Resources: Error Handling"
)

// errorChecks look at error replies.
var errorChecks = []check[*message]{
	{Rule{"error/code-removed", Error, Modern, specCodes, "an error has a code that was removed", "-32602 instead of -32002; input_required instead of -32042"},
		func(m *message, r *report) {
			if code, _ := m.code(); code == codeNotFound || code == codeURLElicitation {
				r.add(m.frame.Error, "code %d belongs to older revisions", code)
			}
		}},
	{Rule{"error/code-reserved", Error, Modern, specCodes, "an error has a code that is reserved for the specification", "a code from -32768 to -32000 only with its defined meaning"},
		func(m *message, r *report) {
			code, _ := m.code()
			switch code {
			case codeHeaderMismatch, codeMissingCapability, codeUnsupportedRevision, codeURLElicitation:
				return
			}
			if code >= -32099 && code <= -32020 {
				r.add(m.frame.Error, "code %d is not defined", code)
			}
		}},
	{Rule{"error/code-legacy", Info, Modern, specCodes, "an error has a code from the range of old implementations", "a code outside of -32768 to -32000 for meanings of your own"},
		func(m *message, r *report) {
			if code, _ := m.code(); code >= -32019 && code <= -32000 && code != codeNotFound {
				r.add(m.frame.Error, "code %d has no agreed meaning", code)
			}
		}},
	{Rule{"error/code-json-rpc", Warning, Both, "JSON-RPC 2.0: Error Object", "an error has a code that JSON-RPC reserves", "one of the five codes of JSON-RPC, or a code outside of -32768 to -32000"},
		func(m *message, r *report) {
			code, _ := m.code()
			switch code {
			case codeParse, codeInvalidRequest, codeMethodNotFound, codeInvalidParams, codeInternal:
				return
			}
			if code >= -32768 && code <= -32100 {
				r.add(m.frame.Error, "code %d is not defined", code)
			}
		}},
	{Rule{"error/code-zero", Warning, Both, specCodes, "an error has the code 0", "a code that says something, such as -32603"},
		func(m *message, r *report) {
			if code, ok := m.code(); ok && code == 0 {
				r.add(m.frame.Error, "the code is 0")
			}
		}},
	{Rule{"error/message-empty", Warning, Both, "JSON-RPC 2.0: Error Object", "an error has an empty message", "a sentence that says what failed"},
		func(m *message, r *report) {
			if v := m.frame.Error.Get("message"); string(v) == `""` {
				r.add(m.frame.Error, "the message is empty")
			}
		}},
	{Rule{"error/not-found-code", Warning, Both, specNotFound, "a resource that does not exist is refused with another code than the one for that", "-32602, or -32002 before 2026-07-28"},
		func(m *message, r *report) {
			if m.request == nil || m.request.method != methodRead || m.request.uri != AbsentURI {
				return
			}
			want := int64(codeNotFound)
			if m.request.modern() {
				want = codeInvalidParams
			}
			if code, ok := m.code(); ok && code != want {
				r.add(m.frame.Error, "code %d instead of %d", code, want)
			}
		}},
	{Rule{"error/resources-refused", Error, Both, "Resources: Capabilities", "the server declares resources and refuses to list them", "resources/list, wherever resources are declared"},
		func(m *message, r *report) {
			c := m.state.capabilities
			if code, _ := m.code(); m.request != nil && m.request.method == methodList && c != nil && c.resources && code == codeMethodNotFound {
				r.add(m.frame.Error, "resources/list is an unknown method")
			}
		}},
	{Rule{"error/templates-refused", Info, Both, specTemplate, "the server declares resources and does not know resources/templates/list", "an empty list, where there are no templates"},
		func(m *message, r *report) {
			c := m.state.capabilities
			if code, _ := m.code(); m.request != nil && m.request.method == methodTemplates && c != nil && c.resources && code == codeMethodNotFound {
				r.add(m.frame.Error, "resources/templates/list is an unknown method")
			}
		}},
	{Rule{"error/completion-refused", Error, Both, "Completion: Capabilities", "the server declares completions and does not know the method", "completion/complete, wherever completions are declared"},
		func(m *message, r *report) {
			c := m.state.capabilities
			if code, _ := m.code(); m.request != nil && m.request.method == methodComplete && c != nil && c.completions && code == codeMethodNotFound {
				r.add(m.frame.Error, "completion/complete is an unknown method")
			}
		}},
	{Rule{"page/cursor-refused", Warning, Both, "Pagination: Implementation Guidelines", "a cursor that the server gave is refused", "stable cursors"},
		func(m *message, r *report) {
			if list := listOf(m); list != nil && m.request.cursor != nil && list.spot(m.request.cursor).page != 0 {
				if code, _ := m.code(); code == codeInvalidParams {
					r.add(m.frame.Error, "refused with code %d", code)
				}
			}
		}},
	{Rule{"page/unknown-cursor-code", Warning, Both, "Pagination: Error Handling", "a cursor that the server never gave is refused with another code than the one for that", "error -32602"},
		func(m *message, r *report) {
			if listOf(m) == nil || m.request.cursor == nil || *m.request.cursor != UnknownCursor {
				return
			}
			if code, ok := m.code(); ok && code != codeInvalidParams {
				r.add(m.frame.Error, "code %d instead of %d", code, codeInvalidParams)
			}
		}},
	{Rule{"error/revision-data", Error, Modern, specVersioning, "error -32022 does not say which revisions are supported", "data.supported, a list, and data.requested"},
		func(m *message, r *report) {
			if code, _ := m.code(); code == codeUnsupportedRevision {
				if data := m.frame.Error.Get("data"); data.Get("supported").Kind() != rawjson.Array || data.Get("requested").Kind() != rawjson.String {
					r.add(m.frame.Error, "data is %s", quoted(data))
				}
			}
		}},
	{Rule{"error/capability-data", Error, Modern, specMeta, "error -32021 does not say which capabilities are needed", "data.requiredCapabilities"},
		func(m *message, r *report) {
			if code, _ := m.code(); code == codeMissingCapability {
				if data := m.frame.Error.Get("data"); data.Get("requiredCapabilities") == nil {
					r.add(m.frame.Error, "data is %s", quoted(data))
				}
			}
		}},
}

// listOf is the list that m answers a request for, nil where it does not.
func listOf(m *message) *list {
	if m.request == nil {
		return nil
	}
	return m.state.lists[m.request.method]
}

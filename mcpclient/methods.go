package mcpclient

import (
	"slices"
	"strings"

	"mcperuse/mcpclient/rawjson"
)

// Method is a message that a server may be sent.
type Method struct {
	Name     string
	Declared bool // the server declares what it belongs to, or it belongs to nothing
	// Params are a JSON object with an empty text for what only the sender can
	// know; "" where none are needed.
	Params string
}

// knownMethod is a method of the specification.
type knownMethod struct {
	name       string
	eras       eras
	capability []string // the member of the server's capabilities it needs, none for nil
	params     string   // where uri and template stand for something that may be known
}

type eras uint8

const (
	legacyEra eras = 1 << iota
	modernEra
	anyEra = legacyEra | modernEra
)

// Stand for what [Server.Methods] is given, in the params of a known method.
const (
	anyURI      = `"URI"`
	anyTemplate = `"TEMPLATE"`
)

// knownMethods are the requests that the specification lets a client send, and the
// notifications that are of use by hand, those of resources first.
var knownMethods = []knownMethod{
	{methodList, anyEra, []string{"resources"}, ""},
	{methodTemplates, anyEra, []string{"resources"}, ""},
	{methodRead, anyEra, []string{"resources"}, `{"uri":"URI"}`},
	{methodSubscribe, legacyEra, []string{"resources", "subscribe"}, `{"uri":"URI"}`},
	{methodUnsubscribe, legacyEra, []string{"resources", "subscribe"}, `{"uri":"URI"}`},
	{methodListen, modernEra, nil, `{"notifications":{"resourcesListChanged":true,"resourceSubscriptions":["URI"]}}`},
	{methodComplete, anyEra, []string{"completions"}, `{"ref":{"type":"ref/resource","uri":"TEMPLATE"},"argument":{"name":"","value":""}}`},
	{methodDiscover, modernEra, nil, ""},
	{methodInitialize, legacyEra, nil, `{"protocolVersion":"` + Revision2025 + `","capabilities":{},"clientInfo":{"name":"","version":""}}`},
	{"ping", legacyEra, nil, ""},
	{"tools/list", anyEra, []string{"tools"}, ""},
	{"tools/call", anyEra, []string{"tools"}, `{"name":"","arguments":{}}`},
	{"prompts/list", anyEra, []string{"prompts"}, ""},
	{"prompts/get", anyEra, []string{"prompts"}, `{"name":"","arguments":{}}`},
	{"logging/setLevel", legacyEra, []string{"logging"}, `{"level":"info"}`},
	{"notifications/cancelled", anyEra, nil, `{"requestId":"","reason":""}`},
	{"notifications/roots/list_changed", legacyEra, nil, ""},
}

// Methods are what the server may be sent by the specification of its revision,
// those it declares first. Uri and template, which may be empty, are put into the
// params that are about one.
func (s Server) Methods(uri, template string) []Method {
	era := legacyEra
	if Modern(s.Revision) {
		era = modernEra
	}
	fill := strings.NewReplacer(anyURI, string(rawjson.AppendString(nil, uri)), anyTemplate, string(rawjson.AppendString(nil, template)))
	var out []Method
	for _, k := range knownMethods {
		if k.eras&era != 0 {
			out = append(out, Method{Name: k.name, Declared: s.declares(k.capability), Params: fill.Replace(k.params)})
		}
	}
	slices.SortStableFunc(out, func(a, b Method) int {
		switch {
		case a.Declared == b.Declared:
			return 0
		case a.Declared:
			return -1
		}
		return 1
	})
	return out
}

// declares reports whether a member of the server's capabilities is there and not
// false.
func (s Server) declares(capability []string) bool {
	if capability == nil {
		return true
	}
	v := s.Capabilities.Raw.Get(capability...)
	on, boolean := v.Bool()
	return v != nil && v.Kind() != rawjson.Null && (on || !boolean)
}

package mcpclient

import (
	"mcperuse/mcpclient/rawjson"
)

// Revisions of the protocol this client speaks, newest first.
const (
	Revision2026 = "2026-07-28"
	Revision2025 = "2025-11-25" // the newest of the legacy era
)

var legacyRevisions = []string{Revision2025, "2025-06-18", "2025-03-26", "2024-11-05"}

// Revisions lists the revisions this client speaks, newest first.
func Revisions() []string { return append([]string{Revision2026}, legacyRevisions...) }

// Modern reports whether a revision belongs to the modern era, which has no
// handshake. Revisions are dates, so their order is the order of the text.
func Modern(revision string) bool { return revision >= Revision2026 }

// Methods and notifications the client uses.
const (
	methodDiscover    = "server/discover"
	methodInitialize  = "initialize"
	methodList        = "resources/list"
	methodTemplates   = "resources/templates/list"
	methodRead        = "resources/read"
	methodListen      = "subscriptions/listen"
	methodSubscribe   = "resources/subscribe"
	methodUnsubscribe = "resources/unsubscribe"
	methodComplete    = "completion/complete"
)

// Keys of _meta on modern messages (specification 2026-07-28: Basic, _meta).
const (
	metaRevision     = "io.modelcontextprotocol/protocolVersion"
	metaClientInfo   = "io.modelcontextprotocol/clientInfo"
	metaCapabilities = "io.modelcontextprotocol/clientCapabilities"
	metaServerInfo   = "io.modelcontextprotocol/serverInfo"
)

// params builds a JSON object in the order its members are added.
type params []byte

func (p *params) raw(name string, v rawjson.Value) {
	if len(*p) > 0 {
		*p = append(*p, ',')
	}
	*p = append(rawjson.AppendString(*p, name), ':')
	*p = append(*p, v...)
}

func (p *params) text(name, s string) { p.raw(name, rawjson.AppendString(nil, s)) }

// and returns the members of both.
func (p params) and(more params) params {
	if len(more) == 0 {
		return p
	}
	out := append(make(params, 0, len(p)+len(more)+1), p...)
	if len(p) > 0 {
		out = append(out, ',')
	}
	return append(out, more...)
}

// encode closes the object, with _meta as its last member where there is one.
func (p params) encode(meta rawjson.Value) rawjson.Value {
	out := append(make([]byte, 0, len(p)+len(meta)+12), '{')
	out = append(out, p...)
	if meta != nil {
		if len(p) > 0 {
			out = append(out, ',')
		}
		out = append(append(out, `"_meta":`...), meta...)
	}
	return append(out, '}')
}

package findings

import (
	"regexp"

	"mcperuse/mcpclient/rawjson"
)

const (
	specOpening    = "Discovery: DiscoverResult; 2025-11-25: Lifecycle, Initialization"
	specDiscover   = "Discovery: DiscoverResult"
	specInitialize = "2025-11-25: Lifecycle, Initialization"
	specVersioning = "Versioning: Protocol Version Negotiation"
	specMeta       = "Base Protocol: _meta"
)

// revisionPattern is how revisions are written.
var revisionPattern = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)

// legacyRevisions are the revisions that initialize can agree on.
var legacyRevisions = map[string]bool{"2024-11-05": true, "2025-03-26": true, "2025-06-18": true, "2025-11-25": true}

// serverInfo is where the server of m's era introduces itself, nil where it
// does not.
func serverInfo(m *message) rawjson.Value {
	result := m.frame.Result
	if m.era() == Modern {
		if info := result.Get("_meta", metaServerInfo); info != nil {
			return info
		}
	}
	return result.Get("serverInfo")
}

// openingChecks look at the result of server/discover or initialize.
var openingChecks = []check[*message]{
	{Rule{"server/no-instructions", Info, Both, specOpening, "the server gives no instructions", "a few words on how to use it"},
		func(m *message, r *report) {
			if m.frame.Result.Get("instructions") == nil {
				r.add(nil, "no instructions")
			}
		}},
	{Rule{"server/instructions-type", Warning, Both, specOpening, "the instructions are not a string", "a string, or none"},
		func(m *message, r *report) {
			if v := m.frame.Result.Get("instructions"); v != nil && v.Kind() != rawjson.String {
				r.add(v, "instructions is %s", v.Kind())
			}
		}},
	{Rule{"server/info-missing", Error, Legacy, specInitialize, "the server does not introduce itself", "serverInfo with name and version"},
		func(m *message, r *report) {
			if v := m.frame.Result.Get("serverInfo"); v.Kind() != rawjson.Object {
				r.add(v, "serverInfo is %s", absentOr(v))
			}
		}},
	{Rule{"server/identity-missing", Warning, Modern, specMeta, "the server does not introduce itself", "serverInfo in the _meta of every result"},
		func(m *message, r *report) {
			if v := serverInfo(m); v == nil {
				r.add(nil, "no %s in _meta", metaServerInfo)
			}
		}},
	{Rule{"server/identity-in-body", Warning, Modern, specMeta, "the server introduces itself in the body of the result", "serverInfo in the _meta of the result"},
		func(m *message, r *report) {
			body := m.frame.Result.Get("serverInfo")
			if body != nil && m.frame.Result.Get("_meta", metaServerInfo) == nil {
				r.add(body, "serverInfo is a member of the result, not of its _meta")
			}
		}},
	{Rule{"server/name-missing", Error, Both, specOpening, "the server has no name", "a name"},
		func(m *message, r *report) {
			if v := serverInfo(m); v != nil && v.Get("name").Kind() != rawjson.String {
				r.add(v, "the name is %s", absentOr(v.Get("name")))
			}
		}},
	{Rule{"server/version-missing", Error, Both, specOpening, "the server has no version", "a version"},
		func(m *message, r *report) {
			if v := serverInfo(m); v != nil && v.Get("version").Kind() != rawjson.String {
				r.add(v, "the version is %s", absentOr(v.Get("version")))
			}
		}},
	{Rule{"server/capabilities-missing", Error, Both, specOpening, "the server declares no capabilities", "an object, even if it is empty"},
		func(m *message, r *report) {
			if v := m.frame.Result.Get("capabilities"); v.Kind() != rawjson.Object {
				r.add(v, "capabilities is %s", absentOr(v))
			}
		}},
	{Rule{"server/capability-type", Error, Both, specOpening, "a capability is of the wrong type", "an object for every capability, booleans in it"},
		func(m *message, r *report) {
			for name, v := range m.frame.Result.Get("capabilities").Members() {
				if v.Kind() != rawjson.Object {
					r.add(v, "capabilities.%s is %s", name, v.Kind())
					continue
				}
				for _, flag := range []string{"listChanged", "subscribe"} {
					if b := v.Get(flag); b != nil && b.Kind() != rawjson.Bool {
						r.add(v, "capabilities.%s.%s is %s", name, flag, b.Kind())
					}
				}
			}
		}},
	{Rule{"server/no-resources", Info, Both, "Resources: Capabilities", "the server declares no resources", "the capability resources, where there are any"},
		func(m *message, r *report) {
			capabilities := m.frame.Result.Get("capabilities")
			if capabilities.Kind() == rawjson.Object && capabilities.Get("resources") == nil {
				r.add(capabilities, "no capability resources")
			}
		}},
	{Rule{"server/versions-missing", Error, Modern, specDiscover, "the server does not say which revisions it speaks", "supportedVersions, a list of revisions"},
		func(m *message, r *report) {
			v := m.frame.Result.Get("supportedVersions")
			for range v.Elements() {
				return
			}
			if v.Kind() == rawjson.Array {
				r.add(v, "supportedVersions is empty")
				return
			}
			r.add(v, "supportedVersions is %s", absentOr(v))
		}},
	{Rule{"server/version-shape", Error, Modern, specVersioning, "a revision is not written as one", `a string such as "2026-07-28"`},
		func(m *message, r *report) {
			for v := range m.frame.Result.Get("supportedVersions").Elements() {
				if s, ok := v.Text(); !ok || !revisionPattern.MatchString(s) {
					r.add(v, "supportedVersions has %s", quoted(v))
				}
			}
		}},
	{Rule{"server/version-unlisted", Warning, Modern, specVersioning, "the server answers under a revision that it does not list", "the revision in supportedVersions, or error -32022"},
		func(m *message, r *report) {
			versions := m.frame.Result.Get("supportedVersions")
			any := false
			for v := range versions.Elements() {
				if s, _ := v.Text(); s == m.request.revision {
					return
				}
				any = true
			}
			if any {
				r.add(versions, "answers under %s, which it does not list", m.request.revision)
			}
		}},
	{Rule{"server/protocol-version-missing", Error, Legacy, specInitialize, "the answer to initialize names no revision", "protocolVersion"},
		func(m *message, r *report) {
			if v := m.frame.Result.Get("protocolVersion"); v.Kind() != rawjson.String {
				r.add(v, "protocolVersion is %s", absentOr(v))
			}
		}},
	{Rule{"server/protocol-version-unknown", Error, Legacy, specInitialize, "the answer to initialize names a revision that cannot be agreed on this way", "a revision from 2024-11-05 to 2025-11-25"},
		func(m *message, r *report) {
			v := m.frame.Result.Get("protocolVersion")
			if s, ok := v.Text(); ok && !legacyRevisions[s] {
				r.add(v, "protocolVersion is %s", quoted(v))
			}
		}},
}

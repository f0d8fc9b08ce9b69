package config

import (
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
	"golang.org/x/net/http/httpguts"
)

// entries reads an object that holds servers by name.
func (src *source) entries(servers *hujson.Object) []entry {
	var entries []entry
	for _, member := range servers.Members {
		e := entry{source: src, offset: member.Name.StartOffset, server: Server{Name: text(member.Name)}}
		if strings.TrimSpace(e.server.Name) == "" {
			e.fail(member.Name, "", "the server has no name to choose it by; write one before the colon")
		}
		e.read(member.Value)
		entries = append(entries, e)
	}
	return entries
}

// markDuplicates gives a problem to every entry whose name is used again.
func markDuplicates(entries []entry) {
	last := map[string]int{}
	for i, e := range slices.Backward(entries) {
		counts, again := last[e.server.Name]
		if !again {
			last[e.server.Name] = i
			continue
		}
		line, _ := e.position(entries[counts].offset)
		entries[i].server.Problem = e.errorAt(e.offset, "the name is used again on line %d, and the last one counts", line).in(e.server.Name, "")
	}
}

// entry reads one server.
type entry struct {
	*source
	offset   int // of the name
	server   Server
	problems problems
	// declared is the transport the entry asks for, if it does.
	declared Transport
	// hasCommand and hasURL tell that the field is there, good or not.
	hasCommand, hasURL bool
}

func (e *entry) read(v hujson.Value) {
	fields, ok := v.Value.(*hujson.Object)
	if !ok {
		e.fail(v, "", "must be an object with a command or a url")
	} else {
		for _, member := range fields.Members {
			e.field(text(member.Name), member.Value)
		}
		e.check(v)
	}
	e.server.Problem = e.problems.joined()
}

// field reads one field. Those it does not know belong to other clients.
func (e *entry) field(name string, v hujson.Value) {
	s := &e.server
	switch name {
	case "command":
		e.hasCommand = true
		command, ok := e.text(v, name)
		if ok && command == "" {
			e.fail(v, name, "is empty; write the program to start")
		}
		s.Command = command
	case "args":
		s.Args = e.list(v, name)
	case "env":
		s.Env = e.settings(v, name, func(setting Setting) string {
			if setting.Name == "" || strings.Contains(setting.Name, "=") {
				return "this cannot be the name of an environment variable"
			}
			return ""
		})
	case "cwd":
		if s.Dir, _ = e.text(v, name); s.Dir != "" && !filepath.IsAbs(s.Dir) {
			s.Dir = filepath.Join(e.workspace, s.Dir)
		}
	case "url":
		e.hasURL = true
		address, ok := e.text(v, name)
		if ok && !isHTTP(address) {
			e.fail(v, name, "must be an address that starts with http:// or https://")
		}
		s.URL = address
	case "headers":
		s.Headers = e.settings(v, name, func(setting Setting) string {
			if !httpguts.ValidHeaderFieldName(setting.Name) {
				return "this cannot be the name of a header"
			}
			if !httpguts.ValidHeaderFieldValue(setting.Value) {
				return "a header cannot hold line breaks or control characters"
			}
			return ""
		})
	case "type", "transport":
		e.transport(v, name)
	case "protocol", "protocolEra":
		protocol, ok := e.text(v, name)
		if ok && !protocolName.MatchString(protocol) {
			e.fail(v, name, `must be "auto", "modern", "legacy" or a revision such as "2025-06-18"`)
		}
		s.Protocol = protocol
	case "disabled":
		switch text(v) {
		case "true", "false":
			s.Disabled = text(v) == "true"
		default:
			e.fail(v, name, "must be true or false")
		}
	}
}

var protocolName = regexp.MustCompile(`^(auto|modern|legacy|\d{4}-\d{2}-\d{2})$`)

func isHTTP(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

func (e *entry) transport(v hujson.Value, name string) {
	word, ok := e.text(v, name)
	if !ok {
		return
	}
	var transport Transport
	switch word {
	case "stdio":
		transport = Stdio
	case "http", "streamable-http", "streamableHttp":
		transport = HTTP
	case "sse":
		transport = SSE
	default:
		e.fail(v, name, `must be "stdio", "http" (or "streamable-http") or "sse"`)
		return
	}
	if e.declared != "" && e.declared != transport {
		e.fail(v, name, "type and transport say different things; keep one")
	}
	e.declared = transport
}

// check looks at the fields together.
func (e *entry) check(v hujson.Value) {
	switch {
	case e.hasCommand && e.hasURL:
		e.fail(v, "", "has a command and a url; keep one of them")
	case !e.hasCommand && !e.hasURL:
		e.fail(v, "", "has neither a command nor a url; add the one it is reached by")
	case e.hasCommand && (e.declared == HTTP || e.declared == SSE):
		e.fail(v, "", "has a command, but its type is for a url")
	case e.hasURL && e.declared == Stdio:
		e.fail(v, "", "has a url, but its type is for a command")
	case e.declared != "":
		e.server.Transport = e.declared
	case e.hasCommand:
		e.server.Transport = Stdio
	default:
		e.server.Transport = Auto
	}
}

// text reads a string and replaces the references in it.
func (e *entry) text(v hujson.Value, field string) (string, bool) {
	if kind := kindOf(v); kind != '"' {
		e.fail(v, field, "must be a string, not %s", kindWords(kind))
		return "", false
	}
	return e.expanded(v, field)
}

// scalar reads a string, or a number or boolean as it is written.
func (e *entry) scalar(v hujson.Value, field string) (string, bool) {
	switch kind := kindOf(v); kind {
	case '"':
		return e.expanded(v, field)
	case '0', 't', 'f':
		return text(v), true
	default:
		e.fail(v, field, "must be a string, not %s", kindWords(kind))
		return "", false
	}
}

func (e *entry) expanded(v hujson.Value, field string) (string, bool) {
	value, err := e.expand(text(v))
	if err != nil {
		e.fail(v, field, "%s", err)
		return "", false
	}
	if strings.ContainsRune(value, 0) {
		e.fail(v, field, "holds a NUL character, which cannot be passed on")
		return "", false
	}
	return value, true
}

func (e *entry) list(v hujson.Value, field string) []string {
	array, ok := v.Value.(*hujson.Array)
	if !ok {
		e.fail(v, field, `must be a list of strings, ["…", "…"], not %s`, kindWords(kindOf(v)))
		return nil
	}
	var items []string
	for i, element := range array.Elements {
		if item, ok := e.scalar(element, fmt.Sprintf("%s[%d]", field, i)); ok {
			items = append(items, item)
		}
	}
	return items
}

// settings reads an object of scalars. The function returns what is wrong with
// a setting, if anything.
func (e *entry) settings(v hujson.Value, field string, wrong func(Setting) string) []Setting {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		e.fail(v, field, `must be an object, { "NAME": "value" }, not %s`, kindWords(kindOf(v)))
		return nil
	}
	var settings []Setting
	for _, member := range object.Members {
		setting := Setting{Name: text(member.Name)}
		place := field + "." + plain(setting.Name)
		if setting.Value, ok = e.scalar(member.Value, place); !ok {
			continue
		}
		if reason := wrong(setting); reason != "" {
			e.fail(member.Name, place, "%s", reason)
			continue
		}
		settings = append(settings, setting)
	}
	return settings
}

func (e *entry) fail(v hujson.Value, field, format string, args ...any) {
	e.problems = append(e.problems, e.errorAt(v.StartOffset, format, args...).in(e.server.Name, field))
}

// kindOf returns the first character of a value: { [ " t f n, or 0 for a number.
func kindOf(v hujson.Value) byte {
	switch value := v.Value.(type) {
	case *hujson.Object:
		return '{'
	case *hujson.Array:
		return '['
	case hujson.Literal:
		return byte(value.Kind())
	}
	return 0
}

func kindWords(kind byte) string {
	switch kind {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case 't', 'f':
		return "true or false"
	}
	return "null"
}

package findings

import (
	"bytes"
	"fmt"
	"strings"

	"mcperuse/mcpclient/rawjson"
)

const (
	specRead     = "Resources: Reading Resources"
	specContents = "Resources: Resource Contents"
)

// content is one item of the contents of a read. It is looked at where it is,
// without decoding: it may be most of a very large frame.
type content struct {
	*answer
	index      int
	alone      bool // the only item
	raw        rawjson.Value
	uri        rawjson.Value
	mime       rawjson.Value
	text, blob rawjson.Value
	base64     base64Facts // of blob
}

func (c *content) where() string { return fmt.Sprintf("%s, contents[%d]", c.answer.where(), c.index) }

// contents judges the result of a read.
func (j *judge) contents(a *answer, r *report) {
	run(r, readChecks, a)
	var items []rawjson.Value
	for v := range a.contents.Elements() {
		items = append(items, v)
	}
	for i, raw := range items {
		c := &content{answer: a, index: i, alone: len(items) == 1, raw: raw}
		var extra rawjson.Value
		for name, v := range raw.Members() {
			switch string(name) {
			case "uri":
				c.uri = v
			case "mimeType":
				c.mime = v
			case "text":
				c.text = v
			case "blob":
				c.blob = v
			case "_meta":
				extra = v
			}
		}
		c.base64 = lookAtBase64(c.blob)
		run(r, contentChecks, c)
		run(r, metaChecks, &meta{c.where(), extra})
	}
}

// readChecks look at the result of a read as a whole.
var readChecks = []check[*answer]{
	{Rule{"contents/not-a-list", Error, Both, specRead, "a read has no list of contents", "contents, a list"},
		func(a *answer, r *report) {
			if a.contents.Kind() != rawjson.Array {
				r.add(a.contents, "contents is %s", absentOr(a.contents))
			}
		}},
	{Rule{"contents/empty", Info, Legacy, specRead, "a read has no contents: it does not say whether the resource exists", "at least one item, or error -32002"},
		func(a *answer, r *report) {
			if isEmptyList(a.contents) && a.request.uri != AbsentURI {
				r.add(a.contents, "contents is empty")
			}
		}},
	{Rule{"error/absent-read", Warning, Both, specNotFound, "a resource that does not exist is answered with a result", "an error: -32602, or -32002 before 2026-07-28"},
		func(a *answer, r *report) {
			if a.request.uri == AbsentURI {
				r.add(a.frame.Result, "answered with a result")
			}
		}},
}

func isEmptyList(v rawjson.Value) bool {
	for range v.Elements() {
		return false
	}
	return v.Kind() == rawjson.Array
}

// contentChecks look at each item of contents.
var contentChecks = []check[*content]{
	{Rule{"contents/not-an-object", Error, Both, specContents, "an item of contents is not an object", "an object with uri, and text or blob"},
		func(c *content, r *report) {
			if c.raw.Kind() != rawjson.Object {
				r.add(c.raw, "the item is %s", c.raw.Kind())
			}
		}},
	{Rule{"contents/uri-missing", Error, Both, specContents, "an item of contents has no URI", "uri, a string"},
		func(c *content, r *report) {
			if c.raw.Kind() == rawjson.Object && c.uri.Kind() != rawjson.String {
				r.add(c.raw, "uri is %s", absentOr(c.uri))
			}
		}},
	{Rule{"contents/both", Error, Both, specContents, "an item of contents has text and blob", "one of the two"},
		func(c *content, r *report) {
			if c.text != nil && c.blob != nil {
				r.add(c.raw, "text and blob are both there")
			}
		}},
	{Rule{"contents/neither", Error, Both, specContents, "an item of contents has neither text nor blob", "one of the two, which may be empty"},
		func(c *content, r *report) {
			if c.raw.Kind() == rawjson.Object && c.text == nil && c.blob == nil {
				r.add(c.raw, "neither text nor blob is there")
			}
		}},
	{Rule{"contents/text-type", Error, Both, specContents, "a text is not a string", "a string"},
		func(c *content, r *report) {
			if c.text != nil && c.text.Kind() != rawjson.String {
				r.add(c.raw, "text is %s", c.text.Kind())
			}
		}},
	{Rule{"contents/blob-type", Error, Both, specContents, "a blob is not a string", "a base64 string"},
		func(c *content, r *report) {
			if c.blob != nil && c.blob.Kind() != rawjson.String {
				r.add(c.raw, "blob is %s", c.blob.Kind())
			}
		}},
	{Rule{"contents/base64", Error, Both, specContents, "a blob is not base64", "base64 as in RFC 4648, section 4"},
		func(c *content, r *report) {
			if c.blob.Kind() == rawjson.String && !c.base64.ok {
				r.add(c.blob, "the blob is not base64: %s", c.base64.fault)
			}
		}},
	{Rule{"contents/base64-dialect", Warning, Both, specContents, "a blob is an unusual kind of base64", "the standard alphabet, padding, no white space"},
		func(c *content, r *report) {
			if c.base64.ok && c.base64.fault != "" {
				r.add(c.blob, "the base64 of the blob has %s", c.base64.fault)
			}
		}},
	{Rule{"contents/mime-not-a-string", Warning, Both, specContents, "the MIME type of contents is not written as one", "type/subtype, such as text/plain, or nothing at all"},
		func(c *content, r *report) {
			if s, ok := c.mime.Text(); c.mime != nil && (!ok || !isMIMEType(s)) {
				r.add(c.raw, "mimeType is %s", quoted(c.mime))
			}
		}},
	{Rule{"contents/mime-missing", Info, Both, specContents, "a blob has no MIME type", "mimeType, so that clients know what to do with the bytes"},
		func(c *content, r *report) {
			if c.blob != nil && c.mime == nil {
				r.add(nil, "a blob without mimeType")
			}
		}},
	{Rule{"contents/mime-differs", Warning, Both, specContents, "a resource is read with another MIME type than it is listed with", "the same type in both places"},
		func(c *content, r *report) {
			l, ok := c.listed()
			mime, isText := c.mime.Text()
			if ok && isText && l.mimeType != "" && !strings.EqualFold(essence(mime), essence(l.mimeType)) {
				r.add(c.mime, "listed as %s, read as %s", l.mimeType, mime)
			}
		}},
	{Rule{"contents/size-differs", Warning, Both, specResource, "a resource has another size than it is listed with", "the number of bytes before any encoding"},
		func(c *content, r *report) {
			l, ok := c.listed()
			if !ok || !l.hasSize || !c.alone {
				return
			}
			if size, known := c.size(); known && float64(size) != l.size {
				r.add(nil, "listed with %v bytes, read with %d", l.size, size)
			}
		}},
	{Rule{"contents/text-for-binary", Warning, Both, specContents, "a text has the MIME type of binary data", "a blob"},
		func(c *content, r *report) {
			if mime, _ := c.mime.Text(); c.text.Kind() == rawjson.String && isBinary(essence(mime)) {
				r.add(c.mime, "%s, sent as text", mime)
			}
		}},
	{Rule{"contents/uri-differs", Info, Both, specContents, "the only item of a read has another URI than was asked for", "the URI that was asked for, unless this is a part of it"},
		func(c *content, r *report) {
			uri, ok := c.uri.Text()
			if ok && c.alone && c.request.uri != "" && uri != c.request.uri && len(uri) <= mostWords {
				r.add(c.uri, "asked for %s, got %s", c.request.uri, uri)
			}
		}},
}

// listed is what a list said of the resource that was asked for, where this
// item is the resource itself.
func (c *content) listed() (listed, bool) {
	if uri, _ := c.uri.Text(); uri != c.request.uri {
		return listed{}, false
	}
	l, ok := c.state.listed[c.request.uri]
	return l, ok
}

// size is the number of bytes of the content.
func (c *content) size() (int, bool) {
	switch {
	case c.text.Kind() == rawjson.String && c.blob == nil:
		return textSize(c.text), true
	case c.blob.Kind() == rawjson.String && c.text == nil:
		return c.base64.size, c.base64.ok
	}
	return 0, false
}

// essence is a MIME type without its parameters.
func essence(mime string) string {
	kind, _, _ := strings.Cut(mime, ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

// isBinary reports whether a MIME type is one that cannot be text.
func isBinary(mime string) bool {
	major, minor, _ := strings.Cut(mime, "/")
	switch major {
	case "image":
		return !strings.HasSuffix(minor, "+xml") && !strings.HasPrefix(minor, "x-")
	case "audio", "video", "font":
		return true
	}
	switch mime {
	case "application/octet-stream", "application/pdf", "application/zip", "application/gzip":
		return true
	}
	return false
}

// textSize is the length in bytes of the string that v, a JSON string, stands
// for, found without decoding it.
func textSize(v rawjson.Value) int {
	n := 0
	for i := 1; i < len(v)-1; i++ {
		plain := bytes.IndexByte(v[i:len(v)-1], '\\')
		if plain < 0 {
			return n + len(v) - 1 - i
		}
		n += plain
		i += plain
		i++
		if i >= len(v)-1 || v[i] != 'u' {
			n++
			continue
		}
		unit := hexUnit(v[i+1:])
		i += 4
		switch {
		case unit < 0x80:
			n++
		case unit < 0x800:
			n += 2
		case unit >= 0xD800 && unit < 0xDC00 && i+6 < len(v) && v[i+1] == '\\' && v[i+2] == 'u' && hexUnit(v[i+3:])>>10 == 0xDC00>>10:
			n += 4
			i += 6
		default:
			n += 3
		}
	}
	return n
}

// hexUnit reads the four hexadecimal digits b begins with.
func hexUnit(b []byte) int {
	unit := 0
	for _, c := range b[:min(4, len(b))] {
		switch {
		case '0' <= c && c <= '9':
			unit = unit<<4 | int(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			unit = unit<<4 | int(c|0x20-'a'+10)
		}
	}
	return unit
}

// base64Facts are what there is to know about base64 without decoding it.
type base64Facts struct {
	ok    bool
	size  int    // in bytes, decoded
	fault string // what is unusual about it or, where it is not ok, wrong
}

// isDigit tells the digits of standard base64.
var isDigit = func() (is [256]bool) {
	for _, c := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" {
		is[c] = true
	}
	return is
}()

// lookAtBase64 looks at v, a JSON string of base64, in a single pass.
func lookAtBase64(v rawjson.Value) base64Facts {
	if v.Kind() != rawjson.String {
		return base64Facts{}
	}
	wrong := func(format string, args ...any) base64Facts {
		return base64Facts{fault: fmt.Sprintf(format, args...)}
	}
	var digits, padding int
	var space, urlSafe bool
	for i := 1; i < len(v)-1; i++ {
		c := v[i]
		if isDigit[c] && padding == 0 {
			digits++
			continue
		}
		if c == '\\' {
			i++
			switch v[i] {
			case '/':
				c = '/'
			case 'n', 'r', 't':
				c = ' '
			default:
				return wrong("it has %q", v[i-1:i+1])
			}
		}
		switch {
		case isDigit[c], c == '-', c == '_':
			urlSafe = urlSafe || c == '-' || c == '_'
			if digits++; padding > 0 {
				return wrong("it goes on after its padding")
			}
		case c == '=':
			padding++
		case c == ' ', c == '\t', c == '\r', c == '\n':
			space = true
		default:
			return wrong("it has %q", v[i:i+1])
		}
	}
	if digits%4 == 1 || padding > 2 {
		return wrong("its length is that of no base64")
	}
	var faults []string
	if urlSafe {
		faults = append(faults, "the URL-safe alphabet")
	}
	if space {
		faults = append(faults, "white space")
	}
	if (digits+padding)%4 != 0 {
		faults = append(faults, "the wrong padding")
	}
	return base64Facts{ok: true, size: digits * 3 / 4, fault: strings.Join(faults, ", ")}
}

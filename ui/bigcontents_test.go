package ui_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// The test binary plays a server with one resource when the variable is set: the
// big contents of that name.
const bigContentsServer = "UI_TEST_BIG_CONTENTS"

// bigContents are contents that are read from end to end.
type bigContents struct {
	name, mimeType string
	size           int      // bytes, roughly
	blob           bool     // sent in base64
	opened         string   // is on screen as soon as there is something to read
	late           string   // comes later with the focus: why there are no more colours, or where one is
	turns          []string // keys from there to the view that is measured
	first          string   // is on the first screen of that view
	last           string   // is on the last
	rare           string   // is found once
}

// wrapped is on the first screen of a text where long lines are wrapped, and only
// there.
const wrapped = "the-end-of-a-wide-line"

var bigs = []bigContents{
	{name: "code.go", mimeType: "text/x-go", size: 5 << 20, opened: "package generated", late: "colours end at",
		first: "package generated", last: "// the end", rare: `"29999"`},
	{name: "pretty.json", mimeType: "application/json", size: 5 << 20, opened: `"about"`, late: "colours end at",
		first: `"about"`, last: `"end": true`, rare: "entry 41999"},
	{name: "line.json", mimeType: "application/json", size: 5 << 20, opened: `"about"`, late: "colours end at",
		turns: []string{"v", "v"}, first: `{"about"`, last: `"end":true`, rare: "entry 41999"},
	{name: "server.log", mimeType: "text/plain", size: 50 << 20, opened: "2026-07-28T12:04:30Z", late: "line 1/",
		first: "request 0 took", last: "the end", rare: "request 419999 took"},
	{name: "disk.img", mimeType: "application/octet-stream", size: 50 << 20, blob: true, opened: "52,428,800 bytes", late: "sha-256",
		turns: []string{"v"}, first: "000000 ", last: "31fffe0", rare: "in between"},
}

// write makes the contents.
func (c bigContents) write() string {
	if c.blob {
		return string(c.noise())
	}
	var b strings.Builder
	b.Grow(c.size + 4096)
	row := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	filler := strings.Repeat("so it goes on ", 10) + wrapped
	switch c.name {
	case "code.go":
		row("package generated // %s\n", filler)
		for i := 0; b.Len() < c.size; i++ {
			row("\n// step%d is one of very many.\nfunc step%d(in []string) (out string, err error) {\n\tfor n, s := range in {\n\t\tout += s[n:] // \"%d\"\n\t}\n\treturn out, nil\n}\n", i, i, i)
		}
		row("\n// the end\n")
	case "pretty.json", "line.json":
		indent, gap := "\n    ", " "
		if c.name == "line.json" {
			indent, gap = "", ""
		}
		row(`{"about":%s%q,%s"items":%s[`, gap, filler, gap, gap)
		for i := 0; b.Len() < c.size; i++ {
			if i > 0 {
				row(",")
			}
			row(`%s{"id":%s%d,%s"name":%s"entry %d",%s"ratio":%s%d.25}`, indent, gap, i, gap, gap, i, gap, gap, i%97)
		}
		row(`],%s"end":%strue}`, indent, gap)
	case "server.log":
		row("2026-07-28T12:04:30Z INFO  started, %s\n", filler)
		for i := 0; b.Len() < c.size; i++ {
			row("2026-07-28T12:04:31Z INFO  request %d took %d ms at \"/some/path/of/a/server\"\n", i, i%97)
		}
		row("2026-07-28T12:04:32Z ERROR the end\n")
	}
	return b.String()
}

// noise is bytes without a pattern, but for a few in the middle.
func (c bigContents) noise() []byte {
	out := make([]byte, 0, c.size)
	for x := uint64(88172645463325252); len(out) < c.size; {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		out = binary.LittleEndian.AppendUint64(out, x)
	}
	copy(out[c.size/2:], c.rare)
	return out
}

// answer is the result of a read.
func (c bigContents) answer(uri string) string {
	if c.blob {
		return fmt.Sprintf(`"contents":[{"uri":%q,"mimeType":%q,"blob":%q}]`, uri, c.mimeType, base64.StdEncoding.EncodeToString(c.noise()))
	}
	text, err := json.Marshal(c.write())
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`"contents":[{"uri":%q,"mimeType":%q,"text":%s}]`, uri, c.mimeType, text)
}

func playBigContents(name string) {
	var c bigContents
	for _, other := range bigs {
		if other.name == name {
			c = other
		}
	}
	uri := "file:///big/" + c.name
	results := map[string]string{
		"server/discover":          `"supportedVersions":["2026-07-28"],"capabilities":{"resources":{}}`,
		"resources/templates/list": `"resourceTemplates":[]`,
		"resources/list":           fmt.Sprintf(`"resources":[{"uri":%q,"name":%q,"mimeType":%q}]`, uri, c.name, c.mimeType),
		"resources/read":           c.answer(uri),
	}
	in, out := bufio.NewScanner(os.Stdin), bufio.NewWriterSize(os.Stdout, 1<<20)
	for in.Scan() {
		var r struct {
			ID     json.RawMessage
			Method string
		}
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			panic(err)
		}
		result, known := results[r.Method]
		if !known {
			continue
		}
		fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","ttlMs":60000,"cacheScope":"private",%s}}`+"\n", r.ID, result)
		if err := out.Flush(); err != nil {
			return
		}
	}
}

// contentsFloor is the time a bare program needs to receive contents and to decode
// them.
func contentsFloor(b *testing.B, c bigContents) time.Duration {
	b.Helper()
	server := startBare(b, bigContentsServer+"="+c.name)
	ask := func(method string) []byte {
		return server.ask(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q}`, method))
	}
	ask("server/discover") // it has made the contents by then
	start := time.Now()
	line := ask("resources/read")
	var err error
	size := 0
	if name := []byte(`"blob":"`); c.blob {
		data := make([]byte, base64.StdEncoding.DecodedLen(len(line)))
		size, err = base64.StdEncoding.Decode(data, line[bytes.Index(line, name)+len(name):bytes.LastIndexByte(line, '"')])
	} else {
		name = []byte(`"text":`)
		var text []byte
		text, err = jsontext.AppendUnquote(make([]byte, 0, len(line)), line[bytes.Index(line, name)+len(name):bytes.LastIndexByte(line, '"')+1])
		size = len(text)
	}
	elapsed := time.Since(start)
	if err != nil || size < c.size {
		b.Fatal(size, err)
	}
	server.end()
	return elapsed
}

package findings

import (
	"fmt"
	"strings"
	"testing"

	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
)

// benchmarkPage is a page of ordinary rows.
func benchmarkPage(rows int) []byte {
	var b strings.Builder
	b.WriteString(`{"jsonrpc":"2.0","id":1,"result":{` + hints + `,"resources":[`)
	for i := range rows {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"uri":"file:///project/src/module-%d/handler.go","name":"handler-%d.go","title":"Handler %d","description":"One of many source files, described in a sentence of ordinary length","mimeType":"text/x-go","size":%d,"annotations":{"audience":["user"],"priority":0.5}}`, i, i, i, 1000+i)
	}
	b.WriteString(`]}}`)
	return []byte(b.String())
}

// BenchmarkPage judges a page of 1000 rows; BenchmarkDecodePage decodes it, as
// the client has to do anyway.
func BenchmarkPage(b *testing.B) {
	page := benchmarkPage(1000)
	request := wire.Frame{Dir: wire.ToServer, Bytes: []byte(ask("resources/list", "")[1:])}
	request.Message, _ = wire.Parse(request.Bytes)
	reply := wire.Frame{Dir: wire.FromServer, Bytes: page}
	reply.Message, _ = wire.Parse(page)
	c := New(Options{})
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for i := range uint64(b.N) {
		request.Seq, reply.Seq, reply.ReplyTo = 2*i+1, 2*i+2, 2*i+1
		c.judge.frame(&request)
		c.judge.frame(&reply)
	}
}

func BenchmarkDecodePage(b *testing.B) {
	m, _ := wire.Parse(benchmarkPage(1000))
	b.SetBytes(int64(len(m.Result)))
	b.ReportAllocs()
	for b.Loop() {
		model.DecodeResources(m.Result)
	}
}

// BenchmarkText judges the read of a text of 10 MB.
func BenchmarkText(b *testing.B) {
	text := rawjson.AppendString(nil, strings.Repeat("line of text\n", 10<<20/13))
	body := []byte(`{"jsonrpc":"2.0","id":1,"result":{` + hints + `,"contents":[{"uri":"x:1","text":` + string(text) + `}]}}`)
	request := wire.Frame{Dir: wire.ToServer, Bytes: []byte(ask("resources/read", `"uri":"x:1"`)[1:])}
	request.Message, _ = wire.Parse(request.Bytes)
	reply := wire.Frame{Dir: wire.FromServer, Bytes: body}
	reply.Message, _ = wire.Parse(body)
	c := New(Options{})
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for i := range uint64(b.N) {
		request.Seq, reply.Seq, reply.ReplyTo = 2*i+1, 2*i+2, 2*i+1
		c.judge.frame(&request)
		c.judge.frame(&reply)
	}
}

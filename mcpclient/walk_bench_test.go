package mcpclient

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/metrics"
	"strconv"
	"testing"

	"mcperuse/mcpclient/model"
)

const (
	longPages = 100
	longPage  = 1000 // resources
)

// playLongList serves a list of 100,000 resources. What it sends is made
// before the first request is answered, so that only reading is measured.
func playLongList() func(r request) {
	var pages [longPages]string
	for p := range pages {
		var b bytes.Buffer
		b.WriteString(`{"resultType":"complete","ttlMs":60000,"cacheScope":"private","resources":[`)
		for i := range longPage {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"uri":"file:///project/src/module-%d/file-%d.go","name":"file-%d.go","description":"the file number %d of the project, as long as this","mimeType":"text/x-go","size":%d,"annotations":{"audience":["user"],"priority":0.5,"lastModified":"2025-01-02T03:04:05Z"}}`, p, i, i, i, i*17)
		}
		b.WriteByte(']')
		if p+1 < longPages {
			fmt.Fprintf(&b, `,"nextCursor":"%d"`, p+1)
		}
		b.WriteByte('}')
		pages[p] = b.String()
	}
	return func(r request) {
		switch r.Method {
		case methodDiscover:
			r.discovered(`"2026-07-28"`)
		case methodList:
			p := 0
			if r.Params.Cursor != nil {
				p, _ = strconv.Atoi(*r.Params.Cursor)
			}
			r.result("%s", pages[p])
		}
	}
}

// peak keeps the most memory the process held at any of the moments it looked.
type peak struct {
	samples [2]metrics.Sample
	bytes   uint64
}

func newPeak() *peak {
	p := &peak{}
	p.samples[0].Name = "/memory/classes/total:bytes"
	p.samples[1].Name = "/memory/classes/heap/released:bytes"
	return p
}

func (p *peak) look() {
	metrics.Read(p.samples[:])
	p.bytes = max(p.bytes, p.samples[0].Value.Uint64()-p.samples[1].Value.Uint64())
}

func (p *peak) report(b *testing.B) { b.ReportMetric(float64(p.bytes)/1e6, "peak-MB") }

// BenchmarkWalk100k walks a list of 100,000 resources, 1000 to a page, over
// stdio, and keeps them. It may take 1.25 times as long as BenchmarkFloor100k.
func BenchmarkWalk100k(b *testing.B) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	peak := newPeak()
	for b.Loop() {
		b.StopTimer()
		runtime.GC()
		c := New(Target{Command: []string{self}, Env: []string{serverVariable + "=long list"}}, Options{Version: "test"})
		if err := c.Open(b.Context()); err != nil {
			b.Fatal(err)
		}
		var kept []model.Resource
		b.StartTimer()
		w, err := c.Resources(b.Context(), ListOptions[model.Resource]{OnPage: func(p Page[model.Resource]) {
			kept = append(kept, p.Items...)
			peak.look()
		}})
		b.StopTimer()
		if err != nil || !w.Complete() || len(kept) != longPages*longPage {
			b.Fatalf("%d resources, %+v, %v", len(kept), w, err)
		}
		if err := c.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	peak.report(b)
}

// BenchmarkFloor100k is what a program does that only reads the same list and
// decodes it with encoding/json.
func BenchmarkFloor100k(b *testing.B) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	type resource struct {
		URI, Name, Title, Description, MimeType string
		Size                                    float64
		Annotations                             struct {
			Audience     []string
			Priority     float64
			LastModified string
		}
	}
	type reply struct {
		Result struct {
			Resources  []resource
			NextCursor *string
		}
	}
	peak := newPeak()
	for b.Loop() {
		b.StopTimer()
		runtime.GC()
		child := exec.Command(self)
		child.Env = append(os.Environ(), serverVariable+"=long list")
		in, err1 := child.StdinPipe()
		out, err2 := child.StdoutPipe()
		if err1 != nil || err2 != nil || child.Start() != nil {
			b.Fatal("cannot start the server")
		}
		lines := bufio.NewReaderSize(out, 64<<10)
		ask := func(method, params string) []byte {
			if _, err := fmt.Fprintf(in, `{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`+"\n", method, params); err != nil {
				b.Fatal(err)
			}
			line, err := lines.ReadBytes('\n')
			if err != nil {
				b.Fatal(err)
			}
			return line
		}
		ask(methodDiscover, "{}")
		var kept []resource
		b.StartTimer()
		for params := "{}"; params != ""; {
			var r reply
			if err := json.Unmarshal(ask(methodList, params), &r); err != nil {
				b.Fatal(err)
			}
			kept = append(kept, r.Result.Resources...)
			peak.look()
			params = ""
			if next := r.Result.NextCursor; next != nil {
				params = fmt.Sprintf(`{"cursor":%q}`, *next)
			}
		}
		b.StopTimer()
		if len(kept) != longPages*longPage {
			b.Fatalf("%d resources", len(kept))
		}
		in.Close()
		if _, err := io.Copy(io.Discard, out); err != nil {
			b.Fatal(err)
		}
		if err := child.Wait(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	peak.report(b)
}

package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"
)

// listStream is what a server with 100,000 resources sends, 1000 to a page:
// 26 MB in lines of 260 KB.
func listStream() []byte {
	var b bytes.Buffer
	for page := range 100 {
		fmt.Fprintf(&b, `{"jsonrpc":"2.0","id":%d,"result":{"resources":[`, page)
		for i := range 1000 {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"uri":"file:///project/src/module-%d/file-%d.go","name":"file-%d.go","description":"the file number %d of the project, as long as this","mimeType":"text/x-go","size":%d,"annotations":{"audience":["user"],"priority":0.5,"lastModified":"2025-01-02T03:04:05Z"}}`, page, i, i, i, i*17)
		}
		b.WriteString("]}}\n")
	}
	return b.Bytes()
}

// pipe reads as a pipe does: at most 64 KiB at a time.
type pipe struct{ r io.Reader }

func (p pipe) Read(b []byte) (int, error) { return p.r.Read(b[:min(len(b), 64<<10)]) }

func BenchmarkReader(b *testing.B) {
	in := listStream()
	for name, read := range map[string]func(io.Reader) error{
		"frames": func(r io.Reader) error {
			for frames := NewReader(r, 0); ; {
				if _, err := frames.Next(); err != nil {
					return err
				}
			}
		},
		"lines": func(r io.Reader) error {
			for l := newLines(r, 0, false); ; {
				if _, err := l.next(); err != nil {
					return err
				}
			}
		},
		"bufio.ReadBytes": func(r io.Reader) error {
			for lines := bufio.NewReaderSize(r, 64<<10); ; {
				if _, err := lines.ReadBytes('\n'); err != nil {
					return err
				}
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(in)))
			b.ReportAllocs()
			for b.Loop() {
				if err := read(pipe{bytes.NewReader(in)}); !errors.Is(err, io.EOF) {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParseSmall(b *testing.B) {
	in := []byte(`{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///a/b/c.txt"}}`)
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		if m, _ := Parse(in); m.Kind != Notification {
			b.Fatal(m.Kind)
		}
	}
}

func BenchmarkLogAdd(b *testing.B) {
	l := NewLog(LogOptions{})
	f := frame(FromServer, 0, `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///a/b/c.txt"}}`)
	b.ReportAllocs()
	for b.Loop() {
		l.Add(f)
	}
}

package wire

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"
)

var hostile = []string{
	`{"jsonrpc":"2.0","id":1,"result":{}}`, `[{"jsonrpc":"2.0","method":"m"},7]`, "{\n\"jsonrpc\":\"2.0\"\n}\n", "\ufeff{}", `{"a":{"b":[`,
	`{"id":"\ud800","error":null,"result":null}`, "x {\"id\":1,\"result\":1} y", "{\r\n]\r\n", `{"jsonrpc"`, `[{`, `{"a" "b"}`, "[\n{\n\"\n", "\xff\xfe{",
}

// inside reports whether part is a piece of whole.
func inside(whole, part []byte) bool { return len(part) == 0 || bytes.Contains(whole, part) }

func FuzzParse(f *testing.F) {
	for _, s := range hostile {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, _ := Parse(b)
		for _, v := range [][]byte{m.Params, m.Result, m.Error, []byte(m.ID)} {
			if !inside(b, v) {
				t.Fatalf("%q is not part of the message", v)
			}
		}
		if m.Kind == NotMessage && (m.ID != "" || m.Method != "") {
			t.Fatalf("no message, but with id %q and method %q", m.ID, m.Method)
		}
		// What Split finds is in order, does not overlap, and leaves out only
		// white space and the brackets and commas of a batch.
		at := len(b) - len(bytes.TrimPrefix(b, bom))
		for _, frame := range Split(b) {
			i := bytes.Index(b[at:], frame.Bytes)
			if i < 0 {
				t.Fatalf("%q does not follow", frame.Bytes)
			}
			if left := bytes.Trim(b[at:at+i], " \t\r\n[],"); len(left) > 0 {
				t.Fatalf("left out %q", left)
			}
			at += i + len(frame.Bytes)
		}
		if left := bytes.Trim(b[at:], " \t\r\n[],"); len(left) > 0 {
			t.Fatalf("left out %q at the end", left)
		}
	})
}

func FuzzReader(f *testing.F) {
	for _, s := range hostile {
		f.Add([]byte(s+"\n"+s), false)
		f.Add([]byte(s+"\r\n"+hostile[0]), true)
	}
	f.Fuzz(func(t *testing.T, b []byte, bytewise bool) {
		const limit = 1000
		var in io.Reader = bytes.NewReader(b)
		if bytewise {
			in = iotest.OneByteReader(in)
		}
		r := NewReader(in, limit)
		for count := 0; ; count++ {
			frame, err := r.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(frame.Bytes) == 0 || len(frame.Bytes) > max(limit, headSize) || count > len(b) {
				t.Fatalf("frame %d is %d bytes", count, len(frame.Bytes))
			}
		}
	})
}

func FuzzEventReader(f *testing.F) {
	for _, s := range []string{"data: a\n\n", "event: x\rdata:\r\n\r\rid: 7\nretry: 5\n\n", ":\n\ndata", "\ufeffdata: a\ndata: b\n\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		const limit = 100
		var fast, slow []Event
		for events, in := range map[*[]Event]io.Reader{&fast: bytes.NewReader(b), &slow: iotest.OneByteReader(bytes.NewReader(b))} {
			r := NewEventReader(in, limit)
			for {
				e, err := r.Next()
				if err != nil {
					break
				}
				if int64(len(e.Data)) > max(limit, headSize) || len(e.Data)+len(e.Stray) == 0 || e.Size < int64(len(e.Data)) || e.Type == "" {
					t.Fatalf("event %q of %d bytes, said to be %d", e.Type, len(e.Data), e.Size)
				}
				*events = append(*events, e)
			}
		}
		if len(fast) != len(slow) {
			t.Fatalf("%d events at once, %d byte by byte", len(fast), len(slow))
		}
		for i := range fast {
			if !bytes.Equal(fast[i].Data, slow[i].Data) || fast[i].Size != slow[i].Size || !bytes.Equal(fast[i].Stray, slow[i].Stray) {
				t.Fatalf("event %d differs: %q and %q", i, fast[i].Data, slow[i].Data)
			}
		}
	})
}

package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// show writes frames in one line each: kind, bytes, notes.
func show(frames []Frame) []string {
	var out []string
	for _, f := range frames {
		line := f.Kind.String() + " " + string(f.Bytes)
		if c := codes(f.Notes); c != "" {
			line += " # " + c
		}
		out = append(out, line)
	}
	return out
}

func readAll(t testing.TB, r *Reader) []Frame {
	t.Helper()
	var frames []Frame
	for {
		f, err := r.Next()
		if errors.Is(err, io.EOF) {
			return frames
		}
		if err != nil {
			t.Fatal(err)
		}
		frames = append(frames, f)
	}
}

func TestReader(t *testing.T) {
	const one, two = `{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":2,"result":{}}`
	tests := []struct {
		name, in string
		want     []string
	}{
		{"a message a line", one + "\n" + two + "\n", []string{"reply " + one, "reply " + two}},
		{"CRLF", one + "\r\n" + two + "\r\n", []string{"reply " + one, "reply " + two}},
		{"blank lines", "\n\r\n  \n" + one + "\n\n", []string{"reply " + one}},
		{"byte order mark", "\ufeff" + one + "\n", []string{"reply " + one + " # bom"}},
		{"noise before", "ready\n" + one + "\n", []string{"text ready", "reply " + one}},
		{"log record", `{"level":"info","msg":"x"}` + "\n" + one + "\n", []string{`text {"level":"info","msg":"x"}`, "reply " + one}},
		{"message quoted in a log record", `{"level":"debug","sent":` + one + "}\n", []string{`text {"level":"debug","sent":` + one + "}"}},
		{"two on a line", one + two + "\n", []string{"reply " + one + " # line-shared", "reply " + two + " # line-shared"}},
		{"text after", one + " done\n", []string{"reply " + one + " # line-shared", "text  done # line-shared"}},
		{"text before", "[INFO] " + one + "\n", []string{"text [INFO]  # line-shared", "reply " + one + " # line-shared"}},
		{"bracketed noise", "[INFO] {starting} [1]\n", []string{"text [INFO] {starting} [1]"}},
		{"unclosed bracket before", `{"a": ` + one + "\n", []string{`text {"a":  # line-shared`, "reply " + one + " # line-shared"}},
		{"batch", "[" + one + "," + two + "]\n", []string{"reply " + one + " # batch", "reply " + two + " # batch"}},
		{"batch with odd elements", "[" + one + ",7,null]\n", []string{"reply " + one + " # batch", "text 7 # batch", "text null # batch"}},
		{"array that is no batch", `[{"a":1}]` + "\n", []string{`text [{"a":1}]`}},
		{"spread over lines", "{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1,\n  \"result\": {\n  }\n}\n" + two + "\n",
			[]string{"reply {\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1,\n  \"result\": {\n  }\n} # line-spread", "reply " + two}},
		{"spread, then text", "{\n\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}} done\n",
			[]string{"reply {\n\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}} # line-shared line-spread", "text  done # line-shared line-spread"}},
		{"spread batch", "[\n" + one + ",\n" + two + "\n]\n", []string{"reply " + one + " # batch line-spread", "reply " + two + " # batch line-spread"}},
		{"spread broken off by a message", "{\n\"jsonrpc\":\"2.0\",\n" + two + "\n", []string{"text {\n\"jsonrpc\":\"2.0\", # json-unfinished", "reply " + two}},
		{"spread broken off by text", "{\nStarting…\n" + two + "\n", []string{"text { # json-unfinished", "text Starting…", "reply " + two}},
		{"spread broken off by the end", "{\n\"jsonrpc\":\"2.0\"\n", []string{"text {\n\"jsonrpc\":\"2.0\" # json-unfinished"}},
		{"string across lines", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":\"x\ny\"}}\n", []string{`text {"jsonrpc":"2.0","id":1,"result":{"a":"x`, `text y"}}`}},
		{"last line without end", one + "\n" + two, []string{"reply " + one, "reply " + two + " # unterminated"}},
		{"half a message at the end", one + "\n" + two[:20], []string{"reply " + one, "text " + two[:20] + " # unterminated"}},
		{"half a word at the end", "rea", []string{"text rea # unterminated"}},
		{"bare values", "7\n\"x\"\nnull\n", []string{"text 7", `text "x"`, "text null"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for name, r := range map[string]io.Reader{
				"whole":      strings.NewReader(tt.in),
				"byte-wise":  iotest.OneByteReader(strings.NewReader(tt.in)),
				"data+error": iotest.DataErrReader(strings.NewReader(tt.in)),
			} {
				if got := show(readAll(t, NewReader(r, 0))); !slices.Equal(got, tt.want) {
					t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
				}
			}
		})
	}
}

// Lines around the size of the block take every path through the line reader.
func TestReaderTakesLinesOfAnyLength(t *testing.T) {
	var in bytes.Buffer
	var want []string
	for _, size := range []int{1, 100, blockSize/2 - 1, blockSize / 2, blockSize - 1, blockSize, blockSize + 1, 3*blockSize + 7, 20 * blockSize, 5} {
		line := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"a":"%s"}}`, size, strings.Repeat("x", size))
		want = append(want, line)
		in.WriteString(line + "\n")
	}
	for name, r := range map[string]io.Reader{"whole": bytes.NewReader(in.Bytes()), "halves": iotest.HalfReader(bytes.NewReader(in.Bytes()))} {
		frames := readAll(t, NewReader(r, 0))
		if len(frames) != len(want) {
			t.Fatalf("%s: %d frames, want %d", name, len(frames), len(want))
		}
		for i, f := range frames {
			if string(f.Bytes) != want[i] || f.Notes != nil {
				t.Errorf("%s: line %d came out as %d bytes with %v, want %d", name, i, len(f.Bytes), f.Notes, len(want[i]))
			}
		}
	}
}

func TestReaderRefusesWhatIsOverTheLimit(t *testing.T) {
	const limit = 100_000
	long := `{"jsonrpc":"2.0","id":7,"result":{"a":"` + strings.Repeat("x", 5*limit) + `"}}`
	short := `{"jsonrpc":"2.0","id":8,"result":{}}`
	frames := readAll(t, NewReader(iotest.HalfReader(strings.NewReader("{\n"+long+"\n"+short+"\n")), limit))
	if len(frames) != 3 {
		t.Fatalf("%d frames, want 3", len(frames))
	}
	f := frames[1]
	if f.Kind != NotMessage || !f.Has(NoteTooLarge) || f.ID != "7" || string(f.Bytes) != long[:headSize] {
		t.Errorf("refused frame is %v id %q, %d bytes, notes %v", f.Kind, f.ID, len(f.Bytes), f.Notes)
	}
	if want := fmt.Sprint(len(long)); !strings.Contains(f.Notes[0].Text, want) {
		t.Errorf("note %q does not tell the real size %s", f.Notes[0].Text, want)
	}
	if string(frames[2].Bytes) != short {
		t.Errorf("after it came %q, want the next message", frames[2].Bytes)
	}
}

// A reply whose id comes last names its request also when it is refused,
// wherever the line falls into blocks.
func TestReaderFindsTheIDAtTheEnd(t *testing.T) {
	const limit = 1000
	for size := blockSize - 80; size < blockSize+80; size++ {
		for _, blocks := range []int{0, 2} {
			line := `{"result":{"a":"` + strings.Repeat("x", size+blocks*blockSize) + `"},"jsonrpc":"2.0","id":7}`
			f := readAll(t, NewReader(strings.NewReader("1\n"+line+"\r\n"), limit))[1]
			if f.ID != "7" || !f.Has(NoteTooLarge) {
				t.Fatalf("%d bytes: id %q", len(line), f.ID)
			}
		}
	}
	call := `{"method":"m","params":{"a":"` + strings.Repeat("x", limit) + `"},"jsonrpc":"2.0","id":7}`
	if f := readAll(t, NewReader(strings.NewReader(call), limit))[0]; f.ID != "" {
		t.Errorf("a request of the server counts as a reply to %s", f.ID)
	}
}

func TestReaderBoundsASpreadMessage(t *testing.T) {
	const limit = 10_000
	in := "{\n\"id\":7,\n" + strings.Repeat("\"a\":1,\n", limit) + `{"jsonrpc":"2.0","id":8,"result":{}}` + "\n"
	frames := readAll(t, NewReader(strings.NewReader(in), limit))
	if f := frames[0]; !f.Has(NoteTooLarge) || f.ID != "7" || len(f.Bytes) > limit {
		t.Errorf("first frame is %d bytes with id %q, %v", len(f.Bytes), f.ID, f.Notes)
	}
	if last := frames[len(frames)-1]; last.Kind != Reply {
		t.Errorf("the message after it was lost: %q", last.Bytes)
	}
}

func TestReaderGivesWhatCameBeforeAnError(t *testing.T) {
	boom := errors.New("boom")
	r := NewReader(io.MultiReader(strings.NewReader("ready\nhal"), iotest.ErrReader(boom)), 0)
	for _, want := range []string{"text ready", "text hal # unterminated"} {
		f, err := r.Next()
		if got := show([]Frame{f}); err != nil || got[0] != want {
			t.Fatalf("got %v, %v; want %q", got, err, want)
		}
	}
	if _, err := r.Next(); !errors.Is(err, boom) {
		t.Errorf("got %v, want the error of the stream", err)
	}
}

// Frames own their bytes: reading on must not change those handed out.
func TestReaderFramesOwnTheirBytes(t *testing.T) {
	var in strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":%d,"result":{}}`+"\n", i)
	}
	for i, f := range readAll(t, NewReader(strings.NewReader(in.String()), 0)) {
		if want := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{}}`, i); string(f.Bytes) != want {
			t.Fatalf("frame %d is %q", i, f.Bytes)
		}
	}
}

func TestIDIsFoundInTheHeadOfARefusedFrame(t *testing.T) {
	for head, want := range map[string]ID{
		`{"jsonrpc":"2.0","id":7,"result":{"a`:              "7",
		`{"id":"a","result":{"a`:                            `"a"`,
		`{"jsonrpc":"2.0","id":7`:                           "",
		`{"jsonrpc":"2.0","result":{"id":7,"a`:              "",
		`{"jsonrpc":"2.0","method":"m","id":7,"params":{"a`: "",
		`xxxx`: "",
		``:     "",
	} {
		if got, _ := idOf([]byte(head)); got != want {
			t.Errorf("idOf(%s) = %q, want %q", head, got, want)
		}
	}
	for tail, want := range map[string]ID{
		`xx"}]},"jsonrpc":"2.0","id":7}`:           "7",
		`xx"}]} , "id" : "a" , "jsonrpc":"2.0" } `: `"a"`,
		`xx"}]},"id":7,"method":"m"}`:              "",
		`xx"}]},"id":null}`:                        "",
		`xx","id":7}}`:                             "",
		`xx","id":7}]}`:                            "",
		`xx \"id\":7}`:                             "",
		`xx"}]},"id":7} x`:                         "",
		`xx"}]},"id":7`:                            "",
		`xxxx`:                                     "",
		``:                                         "",
	} {
		if got := idAtEnd([]byte(tail)); got != want {
			t.Errorf("idAtEnd(%s) = %q, want %q", tail, got, want)
		}
	}
}

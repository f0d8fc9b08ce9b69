//go:build unix

package transport

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"mcperuse/mcpclient/wire"
)

func init() {
	helpers["echo"] = func() { serve(nil) }
	helpers["noise"] = func() {
		serve(func(w io.Writer, id wire.ID) {
			fmt.Fprintf(w, "starting\n{\"level\":\"info\",\"msg\":\"up\"}\n\n")
			fmt.Fprintf(w, "{\n  \"jsonrpc\": \"2.0\",\n  \"method\": \"notifications/a\"\n}\n")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","method":"notifications/b"}{"id":%s,"result":{}} done`+"\n", id)
		})
	}
	helpers["burst"] = func() {
		serve(func(w io.Writer, id wire.ID) {
			_, _ = os.Stderr.Write(bytes.Repeat([]byte("0123456789abcde\n"), 16<<10)) // 256 KiB
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{}}`+"\n", id)
		})
	}
	helpers["huge"] = func() {
		serve(func(w io.Writer, id wire.ID) {
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"a":"%s"}}`+"\n", id, strings.Repeat("x", 5<<20))
		})
	}
	helpers["exit"] = func() {
		serve(func(w io.Writer, _ wire.ID) {
			for i := range TailLines + 10 {
				fmt.Fprintf(os.Stderr, "line %d\n", i)
			}
			fmt.Fprint(os.Stderr, "fatal: no database")
			fmt.Fprint(w, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/last\"}\n{\"jsonrpc\":\"2.0\",\"id\"")
			os.Exit(3)
		})
	}
	helpers["suicide"] = func() {
		serve(func(io.Writer, wire.ID) {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			waitForEver()
		})
	}
	helpers["mute"] = func() { // closes its output and lives
		os.Stdout.Close()
		waitForEver()
	}
	helpers["deaf"] = waitForEver // reads nothing
	helpers["self"] = func() {    // tells about itself
		serve(func(w io.Writer, id wire.ID) {
			dir, _ := os.Getwd()
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"dir":%q,"env":%q,"path":%q,"group":%v}}`+"\n", id, dir, os.Getenv("GREETING"), os.Getenv("PATH"), syscall.Getpgrp() == os.Getpid())
		})
	}
	helpers["stubborn"] = func() { // neither it nor its child ends by itself
		signal.Ignore(syscall.SIGTERM)
		startGrandchild()
		serve(nil)
		waitForEver()
	}
	helpers["deserter"] = func() { // exits, and leaves a child behind that holds the pipes
		startGrandchild()
		serve(func(io.Writer, wire.ID) { os.Exit(0) })
	}
	helpers["grandchild"] = func() { // lives as long as its connection does
		signal.Ignore(syscall.SIGTERM)
		c, err := net.Dial("tcp", os.Getenv("LIFELINE"))
		if err != nil {
			os.Exit(1)
		}
		_, _ = io.Copy(io.Discard, c)
	}
}

// serve answers every request on stdin, until that ends.
func serve(answer func(w io.Writer, id wire.ID)) {
	if answer == nil {
		answer = func(w io.Writer, id wire.ID) { fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{}}`+"\n", id) }
	}
	for in := bufio.NewReader(os.Stdin); ; {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		if m, _ := wire.Parse(line); m.Kind == wire.Request {
			answer(os.Stdout, m.ID)
		}
	}
}

func waitForEver() {
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGUSR2)
	<-hangup
}

func startGrandchild() {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), helperEnv("grandchild")...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		panic(err)
	}
}

func stdio(t testing.TB, helper string, shape func(*StdioOptions)) *client {
	c := &client{t: t, recorder: newRecorder(), log: wire.NewLog(wire.LogOptions{})}
	o := StdioOptions{Command: []string{os.Args[0]}, Env: helperEnv(helper), Log: c.log}
	if shape != nil {
		shape(&o)
	}
	c.Transport = NewStdio(o)
	return c
}

func TestStdioRoundTrip(t *testing.T) {
	c := stdio(t, "echo", nil).started()
	for range 3 {
		id := c.request(t.Context(), "ping", nil)
		f := next(t, "reply", c.frames)
		if f.Kind != wire.Reply || f.Answers != id || f.exchange != "" || f.Method != "ping" || f.Notes != nil {
			t.Errorf("got %+v", f.Frame)
		}
	}
	info := c.Info()
	if info.Kind != "stdio" || info.PID == 0 || info.PID == os.Getpid() || info.Started.IsZero() || !c.SingleChannel() {
		t.Errorf("info %+v", info)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if err := c.Send(t.Context(), notification("x")); !errors.Is(err, ErrClosed) {
		t.Errorf("sending on a closed transport: %v", err)
	}
	none(t, "loss", c.down)
	none(t, "ending", c.ended)
}

// What is sent takes exactly one line, whatever it is made of.
func TestStdioSendsOneLine(t *testing.T) {
	c := stdio(t, "echo", nil).started()
	body := "{\"jsonrpc\":\"2.0\",\r\n\"id\":1,\n\"method\":\"a\xff\"}"
	err := c.Send(t.Context(), Outgoing{Body: []byte(body), Kind: wire.Request, ID: "1", Method: "a"})
	if err != nil {
		t.Fatal(err)
	}
	if f := next(t, "reply", c.frames); f.Answers != "1" {
		t.Errorf("got %+v", f.Frame)
	}
	if got, want := string(c.log.Get(1).Bytes), "{\"jsonrpc\":\"2.0\",  \"id\":1, \"method\":\"a\xff\"}"; got != want {
		t.Errorf("the log has %q, want %q", got, want)
	}
	if strings.Contains(body, "  ") {
		t.Error("the caller's bytes were changed")
	}
}

func TestStdioTakesEverythingBetweenMessages(t *testing.T) {
	c := stdio(t, "noise", nil).started()
	c.request(t.Context(), "ping", nil)
	for _, want := range []struct {
		kind wire.Kind
		text string
		note wire.NoteCode
	}{
		{wire.NotMessage, "starting", ""},
		{wire.NotMessage, `{"level":"info","msg":"up"}`, ""},
		{wire.Notification, "{\n  \"jsonrpc\": \"2.0\",\n  \"method\": \"notifications/a\"\n}", wire.NoteSpread},
		{wire.Notification, `{"jsonrpc":"2.0","method":"notifications/b"}`, wire.NoteShared},
		{wire.Reply, `{"id":1,"result":{}}`, wire.NoteJSONRPCMissing},
		{wire.NotMessage, " done", wire.NoteShared},
	} {
		f := next(t, "frame", c.frames)
		if f.Kind != want.kind || string(f.Bytes) != want.text || want.note != "" && !f.Has(want.note) {
			t.Errorf("got %v %q %v, want %+v", f.Kind, f.Bytes, f.Notes, want)
		}
	}
}

func TestStdioDrainsStandardError(t *testing.T) {
	c := stdio(t, "burst", nil).started()
	c.request(t.Context(), "ping", nil)
	next(t, "reply", c.frames)
	for range 16 << 10 {
		if line := next(t, "line", c.lines); line != "0123456789abcde" {
			t.Fatalf("got %q", line)
		}
	}
}

func TestStdioTakesHugeFrames(t *testing.T) {
	c := stdio(t, "huge", nil).started()
	c.request(t.Context(), "ping", nil)
	if f := next(t, "reply", c.frames); f.Kind != wire.Reply || len(f.Bytes) < 5<<20 {
		t.Errorf("got %v of %d bytes", f.Kind, len(f.Bytes))
	}
	c = stdio(t, "huge", func(o *StdioOptions) { o.MaxFrame = 1 << 20 }).started()
	for range 2 { // the session goes on
		id := c.request(t.Context(), "ping", nil)
		if f := next(t, "frame", c.frames); f.Kind != wire.NotMessage || !f.Has(wire.NoteTooLarge) || f.Answers != id {
			t.Errorf("got %v of %d bytes, answers %q, %v", f.Kind, len(f.Bytes), f.Answers, f.Notes)
		}
	}
}

func TestStdioReportsTheExit(t *testing.T) {
	c := stdio(t, "exit", nil).started()
	c.request(t.Context(), "ping", nil)
	err := next(t, "loss", c.down)
	var exit *ExitError
	if !errors.As(err, &exit) {
		t.Fatalf("got %v", err)
	}
	if exit.Code != 3 || exit.Signal != "" || exit.Running || len(exit.Stderr) != TailLines || exit.Stderr[TailLines-1] != "fatal: no database" || exit.Stderr[0] != "line 11" {
		t.Errorf("got %+v", exit)
	}
	// What it wrote before is there, before the loss.
	if f := next(t, "frame", c.frames); f.Method != "notifications/last" {
		t.Errorf("got %q", f.Bytes)
	}
	if f := next(t, "frame", c.frames); f.Kind != wire.NotMessage || string(f.Bytes) != `{"jsonrpc":"2.0","id"` {
		t.Errorf("got %v %q", f.Kind, f.Bytes)
	}
	if what, why, try := exit.Explain(); what != "the server exited with status 3" || !strings.Contains(why, "no database") || try == "" {
		t.Errorf("explained as %q, %q, %q", what, why, try)
	}
	if err := c.Send(t.Context(), notification("x")); !errors.As(err, &exit) {
		t.Errorf("sending after it: %v", err)
	}
}

func TestStdioReportsASignal(t *testing.T) {
	c := stdio(t, "suicide", nil).started()
	c.request(t.Context(), "ping", nil)
	var exit *ExitError
	if err := next(t, "loss", c.down); !errors.As(err, &exit) || exit.Signal != "SIGKILL" || exit.Code != -1 {
		t.Errorf("got %v", err)
	}
}

func TestStdioReportsAClosedOutput(t *testing.T) {
	c := stdio(t, "mute", nil).started()
	var exit *ExitError
	if err := next(t, "loss", c.down); !errors.As(err, &exit) || !exit.Running {
		t.Errorf("got %v", err)
	}
}

func TestStdioSendEndsWithItsContext(t *testing.T) {
	c := stdio(t, "deaf", nil).started()
	big := Outgoing{Body: wire.AppendNotification(nil, "x", []byte(`{"a":"`+strings.Repeat("x", 1<<20)+`"}`)), Kind: wire.Notification}
	ctx, cancel := context.WithCancel(t.Context())
	sent := make(chan error, 1)
	go func() { sent <- c.Send(ctx, big) }()
	for c.log.Len() == 0 { // it is being written
		<-c.log.Changed()
	}
	cancel()
	if err := next(t, "end of Send", sent); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	if err := c.Send(ctx, big); !errors.Is(err, context.Canceled) {
		t.Errorf("a second message: %v", err)
	}
	// And Close frees one that waits.
	go func() { sent <- c.Send(t.Context(), big) }()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if err := next(t, "end of Send", sent); !errors.Is(err, ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}

func TestStdioGivesDirectoryAndEnvironment(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := stdio(t, "self", func(o *StdioOptions) {
		o.Command[0], err = filepath.Abs(o.Command[0])
		o.Dir, o.Env = dir, append(o.Env, "GREETING=hi there")
	}).started()
	c.request(t.Context(), "ping", nil)
	f := next(t, "reply", c.frames)
	want := fmt.Sprintf(`{"dir":%q,"env":"hi there","path":%q,"group":true}`, dir, os.Getenv("PATH"))
	if string(f.Result) != want {
		t.Errorf("got %s, want %s", f.Result, want)
	}
}

// lifeline listens for a grandchild, whose connection ends with its life.
func lifeline(t *testing.T) (address string, accept func() net.Conn) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.Addr().String(), func() net.Conn {
		c, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
}

func dead(t *testing.T, c net.Conn) {
	t.Helper()
	if _, err := io.Copy(io.Discard, c); err != nil && !errors.Is(err, syscall.ECONNRESET) {
		t.Error(err)
	}
}

func TestStdioCloseEndsTheWholeGroup(t *testing.T) {
	address, accept := lifeline(t)
	c := stdio(t, "stubborn", func(o *StdioOptions) { o.Env = append(o.Env, "LIFELINE="+address) }).started()
	grandchild := accept()
	c.request(t.Context(), "ping", nil)
	next(t, "reply", c.frames)
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	dead(t, grandchild)
	if err := syscall.Kill(c.Info().PID, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("the child is still there: %v", err)
	}
	none(t, "loss", c.down)
}

func TestStdioEndsWhatAnExitedChildLeaves(t *testing.T) {
	address, accept := lifeline(t)
	c := stdio(t, "deserter", func(o *StdioOptions) { o.Env = append(o.Env, "LIFELINE="+address) }).started()
	grandchild := accept()
	c.request(t.Context(), "ping", nil)
	var exit *ExitError
	if err := next(t, "loss", c.down); !errors.As(err, &exit) || exit.Code != 0 || exit.Running {
		t.Errorf("got %v", err)
	}
	dead(t, grandchild)
}

func TestStdioCloseBeforeAndDuringLife(t *testing.T) {
	c := stdio(t, "echo", nil)
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if err := c.Start(t.Context(), c.recorder); !errors.Is(err, ErrClosed) {
		t.Errorf("starting what was closed: %v", err)
	}
	c = stdio(t, "echo", nil).started()
	for range 2 {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestStdioSaysWhyItCannotStart(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	tests := []struct {
		name     string
		o        StdioOptions
		why, try string
	}{
		{"no command", StdioOptions{}, "empty", "after --"},
		{"not in PATH", StdioOptions{Command: []string{"no-such-program-here", "x"}}, "no program no-such-program-here in PATH", "spelling"},
		{"no such file", StdioOptions{Command: []string{dir + "/none"}}, "there is no program", "spelling"},
		{"a whole line as one word", StdioOptions{Command: []string{"npx -y server"}}, "there is no program", "separate words"},
		{"not executable", StdioOptions{Command: []string{write("plain", "x", 0o600)}}, "may not be executed", "chmod"},
		{"no program", StdioOptions{Command: []string{write("junk", "\x00\x01", 0o700)}}, "no program for this machine", "interpreter"},
		{"interpreter missing", StdioOptions{Command: []string{write("script", "#!/no/such/interpreter\n", 0o700)}}, "#! line does not exist", "interpreter"},
		{"no directory", StdioOptions{Command: []string{"true"}, Dir: dir + "/none"}, "working directory", "--cwd"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := NewStdio(tt.o)
			err := s.Start(t.Context(), newRecorder())
			var start *StartError
			if !errors.As(err, &start) || !strings.Contains(start.Why, tt.why) || !strings.Contains(start.Try, tt.try) {
				t.Errorf("got %#v", err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestReadLinesCutsWhatIsTooLong(t *testing.T) {
	var sizes []int
	readLines(strings.NewReader("a\r\n\n"+strings.Repeat("x", 2*mostStderrLine+5)+"\nend"), func(line []byte) {
		sizes = append(sizes, len(line))
	})
	if want := []int{1, 0, mostStderrLine, mostStderrLine, 5, 3}; !slices.Equal(sizes, want) {
		t.Errorf("got lines of %v bytes, want %v", sizes, want)
	}
}

func TestTailKeepsTheLastLines(t *testing.T) {
	var s tail
	for i := range TailLines + 5 {
		s.add([]byte(strconv.Itoa(i)))
	}
	s.add(bytes.Repeat([]byte{'x'}, mostTailLine+1))
	lines := s.lines()
	if len(lines) != TailLines || lines[0] != "6" || len(lines[TailLines-1]) != mostTailLine {
		t.Errorf("kept %d lines, the first %q", len(lines), lines[0])
	}
}

package story

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Server is a server that runs beside a test.
type Server struct {
	// URL is where it listens, as it said itself.
	URL string

	t       testing.TB
	command string
	proc    *os.Process
	family  *family
	exited  chan struct{}
	out     serverOutput
}

// Serve runs mcperuse with args (such as "demo", "serve", "--http",
// "127.0.0.1:0") until the test ends, and returns when it has said
// "listening on URL".
func Serve(t testing.TB, args ...string) *Server {
	t.Helper()
	need(t)
	return serve(t, nil, Binary(t), args...)
}

func serve(t testing.TB, env []string, program string, args ...string) *Server {
	t.Helper()
	stage := newStage(t, Options{Env: env})
	s := &Server{
		t:       t,
		command: strings.Join(append([]string{program}, args...), " "),
		exited:  make(chan struct{}),
		out:     serverOutput{url: make(chan string, 1)},
	}
	cmd := exec.Command(program, args...)
	cmd.Env, cmd.Dir = stage.env, stage.dir
	cmd.Stdout, cmd.Stderr = &s.out, &s.out
	cmd.WaitDelay = scaled(leaveGrace)
	ownSession(cmd)
	if err := cmd.Start(); err != nil {
		t.Fatalf("start %s: %v", s.command, err)
	}
	s.proc = cmd.Process
	s.family = newFamily(cmd.Process.Pid, stage.marker)
	go func() {
		defer close(s.exited)
		_ = cmd.Wait() // servers are ended by a signal
	}()
	t.Cleanup(func() {
		s.Stop()
		if report := stage.raceReports(); report != "" {
			t.Errorf("%s: data race:\n%s", s.command, report)
		}
	})
	select {
	case s.URL = <-s.out.url:
	case <-s.exited:
		t.Fatalf("%s ended before it listened:\n%s", s.command, s.Output())
	case <-time.After(limit()):
		t.Fatalf("%s did not say \"listening on URL\" within %v:\n%s", s.command, limit(), s.Output())
	}
	return s
}

// Stop ends the server and everything it started: asked first, killed when it
// does not go. Stopping twice does nothing.
func (s *Server) Stop() {
	_ = s.proc.Signal(syscall.SIGTERM)
	select {
	case <-s.exited:
	case <-time.After(scaled(leaveGrace)):
		_ = s.proc.Kill()
		<-s.exited
	}
	s.family.kill()
}

// Output returns what the server wrote so far, standard output and error
// together.
func (s *Server) Output() string { return s.out.String() }

var listening = regexp.MustCompile(`listening on (https?://\S+)`)

// serverOutput collects a server's output and finds the URL in it.
type serverOutput struct {
	url chan string // takes the first one

	mu    sync.Mutex
	all   bytes.Buffer
	found bool
}

func (o *serverOutput) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.all.Write(p)
	whole := o.all.Bytes()[:bytes.LastIndexByte(o.all.Bytes(), '\n')+1]
	if match := listening.FindSubmatch(whole); match != nil && !o.found {
		o.found = true
		o.url <- string(match[1])
	}
	return len(p), nil
}

func (o *serverOutput) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.all.String()
}

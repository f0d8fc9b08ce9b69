package transport

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"mcperuse/mcpclient/wire"
)

// How long a child gets for each step of its end.
const (
	closeGrace = 500 * time.Millisecond // after its input was closed
	termGrace  = time.Second            // after it was asked to end
	killGrace  = time.Second            // after it was killed: only the kernel can be slow now
	drainGrace = 250 * time.Millisecond // for the rest of its output after it exited
)

// StdioOptions says which child to start and how.
type StdioOptions struct {
	Command  []string // program and arguments; no shell is involved
	Env      []string // KEY=VALUE, on top of our own environment
	Dir      string   // "" for our own
	Log      *wire.Log
	Now      func() time.Time
	MaxFrame int64 // bytes; 0 means [wire.DefaultMaxFrame]
}

// Stdio is a server that runs as a child and speaks over its standard input
// and output ("Transports, stdio" of the specification).
//
// The child is the leader of its own process group. That keeps the signals of
// our terminal away from it, and lets [Stdio.Close] end what it has started in
// turn. If mcperuse itself is killed, the child sees the end of its input;
// a parent-death signal is not used, since on Linux it is tied to the thread
// that forked, which the Go runtime may end at any time.
//
// It is a single channel: [Sink.Ended] is never called, and every open exchange
// ends with [Sink.Down].
type Stdio struct {
	opts StdioOptions
	tail tail // of standard error

	// Set once by Start.
	cmd    *exec.Cmd
	group  processGroup
	pipes  pipes
	sink   Sink
	writes chan write

	closing    chan struct{} // closed when Close begins
	exited     chan struct{} // closed when the child was waited for
	outEnded   chan struct{} // closed when its standard output was read to the end
	errEnded   chan struct{} // the same for its standard error
	goroutines sync.WaitGroup
	closeOnce  sync.Once

	mu      sync.Mutex
	pid     int // 0 before the start
	started time.Time
	closed  bool
}

var _ Transport = (*Stdio)(nil)

// write is one message on its way to the child.
type write struct {
	message Outgoing
	done    chan error // holds one value
}

// NewStdio returns a transport for a child that is yet to be started.
func NewStdio(o StdioOptions) *Stdio {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Stdio{
		opts: o, writes: make(chan write), closing: make(chan struct{}), exited: make(chan struct{}),
		outEnded: make(chan struct{}), errEnded: make(chan struct{}),
	}
}

// SingleChannel implements [Transport].
func (*Stdio) SingleChannel() bool { return true }

// Agreed implements [Transport]; there is nothing to do.
func (*Stdio) Agreed(context.Context, string, bool) {}

// Info implements [Transport].
func (s *Stdio) Info() Info {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Info{Kind: "stdio", Target: maskCommand(s.opts.Command), PID: s.pid, Started: s.started}
}

// Start starts the child. The error is a [*StartError] when that is impossible.
func (s *Stdio) Start(ctx context.Context, sink Sink) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(s.opts.Command) == 0 {
		return &StartError{What: "the server", Why: "the command is empty", Try: "write it after --, as in: mcperuse -- npx -y some-server"}
	}
	if s.opts.Dir != "" {
		if info, err := os.Stat(s.opts.Dir); err != nil || !info.IsDir() {
			return &StartError{What: maskCommand(s.opts.Command), Why: "the working directory " + s.opts.Dir + " does not exist", Try: "check --cwd", Err: err}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.pid != 0 {
		return ErrClosed
	}
	child, err := s.pipes.open()
	if err != nil {
		return &StartError{What: maskCommand(s.opts.Command), Why: "no pipe to it can be made", Try: "close other programs: too many files may be open", Err: err}
	}
	cmd := exec.Command(s.opts.Command[0], s.opts.Command[1:]...)
	cmd.Dir = s.opts.Dir
	cmd.Env = append(os.Environ(), s.opts.Env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = child.in, child.out, child.err
	s.group.prepare(cmd)
	err = cmd.Start()
	child.close()
	if err != nil {
		s.pipes.close()
		return s.startError(err)
	}
	s.group.adopt(cmd.Process)
	s.cmd, s.pid, s.sink, s.started = cmd, cmd.Process.Pid, sink, s.opts.Now()
	s.goroutines.Go(s.readFrames)
	s.goroutines.Go(s.readStderr)
	s.goroutines.Go(s.writeFrames)
	s.goroutines.Go(s.wait)
	s.goroutines.Go(s.watch)
	return nil
}

// startError says why the child could not be started.
func (s *Stdio) startError(err error) error {
	name := s.opts.Command[0]
	e := &StartError{What: maskCommand(s.opts.Command), Err: err}
	switch {
	case errors.Is(err, fs.ErrNotExist) && fileExists(filepath.Join(s.opts.Dir, name)):
		e.Why, e.Try = "the interpreter in its #! line does not exist", "put the interpreter in front, as in: python3 "+name
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		e.Why, e.Try = "there is no program "+name, "check the spelling, or give its full path"
		switch {
		case len(s.opts.Command) == 1 && strings.ContainsAny(name, " \t"):
			e.Try = "write program and arguments as separate words after --, without quotes around them"
		case !strings.ContainsRune(name, os.PathSeparator):
			e.Why += " in PATH"
		}
	case errors.Is(err, exec.ErrDot):
		e.Why, e.Try = name+" was found only in the current directory", "write ./"+name
	case errors.Is(err, fs.ErrPermission):
		e.Why, e.Try = name+" may not be executed", "chmod +x it, or put the interpreter in front"
	case isExecFormat(err):
		e.Why, e.Try = name+" is no program for this machine, nor a script with a #! line", "put the interpreter in front, as in: python3 "+name
	default:
		e.Why, e.Try = "the system refused: "+innermost(err), "run the command by itself"
	}
	return e
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Send implements [Transport]. A message that was begun is written to its end
// even when ctx ends meanwhile, since half a line would break all that follow.
func (s *Stdio) Send(ctx context.Context, m Outgoing) error {
	w := write{m, make(chan error, 1)}
	select {
	case s.writes <- w:
	case <-s.closing:
		return ErrClosed
	case <-s.exited:
		if s.isClosing() {
			return ErrClosed
		}
		return s.exitError()
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Stdio) writeFrames() {
	for {
		select {
		case w := <-s.writes:
			w.done <- s.write(w.message)
		case <-s.closing:
			return
		case <-s.exited:
			return
		}
	}
}

func (s *Stdio) write(m Outgoing) error {
	line := append(bytes.Clone(m.Body), '\n')
	body := line[:len(m.Body):len(m.Body)]
	for i, c := range body {
		if c == '\n' || c == '\r' { // only ever white space between tokens
			body[i] = ' '
		}
	}
	f := wire.Frame{Time: s.opts.Now(), Dir: wire.ToServer, Bytes: body}
	f.Message, f.Notes = wire.Parse(body)
	s.opts.Log.Add(f)
	_, err := s.pipes.in.Write(line)
	switch {
	case err == nil:
		return nil
	case s.isClosing():
		return ErrClosed
	case signalled(s.exited):
		return s.exitError()
	}
	return &WriteError{err}
}

func (s *Stdio) readFrames() {
	defer close(s.outEnded)
	reader := wire.NewReader(s.pipes.out, s.opts.MaxFrame)
	for {
		f, err := reader.Next()
		if err != nil {
			return // the end of its output; what it means is for watch to say
		}
		f.Time, f.Dir = s.opts.Now(), wire.FromServer
		logged := s.opts.Log.Add(f)
		if !s.isClosing() {
			s.sink.Receive(logged, "")
		}
	}
}

func (s *Stdio) readStderr() {
	defer close(s.errEnded)
	readLines(s.pipes.err, func(line []byte) {
		s.tail.add(line)
		if !s.isClosing() {
			s.sink.Stderr(s.opts.Now(), line)
		}
	})
}

func (s *Stdio) wait() {
	// The error repeats what ProcessState tells.
	_ = s.cmd.Wait()
	close(s.exited)
}

// watch reports the loss of the connection, once the child exited or closed
// its output, and all it had to say was read.
func (s *Stdio) watch() {
	select {
	case <-s.exited:
		s.endStragglers()
	case <-s.outEnded:
		within(drainGrace, s.exited)
	}
	within(drainGrace, s.errEnded)
	if !s.isClosing() {
		s.sink.Down(s.exitError())
	}
}

// endStragglers ends what an exited child leaves behind in its group: nobody
// speaks for it any more, and it may hold the output open.
func (s *Stdio) endStragglers() {
	if within(drainGrace, s.outEnded) && s.group.empty() {
		return
	}
	s.group.terminate()
	if !s.gone(drainGrace) {
		s.group.kill()
	}
	within(drainGrace, s.outEnded)
}

func (s *Stdio) exitError() error {
	e := &ExitError{Command: maskCommand(s.opts.Command), Code: -1, Stderr: s.tail.lines()}
	s.mu.Lock()
	e.Uptime = s.opts.Now().Sub(s.started)
	s.mu.Unlock()
	if !signalled(s.exited) {
		e.Running = true
		return e
	}
	e.Code, e.Signal = s.cmd.ProcessState.ExitCode(), exitSignal(s.cmd.ProcessState)
	return e
}

// Close ends the child in the order the specification asks for: its input is
// closed, then it is asked to end, then it is killed, each with all it started.
// It takes three seconds at most.
func (s *Stdio) Close() error {
	s.closeOnce.Do(s.close)
	return nil
}

func (s *Stdio) close() {
	s.mu.Lock()
	s.closed = true
	running := s.pid != 0
	s.mu.Unlock()
	close(s.closing)
	if !running {
		return
	}
	_ = s.pipes.in.Close()
	if !s.gone(closeGrace) {
		s.group.terminate()
		if !s.gone(termGrace) {
			s.group.kill()
			s.gone(killGrace)
		}
	}
	s.group.release()
	// Whoever left the group may hold the pipes; reading ends all the same.
	s.pipes.close()
	s.goroutines.Wait()
}

// gone waits until the child was waited for and its group is empty, and
// reports whether that came to pass in time. No system tells when a group
// empties, so it is looked at now and then.
func (s *Stdio) gone(timeout time.Duration) bool {
	const interval = 5 * time.Millisecond
	deadline := time.NewTimer(timeout)
	defer deadline.Stop()
	select {
	case <-s.exited:
	case <-deadline.C:
		return false
	}
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for !s.group.empty() {
		select {
		case <-ticker.C:
		case <-deadline.C:
			return false
		}
	}
	return true
}

func (s *Stdio) isClosing() bool { return signalled(s.closing) }

func signalled(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// within waits for c to be closed and reports whether it was in time.
func within(timeout time.Duration, c <-chan struct{}) bool {
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case <-c:
		return true
	case <-timer.C:
		return false
	}
}

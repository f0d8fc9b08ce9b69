package transport

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"sync"
)

// pipes are our ends of a child's standard streams. They are files of our own
// making, not those of os/exec, which closes its pipes when the child exits and
// loses what is still in them.
type pipes struct {
	in, out, err *os.File
}

// open makes the pipes and returns the child's ends.
func (p *pipes) open() (child pipes, err error) {
	var failed [3]error
	child.in, p.in, failed[0] = os.Pipe()
	p.out, child.out, failed[1] = os.Pipe()
	p.err, child.err, failed[2] = os.Pipe()
	if err := errors.Join(failed[:]...); err != nil {
		child.close()
		p.close()
		return pipes{}, err
	}
	return child, nil
}

// close closes what is open. Closing twice does no harm.
func (p pipes) close() {
	for _, f := range []*os.File{p.in, p.out, p.err} {
		if f != nil {
			_ = f.Close() // only ever because it is closed already
		}
	}
}

const (
	// TailLines is how many lines of standard error are kept for an [ExitError].
	TailLines = 50

	mostStderrLine = 64 << 10 // bytes; a longer line is cut into pieces
	mostTailLine   = 2 << 10  // bytes kept of a line in the tail
)

// readLines calls line for each line of r until it ends. The lines are copies.
func readLines(r io.Reader, line func([]byte)) {
	buffered := bufio.NewReaderSize(r, mostStderrLine)
	for {
		b, err := buffered.ReadSlice('\n')
		if len(b) > 0 {
			line(bytes.Clone(bytes.TrimRight(b, "\r\n")))
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return
		}
	}
}

// tail keeps the last lines of standard error.
type tail struct {
	mu   sync.Mutex
	kept []string
}

func (t *tail) add(line []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.kept) == TailLines {
		t.kept = slices.Delete(t.kept, 0, 1)
	}
	t.kept = append(t.kept, string(line[:min(len(line), mostTailLine)]))
}

func (t *tail) lines() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.kept)
}

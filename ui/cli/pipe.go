package cli

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"syscall"
)

// exitPipe is the exit code when the reader of the output has gone, as head does
// once it has enough: what a shell reports of a program that SIGPIPE ended.
const exitPipe = 128 + 13

// pipe is an output that ends all work when nobody reads it any more. Left to
// SIGPIPE, the program would end at once and leave a server it started behind.
type pipe struct {
	io.Writer
	cancel context.CancelFunc
	broken atomic.Bool
}

func (p *pipe) Write(b []byte) (int, error) {
	n, err := p.Writer.Write(b)
	if errors.Is(err, syscall.EPIPE) {
		p.broken.Store(true)
		p.cancel()
	}
	return n, err
}

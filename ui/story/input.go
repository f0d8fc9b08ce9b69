package story

import (
	"io"
	"sync"
	"time"
)

// input is what waits to be typed into the program: keys of the test and
// answers of the terminal, in the order they came. Putting never blocks, so a
// program that does not read its input cannot block the screen.
type input struct {
	mu      sync.Mutex
	waiting []string
	more    chan struct{} // holds one signal
	closed  chan struct{}
}

func newInput() *input {
	return &input{more: make(chan struct{}, 1), closed: make(chan struct{})}
}

// put adds one key press or one answer.
func (in *input) put(s string) {
	in.mu.Lock()
	in.waiting = append(in.waiting, s)
	in.mu.Unlock()
	select {
	case in.more <- struct{}{}:
	default:
	}
}

// close ends run.
func (in *input) close() { close(in.closed) }

// run types into w until close, or until w refuses. After a lone escape
// character it pauses as a person does: the pause is all that tells the escape
// key from the start of a sequence on a classic terminal.
func (in *input) run(w io.Writer) {
	for {
		in.mu.Lock()
		batch := in.waiting
		in.waiting = nil
		in.mu.Unlock()
		for _, s := range batch {
			if _, err := io.WriteString(w, s); err != nil {
				return
			}
			if s != "\x1b" {
				continue
			}
			select {
			case <-time.After(scaled(escapePause)):
			case <-in.closed:
				return
			}
		}
		select {
		case <-in.more:
		case <-in.closed:
			return
		}
	}
}

// escapePause is twice what Bubble Tea waits for the rest of a sequence.
const escapePause = 100 * time.Millisecond

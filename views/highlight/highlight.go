// Package highlight colours source text with chroma. It is a pure function of the
// text, meant to run in the background while the text is read without colours.
//
// chroma is good, but slow and easily made slower: some lexers take seconds for a
// few kilobytes of the wrong characters. So tokens are pulled one at a time under a
// context and a [Budget], and [Result] says what got no colours and why.
package highlight

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"

	"mcperuse/views/humanize"
	"mcperuse/views/textpane"
)

// Budget limits the work on one text. A zero field has its default.
type Budget struct {
	Bytes int              // colour this much of the text, up to a line break; 1 MiB
	Time  time.Duration    // stop after so long; 2 s
	Line  int              // leave longer lines, in bytes, without colours; 10 KiB
	Now   func() time.Time // the clock; time.Now
}

func (b Budget) withDefaults() Budget {
	if b.Bytes == 0 {
		b.Bytes = 1 << 20
	}
	if b.Time == 0 {
		b.Time = 2 * time.Second
	}
	if b.Line == 0 {
		b.Line = 10 << 10
	}
	if b.Now == nil {
		b.Now = time.Now
	}
	return b
}

// Stop says why a text was not coloured to its end.
type Stop uint8

// The reasons.
const (
	Complete  Stop = iota
	TooLarge       // beyond Budget.Bytes
	TimedOut       // beyond Budget.Time
	Cancelled      // the context was done
	Failed         // the lexer has a fault
)

// Result says how far the colours go.
type Result struct {
	Stop      Stop
	Coloured  int // bytes from the start that were looked at
	Total     int // bytes of the text
	LongLines int // lines among them that were too long
	Budget    Budget
}

// String says in a few words what has no colours and why; "" when nothing is
// missing.
func (r Result) String() string {
	size := func(n int) string { return humanize.Bytes(int64(n)) }
	part := fmt.Sprintf("colours end at %s of %s", size(r.Coloured), size(r.Total))
	if r.Coloured == 0 {
		part = "highlighting off"
	}
	switch r.Stop {
	case TooLarge:
		if r.Coloured == 0 {
			return fmt.Sprintf("%s: %s, over %s", part, size(r.Total), size(r.Budget.Bytes))
		}
	case TimedOut:
		part += ": it took over " + humanize.Duration(r.Budget.Time)
	case Cancelled:
		part += ": cancelled"
	case Failed:
		part += ": the highlighter has a fault"
	case Complete:
		switch r.LongLines {
		case 0:
			part = ""
		case 1:
			part = "no colours for a line over " + size(r.Budget.Line)
		default:
			part = fmt.Sprintf("no colours for %d lines over %s", r.LongLines, size(r.Budget.Line))
		}
	}
	return part
}

// Spans colours text with the lexer of that name, as [Pick] gives it; "" or an
// unknown name colours nothing. The spans refer to the tables of [StyleTable].
// Those found before the work was stopped are returned; so a first screen can be
// had early by a call with few Budget.Bytes.
//
// Spans returns soon after ctx is done, between two tokens.
func Spans(ctx context.Context, text, lexer string, b Budget) ([]textpane.Span, Result) {
	b = b.withDefaults()
	res := Result{Total: len(text), Budget: b}
	l := lexers.GlobalLexerRegistry.Get(lexer)
	if lexer == "" || l == nil {
		res.Coloured = len(text)
		return nil, res
	}
	part := text
	if len(text) > b.Bytes {
		res.Stop = TooLarge
		part = text[:strings.LastIndexByte(text[:b.Bytes], '\n')+1]
	}
	in := newInput(part, b.Line)
	res.LongLines = len(in.gaps)
	stop := in.lex(ctx, l, b)
	if stop != Complete {
		res.Stop = stop
	}
	res.Coloured = in.source(in.pos)
	if stop == Complete {
		res.Coloured = len(part)
	}
	return in.spans, res
}

// lex pulls the tokens of the input and collects its spans.
func (in *input) lex(ctx context.Context, l chroma.Lexer, b Budget) (stop Stop) {
	defer func() {
		if recover() != nil { // lexers panic over faults in their own rules
			stop = Failed
		}
	}()
	start := b.Now()
	next, err := l.Tokenise(nil, in.text)
	if err != nil {
		return Failed
	}
	for {
		switch {
		case ctx.Err() != nil:
			return Cancelled
		case b.Now().Sub(start) > b.Time:
			return TimedOut
		}
		token := next()
		if token == chroma.EOF {
			in.finish()
			return Complete
		}
		in.add(token)
	}
}

package find_test

import (
	"context"
	"strings"
	"testing"

	"mcperuse/keymap"
	"mcperuse/views/find"
)

// page is a surface that notes what it is told.
type page struct {
	text string
	hit  int // the one it was told to go to last, -1 for none
}

func (p *page) Search(q find.Query) func(context.Context) find.Found {
	return func(ctx context.Context) find.Found {
		if q.Pattern == "panic" {
			panic("out of luck")
		}
		return find.In(ctx, p.text, q, find.Lines(p.text))
	}
}
func (p *page) SetHits([]find.Hit)      {}
func (p *page) SetHit(n int)            { p.hit = n }
func (p *page) At() int                 { return 0 }
func (p *page) Return(int)              {}
func (p *page) GoTo(string) error       { return nil }
func (p *page) Hints() (string, string) { return "", "" }

// look types what to look for, keeps it and does the work.
func look(t *testing.T, b *find.Bar, on *page, pattern string) {
	t.Helper()
	b.Ask(on, keymap.EditFilter)
	b.Key(on, "ctrl+u", "")
	b.Paste(on, pattern)
	finish(t, b, on)
	b.Handle(on, keymap.KeepFilter)
}

// finish does the work that is wanted, and fails where there is more of it.
func finish(t *testing.T, b *find.Bar, on *page) {
	t.Helper()
	if _, search, ok := b.Wanted(on); ok {
		b.Apply(on, search(t.Context()))
	}
	if q, _, ok := b.Wanted(on); ok {
		t.Errorf("%v is still wanted", q)
	}
}

func TestASearchThatFailsIsOver(t *testing.T) {
	var b find.Bar
	on := &page{text: "one"}
	look(t, &b, on, "panic")
	if words := b.Words(on); !strings.Contains(words, "out of luck") {
		t.Errorf("it says %q", words)
	}
}

func TestOnlyWhatWasTypedMoves(t *testing.T) {
	var b find.Bar
	on := &page{text: "one two", hit: -1}
	if look(t, &b, on, "two"); on.hit != 0 || b.Words(on) != "1/1" {
		t.Errorf("at hit %d: %s", on.hit, b.Words(on))
	}
	look(t, &b, on, "three")
	newer := &page{text: "one two three", hit: -1}
	if finish(t, &b, newer); newer.hit != -1 || b.Words(newer) != "1 found" {
		t.Errorf("a newer text was moved to hit %d: %s", newer.hit, b.Words(newer))
	}
}

package reader_test

import (
	"strings"
	"testing"
)

func TestLinksThatAreNotKnownYet(t *testing.T) {
	p := read(plain, textResult(uri, "text/markdown", "[b](b.md)"), minute)
	if v, why := p.Links(); v != nil || !strings.Contains(why, "still being laid out") {
		t.Errorf("before it is laid out: %v, %q", v, why)
	}
	if v, why := work(t, p).Links(); v == nil || why != "" {
		t.Errorf("once it is: %v, %q", v, why)
	}
	if v, why := work(t, read(plain, textResult(uri, "text/plain", "b"), minute)).Links(); v != nil || !strings.HasPrefix(why, "no links") {
		t.Errorf("of a text: %v, %q", v, why)
	}
}

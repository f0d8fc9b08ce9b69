package ui

import (
	"fmt"
	"strings"
	"testing"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/views/reader"
)

// keepText adds a reading of a text.
func (v *versions) keepText(uri, text string) reader.Change {
	raw := rawjson.Value(fmt.Sprintf(`{"contents":[{"uri":%q,"text":%s}]}`, uri, rawjson.AppendString(nil, text)))
	r := mcpclient.Reading{URI: uri, Read: model.DecodeRead(raw)}
	return v.add(&r, fingerprint(&r.Read))
}

func TestVersionsAreKeptWhereTheyDiffer(t *testing.T) {
	var v versions
	for i, step := range []struct {
		uri, text string
		want      reader.Change
	}{
		{"a:1", "one", reader.NotCompared}, {"a:1", "one", reader.Unchanged}, {"a:2", "one", reader.NotCompared},
		{"a:1", "two", reader.Changed}, {"a:1", "one", reader.Changed}, {"a:2", "one", reader.Unchanged},
	} {
		if got := v.keepText(step.uri, step.text); got != step.want {
			t.Errorf("step %d: %v, want %v", i, got, step.want)
		}
	}
	if one, other := v.of("a:1"), v.of("a:2"); len(one) != 3 || len(other) != 1 || one[2].Read.Contents[0].Text != "one" {
		t.Errorf("%d and %d are kept", len(one), len(other))
	}
}

func TestVersionsAreBounded(t *testing.T) {
	var v versions
	for i := range 3 * mostVersions {
		v.keepText("a:1", fmt.Sprint(i))
	}
	if got := v.of("a:1"); len(got) != mostVersions || got[len(got)-1].Read.Contents[0].Text != fmt.Sprint(3*mostVersions-1) {
		t.Errorf("%d of one resource are kept", len(got))
	}
	if got := v.gone["a:1"]; got != 2*mostVersions {
		t.Errorf("%d of one resource are gone", got)
	}
	for i := range mostVersionsKept + 10 {
		v.keepText(fmt.Sprint("b:", i), "x")
	}
	if len(v.kept) != mostVersionsKept {
		t.Errorf("%d of all are kept", len(v.kept))
	}
	// The largest of all is kept alone, though it is larger than all may be.
	if v.keepText("c:1", strings.Repeat("x", mostVersionBytes)); len(v.kept) != 1 || v.bytes != v.kept[0].bytes {
		t.Errorf("%d are kept, %d bytes", len(v.kept), v.bytes)
	}
	if got := v.keepText("c:1", strings.Repeat("y", mostVersionBytes)); got != reader.NotCompared || len(v.kept) != 1 {
		t.Errorf("where the one before had to go: %v, %d kept", got, len(v.kept))
	}
}

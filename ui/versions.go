package ui

import (
	"hash/maphash"
	"slices"

	tea "charm.land/bubbletea/v2"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/model"
	"mcperuse/views/chrome"
	"mcperuse/views/diff"
	"mcperuse/views/reader"
)

// Bounds of what is kept to compare contents with.
const (
	mostVersions     = 20       // of one resource
	mostVersionsKept = 2000     // of all
	mostVersionBytes = 64 << 20 // of all, as sent
)

// version is what a resource contained when it was read.
type version struct {
	diff.Version
	uri   string
	print uint64 // see [fingerprint]
	bytes int64
}

// versions are what resources contained when they were read, as far as that
// differed, the oldest first. The contents are shared with the cache while it has
// them.
type versions struct {
	kept  []version
	bytes int64
	gone  map[string]int // how many of a resource were dropped
}

// of are the versions of one resource, the oldest first.
func (v *versions) of(uri string) (out []diff.Version) {
	for i := range v.kept {
		if v.kept[i].uri == uri {
			out = append(out, v.kept[i].Version)
		}
	}
	return out
}

// add keeps a reading, unless it is the same as the one before, and reports how it
// differs from that.
func (v *versions) add(r *mcpclient.Reading, print uint64) reader.Change {
	ofIt := func(k version) bool { return k.uri == r.URI }
	for i := len(v.kept) - 1; i >= 0; i-- {
		if ofIt(v.kept[i]) && v.kept[i].print == print {
			return reader.Unchanged
		} else if ofIt(v.kept[i]) {
			break
		}
	}
	read := r.Read
	v.kept = append(v.kept, version{diff.Version{At: r.Info.Received, Took: r.Info.RoundTrip, Read: &read}, r.URI, print, int64(len(r.Raw))})
	v.bytes += int64(len(r.Raw))
	if len(v.of(r.URI)) > mostVersions {
		v.drop(slices.IndexFunc(v.kept, ofIt))
	}
	for len(v.kept) > 1 && (v.bytes > mostVersionBytes || len(v.kept) > mostVersionsKept) {
		v.drop(0)
	}
	if len(v.of(r.URI)) == 1 {
		return reader.NotCompared
	}
	return reader.Changed
}

func (v *versions) drop(i int) {
	if v.gone == nil {
		v.gone = map[string]int{}
	}
	v.gone[v.kept[i].uri]++
	v.bytes -= v.kept[i].bytes
	v.kept = slices.Delete(v.kept, i, i+1)
}

// fingerprint tells contents apart. It reads all of them, which may take a while.
func fingerprint(r *model.Read) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for i := range r.Contents {
		c := &r.Contents[i]
		for _, part := range []string{c.URI, c.MIMEType, c.Text} {
			maphash.WriteComparable(&h, len(part))
			_, _ = h.WriteString(part) // never fails
		}
		maphash.WriteComparable(&h, len(c.Base64))
		_, _ = h.Write(c.Base64)
		_ = h.WriteByte(byte(c.Kind))
	}
	return h.Sum64()
}

// showChanges shows what changed in a resource, in the place of its contents.
func (m *Model) showChanges(uri string) tea.Cmd {
	list := m.versions.of(uri)
	if len(list) < 2 {
		words := "it has not been read yet"
		if len(list) == 1 {
			words = "it was read before, but never differed"
		}
		m.say(chrome.Warning, "nothing to compare: "+words)
		return nil
	}
	m.showDiff(diff.New(m.theme, uri, list))
	return nil
}

// showDiff shows a comparison in the place of the contents of its resource.
func (m *Model) showDiff(v *diff.View) {
	uri := v.URI()
	if p := m.pane(); p == nil || p.URI() != uri {
		m.goTo(uri)
	}
	if m.changes() == nil {
		m.diffFrom = m.focused()
	}
	m.comparison.stop()
	m.diff = v
	m.focus[m.screen] = paneReader
}

// hideChanges shows the contents again.
func (m *Model) hideChanges() {
	m.diff = nil
	m.comparison.stop()
	m.focus[m.screen] = m.diffFrom
}

// changes is the comparison on show in the place of a pane, nil where there is none.
func (m *Model) changes() *diff.View {
	if p := m.pane(); m.diff != nil && p != nil && p.URI() == m.diff.URI() {
		return m.diff
	}
	return nil
}

// diffed is the outcome of a comparison.
type diffed struct{ outcome diff.Outcome }

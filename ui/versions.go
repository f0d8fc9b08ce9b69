package ui

import (
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
	mostVersionBytes = 64 << 20 // of all, as sent
)

// versions are what resources contained when they were read, as far as that
// differed: the contents are shared with the cache while it has them.
type versions struct {
	of    map[string][]diff.Version
	sizes map[*model.Read]int64
	order []*model.Read // the oldest first
	uris  map[*model.Read]string
	bytes int64
}

// add keeps a reading, unless it is the same as the one before, and reports how it
// differs from that.
func (v *versions) add(r *mcpclient.Reading) reader.Change {
	list := v.of[r.URI]
	if n := len(list); n > 0 && sameContents(list[n-1].Read, &r.Read) {
		return reader.Unchanged
	}
	if v.of == nil {
		v.of, v.sizes, v.uris = map[string][]diff.Version{}, map[*model.Read]int64{}, map[*model.Read]string{}
	}
	kept := r.Read
	v.of[r.URI] = append(list, diff.Version{At: r.Info.Received, Read: &kept})
	v.sizes[&kept], v.uris[&kept] = int64(len(r.Raw)), r.URI
	v.bytes += int64(len(r.Raw))
	v.order = append(v.order, &kept)
	for len(v.of[r.URI]) > mostVersions {
		v.drop(v.of[r.URI][0].Read)
	}
	for v.bytes > mostVersionBytes && len(v.order) > 1 {
		v.drop(v.order[0])
	}
	if len(list) == 0 {
		return reader.NotCompared
	}
	return reader.Changed
}

// drop forgets a version.
func (v *versions) drop(r *model.Read) {
	uri := v.uris[r]
	list := v.of[uri]
	for i := range list {
		if list[i].Read == r {
			list = append(list[:i:i], list[i+1:]...)
			break
		}
	}
	if v.of[uri] = list; len(list) == 0 {
		delete(v.of, uri)
	}
	for i := range v.order {
		if v.order[i] == r {
			v.order = append(v.order[:i:i], v.order[i+1:]...)
			break
		}
	}
	v.bytes -= v.sizes[r]
	delete(v.sizes, r)
	delete(v.uris, r)
}

func sameContents(a, b *model.Read) bool {
	if len(a.Contents) != len(b.Contents) {
		return false
	}
	for i := range a.Contents {
		x, y := &a.Contents[i], &b.Contents[i]
		if x.Kind != y.Kind || x.URI != y.URI || x.MIMEType != y.MIMEType || x.Text != y.Text || x.Base64 != y.Base64 {
			return false
		}
	}
	return true
}

// showChanges shows what changed in a resource, in the place of its contents.
func (m *Model) showChanges(uri string) tea.Cmd {
	list := m.versions.of[uri]
	if len(list) < 2 {
		words := "it has not been read yet"
		if len(list) == 1 {
			words = "it was read before, but never differed"
		}
		m.say(chrome.Warning, "nothing to compare: "+words)
		return nil
	}
	if p := m.pane(); p == nil || p.URI() != uri {
		m.show(screenResources)
		s := reader.Subject{URI: uri, Bookmarked: m.kept.Bookmarked(uri)}
		if m.list.SelectURI(uri) {
			s.Resource = m.store.at(m.list.Selected())
		}
		m.shown = m.list.Selected()
		m.selectSubject(m.reader, s)
	}
	m.diff = diff.New(m.theme, uri, slices.Clone(list))
	m.diffFrom = m.focused()
	m.focus[m.screen] = paneReader
	return nil
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

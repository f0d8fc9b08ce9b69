package ui

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"mcperuse/keymap"
	"mcperuse/views"
	"mcperuse/views/diff"
	"mcperuse/views/humanize"
	"mcperuse/views/picker"
)

// versionList are the versions of a resource that one or two are chosen of.
type versionList struct {
	uri      string
	versions []diff.Version
	facts    []string // of each: its size and hash
	gone     int      // older ones that were dropped
}

// versionsListed is a list of versions that is ready to be shown.
type versionsListed struct{ list versionList }

// listVersions asks which of the versions of the resource on show is to be
// compared.
func (m *Model) listVersions() tea.Cmd {
	p := m.pane()
	if p == nil || p.URI() == "" {
		return nil
	}
	list := versionList{uri: p.URI(), versions: m.versions.of(p.URI()), gone: m.versions.gone[p.URI()]}
	if len(list.versions) < 2 {
		return m.showChanges(list.uri) // which says why there is nothing
	}
	return func() tea.Msg {
		for _, v := range list.versions {
			list.facts = append(list.facts, versionFacts(v))
		}
		return versionsListed{list}
	}
}

// versionFacts are the size and the hash of what a version contains, item after
// item, and how long it took to fetch.
func versionFacts(v diff.Version) string {
	sum, size := sha256.New(), int64(0)
	for i := range v.Read.Contents {
		c := &v.Read.Contents[i]
		n, err := c.WriteTo(sum)
		if err != nil {
			sum.Write(c.Raw)
			n = int64(len(c.Raw))
		}
		size += n
	}
	return fmt.Sprintf("%8s  sha256 %s…  fetched in %7s", humanize.Bytes(size), hex.EncodeToString(sum.Sum(nil))[:12], humanize.Duration(v.Took))
}

func (m *Model) versionsListed(msg versionsListed) {
	m.listedVersions = msg.list
	title := "Compare which version"
	if n := msg.list.gone; n > 0 {
		title = fmt.Sprintf("Compare which version (%d older were dropped to save memory)", n)
	}
	m.pickVersion(title, -1, func(i int) views.Action {
		if len(msg.list.versions) == 2 {
			return views.CompareVersions{Older: 0, Newer: 1}
		}
		return views.ChooseOther{Version: i}
	})
}

// chooseOther asks what a version is to be compared with; the one before is
// offered first.
func (m *Model) chooseOther(version int) {
	at := m.listedVersions.versions[version].At.Format(clockFormat)
	m.pickVersion("Compare that of "+at+" with", version, func(i int) views.Action {
		return views.CompareVersions{Older: min(i, version), Newer: max(i, version)}
	})
}

const clockFormat = "15:04:05"

// pickVersion shows the versions, the newest first, without one of them.
func (m *Model) pickVersion(title string, without int, choose func(int) views.Action) {
	list := m.listedVersions
	var items []picker.Item
	first := 0
	for i := len(list.versions) - 1; i >= 0; i-- {
		if i == without {
			first = len(items)
			continue
		}
		items = append(items, picker.Item{Text: list.versions[i].At.Format(clockFormat), Right: list.facts[i], Choose: choose(i)})
	}
	v := picker.New(picker.Words{Title: title, None: "No version is of that time."}, 0, items)
	v.Select(min(first, len(items)-1))
	m.over = &over{v, keymap.Palette}
}

// compareVersions shows what differs between two of the versions.
func (m *Model) compareVersions(a views.CompareVersions) {
	m.over = nil
	list := m.listedVersions
	if a.Newer == a.Older+1 {
		v := diff.New(m.theme, list.uri, list.versions)
		v.Select(a.Newer)
		m.showDiff(v)
		return
	}
	m.showDiff(diff.Between(m.theme, list.uri, list.versions[a.Older], list.versions[a.Newer]))
}

package story

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"
)

// Golden compares the screen's text, after the normalisers, with the golden
// file testdata/TEST/NAME.golden. A screen that is still being drawn gets its
// time: the comparison fails only when the screen has come to rest. The flag
// -update of go test writes the file.
func (s *Story) Golden(name string, normalise ...func(string) string) *Story {
	s.t.Helper()
	name = s.t.Name() + "/" + name
	updating := flag.Lookup("update").Value.String() == "true" // a flag of the golden package
	want, err := os.ReadFile(filepath.Join("testdata", name+".golden"))
	if err != nil && !updating {
		s.t.Fatalf("%v (go test -update writes it)", err)
	}

	rest := time.NewTimer(scaled(atRest))
	defer rest.Stop()
	patience := time.NewTimer(limit())
	defer patience.Stop()
	for {
		screen, changed := s.terminal.look()
		got := screen.String()
		for _, n := range normalise {
			got = n(got)
		}
		if !updating && got == string(want) {
			return s
		}
		select {
		case <-changed:
			rest.Reset(scaled(atRest))
			continue
		case <-rest.C:
		case <-patience.C:
		}
		golden.RequireEqual(renamed{s.t, name}, got)
		return s
	}
}

// atRest is how long a screen has not changed when it counts as finished.
const atRest = 500 * time.Millisecond

// renamed is a test under the name of its golden file.
type renamed struct {
	testing.TB
	name string
}

func (r renamed) Name() string { return r.name }

var (
	clock    = regexp.MustCompile(`\b\d\d:\d\d:\d\d(\.\d+)?\b`)
	duration = regexp.MustCompile(`\d[\d.,]* (ms|s|µs)\b`)
	digit    = regexp.MustCompile(`\d`)
	gap      = regexp.MustCompile(` {2,}`)
)

// Clocks is a normaliser for times of day: 12:04:31 becomes 00:00:00.
func Clocks(screen string) string {
	return clock.ReplaceAllStringFunc(screen, func(s string) string {
		return digit.ReplaceAllString(s, "0")
	})
}

// Durations is a normaliser for measured times: "38 ms" and "1.2 s" become
// "0 ms" and "0 s". As their width varies, the gaps between columns of such
// rows shrink to two spaces.
func Durations(screen string) string {
	rows := strings.Split(screen, "\n")
	for i, row := range rows {
		if duration.MatchString(row) {
			rows[i] = gap.ReplaceAllString(duration.ReplaceAllString(row, "0 $1"), "  ")
		}
	}
	return strings.Join(rows, "\n")
}

package story

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// Terminal is the kind of terminal a program meets. The kinds differ in what
// they answer and in how they send keys, not in how they draw.
type Terminal int

const (
	// Modern answers every query and confirms the kitty keyboard protocol,
	// synchronized output (mode 2026) and grapheme widths (mode 2027), as
	// Ghostty, WezTerm and foot do. Because frames are synchronized, a story
	// on this terminal never sees half a frame.
	Modern Terminal = iota
	// Classic answers as xterm and tmux do: colours, cursor position and
	// device attributes, but neither the kitty keyboard nor modes 2026 and
	// 2027. A lone escape key is told from a sequence by the pause after it.
	Classic
	// Mute answers nothing at all.
	Mute
)

// Options says in which circumstances a program is started. The zero value is
// a dark, modern terminal of 120 columns and 36 rows.
type Options struct {
	// Size is "COLUMNSxROWS"; "120x36" when empty.
	Size string
	// Terminal is what the program talks to.
	Terminal Terminal
	// Light makes the terminal's background white; it is black otherwise.
	Light bool
	// Binary is the program to run; mcperuse itself when empty.
	Binary string
	// Env adds to the fixed environment: "NAME=VALUE" sets or replaces,
	// "NAME" alone removes.
	Env []string
	// Home is the home directory; a new, empty one when empty.
	Home string
	// Dir is the working directory; the home directory when empty.
	Dir string
}

// size returns the columns and rows that o asks for.
func (o Options) size() (width, height int, err error) {
	if o.Size == "" {
		return 120, 36, nil
	}
	columns, rows, ok := strings.Cut(o.Size, "x")
	if ok {
		width, err = strconv.Atoi(columns)
		if err == nil {
			height, err = strconv.Atoi(rows)
		}
	}
	if !ok || err != nil || width < 1 || height < 1 {
		return 0, 0, fmt.Errorf("size %q is not COLUMNSxROWS", o.Size)
	}
	return width, height, nil
}

// stage is where one program runs: its folders and its environment.
type stage struct {
	marker string // value of markerVar, in every process the program starts
	dir    string
	races  string // the race detector writes files whose names start with this
	env    []string
}

// markerVar is in the environment of every program this package starts, so
// that processes it leaves behind are known even when they left its session.
const markerVar = "MCPERUSE_STORY"

var stages atomic.Int64

// newStage makes the folders and the environment that o describes.
func newStage(t testing.TB, o Options) stage {
	t.Helper()
	own := t.TempDir()
	home := o.Home
	if home == "" {
		home = filepath.Join(own, "home")
	}
	tmp := filepath.Join(own, "tmp")
	for _, dir := range []string{home, tmp} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	// Not in the test's folder: its name may hold what separates options in GORACE.
	races, err := os.MkdirTemp("", "mcperuse-race-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(races); err != nil {
			t.Error(err)
		}
	})
	s := stage{
		marker: fmt.Sprintf("%d-%d", os.Getpid(), stages.Add(1)),
		dir:    o.Dir,
		races:  filepath.Join(races, "report"),
	}
	if s.dir == "" {
		s.dir = home
	}
	s.env = environment([]string{
		"PATH=" + os.Getenv("PATH"),
		"TERM=xterm-256color",
		"COLORTERM=truecolor",
		"TZ=UTC",
		"LANG=C.UTF-8",
		"HOME=" + home,
		"XDG_CONFIG_HOME=" + filepath.Join(home, ".config"),
		"XDG_CACHE_HOME=" + filepath.Join(home, ".cache"),
		"XDG_DATA_HOME=" + filepath.Join(home, ".local", "share"),
		"XDG_STATE_HOME=" + filepath.Join(home, ".local", "state"),
		"XDG_RUNTIME_DIR=" + tmp,
		"TMPDIR=" + tmp,
		"GORACE=atexit_sleep_ms=0 log_path=" + s.races,
		markerVar + "=" + s.marker,
	}, o.Env)
	return s
}

// raceRule parts the reports of the race detector.
const raceRule = "==================\n"

// raceReports returns what the race detector said about the programs that ran
// on this stage.
//
// One race is not the program's: when Bubble Tea (v2.1.1) is killed by a signal
// or a panic it closes its input without waiting for the reader of it. The
// program is about to end, and nothing of ours can wait instead.
func (s stage) raceReports() string {
	files, _ := filepath.Glob(s.races + ".*")
	var all strings.Builder
	for _, file := range files {
		report, err := os.ReadFile(file)
		if err != nil {
			report = []byte(err.Error())
		}
		for _, one := range strings.Split(string(report), raceRule) {
			if strings.TrimSpace(one) != "" && !(strings.Contains(one, "cancelreader.") && strings.Contains(one, "(*Program).shutdown")) {
				all.WriteString(raceRule + one)
			}
		}
	}
	return all.String()
}

// environment applies changes to base: "NAME=VALUE" sets, "NAME" removes.
func environment(base, changes []string) []string {
	env := append([]string(nil), base...)
	for _, change := range changes {
		name, _, set := strings.Cut(change, "=")
		kept := env[:0]
		for _, entry := range env {
			if !strings.HasPrefix(entry, name+"=") {
				kept = append(kept, entry)
			}
		}
		env = kept
		if set {
			env = append(env, change)
		}
	}
	return env
}

// limit is how long a step may take before its test fails. It is a safety net
// for a program that hangs, never something a passing test waits out.
func limit() time.Duration { return scaled(30 * time.Second) }

// scaled stretches d by MCPERUSE_TEST_SLOW, a factor for slow machines.
func scaled(d time.Duration) time.Duration {
	factor, err := strconv.ParseFloat(os.Getenv("MCPERUSE_TEST_SLOW"), 64)
	if err != nil || factor <= 0 {
		return d
	}
	return time.Duration(float64(d) * factor)
}

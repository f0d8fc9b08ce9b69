package story_test

import (
	"flag"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"mcperuse/ui/story"
)

func TestMain(m *testing.M) { story.Main(m) }

// app starts the little program under testdata in a terminal.
func app(t testing.TB, o story.Options, args ...string) *story.Story {
	t.Helper()
	o.Binary = program(t)
	return story.Start(t, o, args...)
}

func program(t testing.TB) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the driver needs Linux")
	}
	return story.Build(t, "testdata/app")
}

func TestLeavingWell(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		leave func(*story.Story) *story.Story
		code  int
	}{
		{"q", func(s *story.Story) *story.Story { return s.Press("q") }, 0},
		{"ctrl+c", func(s *story.Story) *story.Story { return s.Press("ctrl+c") }, 0},
		{"SIGTERM", func(s *story.Story) *story.Story { return s.Signal(syscall.SIGTERM) }, 0},
		{"SIGINT", func(s *story.Story) *story.Story { return s.Signal(syscall.SIGINT) }, 1},
		{"panic", func(s *story.Story) *story.Story { return s.CrashAllowed().Press("P") }, 1},
	} {
		for _, terminal := range terminals {
			t.Run(tt.name+" "+terminal.name, func(t *testing.T) {
				t.Parallel()
				s := app(t, story.Options{Terminal: terminal.kind}).Wait("app 120x36")
				if screen := s.Screen(); !screen.Alternate || screen.Title != "story app" {
					t.Errorf("alternate screen %t, title %q", screen.Alternate, screen.Title)
				}
				tt.leave(s).Exit(tt.code)
				if s.Screen().Alternate {
					t.Error("still on the alternate screen")
				}
			})
		}
	}
}

var terminals = []struct {
	name string
	kind story.Terminal
}{{"modern", story.Modern}, {"classic", story.Classic}, {"mute", story.Mute}}

func TestLeavingBadlyIsSeen(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		run  func(s *story.Story)
		want []string
	}{
		{"terminal not restored", func(s *story.Story) { s.Press("D").Exit(3) }, []string{
			"the alternate screen (DEC mode 1049) was left on", "mouse drags (DEC mode 1002) was left on",
			"SGR mouse reports (DEC mode 1006) was left on", "bracketed paste (DEC mode 2004) was left on",
			"kitty keyboard flags of the alternate screen", "modifyOtherKeys was left at 2",
			"not taken out of raw mode",
		}},
		{"killed", func(s *story.Story) { s.Signal(syscall.SIGKILL).Exit(137) }, []string{"not taken out of raw mode"}},
		{"exit status", func(s *story.Story) { s.Press("q").Exit(1) }, []string{"exit status 0 (exit status 0), not 1"}},
		{"stack trace", func(s *story.Story) { s.Press("P").Exit(1) }, []string{"a stack trace is on the screen"}},
		{"child in its own group", func(s *story.Story) { s.Press("L").Wait("child ").Press("q").Exit(0) },
			[]string{"(/bin/sleep 600) was left running"}},
		{"child in its own session", func(s *story.Story) { s.Press("S").Wait("child ").Press("q").Exit(0) },
			[]string{"(/bin/sleep 600) was left running"}},
		{"child in its own session, without the environment", func(s *story.Story) { s.Press("N").Wait("child ").Press("q").Exit(0) },
			[]string{"(/bin/sleep 600) was left running"}},
		{"text that cannot come any more", func(s *story.Story) { s.Press("q").Wait("never") },
			[]string{`the program ended while waiting for ["never"] on the screen`, "ended, exit status 0", "last bytes: "}},
		{"unknown key", func(s *story.Story) { s.Press("hyper+x") }, []string{`no key is called "hyper+x"`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			binary := program(t)
			message := failure(t, func(tb testing.TB) {
				tt.run(story.Start(tb, story.Options{Binary: binary}).Wait("app 120x36", "dark enhanced=true"))
			})
			for _, want := range tt.want {
				if !strings.Contains(message, want) {
					t.Errorf("the failure does not say %q:\n%s", want, message)
				}
			}
		})
	}
}

func TestDataRaceIsSeen(t *testing.T) {
	t.Parallel()
	if !story.RaceBuild {
		t.Skip("only a build with the race detector sees races: go test -race")
	}
	binary := program(t)
	message := failure(t, func(tb testing.TB) {
		story.Start(tb, story.Options{Binary: binary}).Press("R").Wait("raced to").Press("q").Exit(66)
	})
	if !strings.Contains(message, "WARNING: DATA RACE") {
		t.Errorf("no race reported:\n%s", message)
	}
}

// failure runs test and returns what it failed with.
func failure(t *testing.T, test func(testing.TB)) string {
	t.Helper()
	s := &spy{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		test(s)
	}()
	<-done
	if s.message == "" {
		t.Fatal("the test passed")
	}
	return s.message
}

// spy is a test whose first failure is kept instead of reported.
type spy struct {
	testing.TB
	message string
}

func (s *spy) Fatalf(format string, args ...any) {
	s.message = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func (s *spy) Fatal(args ...any) { s.Fatalf("%s", fmt.Sprint(args...)) }

func TestBackgroundAnswer(t *testing.T) {
	t.Parallel()
	app(t, story.Options{}).Wait(" dark ").Press("q").Exit(0)
	app(t, story.Options{Light: true}).Wait(" light ").Press("q").Exit(0)
	app(t, story.Options{Terminal: story.Classic, Light: true}).Wait(" light ").Press("q").Exit(0)
	s := app(t, story.Options{Terminal: story.Mute}).Wait("app 120x36").Press("x").Wait("key x")
	if screen := s.Screen(); screen.Contains("light") || screen.Contains("dark") || screen.Contains("enhanced=true") {
		t.Errorf("a mute terminal answered:\n%s", screen)
	}
	s.Press("q").Exit(0)
}

func TestKeys(t *testing.T) {
	t.Parallel()
	everywhere := []string{
		"j", "G", "?", "日", "enter", "esc", "tab", "shift+tab", "backspace", "space", "up", "down", "left",
		"right", "home", "end", "pgup", "pgdown", "insert", "delete", "f1", "f3", "f5", "f12",
		"ctrl+a", "ctrl+space", "alt+x", "shift+up", "ctrl+right", "alt+pgdown", "+", "esc", "j",
	}
	for _, tt := range []struct {
		terminal story.Terminal
		keys     []string
	}{
		{story.Modern, append([]string{"ctrl+enter", "shift+enter", "ctrl+shift+z", "alt+esc"}, everywhere...)},
		{story.Classic, everywhere},
	} {
		s := app(t, story.Options{Terminal: tt.terminal}).Wait("app ", "dark", fmt.Sprintf("enhanced=%t", tt.terminal == story.Modern))
		for _, key := range tt.keys {
			s.Press("z").WaitUntil("z", lastEvent("key z"))
			s.Press(key).WaitUntil("key "+key, lastEvent("key "+key))
		}
		s.Press("q").Exit(0)
	}
}

// lastEvent accepts a screen of the app on which event was the last one.
func lastEvent(event string) func(story.Screen) bool {
	return func(screen story.Screen) bool {
		return strings.HasSuffix(screen.String(), "\n"+event+"\n")
	}
}

func TestPasteAndType(t *testing.T) {
	t.Parallel()
	app(t, story.Options{}).Wait("app 120").Paste("two\nlines").Wait(`paste "two\nlines"`).
		Type("ab").Wait("key a", "key b").Press("q").Exit(0)
}

func TestMouse(t *testing.T) {
	t.Parallel()
	s := app(t, story.Options{}).ClickText("button").Wait("click 12,1")
	s.Click(119, 35).Wait("click 119,35")
	s.Wheel(3, 4, 1).Wait("wheeldown 3,4").Wheel(5, 6, -1).Wait("wheelup 5,6")
	s.Press("q").Exit(0)
}

func TestResize(t *testing.T) {
	t.Parallel()
	s := app(t, story.Options{Size: "60x10"}).Wait("app 60x10")
	s.Resize(100, 30).Wait("app 100x30").Resize(12, 3).Wait("app 12x3").Resize(60, 10).Wait("app 60x10", "enhanced")
	if screen := s.Screen(); screen.Width != 60 || screen.Height != 10 {
		t.Errorf("the screen is %dx%d", screen.Width, screen.Height)
	}
	s.Press("q").Exit(0)
}

func TestEnvironment(t *testing.T) {
	t.Parallel()
	s := app(t, story.Options{Env: []string{"TERM=xterm"}}).Wait("term=xterm")
	s.WaitUntil("TERM replaced", func(screen story.Screen) bool { return strings.HasSuffix(screen.Row(0), "term=xterm") })
	s.Press("q").Exit(0)
}

func TestScreen(t *testing.T) {
	t.Parallel()
	s := app(t, story.Options{}).Wait("button")
	screen := s.Screen()
	if got := screen.Row(1); got != "日本語 bold button" {
		t.Errorf("row 1 is %q", got)
	}
	if x, y, ok := screen.Find("bold"); x != 7 || y != 1 || !ok {
		t.Errorf("bold is at %d,%d (%t)", x, y, ok)
	}
	if cell := screen.Cell(7, 1); cell.Content != "b" || cell.Style.Attrs == 0 {
		t.Errorf("cell 7,1 is %+v", cell)
	}
	if cell := screen.Cell(1, 1); cell.Width != 0 || cell.Content != "" {
		t.Errorf("the second half of a wide character is %+v", cell)
	}
	if screen.CursorX != 2 || screen.CursorY != 1 || !screen.CursorVisible {
		t.Errorf("the cursor is at %d,%d, visible %t", screen.CursorX, screen.CursorY, screen.CursorVisible)
	}
	if !s.Mode(1002) || s.Mode(1003) {
		t.Error("the mouse mode is not as the app set it")
	}
	s.Press("q").Exit(0)
}

func TestBytesSinceMark(t *testing.T) {
	t.Parallel()
	s := app(t, story.Options{}).Wait("enhanced=true", "dark").Press("a").Wait("key a")
	whole := len(s.Bytes())
	s.Mark().Press("b").Wait("key b")
	if n := len(s.Bytes()); n == 0 || n >= whole || !strings.Contains(string(s.Bytes()), "b") {
		t.Errorf("%d bytes for one key, %d before it: %q", n, whole, s.Bytes())
	}
	s.Press("q").Exit(0)
}

func TestGolden(t *testing.T) {
	t.Parallel()
	s := app(t, story.Options{Size: "60x10"}).Wait("enhanced=true", "dark")
	s.Press("a").Golden("one-key")
	s.Golden("normalised", strings.ToUpper)
	s.Press("q").Exit(0)
	if flag.Lookup("update").Value.String() == "true" {
		return // the next one would overwrite the golden file
	}
	message := failure(t, func(tb testing.TB) {
		story.Start(tb, story.Options{Size: "60x10", Binary: program(t)}).Press("x").Golden("one-key")
	})
	if !strings.Contains(message, "-key a") || !strings.Contains(message, "+key x") {
		t.Errorf("no difference shown:\n%s", message)
	}
}

func TestNormalisers(t *testing.T) {
	const screen = "a  12:04:31   x  38 ms   1.2 s ago\nv 2:1\n"
	if got, want := story.Clocks(screen), "a  00:00:00   x  38 ms   1.2 s ago\nv 2:1\n"; got != want {
		t.Errorf("Clocks: %q", got)
	}
	if got, want := story.Durations(screen), "a  12:04:31  x  0 ms  0 s ago\nv 2:1\n"; got != want {
		t.Errorf("Durations: %q", got)
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	o := story.Options{Binary: program(t), Home: t.TempDir()}
	r := story.RunWith(t, o, "hello\n", "echo", "4").Exit(4)
	if r.Stdout != "hello\n" || r.Stderr != "home "+o.Home+"\n" {
		t.Error(r)
	}
	story.RunWith(t, o, "", "suicide").Exit(137)

	o.Home = ""
	for name, tt := range map[string]struct {
		args []string
		want string
	}{
		"exit status":     {[]string{"echo", "4"}, "exit status 4, not 0"},
		"process left":    {[]string{"orphan"}, "left processes running"},
		"no such program": {nil, "no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := o
			if tt.args == nil {
				o.Binary = "testdata/nothing-here"
			}
			message := failure(t, func(tb testing.TB) { story.RunWith(tb, o, "", tt.args...).Exit(0) })
			if !strings.Contains(message, tt.want) {
				t.Errorf("the failure does not say %q:\n%s", tt.want, message)
			}
		})
	}
}

func TestServe(t *testing.T) {
	t.Parallel()
	s := story.ServeProgram(t, program(t), "serve")
	if !strings.HasPrefix(s.URL, "http://127.0.0.1:") || !strings.Contains(s.Output(), "app: listening on "+s.URL+"\n") {
		t.Errorf("URL %q, output %q", s.URL, s.Output())
	}
	resp, err := http.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	s.Stop()
	if _, err := http.Get(s.URL); err == nil {
		t.Error("it still answers after Stop")
	}
	s.Stop()

	message := failure(t, func(tb testing.TB) { story.ServeProgram(tb, program(t), "deaf") })
	if !strings.Contains(message, "deaf ended before it listened:\nnothing to hear") {
		t.Errorf("the failure says %q", message)
	}
}

func TestEverythingServer(t *testing.T) {
	t.Parallel()
	for _, transport := range []string{"streamableHttp", "sse"} {
		t.Run(transport, func(t *testing.T) {
			t.Parallel()
			s := story.Everything(t, transport)
			resp, err := http.Get(s.URL)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			// Without a session the one refuses a GET, the other starts one.
			want := map[string]int{"streamableHttp": 400, "sse": 200}[transport]
			if resp.StatusCode != want {
				t.Errorf("GET %s: %s\n%s", s.URL, resp.Status, s.Output())
			}
			s.Stop()
			if _, err := http.Get(s.URL); err == nil {
				t.Error("it still answers after Stop")
			}
		})
	}
}

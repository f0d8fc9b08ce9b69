package ui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"mcperuse/ui/story"
)

var wide = story.Options{Size: "120x36"}

func TestReadsADocument(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("Welcome to Atlas", "312 · 7 pages", "2026-07-28 modern", "● live")
	s.Press("enter").Wait("atlas://about", "fetched")
	s.Press("j", "j").Wait("not read yet")
	s.Press("k", "k").WaitGone("not read yet").Wait("fetched")
	s.Press("q").Exit(0)
}

func TestEveryWayOut(t *testing.T) {
	for name, leave := range map[string]func(*story.Story) int{
		"q":        func(s *story.Story) int { s.Press("q"); return 0 },
		"ctrl+c":   func(s *story.Story) int { s.Press("ctrl+c"); return 0 },
		"SIGTERM":  func(s *story.Story) int { s.Signal(syscall.SIGTERM); return 0 },
		"SIGHUP":   func(s *story.Story) int { s.Signal(syscall.SIGHUP); return 0 },
		"at once":  func(s *story.Story) int { return 0 },
		"mid-read": func(s *story.Story) int { s.Press("j").Press("q"); return 0 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := story.Start(t, wide, "demo")
			if name == "at once" {
				s.Wait("mcperuse").Press("q").Exit(0)
				return
			}
			s.Wait("7 pages")
			s.Exit(leave(s))
		})
	}
}

func TestASlowReadShowsProgressAndCanBeCancelled(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").Press("3").Press("1")
	for range 12 {
		s.Press("j")
	}
	s.Wait("atlas://report/distances.csv").Press("enter").Wait("reading", "esc cancel")
	s.WaitUntil("progress of the server", func(screen story.Screen) bool { return screen.Contains("%") })
	s.Press("esc").Wait("cancelled")
	s.Press("q").Exit(0)
}

func TestAnErrorStandsWhereTheResultWouldBe(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages")
	for range 10 {
		s.Press("j")
	}
	s.Wait("atlas://report/broken").Press("enter").Wait("✗", "-32603", "Internal error", "data")
	s.Press("q").Exit(0)
}

func TestWatchingAResource(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages")
	for range 8 {
		s.Press("j")
	}
	s.Wait("atlas://live/ticker").Press("enter").Wait("fetched").Press("w").Wait("◉")
	s.Wait("● updated", "r refetches", "invalidated", "w unwatch")
	s.Press("3").Wait("atlas://live/ticker", "updated", "acknowledged")
	s.Press("1").Press("r").WaitGone("r refetches").Wait("● updated")
	s.Press("3").Wait("enter what changed").Press("g", "enter").Wait("Changes", "− tick", "+ tick")
	s.Press("q").Exit(0)
}

func TestFillingInATemplate(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").Press("2").Wait("atlas://places/{country}/{city}")
	s.WaitUntil("the places template under the cursor", func(screen story.Screen) bool {
		if y := rowOf(screen, "▌"); y >= 0 && strings.Contains(screen.Row(y), "places") || strings.Contains(screen.String(), "▌  Place") {
			return true
		}
		s.Press("j")
		return false
	})
	s.Press("enter").Wait("country", "city", "needed")
	s.Type("jp").Press("tab").Type("kyoto").Wait("atlas://places/jp/kyoto").Press("enter").Wait("Kyoto")
	s.Press("tab").Press("esc").Press("esc").Wait("atlas://search")
	s.Press("q").Exit(0)
}

// rowOf is the row of the screen that begins with a mark, -1 where none does.
func rowOf(screen story.Screen, mark string) int {
	for y := range screen.Height {
		if strings.HasPrefix(strings.TrimSpace(screen.Row(y)), mark) {
			return y
		}
	}
	return -1
}

func TestHelpShowsTheKeys(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").Press("?").Wait("Resources", "Read the selected resource").Press("esc").Wait("Welcome to Atlas")
	s.Press("q").Exit(0)
}

func TestResizing(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").Press("enter").Wait("fetched")
	for _, size := range [][2]int{{200, 60}, {80, 24}, {60, 20}, {20, 5}, {5, 3}, {1, 1}} {
		s.Resize(size[0], size[1])
	}
	s.Resize(120, 36).Wait("Welcome to Atlas", "fetched")
	s.Press("q").Exit(0)
}

func TestTheMouse(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").ClickText("cache/minute").Wait("atlas://cache/minute", "not read yet")
	s.ClickText("Templates").Wait("atlas://search")
	s.ClickText("Resources").Wait("cache/minute")
	s.Wheel(5, 10, 5).WaitGone("Welcome to Atlas")
	s.Press("q").Exit(0)

	quiet := story.Start(t, wide, "demo", "--no-mouse")
	quiet.Wait("7 pages")
	if quiet.Mode(1002) || quiet.Mode(1003) || quiet.Mode(1000) {
		t.Error("--no-mouse, but the mouse is taken")
	}
	quiet.Press("q").Exit(0)
}

func TestThemesFollowTheTerminal(t *testing.T) {
	colours := map[string]string{}
	for name, o := range map[string]story.Options{
		"dark": {}, "light": {Light: true}, "no colour": {Env: []string{"NO_COLOR=1"}}, "mute": {Terminal: story.Mute}, "classic": {Terminal: story.Classic},
	} {
		s := story.Start(t, o, "demo")
		x, y, ok := s.Wait("Welcome to Atlas").Screen().Find("1 Resources")
		if !ok {
			t.Fatal("no bar of screens")
		}
		colours[name] = fmt.Sprint(s.Screen().Cell(x, y).Style.Fg)
		s.Press("q").Exit(0)
	}
	if colours["dark"] == colours["light"] || colours["no colour"] != "<nil>" {
		t.Errorf("colours of the current tab: %v", colours)
	}
}

func TestFailuresToConnect(t *testing.T) {
	for name, tt := range map[string]struct {
		args []string
		want []string
	}{
		"no such program": {[]string{"--", "no-such-program-here"}, []string{"there is no program no-such-program-here"}},
		"exits at once":   {[]string{"--", "sh", "-c", "echo a reason >&2; exit 3"}, []string{"exited with status 3", "a reason"}},
		"nothing listens": {[]string{"http://127.0.0.1:1/mcp"}, []string{"connection refused"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := story.Start(t, wide, tt.args...)
			s.Wait(tt.want...).Wait("R ")
			s.Press("R").Wait(tt.want...)
			s.Press("q").Exit(0)
		})
	}
}

func TestAServerThatComesBack(t *testing.T) {
	// The child is missing on the first attempt and there on the second.
	program := filepath.Join(t.TempDir(), "server")
	s := story.Start(t, wide, "--", program)
	s.Wait("server")
	if err := os.Symlink(story.Binary(t), program+".real"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, []byte("#!/bin/sh\nexec "+program+".real demo serve\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	s.Press("R").Wait("7 pages")
	s.Press("q").Exit(0)
}

func TestADyingServerLeavesEverythingOnScreen(t *testing.T) {
	s := story.Start(t, wide, "--", "sh", "-c", story.Binary(t)+" demo serve & child=$!; read line; kill $child")
	s.Wait("mcperuse")
	s.Press("q").Exit(0)
}

func TestDemoOverHTTP(t *testing.T) {
	for _, args := range [][]string{{"demo", "serve", "--http", "127.0.0.1:0"}, {"demo", "serve", "--http", "127.0.0.1:0", "--legacy"}} {
		server := story.Serve(t, args...)
		era := "modern"
		if len(args) == 5 {
			era = "legacy"
		}
		s := story.Start(t, wide, server.URL)
		s.Wait("7 pages", era, "http", "● live").Press("enter").Wait("fetched")
		s.Press("q").Exit(0)
	}
}

func TestGoldenScreens(t *testing.T) {
	for _, size := range []string{"80x24", "120x36", "60x20"} {
		t.Run(size, func(t *testing.T) {
			s := story.Start(t, story.Options{Size: size}, "demo")
			s.Wait("7 pages").Press("j", "enter").Wait("fetched")
			s.Golden("reading-"+size, story.Clocks, story.Durations, counts)
			s.Press("q").Exit(0)
		})
	}
}

// counts hides how many frames and updates there are at the moment.
func counts(screen string) string {
	return regexp.MustCompile(`(Wire|Updates) [0-9]+`).ReplaceAllString(screen, "$1 0")
}

func TestARequestIsEditedAndSentAgain(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").Press("j", "enter").Wait("fetched").Press("5").Wait("1 text content")
	s.Press("e").Wait("resources/read", "atlas://cache/day")
	s.Press("ctrl+s").Wait("was answered in")
	s.Press("ctrl+o").Wait("reply to resources/read")
	s.Press("esc").Press("1").Wait("Welcome to Atlas")
	s.Press("q").Exit(0)
}

func TestFindingsLeadToTheirFrames(t *testing.T) {
	s := story.Start(t, wide, "--", story.Binary(t), "demo", "serve", "--broken")
	s.Wait("⚠", "Resources 114").Press("6").Wait("against", "rules").Press("g").Wait("server/name-missing")
	s.Press("enter").Wait("reply to server/discover")
	s.Press("q").Exit(0)
}

func TestFilteringSortingAndTheTree(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").Press("/").Type("readme").Wait("1/312").WaitGone("Dockerfile")
	s.Press("enter", "esc", "esc").Wait("api/openapi.yaml", "as sent")
	s.Press("s", "s").Wait("by size")
	s.Press("s", "a").Wait("as sent")
	s.Press("t").Wait("atlas/").Press("t").Wait("api/openapi.yaml")
	s.Press("p").Wait("page", "cursor").Press("r").Press("esc").Wait("api/openapi.yaml")
	s.Press("q").Exit(0)
}

func TestFindingsWithoutAnyOfferNoKeysForThem(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").Press("6").Wait("No findings.").WaitGone("next of its kind").Press("q").Exit(0)
}

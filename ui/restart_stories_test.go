package ui_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"mcperuse/ui/story"
)

func TestALostServerIsStartedAgainByItself(t *testing.T) {
	if _, err := exec.LookPath("timeout"); err != nil {
		t.Skip("there is no timeout program here to end the server")
	}
	s := story.Start(t, wide, "--auto-restart", "--", "timeout", "3", story.Binary(t), "demo", "serve")
	s.Wait("312 · 7 pages").Press("j", "j", "enter").Wait("atlas://cache/minute", "fetched")
	s.Wait("connecting again in 1.0 s (attempt 1 of 8)").Wait("atlas://cache/minute", "fetched", "row 3/312")
	s.Wait("● live", "connected again").Wait("row 3/312")
	s.Press("q").Exit(0)
}

// A server author saves: the server starts anew, and what changed is said.
func TestTheServerStartsAnewWhenItsFilesChange(t *testing.T) {
	script := filepath.Join(t.TempDir(), "server.sh")
	write := func(flags string) {
		if err := os.WriteFile(script, fmt.Appendf(nil, "exec %q demo serve %s\n", story.Binary(t), flags), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write("--legacy")
	s := story.Start(t, wide, "--restart-on", script, "--", "sh", script)
	s.Wait("312 · 7 pages", "2025-11-25 legacy").Press("j", "j").Wait("row 3/312")
	write("")
	s.Wait("2026-07-28 modern", "it speaks 2026-07-28 now, before 2025-11-25").Wait("row 3/312")
	write("# the same")
	s.Wait("server.sh changed: the server was started anew").Wait("row 3/312")
	write("--no-such-flag")
	s.Wait("R on screen 7 connects again", "unknown flag").Wait("row 3/312")
	write("")
	s.Wait("server.sh changed: the server was started anew", "● live").Press("q").Exit(0)
}

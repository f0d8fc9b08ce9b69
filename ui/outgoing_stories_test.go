package ui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcperuse/ui/story"
)

// script writes a program for the shell, and returns its path.
func script(t *testing.T, dir, name, body string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// fileText is what a file holds.
func fileText(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// readme opens the demo's README.md in the reader.
func readme(t *testing.T, o story.Options) *story.Story {
	t.Helper()
	if o.Size == "" {
		o.Size = "120x36"
	}
	s := story.Start(t, o, "demo")
	return s.Wait("7 pages").Press(":").Type("file:///atlas/README.md").Press("enter").Wait("fetched").Press("tab")
}

func TestContentsAreSavedUnderAName(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink(os.TempDir(), filepath.Join(dir, "out")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "README.md"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := readme(t, story.Options{Dir: dir})
	s.Press("S").Wait("Save as  README-2.md", "into "+dir)
	// What is there is not touched, and another name is offered.
	s.Press("ctrl+u").Type("README.md").Press("enter").Wait("there is a file of that name", "README-2.md")
	for _, name := range []string{"../x.md", "/x.md", "out/x.md", "none/x.md"} {
		s.Press("ctrl+u").WaitGone("not saved: ").Type(name).Press("enter").Wait("not saved: ", name)
	}
	s.Press("ctrl+u").Press("enter").Wait("type a name")
	s.Type("kept.md").Press("enter").Wait("saved ", "kept.md").WaitGone("Save as")
	s.Press("q").Exit(0)
	if got := fileText(t, filepath.Join(dir, "README.md")); got != "mine" {
		t.Errorf("the file that was there holds %q", got)
	}
	want := story.Run(t, "", "read", "--uri", "file:///atlas/README.md", "--", story.Binary(t), "demo", "serve").Exit(0).Stdout
	if got := fileText(t, filepath.Join(dir, "kept.md")); got != want {
		t.Errorf("saved are %d bytes, sent were %d", len(got), len(want))
	}
}

func TestAnEditorGetsACopy(t *testing.T) {
	dir := t.TempDir()
	seen := filepath.Join(dir, "seen")
	editor := script(t, dir, "editor", `stat -c '%a' "$2" "$(dirname "$2")" >`+seen+`; echo "$1 $2" >>`+seen+`; head -n 1 "$2" >>`+seen+`
echo changed >>"$2"; read -r line; echo "typed $line" >>`+seen)
	s := readme(t, story.Options{Env: []string{"EDITOR=" + editor + " --wait", "PAGER="}})
	s.Press("O").Wait("Open with", "editor --wait", "changes are not sent").Type("editor").Press("enter").WaitGone("Open with", "README.md")
	s.Type("hello").Press("enter").Wait("changes made in editor are gone", "README.md")
	lines := strings.Split(fileText(t, seen), "\n")
	if len(lines) < 5 || lines[0] != "600" || lines[1] != "700" || !strings.HasPrefix(lines[2], "--wait ") || !strings.HasSuffix(lines[2], "/contents.md") || lines[4] != "typed hello" {
		t.Errorf("the editor saw %q", lines)
	}
	if _, err := os.Stat(filepath.Dir(strings.TrimPrefix(lines[2], "--wait "))); !os.IsNotExist(err) {
		t.Errorf("the folder of the copy is still there: %v", err)
	}
	s.Press("q").Exit(0)
}

// What ctrl+c means is up to the program that has the terminal.
func TestInterruptsAreForThePager(t *testing.T) {
	dir := t.TempDir()
	pager := script(t, dir, "pager", `trap 'echo interrupted' INT; echo paging; read -r line || read -r line; exit 3`)
	s := readme(t, story.Options{Env: []string{"PAGER=" + pager}})
	s.Press("O").Wait("Open with").Press("enter").Wait("paging").Press("ctrl+c").Wait("interrupted").Press("enter")
	s.Wait("pager: exit status 3", "README.md").Press("q").Exit(0)
}

func TestAPagerThatIsNotThere(t *testing.T) {
	s := readme(t, story.Options{Env: []string{"PAGER=/no/such/pager"}})
	s.Press("O").Wait("Open with").Press("enter").Wait("exit status 127", "README.md").Press("q").Exit(0)
}

func TestContentsArePiped(t *testing.T) {
	dir := t.TempDir()
	s := readme(t, story.Options{Dir: dir, Env: []string{"SHELL=/bin/sh"}})
	s.Press("|").Wait("Pipe to", "exact bytes").Press("enter").Wait("type a command").Type("cat >got; wc -l <got; exit 4")
	// A command that was not run is there again.
	s.Press("esc").WaitGone("Pipe to").Press("|").Wait("exit 4").Press("enter")
	s.Wait("[exit status 4; enter goes back").Press("enter").Wait("README.md", "wc -l <got; exit 4: exit status 4")
	s.Press("|").Wait("Pipe to").Type("he").Press("up").Wait("Pipe to  cat >got").Press("down").Wait("Pipe to  he ").Type("ad -c 3").Press("enter")
	s.Wait("exit status 0; enter goes back").Press("enter").Wait("head -c 3: exit status 0")
	s.Press("q").Exit(0)
	want := story.Run(t, "", "read", "--uri", "file:///atlas/README.md", "--", story.Binary(t), "demo", "serve").Exit(0).Stdout
	if got := fileText(t, filepath.Join(dir, "got")); got != want {
		t.Errorf("the command got %d bytes, sent were %d", len(got), len(want))
	}
}

func TestTheSystemViewerIsAskedBefore(t *testing.T) {
	dir := t.TempDir()
	seen := filepath.Join(dir, "seen")
	script(t, dir, "xdg-open", `echo "$1" >`+seen)
	s := story.Start(t, story.Options{Size: "120x36", Env: []string{"PATH=" + dir + ":" + os.Getenv("PATH")}}, "demo")
	s.Wait("7 pages").Press(":").Type("file:///atlas/README.md").Press("enter").Wait("fetched")
	s.Press("O").Wait("viewer").Type("xdg").Press("enter").Wait("given to xdg-open")
	copied := strings.TrimSpace(fileText(t, seen))
	if _, err := os.Stat(copied); err != nil {
		t.Errorf("while it runs, the copy is gone: %v", err)
	}
	// What could be run is asked about, and not opened by a mere enter.
	s.Press(":").Type("file:///atlas/web/index.html").Press("enter").Wait("index.html", "fetched").Press("O").Wait("viewer").Type("xdg").Press("enter")
	s.Wait("could run what the server sent").Press("enter").WaitGone("could run", "given to")
	if got := strings.TrimSpace(fileText(t, seen)); got != copied {
		t.Errorf("without a yes %s was opened", got)
	}
	s.Press("O").Wait("viewer").Type("xdg").Press("enter").Wait("could run").Press("down", "enter").Wait("given to xdg-open")
	if got := fileText(t, seen); !strings.HasSuffix(got, "/contents.html\n") {
		t.Errorf("opened is %s", got)
	}
	s.Press("q").Exit(0)
	if _, err := os.Stat(copied); !os.IsNotExist(err) {
		t.Errorf("the copy is still there: %v", err)
	}
}

func TestACopyGoesToTheClipboardOfTheSystem(t *testing.T) {
	dir := t.TempDir()
	seen := filepath.Join(dir, "seen")
	script(t, dir, "xclip", `cat >`+seen)
	path := "PATH=" + dir + ":" + os.Getenv("PATH")
	s := readme(t, story.Options{Env: []string{path, "DISPLAY=:9", "WAYLAND_DISPLAY", "SSH_CONNECTION", "SSH_TTY"}})
	s.Press("y").Wait("Copy").Type("uri").Press("enter").Wait("sent to the terminal (OSC 52) and to xclip")
	if got := fileText(t, seen); got != "file:///atlas/README.md" {
		t.Errorf("xclip got %q", got)
	}
	s.Press("q").Exit(0)
	// From afar, the clipboard of this computer is not the user's.
	s = readme(t, story.Options{Env: []string{path, "DISPLAY=:9", "SSH_TTY=/dev/pts/1"}})
	s.Press("y").Wait("Copy").Type("uri").Press("enter").Wait("sent to the terminal (OSC 52)")
	if strings.Contains(s.Screen().String(), "xclip") {
		t.Error("the clipboard of the computer that is logged in to was used")
	}
	s.Press("q").Exit(0)
}

func TestVersionsAreChosen(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").Press(":").Type("atlas://live/ticker").Press("enter").Wait("tick     0")
	s.Press("F").Wait("tick     2").Wait("tick     3").Press("F").WaitGone("following")
	s.Press("D").Wait("Compare which version", "sha256").Press("enter").Wait("Compare that of").Press("down", "enter")
	s.Wait("Changes", "− tick", "+ tick").Press("]").Wait("these two were chosen; D").Press("D").Wait("Compare which version").Press("esc", "esc")
	s.WaitGone("Changes").Press("q").Exit(0)
}

func TestWhatIsSelectedIsCopied(t *testing.T) {
	dir := t.TempDir()
	seen := filepath.Join(dir, "seen")
	script(t, dir, "xclip", `cat >`+seen)
	s := readme(t, story.Options{Env: []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "DISPLAY=:9", "WAYLAND_DISPLAY", "SSH_CONNECTION", "SSH_TTY"}})
	copied := func(want string) {
		t.Helper()
		s.Wait("selection, ", "and to xclip")
		if got := fileText(t, seen); got != want {
			t.Errorf("xclip got %q, want %q", got, want)
		}
	}
	s.Press("v").Wait("source · line 1/53").Press("X").Wait("y copy", "X lines or characters").Press("j", "w", "y")
	copied("# Atlas 🗺️\n\nAtlas")
	x, y, _ := s.Screen().Find("Atlas serves")
	s.Press("X", "esc").WaitGone("X lines").Drag(x, y, x+4, y)
	s.Wait("selection, 5 B")
	copied("Atlas")
	s.Click(x+7, y).Click(x+7, y).Wait("selection, 6 B")
	copied("serves")
	s.Press("esc", "q").Exit(0)
}

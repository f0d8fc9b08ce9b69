package ui_test

import (
	"bytes"
	"testing"

	"mcperuse/ui/story"
)

// An image is written when it comes, and once more after something was over it.
func TestImagesAreShown(t *testing.T) {
	for name, begins := range map[string]string{"sixel": "\x1bP0;1q", "iterm": "\x1b]1337;File=", "kitty": "\x1b_Gf=100"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := story.Start(t, wide, "demo", "--graphics", name)
			shown := func() {
				t.Helper()
				s.WaitUntil("the image is written", func(story.Screen) bool { return bytes.Contains(s.Bytes(), []byte(begins)) })
			}
			s.Wait("7 pages").Press(":").Type("file:///atlas/assets/world-dark.png").Press("enter")
			shown()
			s.WaitGone("▀▀▀")
			s.Press("?").Wait("esc close").Mark().Press("esc").Wait("PNG · 800 × 400")
			shown()
			if bytes.Contains(s.Bytes(), []byte("mcperuse;")) {
				t.Error("a mark is written")
			}
			s.Press("q").Exit(0)
		})
	}
}

func TestImagesAreOff(t *testing.T) {
	s := story.Start(t, wide, "demo", "--graphics", "off")
	s.Wait("7 pages").Press(":").Type("file:///atlas/assets/world-dark.png").Press("enter").Wait("PNG · 800 × 400", "sha-256")
	s.Press("q").Exit(0)
	story.Start(t, wide, "demo", "--graphics", "ascii").Wait(`images is called "ascii"`).Exit(2)
}

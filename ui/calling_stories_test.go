package ui_test

import (
	"testing"

	"mcperuse/ui/story"
)

func TestARawCallIsWrittenSentAndChanged(t *testing.T) {
	s := story.Start(t, story.Options{Size: "100x30"}, "demo")
	s.Wait("7 pages").Press(":").Type("file:///atlas/README.md").Press("enter").Wait("fetched").Press("tab", "5").Wait("resources/read").Press("c").Wait("Method", "needed", "JSON, optional").WaitGone("ctrl+o the answer")
	// The params are about the row that is selected.
	s.Type("read").Wait("│ resources/read").Press("down", "enter").Wait("✓ declared", `"uri": "file:///atlas/README.md"`)
	s.Press("ctrl+s").Wait("was answered in", `resultType: "complete"`, "ctrl+o the answer")
	// The call is still there after a look at the answer, to be changed.
	s.Press("ctrl+o").Wait("reply to").Press("esc", "c").Wait("was answered in", `"uri": "file:///atlas/README.md"`)
	s.Press("enter", "ctrl+end", "backspace").Wait("⚠ line 2", "✗ not JSON params").Press("ctrl+s").Wait("not sent")
	s.Type("}").WaitGone("not JSON").Press("ctrl+x").Wait("✓ yes", "_meta is not added").Press("ctrl+s").Wait("was answered in")
	s.Press("ctrl+n").Wait("(unset)").Type("nosuch").Press("ctrl+s").Wait("Method not found").Press("ctrl+p").Wait("resources/read", "✓ yes")
	s.Press("esc", "q").Exit(0)
}

// Package story drives the real mcperuse binary the way a person does: it runs
// the program in a pseudo-terminal, shows it a terminal emulator that answers
// queries, presses keys, and waits for what the screen should show. A test
// reads like the story of one sitting:
//
//	func TestMain(m *testing.M) { story.Main(m) }
//
//	func TestReadsADocument(t *testing.T) {
//		s := story.Start(t, story.Options{Size: "120x36"}, "demo")
//		s.Wait("architecture.md").Press("j", "j", "enter").Wait("text/markdown")
//		s.Resize(80, 24).WaitUntil("one pane", func(screen story.Screen) bool {
//			return !screen.Contains("│")
//		})
//		s.Golden("narrow")
//		s.Press("q").Exit(0)
//	}
//
// Nothing sleeps: every step waits for a state, and the time limit (30 s, times
// MCPERUSE_TEST_SLOW) is only a safety net. A failure shows the screen as text,
// what was waited for, and the last bytes the program wrote.
//
// [Story.Exit] is where the promises about leaving are checked: the exit
// status, the terminal back in the state it was found in, no process left
// behind, no stack trace on the screen, no data race reported.
//
// [Run] is the same for the headless commands, [Serve] starts a server for the
// length of a test, and [NPM] and [Everything] bring in a server nobody here
// wrote.
//
// Programs run in a fixed environment: TERM=xterm-256color,
// COLORTERM=truecolor, TZ=UTC, LANG=C.UTF-8, and HOME, TMPDIR and the XDG
// folders in a directory of the test's own. Only PATH is inherited.
//
// The driver needs Linux (a pseudo-terminal and /proc). Elsewhere tests that
// start a program are skipped with that reason.
package story

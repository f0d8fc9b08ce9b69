package rows_test

import (
	"fmt"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views/rows"
	"mcperuse/views/screentest"
)

// every returns a list of n lines, height of them in sight, in which every line
// that is a multiple of sep is a separator.
func every(sep, n, height int) *rows.List {
	l := &rows.List{}
	if sep > 0 {
		l.Selectable = func(line int) bool { return line%sep != 0 }
	}
	l.SetHeight(height)
	l.SetLen(n)
	return l
}

func press(l *rows.List, ids ...keymap.ID) {
	for _, id := range ids {
		l.Handle(id)
	}
}

func times(n int, id keymap.ID) []keymap.ID {
	out := make([]keymap.ID, n)
	for i := range out {
		out[i] = id
	}
	return out
}

func TestMoves(t *testing.T) {
	for _, tc := range []struct {
		name        string
		sep, n      int
		keys        []keymap.ID
		cursor, top int
	}{
		{"starts at the top", 0, 100, nil, 0, 0},
		{"starts below a heading", 10, 100, nil, 1, 0},
		{"down", 0, 100, times(3, keymap.Down), 3, 0},
		{"down keeps a line below", 0, 100, times(9, keymap.Down), 9, 1},
		{"down passes over a separator", 10, 100, times(9, keymap.Down), 11, 3},
		{"up stops at the top and shows the heading", 10, 100, append(times(30, keymap.Down), times(40, keymap.Up)...), 1, 0},
		{"down stops at the end", 0, 20, times(40, keymap.Down), 19, 10},
		{"page down keeps the place in sight", 0, 100, []keymap.ID{keymap.Down, keymap.Down, keymap.PageDown}, 12, 10},
		{"page down onto a separator goes past it", 10, 100, append(times(8, keymap.Down), keymap.HalfDown, keymap.HalfDown, keymap.Down), 21, 13},
		{"page down at the end", 0, 25, times(5, keymap.PageDown), 24, 15},
		{"page up at the top", 10, 100, []keymap.ID{keymap.PageDown, keymap.PageUp, keymap.PageUp}, 1, 0},
		{"half a page", 0, 100, []keymap.ID{keymap.HalfDown, keymap.HalfDown, keymap.HalfUp}, 5, 4},
		{"end", 10, 101, []keymap.ID{keymap.Bottom}, 99, 91},
		{"end and top", 10, 100, []keymap.ID{keymap.Bottom, keymap.Top}, 1, 0},
		{"nothing there", 0, 0, []keymap.ID{keymap.Down, keymap.PageDown, keymap.Bottom, keymap.Top, keymap.Up}, -1, 0},
		{"only separators", 1, 50, []keymap.ID{keymap.Down, keymap.PageDown, keymap.Bottom}, -1, 40},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l := every(tc.sep, tc.n, 10)
			press(l, tc.keys...)
			if l.Cursor() != tc.cursor || l.Top() != tc.top {
				t.Errorf("cursor %d, top %d; want %d, %d", l.Cursor(), l.Top(), tc.cursor, tc.top)
			}
		})
	}
}

func TestOtherKeysAreNotHandled(t *testing.T) {
	if l := every(0, 10, 5); l.Handle(keymap.Open) || !l.Handle(keymap.Down) {
		t.Error("Handle takes keys that move nothing, or refuses one that does")
	}
}

func TestGrowingMovesNothing(t *testing.T) {
	l := every(0, 10, 10)
	press(l, keymap.Bottom)
	l.SetLen(5000)
	if l.Cursor() != 9 || l.Top() != 0 {
		t.Errorf("cursor %d, top %d after rows came", l.Cursor(), l.Top())
	}
	l.Select(4000)
	l.SetLen(20)
	if l.Cursor() != 19 || l.Top() != 10 {
		t.Errorf("cursor %d, top %d after rows went", l.Cursor(), l.Top())
	}
	l.SetLen(0)
	if l.Cursor() != -1 {
		t.Errorf("cursor %d in an empty list", l.Cursor())
	}
	l.SetLen(3)
	if l.Cursor() != 0 {
		t.Errorf("cursor %d when the first rows came", l.Cursor())
	}
	press(l, keymap.Down)
	l.Reset()
	if l.Cursor() != 0 {
		t.Errorf("cursor %d after Reset", l.Cursor())
	}
}

func TestWheelLeavesTheCursor(t *testing.T) {
	l := every(0, 100, 10)
	press(l, keymap.Down)
	l.Wheel(30)
	if _, seen := l.CursorY(); l.Cursor() != 1 || l.Top() != 30 || seen {
		t.Errorf("cursor %d, top %d, seen %v", l.Cursor(), l.Top(), seen)
	}
	press(l, keymap.Down)
	if y, seen := l.CursorY(); l.Cursor() != 2 || y != 1 || !seen {
		t.Errorf("cursor %d at %d, seen %v after the next key", l.Cursor(), y, seen)
	}
	l.Wheel(-5)
	l.Wheel(500)
	if l.Top() != 90 {
		t.Errorf("top %d at the end", l.Top())
	}
}

func TestClick(t *testing.T) {
	l := every(10, 100, 10)
	l.Wheel(5)
	for _, tc := range []struct {
		y, cursor int
		ok        bool
	}{{0, 5, true}, {9, 14, true}, {5, 14, false}, {-1, 14, false}, {10, 14, false}} {
		if ok := l.Click(tc.y); ok != tc.ok || l.Cursor() != tc.cursor || l.Top() != 5 {
			t.Errorf("a click on %d: %v, cursor %d, top %d", tc.y, ok, l.Cursor(), l.Top())
		}
	}
	short := every(0, 3, 10)
	if short.Click(5) {
		t.Error("a click below the last line selects something")
	}
}

func TestResizeKeepsTheCursorInSight(t *testing.T) {
	l := every(0, 100, 20)
	l.Select(60)
	l.SetHeight(3)
	if _, seen := l.CursorY(); !seen {
		t.Error("the cursor is out of sight after the list shrank")
	}
	l.Wheel(-50)
	top := l.Top()
	l.SetHeight(5)
	if l.Top() != top {
		t.Error("a resize scrolled back to a cursor that was out of sight")
	}
}

// A key looks at a few lines whatever the length of the list.
func TestKeysDoNotLookAtEveryLine(t *testing.T) {
	looks := 0
	l := &rows.List{Selectable: func(line int) bool { looks++; return line%1001 != 0 }}
	l.SetHeight(40)
	l.SetLen(1_000_000)
	for _, id := range []keymap.ID{keymap.Down, keymap.Bottom, keymap.PageUp, keymap.Top, keymap.HalfDown, keymap.Up} {
		looks = 0
		if l.Handle(id); looks > 4 {
			t.Errorf("%s looks at %d lines", id, looks)
		}
	}
}

func TestDraw(t *testing.T) {
	l := every(4, 9, 6)
	l.Select(3)
	line := func(line rows.Line) {
		if line.Index%4 == 0 {
			line.Text(line.On(themes.Dark().Rule), "────────")
			return
		}
		line.Text(line.On(themes.Dark().Text), fmt.Sprintf("line %d", line.Index))
	}
	screentest.Golden(t, "list", 12, 8, func(scr uv.Screen, area uv.Rectangle) {
		l.Draw(scr, area, themes.Dark(), true, line)
	})
	screentest.Sizes(t, func(scr uv.Screen, area uv.Rectangle) { l.Draw(scr, area, themes.Dark(), true, line) })
}

func TestTheSelectedLineIsStyledToItsEnd(t *testing.T) {
	th := themes.Dark()
	for _, tc := range []struct {
		focused bool
		want    uv.Style
	}{{true, th.Selected}, {false, th.Inactive}} {
		scr := uv.NewScreenBuffer(12, 2)
		l := every(0, 2, 2)
		l.Draw(scr, scr.Bounds(), th, tc.focused, func(line rows.Line) { line.Text(line.On(th.Dim), "x") })
		if got := scr.CellAt(11, 0).Style; !got.Equal(&tc.want) {
			t.Errorf("focused %v: the last cell is %+v", tc.focused, got)
		}
		if got := scr.CellAt(1, 0).Style; got.Bg != tc.want.Bg || got.Fg != th.Dim.Fg {
			t.Errorf("focused %v: the text is %+v", tc.focused, got)
		}
		if got := scr.CellAt(11, 1).Style; !got.IsZero() {
			t.Errorf("focused %v: another line is %+v", tc.focused, got)
		}
	}
}

func FuzzList(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 200, 201}, uint8(3))
	f.Add([]byte{9, 0, 30, 10, 1, 8, 90, 11, 0, 7}, uint8(1))
	moving := []keymap.ID{keymap.Up, keymap.Down, keymap.PageUp, keymap.PageDown, keymap.HalfUp, keymap.HalfDown, keymap.Top, keymap.Bottom}
	f.Fuzz(func(t *testing.T, ops []byte, sep uint8) {
		l := every(int(sep), 30, 7)
		for i, op := range ops {
			arg := int(ops[(i+1)%len(ops)])
			switch op % 13 {
			case 8:
				l.SetLen(arg)
			case 9:
				l.SetHeight(arg % 20)
			case 10:
				l.Wheel(arg - 128)
			case 11:
				l.Click(arg % 25)
			case 12:
				l.Select(arg)
			default:
				l.Handle(moving[op%13])
			}
			if c := l.Cursor(); c >= l.Len() || c >= 0 && l.Selectable != nil && !l.Selectable(c) {
				t.Fatalf("step %d: the cursor is on line %d of %d", i, c, l.Len())
			}
			if l.Top() < 0 || l.Len() > 0 && l.Top() >= l.Len() {
				t.Fatalf("step %d: the top is line %d of %d", i, l.Top(), l.Len())
			}
		}
	})
}

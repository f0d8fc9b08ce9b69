package resources_test

import (
	"math/rand/v2"
	"testing"

	"mcperuse/keymap"
	"mcperuse/views/resources"
	"mcperuse/views/screentest"
)

// Whatever keys come in whatever order, while pages arrive, are replaced or go:
// the view holds, and the row under the cursor is one of the list.
func FuzzKeys(f *testing.F) {
	ids := []keymap.ID{
		keymap.Up, keymap.Down, keymap.PageDown, keymap.HalfUp, keymap.Top, keymap.Bottom, keymap.EditFilter, keymap.KeepFilter, keymap.ClearFilter,
		keymap.Back, keymap.NextMatch, keymap.PreviousMatch, keymap.ChooseOrder, keymap.OrderByName, keymap.OrderBySize, keymap.OrderByChanged,
		keymap.OrderAsSent, keymap.ToggleTree, keymap.Expand, keymap.Collapse, keymap.Open, keymap.ShowPages, keymap.ToggleSeparators, keymap.Count,
	}
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		source := docs()
		v := resources.New(source)
		if seed%2 == 1 { // long enough for jobs
			source = big(5000)
			v = resources.New(&quiet{source})
		}
		v.SetStatus(resources.Status{Phase: resources.Loading})
		var late []resources.Outcome
		for range 120 {
			switch n := r.IntN(40); {
			case n < len(ids):
				v.Handle(ids[n])
			case n < 30:
				key := string("ade.!'^$ |0123:x"[r.IntN(16)])
				v.Key(key, key)
			case n < 32:
				v.SetSize(r.IntN(100), r.IntN(30))
			case n < 34:
				source.add(plains(source.Len(), r.IntN(60))...)
			case n == 34:
				v.Renew(func() { *source = *docs() })
			case n == 35:
				*source = list{}
				v.Reset()
			case n == 36:
				source.changes++
				v.SetStatus(resources.Status{Phase: resources.Phase(r.IntN(4))})
			case n == 37:
				v.Click(r.IntN(60), r.IntN(20))
				v.Wheel(r.IntN(9) - 4)
			default:
				if j, ok := v.Work(); ok {
					late = append(late, j.Run(t.Context()))
				}
				if len(late) > 0 && r.IntN(2) == 0 {
					i := r.IntN(len(late))
					v.Apply(late[i])
				}
			}
			if i := v.Selected(); i >= source.Len() {
				t.Fatalf("row %d of %d is selected", i, source.Len())
			}
			screentest.Text(t, 60, 20, drawer(v))
		}
	})
}

package wire_test

import (
	"testing"

	"mcperuse/keymap"
	"mcperuse/mcpclient/wire"
	view "mcperuse/views/wire"
)

// hundredThousand is a source of 100,000 frames that costs nothing to read.
func hundredThousand(b *testing.B) *wire.Log {
	b.Helper()
	return pings(50_000, 1<<30).log
}

func BenchmarkKeyOn100kFrames(b *testing.B) {
	log := hundredThousand(b)
	for name, filter := range map[string]string{"all": "", "filtered": "is:reply"} {
		b.Run(name, func(b *testing.B) {
			v := view.New(log)
			v.SetSize(120, 40)
			v.Handle(keymap.EditFilter)
			v.Paste(filter)
			v.Handle(keymap.KeepFilter)
			finish(b, v)
			scr := screen(120, 40)
			keys := []keymap.ID{keymap.PageUp, keymap.Up, keymap.Down, keymap.HalfUp, keymap.Down}
			for i := 0; b.Loop(); i++ {
				v.Handle(keys[i%len(keys)])
				v.Draw(scr, scr.Bounds(), th, true)
			}
		})
	}
}

func BenchmarkSearch100kFrames(b *testing.B) {
	log := hundredThousand(b)
	v := view.New(log)
	v.SetSize(120, 40)
	v.Handle(keymap.EditFilter)
	for i := 0; b.Loop(); i++ {
		v.Key("", []string{"r", "e", "s"}[i%3])
		finish(b, v)
		if i%3 == 2 {
			v.Key("ctrl+u", "")
		}
	}
}

// BenchmarkSync is what 1000 new frames cost.
func BenchmarkSync(b *testing.B) {
	c := pings(500, 1<<20)
	v := view.New(c.log)
	v.SetSize(120, 40)
	for n := 1000; b.Loop(); {
		b.StopTimer()
		for range 500 {
			c.ping(n)
			n++
		}
		b.StartTimer()
		v.Sync()
	}
}

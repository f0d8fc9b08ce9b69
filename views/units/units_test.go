package units_test

import (
	"math"
	"testing"
	"time"

	"mcperuse/views/units"
)

func TestWords(t *testing.T) {
	const ms = time.Millisecond
	tests := []struct{ name, got, want string }{
		{"count", units.Count(0), "0"},
		{"count three digits", units.Count(999), "999"},
		{"count four digits", units.Count(1000), "1,000"},
		{"count seven digits", units.Count(1234567), "1,234,567"},
		{"count below zero", units.Count(-123456), "-123,456"},
		{"smallest count", units.Count(math.MinInt64), "-9,223,372,036,854,775,808"},
		{"one", units.Plural(1, "page"), "1 page"},
		{"none", units.Plural(0, "page"), "0 pages"},
		{"many", units.Plural(1200, "row"), "1,200 rows"},

		{"no bytes", units.Size(0), "0 B"},
		{"bytes", units.Size(1023), "1023 B"},
		{"a kilobyte", units.Size(1024), "1.0 KB"},
		{"almost a megabyte", units.Size(1024*1024 - 1), "1.0 MB"},
		{"megabytes", units.Size(5 << 20), "5.0 MB"},
		{"the most bytes", units.Size(math.MaxInt64), "8192.0 PB"},
		{"negative bytes", units.Size(-5000), "-4.9 KB"},

		{"below a millisecond", units.Duration(400 * time.Microsecond), "0.4 ms"},
		{"milliseconds", units.Duration(38 * ms), "38 ms"},
		{"just below a second", units.Duration(999999 * time.Microsecond), "999 ms"},
		{"seconds", units.Duration(1234 * ms), "1.2 s"},
		{"just below ten seconds", units.Duration(9999 * ms), "9.9 s"},
		{"many seconds", units.Duration(42 * time.Second), "42 s"},
		{"minutes", units.Duration(192 * time.Second), "3:12"},
		{"negative", units.Duration(-ms), "0.0 ms"},

		{"timer", units.Timer(42 * time.Second), "0:42"},
		{"timer hours", units.Timer(3723 * time.Second), "1:02:03"},
		{"timer below zero", units.Timer(-time.Second), "0:00"},

		{"ago now", units.Ago(10 * ms), "just now"},
		{"ago seconds", units.Ago(12 * time.Second), "12 s ago"},
		{"ago minutes", units.Ago(3 * time.Minute), "3 min ago"},
		{"ago hours", units.Ago(47 * time.Hour), "47 h ago"},
		{"ago days", units.Ago(120 * time.Hour), "5 days ago"},

		{"clock", units.Clock(time.Date(2026, 1, 2, 9, 4, 31, 9e8, time.UTC)), "09:04:31"},

		{"percent", units.Percent(0.555), "55 %"},
		{"percent almost all", units.Percent(0.999), "99 %"},
		{"percent above", units.Percent(7), "100 %"},
		{"percent not a number", units.Percent(math.NaN()), "0 %"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.got != tt.want {
				t.Errorf("got %q, want %q", tt.got, tt.want)
			}
		})
	}
}

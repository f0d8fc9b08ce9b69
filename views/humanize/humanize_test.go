package humanize_test

import (
	"math"
	"testing"
	"time"

	"mcperuse/views/humanize"
)

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 812: "812 B", 999: "999 B", 1000: "1.0 KB", 2100: "2.1 KB", 12_000: "12.0 KB",
		999_949: "999.9 KB", 999_950: "1.0 MB", 1 << 20: "1.0 MB", 2_100_000: "2.1 MB",
		5_400_000_000: "5.4 GB", math.MaxInt64: "9.2 EB", -5: "-5 B", -2100: "-2.1 KB", math.MinInt64: "-9.2 EB",
	} {
		if got := humanize.Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 7: "7", 312: "312", 1000: "1,000", 12345: "12,345", 1234567: "1,234,567",
		-312: "-312", -1000: "-1,000", math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := humanize.Count(n); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestAmount(t *testing.T) {
	for n, want := range map[int]string{0: "0 entries", 1: "1 entry", 1200: "1,200 entries"} {
		if got := humanize.Amount(n, "entry", "entries"); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                                  "0 ms",
		40 * time.Microsecond:              "0 ms",
		400 * time.Microsecond:             "0.4 ms",
		2 * time.Millisecond:               "2 ms",
		9949 * time.Microsecond:            "9.9 ms",
		9950 * time.Microsecond:            "10 ms",
		38 * time.Millisecond:              "38 ms",
		999 * time.Millisecond:             "999 ms",
		999500 * time.Microsecond:          "1.0 s",
		1234 * time.Millisecond:            "1.2 s",
		59949 * time.Millisecond:           "59.9 s",
		59950 * time.Millisecond:           "1 min",
		125 * time.Second:                  "2 min 5 s",
		3*time.Hour + 2*time.Minute:        "3 h 2 min",
		3 * time.Hour:                      "3 h",
		97 * time.Hour:                     "4 d 1 h",
		-1234 * time.Millisecond:           "-1.2 s",
		time.Duration(math.MinInt64):       "-106751 d 23 h",
		time.Hour - 100*time.Millisecond:   "1 h",
		time.Minute - 100*time.Millisecond: "59.9 s",
	} {
		if got := humanize.Duration(d); got != want {
			t.Errorf("Duration(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestAge(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Hour:                  "now",
		999 * time.Millisecond:      "now",
		12900 * time.Millisecond:    "12 s ago",
		60 * time.Second:            "1 min ago",
		3*time.Hour + time.Minute:   "3 h ago",
		49 * time.Hour:              "2 d ago",
		59999 * time.Millisecond:    "59 s ago",
		time.Hour - time.Nanosecond: "59 min ago",
	} {
		if got := humanize.Age(d); got != want {
			t.Errorf("Age(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestClock(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Second:                   "0:00",
		0:                              "0:00",
		time.Nanosecond:                "0:01",
		42 * time.Second:               "0:42",
		41001 * time.Millisecond:       "0:42",
		12*time.Minute + 4*time.Second: "12:04",
		time.Hour + 2*time.Minute + 3*time.Second: "1:02:03",
	} {
		if got := humanize.Clock(d); got != want {
			t.Errorf("Clock(%v) = %q, want %q", d, got, want)
		}
	}
}

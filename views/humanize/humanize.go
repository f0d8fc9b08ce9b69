// Package humanize writes numbers, sizes and times the way the screen does.
package humanize

import (
	"fmt"
	"strconv"
	"time"
)

// Bytes writes a size: "812 B", "2.1 KB", "12.0 MB". A KB is 1000 bytes. Negative
// sizes keep their sign.
func Bytes(n int64) string {
	if n > -1000 && n < 1000 {
		return strconv.FormatInt(n, 10) + " B"
	}
	v := float64(n)
	unit := ""
	for _, unit = range []string{"KB", "MB", "GB", "TB", "PB", "EB"} {
		if v /= 1000; v < 999.95 && v > -999.95 { // what rounds to 1000.0 takes the next unit
			break
		}
	}
	return fmt.Sprintf("%.1f %s", v, unit)
}

// Count writes a number with its thousands grouped: "12,345".
func Count(n int64) string {
	s := strconv.FormatInt(n, 10)
	digits := 0
	if n < 0 {
		digits = 1
	}
	for i := len(s) - 3; i > digits; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Amount writes how many there are of something: "1 entry", "1,200 entries".
func Amount(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(int64(n)) + " " + many
}

// Duration writes how long something took: "0.4 ms", "38 ms", "1.2 s", "2 min 5 s",
// "3 h 2 min", "4 d 1 h".
func Duration(d time.Duration) string {
	switch {
	case d < 0:
		return "-" + Duration(-max(d, -1<<63+1))
	case d < 9950*time.Microsecond:
		return trimZero(fmt.Sprintf("%.1f", float64(d)/float64(time.Millisecond))) + " ms"
	case d < 999500*time.Microsecond:
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	case d < 59950*time.Millisecond:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return coarse(d)
}

// Age writes how long ago something was: "now" in the first second, "12 s ago",
// "4 min ago", "3 h ago", "2 d ago". A time in the future is "now".
func Age(d time.Duration) string {
	if d < time.Second {
		return "now"
	}
	if d < time.Minute {
		return fmt.Sprintf("%d s ago", d/time.Second)
	}
	n, unit := largest(d)
	return fmt.Sprintf("%d %s ago", n, unit)
}

// Clock writes a time left or passed as a clock does: "0:42", "12:04", "1:02:03".
// Parts of a second count as not passed yet, so a countdown shows 0:00 only at its
// end; a time that has run out is 0:00.
func Clock(d time.Duration) string {
	d = max(d, 0)
	s := int64(d / time.Second)
	if d%time.Second > 0 {
		s++
	}
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// coarse writes a duration from a minute up in its two largest units.
func coarse(d time.Duration) string {
	d = d.Round(time.Second)
	for i, u := range units[:len(units)-1] {
		if d < u.length {
			continue
		}
		s := fmt.Sprintf("%d %s", d/u.length, u.name)
		if rest := d % u.length / units[i+1].length; rest > 0 {
			s += fmt.Sprintf(" %d %s", rest, units[i+1].name)
		}
		return s
	}
	return fmt.Sprintf("%d s", d/time.Second)
}

func largest(d time.Duration) (int64, string) {
	for _, u := range units {
		if d >= u.length {
			return int64(d / u.length), u.name
		}
	}
	return 0, "s"
}

var units = []struct {
	length time.Duration
	name   string
}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "min"}, {time.Second, "s"}}

func trimZero(s string) string {
	if n := len(s) - 2; n > 0 && s[n:] == ".0" {
		return s[:n]
	}
	return s
}

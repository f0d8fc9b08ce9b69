// Package units writes numbers, sizes and times the way every screen shows
// them. It knows no locale: the same input gives the same text everywhere.
package units

import (
	"fmt"
	"strconv"
	"time"
)

// Count writes n with its digits in groups of three: 12,345.
func Count(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign, digits := "", s
	if n < 0 {
		sign, digits = "-", s[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// Plural writes a count with its noun: "1 page", "7 pages".
func Plural(n int64, singular string) string {
	if n == 1 {
		return "1 " + singular
	}
	return Count(n) + " " + singular + "s"
}

// Size writes a number of bytes: "812 B", "4.1 KB", "1.8 MB". A KB is 1024
// bytes.
func Size(n int64) string {
	if n > -1024 && n < 1024 {
		return strconv.FormatInt(n, 10) + " B"
	}
	f := float64(n) / 1024
	for _, unit := range []string{"KB", "MB", "GB", "TB"} {
		if f > -1023.95 && f < 1023.95 {
			return strconv.FormatFloat(f, 'f', 1, 64) + " " + unit
		}
		f /= 1024
	}
	return strconv.FormatFloat(f, 'f', 1, 64) + " PB"
}

// Duration writes how long something took: "38 ms", "1.2 s", "12 s", "3:12",
// "1:02:03". Below a millisecond it is "0.4 ms"; a negative duration counts as
// none.
func Duration(d time.Duration) string {
	switch d = max(d, 0); {
	case d < time.Millisecond:
		return strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', 1, 64) + " ms"
	case d < time.Second:
		return strconv.FormatInt(int64(d/time.Millisecond), 10) + " ms"
	case d < 10*time.Second:
		return strconv.FormatFloat(d.Truncate(100*time.Millisecond).Seconds(), 'f', 1, 64) + " s"
	case d < time.Minute:
		return strconv.FormatInt(int64(d/time.Second), 10) + " s"
	}
	return Timer(d)
}

// Timer writes a duration as a clock does: "0:42", "3:12", "1:02:03". Parts of
// a second are left off.
func Timer(d time.Duration) string {
	s := int64(max(d, 0) / time.Second)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// Ago writes the age of something: "just now", "12 s ago", "3 min ago", "2 h ago",
// "5 days ago".
func Ago(d time.Duration) string {
	switch {
	case d < time.Second:
		return "just now"
	case d < time.Minute:
		return fmt.Sprintf("%d s ago", d/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", d/time.Minute)
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h ago", d/time.Hour)
	}
	return fmt.Sprintf("%d days ago", d/(24*time.Hour))
}

// Clock writes the time of day of t in its own zone: "12:04:31".
func Clock(t time.Time) string { return t.Format("15:04:05") }

// Percent writes a fraction from 0 to 1 as "55 %"; it says 100 only when the
// whole is reached.
func Percent(f float64) string {
	if !(f > 0) { // not a number either
		f = 0
	}
	return strconv.Itoa(int(min(f, 1)*100)) + " %"
}

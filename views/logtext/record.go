package logtext

import (
	"strings"

	"mcperuse/mcpclient/rawjson"
)

// The members of a record that have a place of their own, by the names the common
// libraries give them.
var (
	timeNames    = []string{"time", "ts", "timestamp", "@timestamp", "date"}
	levelNames   = []string{"level", "severity", "lvl", "log.level"}
	messageNames = []string{"msg", "message", "event"}
)

// member is one member of a record.
type member struct {
	name  string
	value rawjson.Value
}

// isRecord reports whether a line is JSON that says something at a level.
func isRecord(line string) bool {
	members := parse(line)
	return take(&members, levelNames) != nil || take(&members, messageNames) != nil
}

// parse takes a line of JSON apart, nil where it is no object.
func parse(line string) (out []member) {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "{") || !strings.HasSuffix(line, "}") {
		return nil
	}
	v, rest, err := rawjson.Next([]byte(line))
	if err != nil || len(rest) > 0 {
		return nil
	}
	for name, value := range v.Members() {
		out = append(out, member{string(name), value})
	}
	return out
}

// take removes the first member of one of the names.
func take(members *[]member, names []string) rawjson.Value {
	for _, name := range names {
		for i, m := range *members {
			if strings.EqualFold(m.name, name) {
				*members = append((*members)[:i:i], (*members)[i+1:]...)
				return m.value
			}
		}
	}
	return nil
}

// record writes a line of JSON as a line of a log, and reports whether it is one.
func (w *writer) record(line string) bool {
	members := parse(line)
	if members == nil {
		return false
	}
	at, severity, message := take(&members, timeNames), take(&members, levelNames), take(&members, messageNames)
	if severity == nil && message == nil {
		return false
	}
	w.change()
	l := levelOf(severity)
	rest := plain
	if l == debug {
		rest = dim
	}
	if at != nil {
		w.put(dim, words(at)+"  ")
	}
	if severity != nil {
		const column = 5 // most words fit
		word := strings.ToUpper(words(severity))
		w.put(l.style(), word)
		w.put(rest, strings.Repeat(" ", max(column-len(word), 0)+2))
	}
	if message != nil {
		w.put(rest, words(message))
	}
	for _, m := range members {
		w.put(nameStyle, "  "+m.name+"=")
		w.put(rest, oneLine(string(m.value)))
	}
	return true
}

// levelOf reads a level: a word, or a number as pino and bunyan write them.
func levelOf(v rawjson.Value) level {
	if n, ok := v.Float(); ok {
		switch {
		case n >= 50:
			return failure
		case n >= 40:
			return warning
		case n >= 30:
			return info
		}
		return debug
	}
	return levels[strings.ToUpper(words(v))]
}

// words is a value without quotes, on one line.
func words(v rawjson.Value) string {
	if text, ok := v.Text(); ok {
		return oneLine(text)
	}
	return oneLine(string(v))
}

// oneLine keeps a value from starting another line of the log.
func oneLine(s string) string {
	if !strings.ContainsAny(s, "\r\n") {
		return s
	}
	return strings.NewReplacer("\r", `\r`, "\n", `\n`).Replace(s)
}

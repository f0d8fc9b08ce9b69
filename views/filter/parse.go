package filter

import "strings"

// Parse reads a filter line. Terms that are not finished yet, such as "!", "^"
// or "size:>", ask for nothing.
func Parse(line string) Query {
	var q Query
	var open set    // the set that a | would add to
	joined := false // a | was the last thing read
	for word := range words(line) {
		if word == "|" && len(open) > 0 && !joined {
			joined = true
			continue
		}
		t, problem := parseTerm(word)
		if problem != "" && q.Problem == "" {
			q.Problem = problem
		}
		if t.empty() {
			continue
		}
		if !joined && len(open) > 0 {
			q.sets = append(q.sets, open)
			open = nil
		}
		open, joined = append(open, t), false
	}
	if len(open) > 0 {
		q.sets = append(q.sets, open)
	}
	return q
}

// words iterates the words of a line; a backslash keeps the space after it.
func words(line string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		var word []byte
		for i := 0; i < len(line); i++ {
			switch c := line[i]; {
			case c == '\\' && i+1 < len(line) && line[i+1] == ' ':
				word = append(word, ' ')
				i++
			case c != ' ':
				word = append(word, c)
			case len(word) > 0:
				if !yield(string(word)) {
					return
				}
				word = word[:0]
			}
		}
		if len(word) > 0 {
			yield(string(word))
		}
	}
}

// parseTerm reads one word.
func parseTerm(word string) (t term, problem string) {
	rest, not := strings.CutPrefix(word, "!")
	t.not = not
	if name, value, ok := strings.Cut(rest, ":"); ok {
		if f, known := fieldNames[strings.ToLower(name)]; known {
			t.field = f
			if f.isText() {
				t.text(value, exact)
				return t, ""
			}
			return t, t.value(name, value)
		}
	}
	how := fuzzy
	if not {
		how = exact
	}
	t.text(rest, how)
	return t, ""
}

// text reads a text with the marks around it. Without any it is looked for as
// told.
func (t *term) text(s string, how kind) {
	t.kind = how
	if s != "$" && strings.HasSuffix(s, "$") {
		t.kind, s = suffix, s[:len(s)-1]
	}
	switch {
	case len(s) > 2 && s[0] == '\'' && s[len(s)-1] == '\'':
		t.kind, s = whole, s[1:len(s)-1]
	case strings.HasPrefix(s, "'") && t.kind == suffix:
		s = s[1:]
	case strings.HasPrefix(s, "'"):
		// It turns the usual way round, as in fzf.
		if t.kind = exact; how == exact {
			t.kind = fuzzy
		}
		s = s[1:]
	case strings.HasPrefix(s, "^"):
		s = s[1:]
		if t.kind == suffix {
			t.kind = equal
		} else {
			t.kind = prefix
		}
	}
	t.want = newPattern(s)
}

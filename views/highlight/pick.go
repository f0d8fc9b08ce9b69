package highlight

import (
	"mime"
	"net/url"
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// Pick chooses the lexer for a text: by its media type, else by the file name in
// its URI, else by the first bytes. It returns the name of the lexer, "" for plain
// text; guess is set unless the media type said so. Types that say nothing,
// text/plain above all, leave the choice to the other two.
func Pick(mimeType, uri string, head []byte) (lexer string, guess bool) {
	essence := essence(mimeType)
	if !vague[essence] {
		if name, ok := byType(essence); ok {
			return name, false
		}
	}
	if name, ok := byName(fileName(uri)); ok {
		return name, true
	}
	if name := sniff(head); name != "" {
		return name, true
	}
	return "", essence == ""
}

// vague holds the types that servers send for anything.
var vague = map[string]bool{
	"": true, "text/plain": true, "application/octet-stream": true, "binary/octet-stream": true, "application/x-unknown": true,
}

// essence returns a media type in lower case, without parameters.
func essence(mimeType string) string {
	if t, _, err := mime.ParseMediaType(mimeType); err == nil {
		return t
	}
	t, _, _ := strings.Cut(mimeType, ";")
	return strings.ToLower(strings.TrimSpace(t))
}

func byType(essence string) (lexer string, ok bool) {
	if lexer, ok = types[essence]; ok {
		return lexer, true
	}
	for suffix, lexer := range suffixes {
		if strings.HasSuffix(essence, suffix) {
			return lexer, true
		}
	}
	return named(lexers.MatchMimeType(essence))
}

// fileName returns the last part of the path of a URI.
func fileName(uri string) string {
	p := uri
	if u, err := url.Parse(uri); err == nil {
		p = u.Path
		if u.Opaque != "" {
			p = u.Opaque
		}
	}
	if name := path.Base(p); name != "." && name != "/" {
		return name
	}
	return ""
}

// byName finds the lexer for a file name. chroma compares the name with hundreds of
// patterns, which takes milliseconds, so its answers are kept.
func byName(name string) (lexer string, ok bool) {
	if name == "" {
		return "", false
	}
	if lexer, ok = files[strings.ToLower(name)]; ok {
		return lexer, true
	}
	if lexer, ok = extensions[strings.ToLower(path.Ext(name))]; ok {
		return lexer, true
	}
	matched.Lock()
	defer matched.Unlock()
	if lexer, ok = matched.names[name]; !ok {
		lexer, _ = named(lexers.Match(name))
		if matched.names == nil || len(matched.names) == maxMatched {
			matched.names = make(map[string]string)
		}
		matched.names[name] = lexer
	}
	return lexer, lexer != ""
}

// maxMatched bounds what a server can make us keep.
const maxMatched = 1024

var matched struct {
	sync.Mutex
	names map[string]string // file name to lexer, "" for none
}

// named returns the name of a lexer that colours something.
func named(l chroma.Lexer) (string, bool) {
	if l == nil || l.Config().Name == "plaintext" {
		return "", false
	}
	return l.Config().Name, true
}

var (
	looksLikeJSON = regexp.MustCompile(`^(\{\s*("|\}|$)|\[\s*(["{\[\]\d]|-\d|true\b|false\b|null\b|$))`)
	looksLikeHTML = regexp.MustCompile(`(?i)^<(!doctype html|html|head|body)\b`)
	looksLikeXML  = regexp.MustCompile(`^<(\?xml\b|!--|!DOCTYPE\b|[A-Za-z_][\w.:-]*[\s/>])`)
	shebang       = regexp.MustCompile(`^#!\s*(?:\S*/)?([\w.+-]+)(?:[ \t]+(?:-\S+[ \t]+)*([\w.+-]+))?`)
)

// sniff guesses the lexer from the first bytes.
func sniff(head []byte) string {
	s := strings.TrimPrefix(string(head[:min(len(head), 512)]), "\ufeff")
	if m := shebang.FindStringSubmatch(s); m != nil {
		program := m[1]
		if program == "env" {
			program = m[2]
		}
		return interpreters[strings.ToLower(strings.TrimRight(program, "0123456789."))]
	}
	s = strings.TrimLeft(s, " \t\r\n")
	switch {
	case looksLikeJSON.MatchString(s):
		return "JSON"
	case looksLikeHTML.MatchString(s):
		return "HTML"
	case looksLikeXML.MatchString(s):
		return "XML"
	}
	return ""
}

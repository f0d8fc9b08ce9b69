package input

import (
	"net"
	"net/url"
	"strings"
	"unicode"
)

// Address is where a server wants the user to go, judged without going there
// (specification: Elicitation, URL Mode Security).
type Address struct {
	// Before, Host and After are the address as sent, cut where its host begins
	// and ends. Host is "" where there is none to be found.
	Before, Host, After string
	// Warnings are what should make one think twice.
	Warnings []string
	// Refused says why it is not opened, "" where it can be.
	Refused string
}

// JudgeAddress takes an address apart.
func JudgeAddress(s string) Address {
	a := Address{Before: s}
	u, err := url.Parse(s)
	if err != nil || strings.IndexFunc(s, unicode.IsControl) >= 0 {
		a.Refused = "this is no valid address"
		return a
	}
	host := u.Hostname()
	if start, end, ok := hostIn(s); ok {
		a.Before, a.Host, a.After = s[:start], s[start:end], s[end:]
	}
	scheme := strings.ToLower(u.Scheme)
	switch {
	case scheme != "https" && scheme != "http":
		a.Refused = "only https addresses are opened, not " + u.Scheme
		if u.Scheme == "" {
			a.Refused = "only full https addresses are opened"
		}
	case a.Host == "":
		a.Refused = "it names no host"
	case scheme == "http" && !loopback(host):
		a.Refused = "only https addresses are opened: anybody on the way can read and change what goes over http"
	}
	warn := func(text string) { a.Warnings = append(a.Warnings, text) }
	if u.User != nil {
		warn("what stands before the @ is not the host")
	}
	scripts := scriptsOf(host)
	if strings.Contains(strings.ToLower("."+host), ".xn--") {
		warn("the host is written in punycode (xn--): it shows as other letters in a browser, maybe ones that look like a name you know")
	}
	if len(scripts) > 0 {
		warn("the host has letters that are not Latin: " + strings.Join(scripts, ", "))
	}
	if len(scripts) > 0 && strings.IndexFunc(host, func(r rune) bool { return unicode.Is(unicode.Latin, r) }) >= 0 {
		warn("the host mixes scripts, as names do that look like another one")
	}
	if ip := net.ParseIP(host); ip != nil && !ip.IsLoopback() {
		warn("the host is a bare number, not a name")
	}
	if loopback(host) {
		warn("the host is this computer")
	}
	if strings.IndexFunc(s, hidden) >= 0 {
		warn("it has invisible characters in it")
	}
	return a
}

// hostIn finds the host in an address: what comes after // and an @, up to a port
// or a path.
func hostIn(s string) (start, end int, ok bool) {
	slashes := strings.Index(s, "://")
	if slashes < 0 {
		return 0, 0, false
	}
	start = slashes + len("://")
	end = len(s)
	if i := strings.IndexAny(s[start:], "/?#"); i >= 0 {
		end = start + i
	}
	if i := strings.LastIndexByte(s[start:end], '@'); i >= 0 {
		start += i + 1
	}
	if i := strings.LastIndexByte(s[start:end], ':'); i >= 0 && !strings.HasSuffix(s[start:end], "]") {
		end = start + i
	}
	return start, end, end > start
}

// scriptsOf names the scripts other than Latin in a host, sorted as they come.
func scriptsOf(host string) (names []string) {
	seen := map[string]bool{}
	for _, r := range host {
		if r < unicode.MaxASCII || unicode.Is(unicode.Latin, r) || unicode.Is(unicode.Common, r) || unicode.Is(unicode.Inherited, r) {
			continue
		}
		name := "others"
		for candidate, table := range unicode.Scripts {
			if unicode.Is(table, r) {
				name = candidate
				break
			}
		}
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

func hidden(r rune) bool { return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Zs, r) && r != ' ' }

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

package transport

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// mask stands for a secret in everything that can be seen.
const mask = "***"

// secretHeaders are masked whoever set them. Everything the user set is masked
// besides: a header worth giving by hand is most often a credential.
var secretHeaders = []string{
	"Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "Mcp-Session-Id", "X-Api-Key", "Api-Key", "X-Auth-Token",
}

// maskHeader returns a copy of h that may be shown. The names in user are
// masked too. Of an authorization the scheme is kept.
func maskHeader(h, user http.Header) http.Header {
	out := h.Clone()
	for name, values := range out {
		if !slices.Contains(secretHeaders, http.CanonicalHeaderKey(name)) && user[name] == nil {
			continue
		}
		for i, v := range values {
			values[i] = mask
			if scheme, _, ok := strings.Cut(v, " "); ok && strings.HasSuffix(name, "uthorization") {
				values[i] = scheme + " " + mask
			}
		}
	}
	return out
}

// secretName matches names of query values and of command arguments that hold
// a credential.
var secretName = regexp.MustCompile(`(?i)token|secret|passw|credential|api[-_]?key|access[-_]?key|^key$|^(x-amz-)?sig(nature)?$|session|^auth|^code$`)

// looksRandom tells a token by its looks: long, of token characters only, with
// letters and digits.
func looksRandom(s string) bool {
	const shortest = 24
	if len(s) < shortest {
		return false
	}
	var letters, digits bool
	for _, c := range []byte(s) {
		switch {
		case c >= '0' && c <= '9':
			digits = true
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			letters = true
		case !strings.ContainsRune("-_.~+=", rune(c)):
			return false
		}
	}
	return letters && digits
}

// maskURL returns u as text without credentials: without what stands before
// the @, and with the query values that are or look like tokens masked.
func maskURL(u *url.URL) string {
	shown := *u
	if u.User != nil {
		shown.User = url.User(mask)
	}
	parts := strings.FieldsFunc(u.RawQuery, func(r rune) bool { return r == '&' || r == ';' })
	changed := false
	for i, part := range parts {
		name, value, _ := strings.Cut(part, "=")
		plain, err := url.QueryUnescape(value)
		if value != "" && (secretName.MatchString(name) || err != nil || looksRandom(plain)) {
			parts[i], changed = name+"="+mask, true
		}
	}
	if changed {
		shown.RawQuery = strings.Join(parts, "&")
	}
	return strings.Replace(shown.String(), url.User(mask).String()+"@", mask+"@", 1)
}

// maskURLText is [maskURL] for text that may be no URL at all.
func maskURLText(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return "(not a valid URL)"
	}
	return maskURL(u)
}

// maskCommand returns a command line that may be shown: arguments that name a
// secret lose its value, URLs their credentials.
func maskCommand(command []string) string {
	shown := slices.Clone(command)
	for i, arg := range shown {
		name, value, assigned := strings.Cut(arg, "=")
		flag := strings.TrimLeft(name, "-")
		switch {
		case strings.Contains(arg, "://"):
			if before, address, ok := strings.Cut(arg, "="); ok && !strings.Contains(before, "://") {
				shown[i] = before + "=" + maskURLText(address)
			} else {
				shown[i] = maskURLText(arg)
			}
		case assigned && value != "" && secretName.MatchString(flag):
			shown[i] = name + "=" + mask
		case i > 0 && strings.HasPrefix(command[i-1], "-") && !strings.Contains(command[i-1], "=") &&
			!strings.HasPrefix(arg, "-") && secretName.MatchString(strings.TrimLeft(command[i-1], "-")):
			shown[i] = mask
		}
		if strings.ContainsAny(shown[i], " \t\n\"'") || shown[i] == "" {
			shown[i] = "'" + strings.ReplaceAll(shown[i], "'", `'\''`) + "'"
		}
	}
	return strings.Join(shown, " ")
}

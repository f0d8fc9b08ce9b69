package config

import (
	"fmt"
	"net/url"
	"strings"
)

const mask = "***"

// String describes the server without its secrets: arguments are counted, of a
// URL only the host is shown, and of settings only the names.
func (s Server) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:", plain(s.Name))
	if s.Command != "" {
		fmt.Fprintf(&b, " %s", plain(s.Command))
		if n := len(s.Args); n > 0 {
			fmt.Fprintf(&b, " (arguments: %d)", n)
		}
	}
	if s.URL != "" {
		fmt.Fprintf(&b, " %s", maskURL(s.URL))
	}
	for _, setting := range s.Env {
		fmt.Fprintf(&b, " %s", setting)
	}
	for _, setting := range s.Headers {
		fmt.Fprintf(&b, " %s", setting)
	}
	return b.String()
}

// GoString is String: the %#v of a server has no secrets either.
func (s Server) GoString() string { return "config.Server(" + s.String() + ")" }

// String shows the name of the setting only.
func (s Setting) String() string { return plain(s.Name) + "=" + mask }

// GoString is String: the %#v of a setting has no secrets either.
func (s Setting) GoString() string { return "config.Setting(" + s.String() + ")" }

// maskURL keeps the scheme and the host. User, path and query can all hold a key.
func maskURL(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return mask
	}
	masked := u.Scheme + "://" + u.Host
	if address != masked {
		masked += "/" + mask
	}
	return masked
}

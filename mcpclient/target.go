package mcpclient

import (
	"net/http"
	"net/url"
	"strings"

	"mcperuse/mcpclient/transport"
	"mcperuse/mcpclient/wire"
)

// Target is the server to connect to: a command to start, or a URL.
type Target struct {
	// Name and Source say where the user configured it; both may be empty.
	Name, Source string

	Command []string // program and arguments, for stdio
	Env     []string // additions to the environment, K=V
	Dir     string   // working directory, "" for ours

	URL       string
	Header    http.Header
	Transport string // "auto", "http" or "sse"; "" stands for "auto"
	Insecure  bool   // accept any TLS certificate
	CACert    []byte // PEM certificates to trust in addition
}

// String is the command line or the URL, without the secrets a URL may hold.
func (t Target) String() string {
	if t.Stdio() {
		return strings.Join(t.Command, " ")
	}
	if u, err := url.Parse(t.URL); err == nil {
		return u.Redacted()
	}
	return t.URL
}

// Words name the target on a command line of mcperuse, as far as that can be
// done without secrets.
func (t Target) Words() []string {
	switch {
	case t.Name != "" && t.Source != "":
		return []string{"--config", t.Source, "--server", t.Name}
	case t.Stdio():
		return append([]string{"--"}, t.Command...)
	}
	return []string{t.String()}
}

// Stdio reports whether the target is a command.
func (t Target) Stdio() bool { return len(t.Command) > 0 }

func (t Target) httpOptions(log *wire.Log, o Options) transport.HTTPOptions {
	return transport.HTTPOptions{
		URL: t.URL, Header: t.Header, InsecureSkipVerify: t.Insecure, CACert: t.CACert,
		Log: log, Now: o.Now, MaxFrame: o.MaxFrame, KeepSecrets: o.KeepSecrets, UserAgent: "mcperuse/" + o.Version,
	}
}

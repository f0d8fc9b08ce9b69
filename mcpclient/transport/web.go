package transport

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"mcperuse/mcpclient/wire"
)

// dialTimeout bounds one attempt to connect; only contexts bound the rest.
const dialTimeout = 30 * time.Second

// HTTPOptions says how to reach a server over HTTP.
type HTTPOptions struct {
	URL string
	// Header is sent with every request, but never to another origin. Its
	// values are masked wherever they could be seen.
	Header             http.Header
	InsecureSkipVerify bool   // accept any certificate
	CACert             []byte // PEM; authorities to trust besides those of the system
	UserAgent          string
	Log                *wire.Log
	Now                func() time.Time
	MaxFrame           int64 // bytes; 0 means [wire.DefaultMaxFrame]
	// KeepSecrets leaves headers and addresses unmasked in frames.
	KeepSecrets bool
	// Jitter gives numbers in [0,1) to spread reconnections; nil means random.
	Jitter func() float64
}

// web is what the two HTTP transports have in common: the client, the headers
// of the user, and the life of everything that goes on in the background.
type web struct {
	opts   HTTPOptions
	url    *url.URL
	shown  string // url, secrets masked
	client *http.Client
	sink   Sink

	life       context.Context // ends with Close
	end        context.CancelFunc
	goroutines sync.WaitGroup

	mu      sync.Mutex
	started time.Time // zero before Start
	closed  bool
}

func newWeb(o HTTPOptions) *web {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.MaxFrame <= 0 {
		o.MaxFrame = wire.DefaultMaxFrame
	}
	if o.Jitter == nil {
		o.Jitter = rand.Float64
	}
	header := make(http.Header)
	for name, values := range o.Header {
		for _, v := range values {
			header.Add(name, v)
		}
	}
	o.Header = header
	w := &web{opts: o, shown: maskURLText(o.URL)}
	w.life, w.end = context.WithCancel(context.Background())
	return w
}

// start checks the options. Nothing goes over the network yet.
func (w *web) start(sink Sink) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || !w.started.IsZero() {
		return ErrClosed
	}
	u, err := url.Parse(strings.TrimSpace(w.opts.URL))
	switch {
	case err != nil:
		return &StartError{What: "the connection", Why: "the URL is not valid", Try: "write it like http://localhost:3000/mcp", Err: err}
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return &StartError{What: "the connection to " + maskURL(u), Why: "that is no http or https URL", Try: "write it like http://localhost:3000/mcp"}
	}
	u.Fragment = ""
	config := &tls.Config{InsecureSkipVerify: w.opts.InsecureSkipVerify}
	if w.opts.CACert != nil {
		pool, err := x509.SystemCertPool()
		if err != nil {
			pool = x509.NewCertPool()
		}
		if !pool.AppendCertsFromPEM(w.opts.CACert) {
			return &StartError{What: "the connection to " + maskURL(u), Why: "the file of --cacert holds no certificate", Try: "give a file in PEM form: -----BEGIN CERTIFICATE-----"}
		}
		config.RootCAs = pool
	}
	w.url, w.shown, w.sink, w.started = u, maskURL(u), sink, w.opts.Now()
	w.client = &http.Client{
		Transport: &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			DialContext:           (&net.Dialer{Timeout: dialTimeout, KeepAlive: dialTimeout}).DialContext,
			TLSClientConfig:       config,
			TLSHandshakeTimeout:   dialTimeout,
			ForceAttemptHTTP2:     true,
			MaxIdleConnsPerHost:   8,
			IdleConnTimeout:       90 * time.Second,
			ExpectContinueTimeout: time.Second,
		},
		CheckRedirect: checkRedirect,
	}
	return nil
}

// checkRedirect follows a redirect only within the origin, so that no
// credential leaves it, and only where the request is repeated as it was. The
// response of any other redirect is what the caller gets.
func checkRedirect(next *http.Request, via []*http.Request) error {
	const most = 5
	first := via[0]
	repeats := next.Response.StatusCode == http.StatusTemporaryRedirect || next.Response.StatusCode == http.StatusPermanentRedirect
	if len(via) > most || !sameOrigin(next.URL, first.URL) || !repeats && first.Method != http.MethodGet {
		return http.ErrUseLastResponse
	}
	return nil
}

func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case u.Scheme == "https":
		return "443"
	}
	return "80"
}

// request makes a request with the headers of the user.
func (w *web) request(ctx context.Context, method string, to *url.URL, body []byte) *http.Request {
	r := (&http.Request{
		Method: method, URL: to, Host: to.Host, Header: w.opts.Header.Clone(),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}).WithContext(ctx)
	if host := r.Header.Get("Host"); host != "" {
		r.Host = host
		r.Header.Del("Host")
	}
	if r.Header.Get("User-Agent") == "" && w.opts.UserAgent != "" {
		r.Header.Set("User-Agent", w.opts.UserAgent)
	}
	if body != nil {
		r.ContentLength = int64(len(body))
		r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
		r.Body, _ = r.GetBody()
	}
	return r
}

// do performs a request. The error says in words why there is no response.
func (w *web) do(r *http.Request) (*http.Response, error) {
	response, err := w.client.Do(r)
	if err != nil {
		return nil, unreachable(r.Context(), maskURL(r.URL), r.URL.Host, err)
	}
	return response, nil
}

// hangUp ends a response. That it was cut off is known from reading it.
func hangUp(r *http.Response) { _ = r.Body.Close() }

// logSent puts a message into the log that is about to go out with r.
func (w *web) logSent(m Outgoing, r *http.Request) {
	f := wire.Frame{
		Time: w.opts.Now(), Dir: wire.ToServer, Bytes: m.Body,
		HTTP: &wire.HTTPExchange{Method: r.Method, URL: w.urlOf(r), Header: w.headerOf(r.Header)},
	}
	f.Message, f.Notes = wire.Parse(m.Body)
	w.opts.Log.Add(f)
}

// headerOf is a header as frames show it.
func (w *web) headerOf(h http.Header) http.Header {
	if w.opts.KeepSecrets {
		return h.Clone()
	}
	return maskHeader(h, w.opts.Header)
}

// urlOf is the address of a request as frames show it.
func (w *web) urlOf(r *http.Request) string {
	if w.opts.KeepSecrets {
		return r.URL.String()
	}
	return maskURL(r.URL)
}

// received describes a response for the frames it carries.
func (w *web) received(r *http.Response) *wire.HTTPExchange {
	return &wire.HTTPExchange{
		Method: r.Request.Method, URL: w.urlOf(r.Request), Status: r.StatusCode, Header: w.headerOf(r.Header),
	}
}

// spawn runs f in the background, unless the transport is closed or was never
// started.
func (w *web) spawn(f func()) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.started.IsZero() {
		return ErrClosed
	}
	w.goroutines.Go(f)
	return nil
}

// open reports whether messages may be sent.
func (w *web) open() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.closed && !w.started.IsZero()
}

// close ends all that goes on. It reports false when that was done before.
func (w *web) close() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return false
	}
	w.closed = true
	w.end()
	return true
}

func (w *web) wait() {
	w.goroutines.Wait()
	if w.client != nil {
		w.client.CloseIdleConnections()
	}
}

// info is the common part of Info.
func (w *web) info(kind, session string) Info {
	w.mu.Lock()
	defer w.mu.Unlock()
	return Info{Kind: kind, Target: w.shown, Started: w.started, Session: maskSession(session)}
}

// maskSession keeps just enough of a session id to tell two apart.
func maskSession(id string) string {
	const kept, shortest = 4, 16
	switch {
	case id == "":
		return ""
	case len(id) < shortest:
		return mask
	}
	return id[:kept] + mask
}

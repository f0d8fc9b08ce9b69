package transport

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"mcperuse/mcpclient/wire"
)

func init() {
	// proxied sends one request the way its environment says.
	helpers["proxied"] = func() {
		r := newRecorder()
		h := NewHTTP(HTTPOptions{URL: os.Getenv("TARGET"), Log: wire.NewLog(wire.LogOptions{})})
		if err := h.Start(context.Background(), r); err != nil {
			panic(err)
		}
		body := wire.AppendRequest(nil, "1", "x", nil)
		if err := h.Send(context.Background(), Outgoing{Body: body, Kind: wire.Request, ID: "1", Method: "x"}); err != nil {
			panic(err)
		}
		fmt.Println((<-r.ended).err)
	}
}

func quiet(s *httptest.Server) *httptest.Server {
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	return s
}

func replies(w http.ResponseWriter, _ *http.Request) {
	answer(w, 200, "application/json", `{"jsonrpc":"2.0","id":1,"result":{}}`)
}

// outcome asks once and returns how the exchange ended.
func outcome(t *testing.T, url string, shape func(*HTTPOptions)) error {
	t.Helper()
	c := clientOf(t, url, shape).started()
	c.request(t.Context(), "x", nil)
	return next(t, "end", c.ended).err
}

func TestHTTPSaysWhyNothingAnswers(t *testing.T) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free.Close()
	plain := httptest.NewServer(http.HandlerFunc(replies))
	defer plain.Close()
	secure := quiet(httptest.NewUnstartedServer(http.HandlerFunc(replies)))
	secure.StartTLS()
	defer secure.Close()
	hangsUp := quiet(httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })))
	hangsUp.Start()
	defer hangsUp.Close()
	babbler, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer babbler.Close()
	go func() {
		for {
			c, err := babbler.Accept()
			if err != nil {
				return
			}
			_, _ = c.Read(make([]byte, 1))
			_, _ = io.WriteString(c, "220 mail.example ESMTP\r\n")
			c.Close()
		}
	}()
	port := func(u string) string { return u[strings.LastIndexByte(u, ':'):] }
	tests := []struct{ name, url, reason, try string }{
		{"nothing listens", "http://" + free.Addr().String() + "/mcp", "connection refused: nothing listens on " + free.Addr().String(), "start the server"},
		{"unknown authority", secure.URL, "an authority this machine does not know", "--cacert FILE"},
		{"TLS expected, plain spoken", "https://127.0.0.1" + port(plain.URL), "does not speak TLS", "http://"},
		{"hangs up", hangsUp.URL, "closed the connection without an answer", "log of the server"},
		{"no HTTP", "http://" + babbler.Addr().String(), "does not speak HTTP", "port"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var lost *UnreachableError
			if err := outcome(t, tt.url, nil); !errors.As(err, &lost) || !strings.Contains(lost.Reason, tt.reason) || !strings.Contains(lost.Try, tt.try) {
				t.Errorf("ended with %#v", err)
			}
		})
	}
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw})
	t.Run("authority given", func(t *testing.T) {
		if err := outcome(t, secure.URL, func(o *HTTPOptions) { o.CACert = authority }); err != nil {
			t.Error(err)
		}
	})
	t.Run("check skipped", func(t *testing.T) {
		if err := outcome(t, secure.URL, func(o *HTTPOptions) { o.InsecureSkipVerify = true }); err != nil {
			t.Error(err)
		}
	})
	t.Run("another name", func(t *testing.T) {
		var lost *UnreachableError
		err := outcome(t, "https://localhost"+port(secure.URL), func(o *HTTPOptions) { o.CACert = authority })
		if !errors.As(err, &lost) || !strings.Contains(lost.Reason, "made out to example.com") {
			t.Errorf("ended with %v", err)
		}
	})
}

// Errors that no test machine can be relied on to produce.
func TestDiagnose(t *testing.T) {
	dial := func(err error) error {
		return &url.Error{Op: "Post", URL: "http://secret@x", Err: &net.OpError{Op: "dial", Net: "tcp", Err: err}}
	}
	tests := []struct {
		name   string
		err    error
		reason string
	}{
		{"no such host", dial(&net.DNSError{Err: "no such host", Name: "mcp.invalid", IsNotFound: true}), "no host named mcp.invalid"},
		{"name service away", dial(&net.DNSError{Err: "server misbehaving", Name: "mcp.invalid", IsTemporary: true}), "cannot be looked up now"},
		{"no route", dial(os.NewSyscallError("connect", syscall.EHOSTUNREACH)), "no way to host:80"},
		{"no network", dial(os.NewSyscallError("connect", syscall.ENETUNREACH)), "no way to host:80"},
		{"timeout", dial(os.ErrDeadlineExceeded), "no connection to host:80 within 30s"},
		{"proxy", &url.Error{Op: "Post", Err: &net.OpError{Op: "proxyconnect", Err: syscall.ECONNREFUSED}}, "the proxy cannot be used: connection refused"},
		{"expired", &url.Error{Op: "Post", Err: x509.CertificateInvalidError{Reason: x509.Expired}}, "not valid at this time"},
		{"unfit certificate", &url.Error{Op: "Post", Err: x509.CertificateInvalidError{Reason: x509.NotAuthorizedToSign}}, "cannot be accepted"},
		{"reset", dial(os.NewSyscallError("read", syscall.ECONNRESET)), "closed the connection"},
		{"something else", dial(os.NewSyscallError("connect", syscall.EADDRNOTAVAIL)), "the connection failed: " + syscall.EADDRNOTAVAIL.Error()},
	}
	for _, tt := range tests {
		reason, try := diagnose("host:80", tt.err)
		if !strings.Contains(reason, tt.reason) || try == "" || strings.Contains(reason, "secret") {
			t.Errorf("%s: %q, %q", tt.name, reason, try)
		}
	}
}

// The proxy variables are read once a process, so this needs one of its own.
func TestHTTPObeysTheProxy(t *testing.T) {
	asked := make(chan string, 1)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.String()
		replies(w, r)
	}))
	defer proxy.Close()
	run := func(env ...string) string {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), helperVariable+"=proxied", "GORACE=atexit_sleep_ms=0", "TARGET=http://mcp.invalid/mcp",
			"HTTP_PROXY="+proxy.URL, "http_proxy=", "NO_PROXY=", "no_proxy=", "REQUEST_METHOD=")
		cmd.Env = append(cmd.Env, env...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(bytes.TrimSpace(out))
	}
	if out := run(); out != "<nil>" {
		t.Errorf("ended with %s", out)
	}
	if got := next(t, "request", asked); got != "http://mcp.invalid/mcp" {
		t.Errorf("the proxy was asked for %s", got)
	}
	if out := run("NO_PROXY=mcp.invalid"); !strings.Contains(out, "mcp.invalid") {
		t.Errorf("ended with %s", out)
	}
	none(t, "request to the proxy", asked)
}

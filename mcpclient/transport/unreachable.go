package transport

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// unreachable turns the error of an HTTP client into words. An ended context
// stays what it is: whoever ended it knows why.
func unreachable(ctx context.Context, shownURL string, host string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	reason, try := diagnose(host, err)
	return &UnreachableError{URL: shownURL, Reason: reason, Try: try, Err: err}
}

func diagnose(host string, err error) (reason, try string) {
	var (
		unknown  x509.UnknownAuthorityError
		hostname x509.HostnameError
		invalid  x509.CertificateInvalidError
		record   tls.RecordHeaderError
		alert    tls.AlertError
		dns      *net.DNSError
		op       *net.OpError
		timeout  net.Error
		text     = err.Error()
	)
	isOp := errors.As(err, &op)
	switch {
	case isOp && op.Op == "proxyconnect", strings.Contains(text, "proxyconnect"):
		return "the proxy cannot be used: " + innermost(err), "check HTTP_PROXY, HTTPS_PROXY and NO_PROXY"
	case errors.As(err, &unknown):
		return "its certificate is signed by an authority this machine does not know", "give that authority with --cacert FILE, or skip the check with --insecure"
	case errors.As(err, &hostname):
		return "its certificate is made out to " + certifiedNames(hostname.Certificate) + ", not to " + hostname.Host, "use that name in the URL, or skip the check with --insecure"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "its certificate is not valid at this time", "renew it, check the clock, or skip the check with --insecure"
	case errors.As(err, &invalid):
		return "its certificate cannot be accepted", "renew it, or skip the check with --insecure"
	case errors.As(err, &record), strings.Contains(text, "server gave HTTP response to HTTPS client"):
		return "it does not speak TLS", "write http:// instead of https://"
	case errors.As(err, &alert), errors.As(err, new(*tls.CertificateVerificationError)), strings.Contains(text, "tls: "):
		return "no TLS connection can be agreed on: " + innermost(err), "check that the server's TLS is up to date"
	case strings.Contains(text, "malformed HTTP"), strings.Contains(text, "readLoopPeekFail"): // the latter where it speaks first
		return "what answers there does not speak HTTP", "check the port, or write https:// instead of http://"
	case errors.As(err, &dns) && dns.IsNotFound:
		return "there is no host named " + dns.Name, "check the spelling and the network"
	case errors.As(err, &dns):
		return "the name " + dns.Name + " cannot be looked up now", "check the network"
	case isErrno(err, syscall.ECONNREFUSED, wsaConnRefused):
		return "connection refused: nothing listens on " + host, "start the server, or check the port"
	case isErrno(err, syscall.EHOSTUNREACH, wsaHostUnreach), isErrno(err, syscall.ENETUNREACH, wsaNetUnreach):
		return "there is no way to " + host + " in this network", "check the network and any VPN"
	case errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Sprintf("no connection to %s within %v", host, dialTimeout.Round(time.Second)), "check the address, the network and any firewall"
	case isErrno(err, syscall.ECONNRESET, wsaConnReset), isErrno(err, syscall.EPIPE, 0), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "it closed the connection without an answer", "look into the log of the server"
	}
	return "the connection failed: " + innermost(err), "check the URL and the network"
}

// The errors of Windows sockets that Go does not map to the names it has for
// them elsewhere.
const (
	wsaNetUnreach  = syscall.Errno(10051)
	wsaConnReset   = syscall.Errno(10054)
	wsaConnRefused = syscall.Errno(10061)
	wsaHostUnreach = syscall.Errno(10065)
)

func isErrno(err error, wanted, windows syscall.Errno) bool {
	return errors.Is(err, wanted) || windows != 0 && errors.Is(err, windows)
}

func certifiedNames(c *x509.Certificate) string {
	names := append([]string(nil), c.DNSNames...)
	for _, ip := range c.IPAddresses {
		names = append(names, ip.String())
	}
	if len(names) == 0 {
		return "nobody"
	}
	const most = 3
	if len(names) > most {
		names = append(names[:most], "…")
	}
	return strings.Join(names, ", ")
}

// innermost returns the words of the cause at the bottom of err, which is free
// of the addresses and call names that are wrapped around it.
func innermost(err error) string {
	for {
		var address *url.Error
		if errors.As(err, &address) {
			err = address.Err
			continue
		}
		next := errors.Unwrap(err)
		if next == nil {
			return err.Error()
		}
		err = next
	}
}

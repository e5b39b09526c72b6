package outbound

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"lectern/backend/sentence"
	"lectern/backend/sentence/bytesize"
)

// Reason classifies why a request failed.
type Reason string

// The reasons of an [Error].
const (
	ReasonURL         Reason = "url"         // not an http or https address, or too long
	ReasonForbidden   Reason = "forbidden"   // the client may not connect to the address
	ReasonUnknownHost Reason = "unknownHost" // the name has no address
	ReasonConnection  Reason = "connection"  // the connection could not be opened
	ReasonCertificate Reason = "certificate" // the certificate is not valid
	ReasonStatus      Reason = "status"      // the status of the response is not 2xx
	ReasonRedirects   Reason = "redirects"   // too many redirects
	ReasonTimeout     Reason = "timeout"     // the time limit was exceeded
	ReasonSize        Reason = "size"        // the size limit was exceeded
	ReasonEncoding    Reason = "encoding"    // unknown content encoding
	ReasonBroken      Reason = "broken"      // the response is incomplete or invalid
)

// Error is an error of a request, with its reason.
type Error struct {
	Reason Reason
	// Status is the HTTP status of the response, if the reason is ReasonStatus.
	Status int
	// Limit is the time limit or the size limit that was exceeded. If the reason is ReasonURL, Limit is the maximum
	// length of a URL if the URL is too long, and otherwise 0.
	Limit int64
	cause error
}

// Unwrap returns the cause, for the log.
func (e *Error) Unwrap() error { return e.cause }

// Error returns the English text of [Error.Sentence].
func (e *Error) Error() string { return e.Sentence().String() }

// Sentence returns the reason as a translatable sentence.
func (e *Error) Sentence() sentence.Sentence {
	switch e.Reason {
	case ReasonURL:
		if e.Limit > 0 {
			return sentence.New("long-address", "The address is longer than {limit} bytes.").With("limit", e.Limit)
		}
		return sentence.New("invalid-address", "The address is not a complete http or https address.")
	case ReasonForbidden:
		return sentence.New("forbidden-address", "The address leads to a private network, which is not allowed.")
	case ReasonUnknownHost:
		return sentence.New("unknown-host", "The host name could not be found.")
	case ReasonConnection:
		return sentence.New("unreachable", "The server at the address could not be reached.")
	case ReasonCertificate:
		return sentence.New("invalid-certificate", "The server at the address has no valid certificate.")
	case ReasonStatus:
		return sentence.New("error-status", "The address responded {status}.").With("status", statusText(e.Status))
	case ReasonRedirects:
		return sentence.New("too-many-redirects", "The address redirects more than {count} times.").With("count", maxRedirects)
	case ReasonTimeout:
		return sentence.New("download-timeout", "The download took too long and was stopped after {limit}.").
			With("limit", sentence.Duration(time.Duration(e.Limit)))
	case ReasonSize:
		return sentence.New("download-too-large", "The download is too large and was stopped at {limit}.").
			With("limit", bytesize.Sentence(e.Limit))
	case ReasonEncoding:
		return sentence.New("unknown-encoding", "The address responded with an unknown compression.")
	}
	return sentence.New("broken-download", "The connection ended before the whole document was received.")
}

func statusText(status int) string {
	if text := http.StatusText(status); text != "" {
		return fmt.Sprintf("%d %s", status, text)
	}
	return fmt.Sprint(status)
}

// explain converts an error of the transport to an *[Error]. It returns the error of the caller's own context
// unchanged.
func (c *Client) explain(parent, ctx context.Context, err error) error {
	if cause := context.Cause(parent); cause != nil {
		return cause
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &Error{Reason: ReasonTimeout, Limit: int64(c.timeout), cause: err}
	}
	if known, ok := errors.AsType[*Error](err); ok {
		return known
	}
	return &Error{Reason: reason(err), cause: err}
}

func reason(err error) Reason {
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return ReasonUnknownHost
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return ReasonCertificate
	}
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		return ReasonConnection
	}
	return ReasonBroken
}

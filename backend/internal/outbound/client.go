// Package outbound provides the HTTP client for all requests that the server sends to URLs from clients. The client
// connects only to public addresses, and to addresses that the owner of the server has allowed. This also applies to
// the addresses to which host names resolve, and to the targets of redirects. The size and the duration of each
// response are limited.
package outbound

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"lectern/backend/internal/disposition"
)

// Defaults of a [Config].
const (
	DefaultTimeout  = 5 * time.Minute
	DefaultMaxBytes = 1_000_000_000
)

// maxRedirects is the maximum number of redirects that are followed for one request.
const maxRedirects = 10

// expectTime is how long a request with the header Expect: 100-continue waits for the server's permission to send its
// body. After that, the body is sent without permission.
const expectTime = time.Second

// Config contains the permissions and limits of a [Client].
type Config struct {
	// Allow lists the hosts to which the client may connect in addition to public addresses: host names, addresses, and
	// ranges such as 10.0.0.0/8.
	Allow []string
	// Timeout limits the duration of a request, from resolving the host name to the last byte of the response; 0 means
	// [DefaultTimeout].
	Timeout time.Duration
	// MaxBytes is the size limit of a response after decompression, in bytes; 0 means [DefaultMaxBytes].
	MaxBytes int64
	// Resolver resolves host names; nil means the resolver of the system.
	Resolver *net.Resolver
}

// Client is an HTTP client that connects to permitted addresses only. It sends no cookies and uses no proxy. It may be
// used concurrently.
type Client struct {
	timeout   time.Duration
	maxBytes  int64
	allowed   *atomic.Pointer[allowed]
	transport *http.Transport
}

// New returns a client. It returns an error if an entry of the allow list has none of the forms in [Config].
func New(c Config) (*Client, error) {
	list := new(atomic.Pointer[allowed])
	if err := allow(list, c.Allow); err != nil {
		return nil, err
	}
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	if c.MaxBytes == 0 {
		c.MaxBytes = DefaultMaxBytes
	}
	d := dialer{allowed: list, resolver: c.Resolver}
	return &Client{
		timeout:  c.Timeout,
		maxBytes: c.MaxBytes,
		allowed:  list,
		transport: &http.Transport{
			Proxy:                  nil, // a proxy would connect to addresses that were not checked
			DialContext:            d.dial,
			DisableKeepAlives:      true, // requests rarely go to the same host
			MaxResponseHeaderBytes: 64 << 10,
			ExpectContinueTimeout:  expectTime,
		},
	}, nil
}

// WithLimits returns a client with other limits. It uses the same allow list as c.
func (c *Client) WithLimits(timeout time.Duration, maxBytes int64) *Client {
	bounded := *c
	bounded.timeout, bounded.maxBytes = timeout, maxBytes
	return &bounded
}

// Allow replaces the allow list for all later requests. If an entry is invalid, the list does not change.
func (c *Client) Allow(entries []string) error { return allow(c.allowed, entries) }

func allow(list *atomic.Pointer[allowed], entries []string) error {
	parsed, err := parseAllowed(entries)
	if err != nil {
		return err
	}
	list.Store(&parsed)
	return nil
}

// Response is the response to a request.
type Response struct {
	// URL is the address of the response after all redirects.
	URL    string
	Status int
	Header http.Header
	// Filename is the file name in the Content-Disposition of the response; may be empty. It is untrusted, and must be
	// cleaned before it is displayed.
	Filename string
	// Body must be closed. Reading it returns the same kinds of errors as [Client.Get].
	Body io.ReadCloser
}

// Get fetches the content at a URL, and follows redirects. A response with a status other than 2xx is an error. Errors
// are of type *[Error], unless ctx has ended.
func (c *Client) Get(ctx context.Context, address string) (*Response, error) {
	if err := ValidateURL(address); err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, &Error{Reason: ReasonURL, cause: err}
	}
	resp, err := c.send(ctx, req, followRedirect)
	if err != nil {
		return nil, err
	}
	if err := c.checkResponse(resp); err != nil {
		return nil, errors.Join(err, resp.Body.Close())
	}
	return resp, nil
}

// Post sends a body to a URL, and returns the response, whatever its status. It does not follow redirects. Errors are
// of type *[Error], unless ctx has ended.
func (c *Client) Post(ctx context.Context, address string, header http.Header, body []byte) (*Response, error) {
	if err := ValidateURL(address); err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, &Error{Reason: ReasonURL, cause: err}
	}
	req.Header = header.Clone()
	return c.send(ctx, req, returnRedirect)
}

// Request is a request for [Client.Do].
type Request struct {
	Method, Address string
	Header          http.Header
	// Body is the body to send, of Size bytes; nil for none.
	Body io.Reader
	Size int64
}

// Do sends a request, and returns the response, whatever its status. It follows redirects of GET requests only. It
// sends Header only to the origin of Address, even after redirects. Errors are of type *[Error], unless ctx has ended.
func (c *Client) Do(ctx context.Context, r Request) (*Response, error) {
	if err := ValidateURL(r.Address); err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, r.Method, r.Address, r.Body)
	if err != nil {
		return nil, &Error{Reason: ReasonURL, cause: err}
	}
	if r.Body != nil {
		req.ContentLength = r.Size
	}
	req.Header = r.Header.Clone()
	redirect := returnRedirect
	if r.Method == http.MethodGet {
		redirect = followKeepingHeader
	}
	return c.send(ctx, req, redirect)
}

// followKeepingHeader does the same as followRedirect, except for the header: it keeps the header until a redirect
// leads to another origin.
func followKeepingHeader(next *http.Request, via []*http.Request) error {
	header := next.Header.Clone()
	if err := followRedirect(next, via); err != nil {
		return err
	}
	next.Header = header
	for _, earlier := range via {
		if origin(earlier) != origin(next) {
			next.Header = http.Header{}
		}
	}
	return nil
}

// origin returns the scheme and the host of a request, with its port.
func origin(r *http.Request) string {
	return strings.ToLower(r.URL.Scheme + "://" + r.URL.Host)
}

// returnRedirect is a redirect policy with which a client follows no redirect, but returns it as the response.
func returnRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

func (c *Client) send(parent context.Context, req *http.Request, redirect func(*http.Request, []*http.Request) error) (*Response, error) {
	ctx, cancel := context.WithTimeout(parent, c.timeout)
	client := http.Client{Transport: c.transport, CheckRedirect: redirect}
	resp, err := client.Do(req.WithContext(ctx))
	if err != nil {
		err = c.explain(parent, ctx, err)
		cancel()
		return nil, err
	}
	return &Response{
		URL:      resp.Request.URL.String(),
		Status:   resp.StatusCode,
		Header:   resp.Header,
		Filename: disposition.Parse(resp.Header.Get("Content-Disposition")).Filename,
		Body:     &body{client: c, parent: parent, ctx: ctx, cancel: cancel, in: resp.Body, remaining: c.maxBytes},
	}, nil
}

// followRedirect checks the URL of a redirect, and removes the headers that were meant for the previous host:
// credentials, cookies and the referrer. The address of the new host is checked when the client connects to it.
func followRedirect(next *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return &Error{Reason: ReasonRedirects}
	}
	if err := ValidateURL(next.URL.String()); err != nil {
		return err
	}
	for _, name := range []string{"Authorization", "Cookie", "Referer"} {
		next.Header.Del(name)
	}
	return nil
}

// checkResponse returns an error if the status or the headers of a response show that its content cannot be used.
func (c *Client) checkResponse(r *Response) error {
	switch encoding := r.Header.Get("Content-Encoding"); {
	case r.Status < 200 || r.Status > 299:
		return &Error{Reason: ReasonStatus, Status: r.Status}
	// The encoding gzip does not occur here, because the transport has already decompressed such a response.
	case encoding != "" && encoding != "identity":
		return &Error{Reason: ReasonEncoding}
	}
	return nil
}

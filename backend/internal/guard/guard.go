// Package guard is the one HTTP client with which the server reaches out, for
// whatever an address from outside names. It dials public addresses and those
// that the owner allowed, and nothing else, wherever names and redirects lead;
// every answer ends at a number of bytes and a time.
package guard

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

// What holds where a [Config] leaves the choice.
const (
	DefaultTimeout  = 5 * time.Minute
	DefaultMaxBytes = 1_000_000_000
)

// maxRedirects is how many redirects in a row are followed.
const maxRedirects = 10

// expectTime is how long the body of a request that asks for a word first (Expect) waits for that.
const expectTime = time.Second

// Config says what a [Client] may do.
type Config struct {
	// Allow names what may be reached besides public addresses: host names,
	// addresses, and ranges such as 10.0.0.0/8.
	Allow []string
	// Timeout bounds a request from the first lookup to the last byte of its
	// body; 0 is [DefaultTimeout].
	Timeout time.Duration
	// MaxBytes bounds a body, counted after decompression; 0 is [DefaultMaxBytes].
	MaxBytes int64
	// Resolver looks host names up; nil is the system's.
	Resolver *net.Resolver
}

// Client is a guarded HTTP client. It sends no cookie, knows no proxy, and may be
// used by several goroutines at once.
type Client struct {
	timeout   time.Duration
	maxBytes  int64
	allowed   *atomic.Pointer[allowed]
	transport *http.Transport
}

// New makes a client. An entry of the allow list that is nothing of what
// [Config] names is an error.
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
			Proxy:                  nil, // it would dial in our place, unchecked
			DialContext:            d.dial,
			DisableKeepAlives:      true, // hardly two requests go to one host
			MaxResponseHeaderBytes: 64 << 10,
			ExpectContinueTimeout:  expectTime,
		},
	}, nil
}

// Bounded gives a client with bounds of its own, which may reach what c may.
func (c *Client) Bounded(timeout time.Duration, maxBytes int64) *Client {
	bounded := *c
	bounded.timeout, bounded.maxBytes = timeout, maxBytes
	return &bounded
}

// Allow replaces the allow list, of which [Config] tells, for every request from now on.
// Where an entry is wrong, the list stays.
func (c *Client) Allow(entries []string) error { return allow(c.allowed, entries) }

func allow(list *atomic.Pointer[allowed], entries []string) error {
	parsed, err := parseAllowed(entries)
	if err != nil {
		return err
	}
	list.Store(&parsed)
	return nil
}

// Response is the answer to a request.
type Response struct {
	// URL is where the answer came from, after all redirects.
	URL    string
	Status int
	Header http.Header
	// Filename is the name that the answer's Content-Disposition gives the content; may be empty. It is text from
	// outside, to be cleaned before it is shown.
	Filename string
	// Body must be closed. Its errors are those of [Client.Get].
	Body io.ReadCloser
}

// Get fetches what lies at the address, following redirects. An answer other than
// success is an error. Errors are *[Error], unless ctx itself has ended.
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
	if err := c.acceptable(resp); err != nil {
		return nil, errors.Join(err, resp.Body.Close())
	}
	return resp, nil
}

// Post sends a body to the address, and gives the answer whatever its status is: a redirect
// is not followed. Errors are *[Error], unless ctx itself has ended.
func (c *Client) Post(ctx context.Context, address string, header http.Header, body []byte) (*Response, error) {
	if err := ValidateURL(address); err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, &Error{Reason: ReasonURL, cause: err}
	}
	req.Header = header.Clone()
	return c.send(ctx, req, leaveRedirect)
}

// Request is one of [Client.Do].
type Request struct {
	Method, Address string
	Header          http.Header
	// Body is sent, all of its Size bytes; nil for nothing.
	Body io.Reader
	Size int64
}

// Do sends a request, and gives the answer whatever its status is. Redirects of a GET are followed,
// others not; nothing of the header goes along to another origin than that of the address. Errors
// are *[Error], unless ctx itself has ended.
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
	redirect := leaveRedirect
	if r.Method == http.MethodGet {
		redirect = followWithin
	}
	return c.send(ctx, req, redirect)
}

// followWithin follows a redirect as followRedirect does, and has the header go along as long as
// the origin has stayed the same.
func followWithin(next *http.Request, via []*http.Request) error {
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

// origin gives the scheme and the host of a request, with its port.
func origin(r *http.Request) string {
	return strings.ToLower(r.URL.Scheme + "://" + r.URL.Host)
}

// leaveRedirect takes a redirect for the answer.
func leaveRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

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
		Body:     &body{client: c, parent: parent, ctx: ctx, cancel: cancel, in: resp.Body, left: c.maxBytes},
	}, nil
}

// followRedirect checks the next address as the first was; where it leads is
// checked when it is dialled. Nothing that belongs to the last host goes along.
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

// acceptable tells whether the answer's head announces a content that can be taken.
func (c *Client) acceptable(r *Response) error {
	switch encoding := r.Header.Get("Content-Encoding"); {
	case r.Status < 200 || r.Status > 299:
		return &Error{Reason: ReasonStatus, Status: r.Status}
	case encoding != "" && encoding != "identity": // gzip has been taken off before
		return &Error{Reason: ReasonEncoding}
	}
	return nil
}

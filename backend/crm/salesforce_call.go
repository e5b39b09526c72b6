package crm

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"lectern/backend/internal/outbound"
)

const (
	quickTimeout = 30 * time.Second // time limit for requests that do not transfer a file
	maxAnswer    = 1 << 20          // size limit for answers other than query results, in bytes
	maxError     = 64 << 10         // size limit for error answers, in bytes
	// maxPause is the longest delay after which a request to a busy server is repeated. If the server demands a longer
	// delay, the request is not repeated.
	maxPause = 20 * time.Second
)

// caller sends requests to a Salesforce server with a session.
type caller struct {
	*salesforce
	host    string // host name for messages
	origin  string
	base    string // path of the REST API, including the version of the API
	session string
}

// newCaller returns a caller for the server that an integration names.
func (s *salesforce) newCaller(ctx context.Context, in Integration) (*caller, error) {
	origin, wrong := s.origin(in.ServerURL)
	if wrong != nil { // the operator may have changed the settings since the integration was checked
		return nil, wrong
	}
	_, host, _ := strings.Cut(origin, "://")
	c := &caller{salesforce: s, host: host, origin: origin, session: in.SessionID}
	version, err := s.versions.find(ctx, c)
	c.base = "/services/data/v" + version
	return c, err
}

// request is a request to Salesforce.
type request struct {
	method  string // empty for GET
	path    string // including the query string
	accept  string
	upload  *upload // the body; nil for none
	timeout time.Duration
	limit   int64 // size limit of the answer, in bytes
	// anonymous marks a request that is sent without a session. Its response is the same for all users.
	anonymous bool
	missing   *Error // the error if the object does not exist; if nil, Salesforce's message is used
	query     string // the name of the template's query; empty for other requests
}

// send sends a request and returns the response if it is successful. If the server is busy, it repeats the request
// once.
func (c *caller) send(ctx context.Context, r request) (*outbound.Response, error) {
	answer, err := c.sendOnce(ctx, r)
	if err != nil {
		return nil, err
	}
	if wait, again := retryAfter(answer, r.upload != nil); again {
		if err := errors.Join(answer.Body.Close(), c.pause(ctx, wait)); err != nil {
			return nil, err
		}
		if answer, err = c.sendOnce(ctx, r); err != nil {
			return nil, err
		}
	}
	if answer.Status == http.StatusOK || answer.Status == http.StatusCreated {
		return answer, nil
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxError))
	if ctx.Err() != nil {
		return nil, err
	}
	return nil, c.explain(&r, answer.Status, text)
}

// sendOnce sends a request once. It returns the response even if its status is an error status.
func (c *caller) sendOnce(ctx context.Context, r request) (*outbound.Response, error) {
	header := http.Header{"Accept": {r.accept}}
	if !r.anonymous {
		header.Set("Authorization", "Bearer "+c.session)
	}
	sent := outbound.Request{Method: r.method, Address: c.origin + r.path, Header: header}
	if sent.Method == "" {
		sent.Method = http.MethodGet
	}
	if r.upload != nil {
		header.Set("Content-Type", r.upload.contentType)
		// The server can reject the upload before the file is sent. Otherwise its error response could be lost.
		header.Set("Expect", "100-continue")
		sent.Body, sent.Size = r.upload.reader(), r.upload.size
	}
	answer, err := c.client.WithLimits(r.timeout, r.limit).Do(ctx, sent)
	if err != nil {
		return nil, describeFetchError(err, c.host, errTooLarge(r.limit))
	}
	return answer, nil
}

// retryAfter reports whether a request should be repeated, and after which delay. A request that creates an object is
// not repeated after status 502, because Salesforce may have created the object nevertheless.
func retryAfter(answer *outbound.Response, creates bool) (time.Duration, bool) {
	switch answer.Status {
	case http.StatusBadGateway:
		if creates {
			return 0, false
		}
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
	default:
		return 0, false
	}
	wait, text := time.Second, answer.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(text); err == nil && seconds >= 0 {
		wait = time.Duration(min(seconds, 1_000_000)) * time.Second
	} else if at, err := http.ParseTime(text); err == nil {
		wait = max(0, time.Until(at))
	}
	return wait, wait <= maxPause
}

// queryPath returns the path for running a query.
func (c *caller) queryPath(soql string) string {
	return c.base + "/query?" + url.Values{"q": {soql}}.Encode()
}

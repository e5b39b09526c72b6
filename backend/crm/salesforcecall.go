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

	"lectern/backend/internal/guard"
)

const (
	quickly   = 30 * time.Second // bounds a request that moves no file
	maxAnswer = 1 << 20          // bytes of JSON in an answer that is no page of a query
	maxError  = 64 << 10         // bytes of an error that are read
	// maxPause is how long a server that is busy is waited for, before it is asked once more.
	maxPause = 20 * time.Second
)

// caller asks a server of Salesforce in the name of a session.
type caller struct {
	*salesforce
	host    string // for people
	origin  string
	base    string // the path of the version of the interface
	session string
}

// call gets ready to ask the server of an integration.
func (s *salesforce) call(ctx context.Context, in Integration) (*caller, error) {
	origin, wrong := s.origin(in.ServerURL)
	if wrong != nil { // the owner has thought better of it meanwhile
		return nil, wrong
	}
	_, host, _ := strings.Cut(origin, "://")
	c := &caller{salesforce: s, host: host, origin: origin, session: in.SessionID}
	version, err := s.versions.find(ctx, c)
	c.base = "/services/data/v" + version
	return c, err
}

// request is one to Salesforce.
type request struct {
	method string // empty for GET
	path   string // with its query
	accept string
	upload *upload // what is sent; nil for nothing
	time   time.Duration
	most   int64 // bytes of the answer
	// anybody says that the answer is the same for all, so that no session is sent.
	anybody bool
	gone    *Error // is told where there is no such thing; nil where Salesforce says more
	query   string // the name of the query that is asked; empty for none
}

// send sends a request, and gives the answer to one that went well. A server that is busy is asked
// once more.
func (c *caller) send(ctx context.Context, r request) (*guard.Response, error) {
	answer, err := c.try(ctx, r)
	if err != nil {
		return nil, err
	}
	if wait, again := retryAfter(answer, r.upload != nil); again {
		if err := errors.Join(answer.Body.Close(), c.pause(ctx, wait)); err != nil {
			return nil, err
		}
		if answer, err = c.try(ctx, r); err != nil {
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

// try sends a request once.
func (c *caller) try(ctx context.Context, r request) (*guard.Response, error) {
	header := http.Header{"Accept": {r.accept}}
	if !r.anybody {
		header.Set("Authorization", "Bearer "+c.session)
	}
	sent := guard.Request{Method: r.method, Address: c.origin + r.path, Header: header}
	if sent.Method == "" {
		sent.Method = http.MethodGet
	}
	if r.upload != nil {
		header.Set("Content-Type", r.upload.kind)
		header.Set("Expect", "100-continue") // or what refuses it is lost while it is still being sent
		sent.Body, sent.Size = r.upload.reader(), r.upload.size
	}
	answer, err := c.Client.Bounded(r.time, r.most).Do(ctx, sent)
	if err != nil {
		return nil, wordGuard(err, c.host, errTooLarge(r.most))
	}
	return answer, nil
}

// retryAfter says whether a request is to be sent once more, and when. What creates something is not
// sent again after a 502, behind which it may have been done.
func retryAfter(answer *guard.Response, creates bool) (time.Duration, bool) {
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

// queryPath gives the path of a query.
func (c *caller) queryPath(soql string) string {
	return c.base + "/query?" + url.Values{"q": {soql}}.Encode()
}

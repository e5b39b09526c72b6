package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"lectern/backend/internal/retry"
)

// clients send requests to any running node. They repeat a request that gets no response, as the API guide recommends.
type clients struct {
	*run
	http *http.Client

	mu                   sync.Mutex
	requests, unanswered int
	refused              map[int]int // number of responses other than 200, by status
}

// answerTime is the time limit of a response.
const answerTime = 30 * time.Second

func newClients(r *run) *clients {
	return &clients{run: r, refused: make(map[int]int), http: &http.Client{Timeout: answerTime,
		Transport: &http.Transport{MaxIdleConnsPerHost: 16}}}
}

// summary returns a summary of the requests that were repeated.
func (c *clients) summary() string {
	return fmt.Sprintf("%d requests for %d documents: %d without an answer, %d answered 503, %d answered 429",
		c.requests, c.documents, c.unanswered, c.refused[http.StatusServiceUnavailable], c.refused[http.StatusTooManyRequests])
}

// request is a request that can be repeated.
type request struct {
	method, path string
	header       http.Header
	body         []byte
}

// post uploads a document with a webhook and an idempotency key. It returns the id of the document.
func (c *clients) post(ctx context.Context, number int, f file, hook string) (id string, err error) {
	text, err := c.requestUntilOK(ctx, request{
		method: http.MethodPost,
		path:   "/document/upload?filename=" + url.QueryEscape(f.name) + "&webhookURL=" + url.QueryEscape(hook),
		header: http.Header{"Idempotency-Key": {"document-" + strconv.Itoa(number)}},
		body:   f.content,
	})
	if err != nil {
		return "", err
	}
	var document struct{ ID string }
	err = json.Unmarshal(text, &document)
	return document.ID, err
}

// requestUntilOK repeats a request until the response has status 200, and returns its body.
func (c *clients) requestUntilOK(ctx context.Context, r request) ([]byte, error) {
	for {
		if address := c.cluster.anyAddress(); address != "" {
			text, wait, err := c.try(ctx, address, r)
			if err != nil || wait == 0 {
				return text, err
			}
			retry.Sleep(ctx, wait)
		} else {
			retry.Sleep(ctx, pollPeriod)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}

// retryPause is the pause after a request without a response.
const retryPause = 100 * time.Millisecond

// try sends a request to one node. The result wait is the pause before the next attempt, or 0 if no attempt is needed.
func (c *clients) try(ctx context.Context, address string, r request) (text []byte, wait time.Duration, err error) {
	status, header, text, err := c.send(ctx, address, r)
	switch {
	case ctx.Err() != nil:
		return nil, 0, ctx.Err()
	case err != nil:
		c.count(0)
		return nil, retryPause, nil
	}
	c.count(status)
	switch status {
	case http.StatusOK:
		return text, 0, nil
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		seconds, err := strconv.Atoi(header.Get("Retry-After"))
		if err != nil {
			c.problem("%s %s: %d without Retry-After: %s", r.method, r.path, status, text)
		}
		return nil, max(time.Duration(seconds)*time.Second, retryPause), nil
	case http.StatusInternalServerError:
		c.problem("%s %s: %d %s", r.method, r.path, status, text)
		return nil, retryPause, nil
	}
	return nil, 0, fmt.Errorf("%s %s: %d %s", r.method, r.path, status, text)
}

func (c *clients) send(ctx context.Context, address string, r request) (status int, header http.Header, text []byte, err error) {
	sent, err := http.NewRequestWithContext(ctx, r.method, address+r.path, bytes.NewReader(r.body))
	if err != nil {
		return 0, nil, nil, err
	}
	for name, values := range r.header {
		sent.Header[name] = values
	}
	sent.Header.Set("Authorization", c.cluster.key)
	answer, err := c.http.Do(sent)
	if err != nil {
		return 0, nil, nil, err
	}
	defer answer.Body.Close()
	text, err = io.ReadAll(answer.Body)
	return answer.StatusCode, answer.Header, text, err
}

// count counts a response by its status. 0 stands for a request without a response.
func (c *clients) count(status int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests++
	if status == 0 {
		c.unanswered++
	}
	c.refused[status]++
}

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

// clients ask whichever node serves, and again while there is no answer, as the guide tells them to.
type clients struct {
	*run
	http *http.Client

	counting         sync.Mutex
	requests, silent int
	refused          map[int]int // by status
}

// answerTime is how long an answer may take.
const answerTime = 30 * time.Second

func newClients(r *run) *clients {
	return &clients{run: r, refused: make(map[int]int), http: &http.Client{Timeout: answerTime,
		Transport: &http.Transport{MaxIdleConnsPerHost: 16}}}
}

// line tells how often they had to ask.
func (c *clients) line() string {
	return fmt.Sprintf("%d requests for %d documents: %d without an answer, %d answered 503, %d answered 429",
		c.requests, c.documents, c.silent, c.refused[http.StatusServiceUnavailable], c.refused[http.StatusTooManyRequests])
}

// request is one that may be made again.
type request struct {
	method, path string
	header       http.Header
	body         []byte
}

// post posts a document with a webhook, under a key of its own, and gives its id.
func (c *clients) post(ctx context.Context, number int, f file, hook string) (id string, err error) {
	text, err := c.ask(ctx, request{
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

// ask makes a request until it is answered with 200, and gives the body.
func (c *clients) ask(ctx context.Context, r request) ([]byte, error) {
	for {
		if address := c.fleet.any(); address != "" {
			text, wait, err := c.try(ctx, address, r)
			if err != nil || wait == 0 {
				return text, err
			}
			retry.Sleep(ctx, wait)
		} else {
			retry.Sleep(ctx, look)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}

// noAnswer is how long to wait where there was no answer.
const noAnswer = 100 * time.Millisecond

// try makes a request of one node, and says how long to wait before the next try; 0 for none.
func (c *clients) try(ctx context.Context, address string, r request) (text []byte, wait time.Duration, err error) {
	status, header, text, err := c.send(ctx, address, r)
	switch {
	case ctx.Err() != nil:
		return nil, 0, ctx.Err()
	case err != nil:
		c.count(0)
		return nil, noAnswer, nil
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
		return nil, max(time.Duration(seconds)*time.Second, noAnswer), nil
	case http.StatusInternalServerError:
		c.problem("%s %s: %d %s", r.method, r.path, status, text)
		return nil, noAnswer, nil
	}
	return nil, 0, fmt.Errorf("%s %s: %d %s", r.method, r.path, status, text)
}

func (c *clients) send(ctx context.Context, address string, r request) (status int, header http.Header, text []byte, err error) {
	asked, err := http.NewRequestWithContext(ctx, r.method, address+r.path, bytes.NewReader(r.body))
	if err != nil {
		return 0, nil, nil, err
	}
	for name, values := range r.header {
		asked.Header[name] = values
	}
	asked.Header.Set("Authorization", c.fleet.key)
	answer, err := c.http.Do(asked)
	if err != nil {
		return 0, nil, nil, err
	}
	defer answer.Body.Close()
	text, err = io.ReadAll(answer.Body)
	return answer.StatusCode, answer.Header, text, err
}

// count counts an answer, by its status; 0 is none.
func (c *clients) count(status int) {
	c.counting.Lock()
	defer c.counting.Unlock()
	c.requests++
	if status == 0 {
		c.silent++
	}
	c.refused[status]++
}

package lecterntest

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// ChangeStream is a connection to a server's stream of changes.
type ChangeStream struct {
	t        testing.TB
	lines    *bufio.Scanner
	received []change // received, but not yet returned by Next
}

// change is the topic and the id of a changed item.
type change struct{ Topic, ID string }

// FollowChanges connects to the stream of changes, which begins with a reset.
func (s *Server) FollowChanges() *ChangeStream {
	s.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), WaitTimeout)
	s.T.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.APIBase+"/changes", nil)
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Authorization", s.Key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	s.T.Cleanup(func() { _ = answer.Body.Close() })
	if kind := answer.Header.Get("Content-Type"); answer.StatusCode != http.StatusOK || kind != "text/event-stream" {
		s.T.Fatalf("%d %s", answer.StatusCode, kind)
	}
	c := &ChangeStream{t: s.T, lines: bufio.NewScanner(answer.Body)}
	if first, reset, ok := c.Next(); !ok || !reset || len(first) > 0 {
		s.T.Fatalf("it begins with %v, reset %t", first, reset)
	}
	return c
}

// Next returns the next changes. The result reset is true if the stream was reset. The result ok is false at the end of
// the stream.
func (c *ChangeStream) Next() (received []change, reset, ok bool) {
	c.t.Helper()
	kind := ""
	for c.lines.Scan() {
		switch name, value, _ := strings.Cut(c.lines.Text(), ": "); name {
		case "event":
			kind = value
		case "data":
			var data struct {
				Changes []change
				Reset   *bool
			}
			if err := json.Unmarshal([]byte(value), &data); err != nil || data.Changes == nil || data.Reset == nil || kind != "changed" {
				c.t.Fatalf("%s: %s", kind, value)
			}
			return data.Changes, *data.Reset, true
		}
	}
	return nil, false, false
}

// Until reads changes until the item with a topic and an id has changed.
func (c *ChangeStream) Until(topic, id string) {
	c.t.Helper()
	for ok := true; ok; c.received, _, ok = c.Next() {
		for i, one := range c.received {
			if one.Topic == topic && (one.ID == id || id == "any" && one.ID != "") {
				c.received = c.received[i+1:]
				return
			}
		}
	}
	c.t.Fatalf("the stream ends, and tells of no %s %s", topic, id)
}

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// changes is a connection on which a server tells what changes.
type changes struct {
	t     testing.TB
	lines *bufio.Scanner
	told  []change // and not yet looked at
}

// change is one thing that has changed.
type change struct{ Topic, ID string }

// followChanges connects to the stream of changes, which begins with a reset.
func (s *instance) followChanges() *changes {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	s.t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.APIBase+"/changes", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", s.key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = answer.Body.Close() })
	if kind := answer.Header.Get("Content-Type"); answer.StatusCode != http.StatusOK || kind != "text/event-stream" {
		s.t.Fatalf("%d %s", answer.StatusCode, kind)
	}
	c := &changes{t: s.t, lines: bufio.NewScanner(answer.Body)}
	if first, reset, ok := c.next(); !ok || !reset || len(first) > 0 {
		s.t.Fatalf("it begins with %v, reset %t", first, reset)
	}
	return c
}

// next gives what is told next; it is not ok at the stream's end.
func (c *changes) next() (told []change, reset, ok bool) {
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

// until reads up to the news of something.
func (c *changes) until(topic, id string) {
	c.t.Helper()
	for ok := true; ok; c.told, _, ok = c.next() {
		for i, one := range c.told {
			if one.Topic == topic && (one.ID == id || id == "any" && one.ID != "") {
				c.told = c.told[i+1:]
				return
			}
		}
	}
	c.t.Fatalf("the stream ends, and tells of no %s %s", topic, id)
}

// TestChanges has a window told of all that others do.
func TestChanges(t *testing.T) {
	t.Parallel()
	received := receive(t, nil)
	s := start(t, "--allow-host", "127.0.0.1")
	news := s.followChanges()
	id := s.want(http.StatusOK, http.MethodPost, "/document/upload?filename=a.pdf&webhookURL="+url.QueryEscape(received.server.URL),
		strings.NewReader(string(sample(t, "sample.pdf")))).ID
	news.until("document", id)
	s.wait(id)
	news.until("delivery", "any")
	granted := s.want(http.StatusOK, http.MethodPost, "/session?documentId="+id, nil).ID
	reference := s.fields(http.StatusOK, http.MethodGet, "/session/"+granted, "")["reference"].(string)
	news.until("session", reference)
	for _, test := range []struct{ method, path, body, topic, id string }{
		{http.MethodPatch, "/document/" + id, `{"name":"Other"}`, "document", id},
		{http.MethodDelete, "/session/" + granted, "", "session", reference},
		{http.MethodPatch, "/settings", `{"maxQueue":7}`, "settings", ""},
		{http.MethodPut, "/settings/viewer/profile/mine", `{}`, "profile", "mine"},
		{http.MethodDelete, "/settings/viewer/profile/mine", "", "profile", "mine"},
		{http.MethodPut, "/settings/viewer/theme/mine", `{}`, "theme", "mine"},
		{http.MethodDelete, "/settings/viewer/theme/mine", "", "theme", "mine"},
		{http.MethodPost, "/key?name=other", "", "key", "any"},
		{http.MethodDelete, "/document/" + id, "", "document", id},
	} {
		if status, text := s.call(test.method, test.path, http.Header{"Content-Type": {"application/json"}},
			strings.NewReader(test.body)); status >= 300 {
			t.Fatalf("%s %s: %d %s", test.method, test.path, status, text)
		}
		news.until(test.topic, test.id)
	}
	if status, _ := s.call(http.MethodGet, "/changes", http.Header{"Authorization": {"wrong"}}, nil); status != http.StatusUnauthorized {
		t.Errorf("without a key it is answered %d", status)
	}
	s.stop()
	for ok := true; ok; {
		_, _, ok = news.next()
	}
}

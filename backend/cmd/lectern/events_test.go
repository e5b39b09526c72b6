package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// stream is a connection on which a server tells its events.
type stream struct {
	t      testing.TB
	lines  *bufio.Scanner
	answer *http.Response
	cancel context.CancelFunc
	last   string // id of the last event
}

// streamed is an event of a stream.
type streamed struct {
	id, kind, data string
	told
}

// follow connects to the stream of events, after the event with an id.
func (s *instance) follow(query, lastID string) *stream {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.APIBase+"/events"+query, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", s.key)
	if lastID != "" {
		r.Header.Set("Last-Event-ID", lastID)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	if kind := answer.Header.Get("Content-Type"); answer.StatusCode != http.StatusOK || kind != "text/event-stream" {
		s.t.Fatalf("%d %s", answer.StatusCode, kind)
	}
	f := &stream{t: s.t, lines: bufio.NewScanner(answer.Body), answer: answer, cancel: cancel, last: lastID}
	s.t.Cleanup(f.leave)
	if first, ok := f.block(); !ok || first.kind != "" || first.id == "" {
		s.t.Fatalf("the stream begins with %+v", first)
	}
	return f
}

func (f *stream) leave() {
	f.cancel()
	_ = f.answer.Body.Close()
}

// block reads up to an empty line, as the standard has it; it is not ok at the stream's end.
func (f *stream) block() (e streamed, ok bool) {
	for f.lines.Scan() {
		line := f.lines.Text()
		if line == "" {
			f.last = e.id
			return e, true
		}
		switch name, value, _ := strings.Cut(line, ": "); name {
		case "id":
			e.id = value
		case "event":
			e.kind = value
		case "data":
			e.data += value
		case "": // a comment
		default:
			f.t.Errorf("the stream has %q", line)
		}
	}
	return e, false
}

// next gives the next event; it is not ok at the stream's end.
func (f *stream) next() (e streamed, ok bool) {
	f.t.Helper()
	for ok = true; ok && e.kind == ""; {
		e, ok = f.block()
	}
	if !ok {
		return e, false
	}
	if err := json.Unmarshal([]byte(e.data), &e.told); err != nil || e.Type != e.kind {
		f.t.Errorf("the event is %+v", e)
	}
	return e, true
}

// until reads up to an event of a document.
func (f *stream) until(document, kind string) (events []streamed) {
	f.t.Helper()
	for {
		e, ok := f.next()
		if !ok {
			f.t.Fatalf("the stream ends after %+v", events)
		}
		events = append(events, e)
		if e.Data.ID == document && e.kind == kind {
			return events
		}
	}
}

func TestEventStream(t *testing.T) {
	t.Parallel()
	s := start(t)
	before := s.upload("sample.pdf", sample(t, "sample.pdf")).ID
	s.wait(before)
	all := s.follow("", "")
	first := s.upload("sample.docx", sample(t, "sample.docx")).ID
	s.wait(first)
	second := s.upload("damaged.docx", sample(t, "damaged.docx")).ID
	events := all.until(second, "document.failed")
	if got := kinds(events, first); got != "posted processingStarted firstPageReady ready" {
		t.Errorf("of the first there are %s", got)
	}
	if got := kinds(events, second); got != "posted processingStarted failed" || events[len(events)-1].Data.Message == "" {
		t.Errorf("of the second there are %s", got)
	}
	if got := kinds(events, before); got != "" {
		t.Errorf("of what was before there are %s", got)
	}
	for query, want := range map[string]string{
		"?after=0&documentId=" + before:                          "posted processingStarted firstPageReady ready",
		"?after=0&documentId=" + before + "&type=document.ready": "ready",
		"?after=" + events[1].id + "&documentId=" + first:        strings.Join(strings.Fields(kinds(events[2:], first)), " "),
	} {
		f := s.follow(query, "")
		id := first
		if strings.Contains(query, before) {
			id = before
		}
		if got := kinds(f.until(id, "document.ready"), id); got != want {
			t.Errorf("%s gives %s, want %s", query, got, want)
		}
	}
	only := s.follow("?type=document.failed", "0")
	if got := only.until(second, "document.failed"); len(got) != 1 || got[0].data != events[len(events)-1].data {
		t.Errorf("of one type there are %+v", got)
	}
	for _, query := range []string{"?after=x", "?after=-1", "?type=lost"} {
		s.refused(http.StatusUnprocessableEntity, http.MethodGet, "/events"+query)
	}
	if status, _ := s.call(http.MethodGet, "/events", http.Header{"Authorization": {"wrong"}}, nil); status != http.StatusUnauthorized {
		t.Errorf("without a key it is answered %d", status)
	}
}

// kinds gives the types of a document's events.
func kinds(events []streamed, document string) string {
	var found []string
	for _, e := range events {
		if e.Data.ID == document {
			found = append(found, strings.TrimPrefix(e.kind, "document."))
		}
	}
	return strings.Join(found, " ")
}

// A reader who comes and goes, while the server is killed and stopped, has each event once.
//
// promise 22
func TestEventStreamIsResumed(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startOn(t, data, nil)
	start := s.follow("", "")
	start.leave()
	last := start.last
	var ids []string
	var events []streamed
	// A part of what is told is read, and the connection left in the middle of the rest.
	read := func(n int) {
		f := s.follow("", last)
		defer f.leave()
		for range n {
			e, ok := f.next()
			if !ok {
				t.Fatal("the stream ends")
			}
			events, last = append(events, e), e.id
		}
	}
	for _, end := range []func(*instance){(*instance).kill, (*instance).stop, (*instance).kill} {
		for i := range 6 {
			name := []string{"sample.pdf", "sample.docx"}[i%2]
			ids = append(ids, s.upload(name, fresh(t, name)).ID)
			read(2)
		}
		end(s)
		awaitGone(t, data)
		s = startOn(t, data, nil)
	}
	for _, id := range ids {
		s.wait(id)
	}
	read(4*len(ids) - len(events))
	if !slices.IsSortedFunc(events, func(a, b streamed) int { return number(t, a.id) - number(t, b.id) }) {
		t.Error("the ids are in no order")
	}
	for _, id := range ids {
		if got := kinds(events, id); got != "posted processingStarted firstPageReady ready" {
			t.Errorf("of %s there are %s", id, got)
		}
	}
}

func number(t *testing.T, text string) (n int) {
	t.Helper()
	if _, err := fmt.Sscan(text, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// A stream ends with the server, and with the key: what happens then is not told any more.
//
// promise 33, promise 36
func TestEventStreamEnds(t *testing.T) {
	t.Parallel()
	s := start(t)
	other := strings.TrimSpace(command(t, 0, "key", "create", "--data", s.data, "other"))
	watching := s.follow("", "")
	own := s.key
	s.key = other
	followed := s.follow("", "")
	s.key = own
	for _, line := range strings.Split(command(t, 0, "key", "list", "--data", s.data), "\n") {
		if strings.Contains(line, "other") {
			command(t, 0, "key", "revoke", "--data", s.data, strings.Fields(line)[0])
		}
	}
	id := s.upload("sample.pdf", sample(t, "sample.pdf")).ID
	watching.until(id, "document.ready")
	if e, ok := followed.next(); ok {
		t.Errorf("a revoked key is told %+v", e)
	}
	s.stop()
	if e, ok := watching.next(); ok {
		t.Errorf("after the end there is %+v", e)
	}
}

package lecterntest

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// EventStream is a connection to a server's stream of events.
type EventStream struct {
	t      testing.TB
	lines  *bufio.Scanner
	answer *http.Response
	cancel context.CancelFunc
	LastID string // id of the last event
}

// StreamEvent is an event of a stream.
type StreamEvent struct {
	ID, Kind, Raw string
	Event
}

// FollowEvents connects to the stream of events and starts after the event lastID.
func (s *Server) FollowEvents(query, lastID string) *EventStream {
	s.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), WaitTimeout)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.APIBase+"/events"+query, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Authorization", s.Key)
	if lastID != "" {
		r.Header.Set("Last-Event-ID", lastID)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	if kind := answer.Header.Get("Content-Type"); answer.StatusCode != http.StatusOK || kind != "text/event-stream" {
		s.T.Fatalf("%d %s", answer.StatusCode, kind)
	}
	f := &EventStream{t: s.T, lines: bufio.NewScanner(answer.Body), answer: answer, cancel: cancel, LastID: lastID}
	s.T.Cleanup(f.Close)
	if first, ok := f.block(); !ok || first.Kind != "" || first.ID == "" {
		s.T.Fatalf("the stream begins with %+v", first)
	}
	return f
}

func (f *EventStream) Close() {
	f.cancel()
	_ = f.answer.Body.Close()
}

// block reads one event up to the empty line that ends it, as server-sent events are defined. The result ok is false at
// the end of the stream.
func (f *EventStream) block() (e StreamEvent, ok bool) {
	for f.lines.Scan() {
		line := f.lines.Text()
		if line == "" {
			f.LastID = e.ID
			return e, true
		}
		switch name, value, _ := strings.Cut(line, ": "); name {
		case "id":
			e.ID = value
		case "event":
			e.Kind = value
		case "data":
			e.Raw += value
		case "": // a comment
		default:
			f.t.Errorf("the stream has %q", line)
		}
	}
	return e, false
}

// Next returns the next event. The result ok is false at the end of the stream.
func (f *EventStream) Next() (e StreamEvent, ok bool) {
	f.t.Helper()
	for ok = true; ok && e.Kind == ""; {
		e, ok = f.block()
	}
	if !ok {
		return e, false
	}
	if err := json.Unmarshal([]byte(e.Raw), &e.Event); err != nil || e.Type != e.Kind {
		f.t.Errorf("the event is %+v", e)
	}
	return e, true
}

// Until reads events up to and including an event of a kind about a document. It returns all events that it has read.
func (f *EventStream) Until(document, kind string) (events []StreamEvent) {
	f.t.Helper()
	for {
		e, ok := f.Next()
		if !ok {
			f.t.Fatalf("the stream ends after %+v", events)
		}
		events = append(events, e)
		if e.Data.ID == document && e.Kind == kind {
			return events
		}
	}
}

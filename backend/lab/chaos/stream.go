package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"lectern/backend/internal/retry"
)

// event is an event of the stream.
type event struct {
	id       int64
	kind     string
	document string
}

// stream follows the events of all documents. It connects to any running node.
type stream struct {
	*run
	http *http.Client

	reading     sync.Mutex
	last        int64 // id of the last event
	events      []event
	done        map[string]bool // documents whose last event has arrived
	connections int
	violations  []string
}

func newStream(r *run) *stream {
	return &stream{run: r, http: &http.Client{}, done: make(map[string]bool)}
}

func (s *stream) summary() string {
	return fmt.Sprintf("%d events of the stream, by %d connections", len(s.events), s.connections)
}

// countEnded returns the number of documents whose last event has arrived.
func (s *stream) countEnded() int {
	s.reading.Lock()
	defer s.reading.Unlock()
	return len(s.done)
}

// follow reads events until ctx ends. If the connection is lost, it connects again and continues after the last event.
func (s *stream) follow(ctx context.Context) {
	for ctx.Err() == nil {
		if address := s.cluster.anyAddress(); address != "" {
			s.connections++
			_ = s.read(ctx, address, s.last, s.receive) // an error means that the connection was lost
		}
		retry.Sleep(ctx, pollPeriod)
	}
}

// errEnough is returned by a callback to stop reading.
var errEnough = errors.New("enough events were read")

// read passes the events of a node to the function visit. The argument after is the ID of the last event that is left
// out.
func (s *stream) read(ctx context.Context, address string, after int64, visit func(event) error) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/events", nil)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", s.cluster.key)
	r.Header.Set("Last-Event-ID", strconv.FormatInt(after, 10))
	answer, err := s.http.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return errors.New(answer.Status)
	}
	return scan(answer.Body, visit)
}

// scan parses server-sent events. It ignores an incomplete event at the end.
func scan(r io.Reader, visit func(event) error) error {
	lines := bufio.NewReader(r)
	var e event
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return err
		}
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch name {
		case "id":
			if e.id, err = strconv.ParseInt(value, 10, 64); err != nil {
				return err
			}
		case "event":
			e.kind = value
		case "data":
			var t deliveredEvent
			if err := json.Unmarshal([]byte(value), &t); err != nil {
				return err
			}
			e.document = t.Data.ID
		case "":
			if e.kind == "" {
				continue // an event without data only reports the position in the stream
			}
			if err := visit(e); err != nil {
				return err
			}
			e = event{}
		}
	}
}

// receive records an event.
func (s *stream) receive(e event) error {
	s.reading.Lock()
	defer s.reading.Unlock()
	if e.id <= s.last {
		s.violations = append(s.violations, fmt.Sprintf("event %d comes after event %d", e.id, s.last))
	}
	s.last = e.id
	s.events = append(s.events, e)
	if e.kind == "document.ready" || e.kind == "document.failed" {
		s.done[e.document] = true
	}
	return nil
}

// check returns the problems that were found in the events of documents.
func (s *stream) check(ids []string) (violations []string) {
	s.reading.Lock()
	defer s.reading.Unlock()
	types := make(map[string][]string)
	for _, e := range s.events {
		types[e.document] = append(types[e.document], e.kind)
	}
	violations = s.violations
	for _, id := range ids {
		if !slices.Equal(types[id], expectedEvents) {
			violations = append(violations, fmt.Sprintf("of document %s there are %s", id, strings.Join(types[id], ", ")))
		}
	}
	if len(types) != len(ids) {
		violations = append(violations, fmt.Sprintf("there are events of %d documents", len(types)))
	}
	return violations
}

// checkNode reads all events of a node, and returns how they differ from the events that were followed.
func (s *stream) checkNode(ctx context.Context, n *node) (violations []string) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	var events []event
	err := s.read(ctx, n.address(), 0, func(e event) error {
		if events = append(events, e); len(events) == len(s.events) {
			return errEnough
		}
		return nil
	})
	if !errors.Is(err, errEnough) {
		return []string{fmt.Sprintf("node %d has %d events, not %d: %v", n.number, len(events), len(s.events), err)}
	}
	for i, e := range events {
		if e != s.events[i] {
			return []string{fmt.Sprintf("node %d has %v where %v was followed", n.number, e, s.events[i])}
		}
	}
	return nil
}

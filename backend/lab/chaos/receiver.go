package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// receiver is a server that receives calls of webhooks.
type receiver struct {
	server  *http.Server
	address string

	mu         sync.Mutex
	calls      int
	bodies     map[string]string   // bodies of deliveries, by delivery id
	deliveries map[string][]string // delivery ids by document, without repetitions, in order of arrival
	done       map[string]bool     // documents whose last event has arrived
	violations []string            // problems that were found in deliveries
}

// deliveredEvent is an event in a delivery.
type deliveredEvent struct {
	Type string
	Data struct{ ID, Message string }
}

// newReceiver starts a receiver that listens on an address with a port. Port 0 means any free port.
func newReceiver(addr string) (*receiver, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	r := &receiver{address: "http://" + listener.Addr().String(), bodies: make(map[string]string), deliveries: make(map[string][]string),
		done: make(map[string]bool)}
	r.server = &http.Server{Handler: r}
	go func() { _ = r.server.Serve(listener) }() // returns when the server is closed
	return r, nil
}

func (r *receiver) close() { _ = r.server.Close() }

func (r *receiver) summary() string {
	return fmt.Sprintf("%d calls of webhooks, of %d deliveries", r.calls, len(r.bodies))
}

// countEnded returns the number of documents whose last event has arrived.
func (r *receiver) countEnded() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.done)
}

// ServeHTTP implements http.Handler.
func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return // the server was killed while sending
	}
	r.receive(request.Header.Get("Webhook-Id"), body)
}

func (r *receiver) receive(id string, body []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls++
	var events []deliveredEvent
	if err := json.Unmarshal(body, &events); err != nil || len(events) == 0 {
		r.violations = append(r.violations, fmt.Sprintf("delivery %s is no list of events: %s", id, body))
		return
	}
	document := events[0].Data.ID
	before, again := r.bodies[id]
	switch {
	case !again:
		r.bodies[id] = string(body)
		r.deliveries[document] = append(r.deliveries[document], id)
	case before != string(body):
		r.violations = append(r.violations, fmt.Sprintf("delivery %s has two bodies: %s and %s", id, before, body))
	case r.deliveries[document][len(r.deliveries[document])-1] != id:
		r.violations = append(r.violations, fmt.Sprintf("delivery %s comes again after the one behind it", id))
	}
	if last := events[len(events)-1].Type; last == "document.ready" || last == "document.failed" {
		r.done[document] = true
	}
}

// expectedEvents contains the events of a document that becomes ready.
var expectedEvents = []string{"document.posted", "document.processingStarted", "document.firstPageReady", "document.ready"}

// check returns the problems that were found in the deliveries for documents.
func (r *receiver) check(ids []string) (violations []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	violations = r.violations
	for _, id := range ids {
		var types []string
		for _, delivery := range r.deliveries[id] {
			var events []deliveredEvent
			// Decoding cannot fail, because the body was decoded successfully before.
			_ = json.Unmarshal([]byte(r.bodies[delivery]), &events)
			for _, e := range events {
				types = append(types, e.Type)
			}
		}
		if !slices.Equal(types, expectedEvents) {
			violations = append(violations, fmt.Sprintf("of document %s there are %s", id, strings.Join(types, ", ")))
		}
	}
	if len(r.deliveries) != len(ids) {
		violations = append(violations, fmt.Sprintf("there are deliveries of %d documents", len(r.deliveries)))
	}
	return violations
}

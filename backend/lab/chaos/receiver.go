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

// receiver takes the calls of webhooks.
type receiver struct {
	server  *http.Server
	address string

	mu      sync.Mutex
	calls   int
	bodies  map[string]string   // by the deliveries' ids
	of      map[string][]string // deliveries, by their documents, each once, as they first came
	done    map[string]bool     // documents that have ended
	against []string            // what a delivery should not be
}

// told is an event as others are told of it.
type told struct {
	Type string
	Data struct{ ID, Message string }
}

// newReceiver starts a receiver at an address with a port, 0 for a free one.
func newReceiver(at string) (*receiver, error) {
	listener, err := net.Listen("tcp", at)
	if err != nil {
		return nil, err
	}
	r := &receiver{address: "http://" + listener.Addr().String(), bodies: make(map[string]string), of: make(map[string][]string),
		done: make(map[string]bool)}
	r.server = &http.Server{Handler: r}
	go func() { _ = r.server.Serve(listener) }() // until it is closed
	return r, nil
}

func (r *receiver) close() { _ = r.server.Close() }

func (r *receiver) line() string {
	return fmt.Sprintf("%d calls of webhooks, of %d deliveries", r.calls, len(r.bodies))
}

// ended counts the documents of which the last event has come.
func (r *receiver) ended() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.done)
}

// ServeHTTP implements http.Handler.
func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return // who called was killed
	}
	r.take(request.Header.Get("Webhook-Id"), body)
}

func (r *receiver) take(id string, body []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls++
	var events []told
	if err := json.Unmarshal(body, &events); err != nil || len(events) == 0 {
		r.against = append(r.against, fmt.Sprintf("delivery %s is no list of events: %s", id, body))
		return
	}
	document := events[0].Data.ID
	before, again := r.bodies[id]
	switch {
	case !again:
		r.bodies[id] = string(body)
		r.of[document] = append(r.of[document], id)
	case before != string(body):
		r.against = append(r.against, fmt.Sprintf("delivery %s has two bodies: %s and %s", id, before, body))
	case r.of[document][len(r.of[document])-1] != id:
		r.against = append(r.against, fmt.Sprintf("delivery %s comes again after the one behind it", id))
	}
	if last := events[len(events)-1].Type; last == "document.ready" || last == "document.failed" {
		r.done[document] = true
	}
}

// sequence is what is told of a document that becomes ready.
var sequence = []string{"document.posted", "document.processingStarted", "document.firstPageReady", "document.ready"}

// check gives what speaks against the deliveries of documents.
func (r *receiver) check(ids []string) (against []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	against = r.against
	for _, id := range ids {
		var types []string
		for _, delivery := range r.of[id] {
			var events []told
			_ = json.Unmarshal([]byte(r.bodies[delivery]), &events) // it could be read before
			for _, e := range events {
				types = append(types, e.Type)
			}
		}
		if !slices.Equal(types, sequence) {
			against = append(against, fmt.Sprintf("of document %s there are %s", id, strings.Join(types, ", ")))
		}
	}
	if len(r.of) != len(ids) {
		against = append(against, fmt.Sprintf("there are deliveries of %d documents", len(r.of)))
	}
	return against
}

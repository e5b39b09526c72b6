package main

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// receiver is a program that gets the calls of webhooks.
type receiver struct {
	t      testing.TB
	server *httptest.Server
	answer func(w http.ResponseWriter, r *http.Request, c call) // nil accepts all

	mu      sync.Mutex
	calls   []call
	tries   map[string]int
	arrived chan struct{} // closed at the next call, and when it is answered
}

// call is one that a receiver has got.
type call struct {
	id     string
	header http.Header
	body   string
	try    int // of the same id, from 1
}

// told is an event as receivers get it.
type told struct {
	Type string `json:"type"`
	Data struct {
		ID      string `json:"id"`
		Message string `json:"message"`
	} `json:"data"`
	TriggeredAt string `json:"triggered_at"`
}

// receive starts a receiver.
func receive(t testing.TB, answer func(http.ResponseWriter, *http.Request, call)) *receiver {
	t.Helper()
	r := &receiver{t: t, answer: answer, tries: make(map[string]int), arrived: make(chan struct{})}
	r.server = httptest.NewServer(r)
	t.Cleanup(func() { r.server.Close() })
	return r
}

// restart ends the receiver in the middle of whatever it does, and starts it on the same port. The socket stays open
// meanwhile: a port that is free for a moment is soon another's.
func (r *receiver) restart() {
	r.t.Helper()
	socket, err := r.server.Listener.(*net.TCPListener).File()
	if err != nil {
		r.t.Fatal(err)
	}
	defer socket.Close()
	r.server.CloseClientConnections()
	r.server.Close()
	listener, err := net.FileListener(socket)
	if err != nil {
		r.t.Fatal(err)
	}
	r.server = httptest.NewUnstartedServer(r)
	_ = r.server.Listener.Close() // it was made for another port
	r.server.Listener = listener
	r.server.Start()
}

// ServeHTTP implements http.Handler.
func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil || request.Method != http.MethodPost {
		http.NotFound(w, request) // whoever called has been killed, or wants something else
		return
	}
	c := call{id: request.Header.Get("Webhook-Id"), header: request.Header.Clone(), body: string(body)}
	r.mu.Lock()
	r.tries[c.id]++
	c.try = r.tries[c.id]
	r.calls = append(r.calls, c)
	r.mu.Unlock()
	r.wake()
	if r.answer != nil {
		defer r.wake() // for those who look at what the answer has counted
		r.answer(w, request, c)
	}
}

// wake lets those look again who wait for a call.
func (r *receiver) wake() {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.arrived)
	r.arrived = make(chan struct{})
}

// await gives all calls as soon as they are enough.
func (r *receiver) await(what string, enough func([]call) bool) []call {
	r.t.Helper()
	end := time.After(patience)
	for {
		r.mu.Lock()
		calls, arrived := r.calls, r.arrived
		r.mu.Unlock()
		if enough(calls) {
			return calls
		}
		select {
		case <-arrived:
		case <-end:
			r.t.Fatalf("the receiver waits for %s; it has %d calls", what, len(calls))
		}
	}
}

// awaitEvent waits until an event of a document has come.
func (r *receiver) awaitEvent(document, kind string) []call {
	r.t.Helper()
	return r.await(kind, func(calls []call) bool {
		for _, c := range calls {
			for _, e := range eventsOf(r.t, c.body) {
				if e.Data.ID == document && e.Type == kind {
					return true
				}
			}
		}
		return false
	})
}

// awaitBothVersions waits until a document's ready event has come for its first and its second version. A replay and a
// repeated delivery tell the same event again under the same id, and count once.
func (r *receiver) awaitBothVersions() []call {
	r.t.Helper()
	return r.await("the ready events of both versions", func(calls []call) bool {
		ready := 0
		for _, c := range calls {
			if c.try == 1 {
				ready += strings.Count(c.body, "document.ready")
			}
		}
		return ready == 2
	})
}

func eventsOf(t testing.TB, body string) (events []told) {
	t.Helper()
	if err := json.Unmarshal([]byte(body), &events); err != nil {
		t.Errorf("the body is no array of events: %s", body)
	}
	return events
}

// typesOf gives the types of the events of accepted or all calls, in their order, each
// delivery once.
func typesOf(t testing.TB, calls []call) string {
	t.Helper()
	seen := map[string]bool{}
	var types []string
	for _, c := range calls {
		if seen[c.id] {
			continue
		}
		seen[c.id] = true
		for _, e := range eventsOf(t, c.body) {
			types = append(types, strings.TrimPrefix(e.Type, "document."))
		}
	}
	return strings.Join(types, " ")
}

// allowReceivers lets a server reach the receivers of tests.
var allowReceivers = []string{"--allow-host", "127.0.0.1"}

// post uploads a file with a webhook.
func (s *instance) postWithHook(name string, content []byte, hook string) string {
	s.t.Helper()
	return s.want(http.StatusOK, http.MethodPost, "/document/upload?filename="+name+"&webhookURL="+url.QueryEscape(hook),
		strings.NewReader(string(content))).ID
}

// postHeld posts a document by an address that gives it when the receiver, which gets its events,
// was called first.
func (s *instance) postHeld(r *receiver, content []byte) (id string) {
	s.t.Helper()
	source := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		r.await("the first call", func(calls []call) bool { return len(calls) > 0 })
		_, _ = w.Write(content)
	}))
	s.t.Cleanup(source.Close)
	return s.want(http.StatusOK, http.MethodPost,
		"/document?url="+url.QueryEscape(source.URL)+"&webhookURL="+url.QueryEscape(r.server.URL), nil).ID
}

// delivery is one of the log of deliveries.
type delivery struct {
	ID            string
	DocumentID    string
	TaskID        string
	URL           string
	State         string
	Types         []string
	Body          string
	NextAttemptAt string
	EndedAt       string
	Attempts      []attempt
}

// attempt is one try of a delivery, or of a test call.
type attempt struct {
	At     string
	Status int
	Error  string
	Ms     int64
	Answer string
}

// read makes a request that must succeed, and reads the JSON of its answer.
func read[T any](s *instance, method, path string) (value T) {
	s.t.Helper()
	status, text := s.call(method, path, nil, nil)
	if status != http.StatusOK {
		s.t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	if err := json.Unmarshal(text, &value); err != nil {
		s.t.Fatalf("%s %s: %s", method, path, text)
	}
	return value
}

// refused makes a request that must be refused with a status and a sentence.
func (s *instance) refused(want int, method, path string) {
	s.t.Helper()
	var problem struct{ Message string }
	status, text := s.call(method, path, nil, nil)
	if err := json.Unmarshal(text, &problem); err != nil || status != want || !strings.HasSuffix(problem.Message, ".") {
		s.t.Errorf("%s %s: %d %s", method, path, status, text)
	}
}

// deliveries gives the log of a document or a task, the oldest first, as soon as it is as it should be.
func (s *instance) deliveries(id string, enough func([]delivery) bool) []delivery {
	s.t.Helper()
	about := "documentId"
	if strings.HasPrefix(id, "t-") {
		about = "taskId"
	}
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(patience); ; <-tick.C {
		found := read[[]delivery](s, http.MethodGet, "/webhook/delivery?"+about+"="+id)
		for i, j := 0, len(found)-1; i < j; i, j = i+1, j-1 {
			found[i], found[j] = found[j], found[i]
		}
		if enough(found) {
			return found
		}
		if time.Now().After(end) {
			s.t.Fatalf("the log of %s stays %+v\n%s", id, found, s.log)
		}
	}
}

// allEnded says that nothing of a log is still to be tried.
func allEnded(found []delivery) bool {
	for _, d := range found {
		if d.State == "pending" {
			return false
		}
	}
	return len(found) > 0
}

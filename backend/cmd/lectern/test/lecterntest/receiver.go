package lecterntest

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

// Receiver is a server for calls of webhooks.
type Receiver struct {
	t      testing.TB
	Server *httptest.Server
	// writes the response to a call; nil accepts all calls
	answer func(w http.ResponseWriter, r *http.Request, c WebhookCall)

	mu      sync.Mutex
	calls   []WebhookCall
	tries   map[string]int
	arrived chan struct{} // closed when the next call arrives, and when the response to a call was sent
}

// WebhookCall is a received call.
type WebhookCall struct {
	ID     string
	Header http.Header
	Body   string
	Try    int // number of the attempt with this id, from 1
}

// Event is an event in the body of a call.
type Event struct {
	Type string `json:"type"`
	Data struct {
		ID      string `json:"id"`
		Message string `json:"message"`
	} `json:"data"`
	TriggeredAt string `json:"triggered_at"`
}

// NewReceiver starts a receiver.
func NewReceiver(t testing.TB, answer func(http.ResponseWriter, *http.Request, WebhookCall)) *Receiver {
	t.Helper()
	r := &Receiver{t: t, answer: answer, tries: make(map[string]int), arrived: make(chan struct{})}
	r.Server = httptest.NewServer(r)
	t.Cleanup(func() { r.Server.Close() })
	return r
}

// Restart closes all connections and starts the receiver again on the same port. The listening socket stays open,
// because another program could take a free port.
func (r *Receiver) Restart() {
	r.t.Helper()
	socket, err := r.Server.Listener.(*net.TCPListener).File()
	if err != nil {
		r.t.Fatal(err)
	}
	defer socket.Close()
	r.Server.CloseClientConnections()
	r.Server.Close()
	listener, err := net.FileListener(socket)
	if err != nil {
		r.t.Fatal(err)
	}
	r.Server = httptest.NewUnstartedServer(r)
	_ = r.Server.Listener.Close() // httptest opened it on another port
	r.Server.Listener = listener
	r.Server.Start()
}

// ServeHTTP implements http.Handler.
func (r *Receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil || request.Method != http.MethodPost {
		http.NotFound(w, request) // the server was killed while sending, or this is not a call of a webhook
		return
	}
	c := WebhookCall{ID: request.Header.Get("Webhook-Id"), Header: request.Header.Clone(), Body: string(body)}
	r.mu.Lock()
	r.tries[c.ID]++
	c.Try = r.tries[c.ID]
	r.calls = append(r.calls, c)
	r.mu.Unlock()
	r.wake()
	if r.answer != nil {
		defer r.wake() // answer may have changed something that a test waits for
		r.answer(w, request, c)
	}
}

// wake notifies the tests that wait for a call.
func (r *Receiver) wake() {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.arrived)
	r.arrived = make(chan struct{})
}

// Await waits until condition returns true for the received calls, and returns them.
func (r *Receiver) Await(what string, condition func([]WebhookCall) bool) []WebhookCall {
	r.t.Helper()
	end := time.After(WaitTimeout)
	for {
		r.mu.Lock()
		calls, arrived := r.calls, r.arrived
		r.mu.Unlock()
		if condition(calls) {
			return calls
		}
		select {
		case <-arrived:
		case <-end:
			r.t.Fatalf("the receiver waits for %s; it has %d calls", what, len(calls))
		}
	}
}

// AwaitEvent waits for an event of a kind about a document, and returns all received calls.
func (r *Receiver) AwaitEvent(document, kind string) []WebhookCall {
	r.t.Helper()
	return r.Await(kind, func(calls []WebhookCall) bool {
		for _, c := range calls {
			for _, e := range Events(r.t, c.Body) {
				if e.Data.ID == document && e.Type == kind {
					return true
				}
			}
		}
		return false
	})
}

// AwaitBothVersions waits for the ready events of the first and the second version of a document. It counts deliveries
// with the same id, which are repetitions, once.
func (r *Receiver) AwaitBothVersions() []WebhookCall {
	r.t.Helper()
	return r.Await("the ready events of both versions", func(calls []WebhookCall) bool {
		ready := 0
		for _, c := range calls {
			if c.Try == 1 {
				ready += strings.Count(c.Body, "document.ready")
			}
		}
		return ready == 2
	})
}

func Events(t testing.TB, body string) (events []Event) {
	t.Helper()
	if err := json.Unmarshal([]byte(body), &events); err != nil {
		t.Errorf("the body is no array of events: %s", body)
	}
	return events
}

// EventTypes returns the types of the events in calls, in their order. It ignores repeated deliveries.
func EventTypes(t testing.TB, calls []WebhookCall) string {
	t.Helper()
	seen := map[string]bool{}
	var types []string
	for _, c := range calls {
		if seen[c.ID] {
			continue
		}
		seen[c.ID] = true
		for _, e := range Events(t, c.Body) {
			types = append(types, strings.TrimPrefix(e.Type, "document."))
		}
	}
	return strings.Join(types, " ")
}

// AllowReceivers are arguments that allow a server to call the receivers of tests.
var AllowReceivers = []string{"--allow-host", "127.0.0.1"}

// PostWithWebhook uploads a file with a webhook and returns the id of the document.
func (s *Server) PostWithWebhook(name string, content []byte, hook string) string {
	s.T.Helper()
	return s.Want(http.StatusOK, http.MethodPost, "/document/upload?filename="+name+"&webhookURL="+url.QueryEscape(hook),
		strings.NewReader(string(content))).ID
}

// Delivery is an entry of the log of deliveries.
type Delivery struct {
	ID            string
	DocumentID    string
	TaskID        string
	URL           string
	State         string
	Types         []string
	Body          string
	NextAttemptAt string
	EndedAt       string
	Attempts      []Attempt
}

// Attempt is an attempt of a delivery, or a test call.
type Attempt struct {
	At     string
	Status int
	Error  string
	Ms     int64
	Answer string
}

// ReadJSON makes a request that must succeed and decodes the response.
func ReadJSON[T any](s *Server, method, path string) (value T) {
	s.T.Helper()
	status, text := s.Call(method, path, nil, nil)
	if status != http.StatusOK {
		s.T.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	if err := json.Unmarshal(text, &value); err != nil {
		s.T.Fatalf("%s %s: %s", method, path, text)
	}
	return value
}

// WantRefused sends a request that must fail with the given status and a message.
func (s *Server) WantRefused(want int, method, path string) {
	s.T.Helper()
	var problem struct{ Message string }
	status, text := s.Call(method, path, nil, nil)
	if err := json.Unmarshal(text, &problem); err != nil || status != want || !strings.HasSuffix(problem.Message, ".") {
		s.T.Errorf("%s %s: %d %s", method, path, status, text)
	}
}

// Deliveries waits until condition returns true for the deliveries of a document or a task, and returns them, oldest
// first.
func (s *Server) Deliveries(id string, condition func([]Delivery) bool) []Delivery {
	s.T.Helper()
	about := "documentId"
	if strings.HasPrefix(id, "t-") {
		about = "taskId"
	}
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(WaitTimeout); ; <-tick.C {
		found := ReadJSON[[]Delivery](s, http.MethodGet, "/webhook/delivery?"+about+"="+id)
		for i, j := 0, len(found)-1; i < j; i, j = i+1, j-1 {
			found[i], found[j] = found[j], found[i]
		}
		if condition(found) {
			return found
		}
		if time.Now().After(end) {
			s.T.Fatalf("the log of %s stays %+v\n%s", id, found, s.Log)
		}
	}
}

// AllDelivered reports whether no delivery is pending.
func AllDelivered(found []Delivery) bool {
	for _, d := range found {
		if d.State == "pending" {
			return false
		}
	}
	return len(found) > 0
}

// WebhookSecrets are the secrets that sign deliveries.
type WebhookSecrets struct {
	Secret   string
	Previous *struct{ Secret, ValidUntil string }
}

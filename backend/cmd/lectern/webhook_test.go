package main

import (
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// secrets are what signs deliveries.
type secrets struct {
	Secret   string
	Previous *struct{ Secret, ValidUntil string }
}

// verify has the official verifier look at a call.
func verify(t *testing.T, secret string, c call) error {
	t.Helper()
	verifier, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	return verifier.Verify([]byte(c.body), c.header)
}

// A document's events come in order, signed, in the form of the specification.
//
// promise 37, promise 39
func TestWebhook(t *testing.T) {
	t.Parallel()
	s := start(t, allowReceivers...)
	r := receive(t, nil)
	id := s.postWithHook("sample.docx", fresh(t, "sample.docx"), r.server.URL+"/hook?a=b")
	calls := r.awaitEvent(id, "document.ready")
	if got := typesOf(t, calls); got != "posted processingStarted firstPageReady ready" {
		t.Errorf("the events are %s", got)
	}
	secret := read[secrets](s, http.MethodGet, "/settings/webhook/secret").Secret
	form := regexp.MustCompile(`^\[(\{"type":"document\.\w+","data":\{"id":"` + id +
		`"\},"triggered_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"\},?)+\]$`)
	for _, c := range calls {
		if !form.MatchString(c.body) {
			t.Errorf("the body is %s", c.body)
		}
		if err := verify(t, secret, c); err != nil {
			t.Errorf("%s: %v", c.body, err)
		}
		if verify(t, secret, call{header: c.header, body: c.body + " "}) == nil {
			t.Error("the verifier accepts everything")
		}
		if c.header.Get("Content-Type") != "application/json" || !strings.HasPrefix(c.header.Get("User-Agent"), "Lectern/") {
			t.Errorf("the header is %v", c.header)
		}
	}
}

// A document that fails tells why, and what is tried again tells of its processing anew.
func TestWebhookOfAFailure(t *testing.T) {
	t.Parallel()
	s := start(t, allowReceivers...)
	r := receive(t, nil)
	doc := s.want(http.StatusOK, http.MethodPost, "/document?url="+url.QueryEscape(r.server.URL+"/nothing")+"&webhookURL="+
		url.QueryEscape(r.server.URL), nil)
	failed := func(n int) func([]call) bool {
		return func(calls []call) bool { return strings.Count(typesOf(t, calls), "failed") == n }
	}
	calls := r.await("the failure", failed(1))
	var last told
	for _, c := range calls {
		for _, e := range eventsOf(t, c.body) {
			last = e
		}
	}
	if message := s.wait(doc.ID).Message; message == "" || last.Data.Message != message || last.Data.ID != doc.ID {
		t.Errorf("the event has %+v, the document %q", last, message)
	}
	s.want(http.StatusOK, http.MethodPost, "/document/"+doc.ID+"/retry", nil)
	if got := typesOf(t, r.await("the second failure", failed(2))); got != "posted processingStarted failed processingStarted failed" {
		t.Errorf("the events are %s", got)
	}
}

// rude are receivers as nobody wants them, and what the log says of the first try.
var rude = map[string]struct {
	answer func(http.ResponseWriter)
	status int
	want   string
}{
	"a redirect": {func(w http.ResponseWriter) { w.Header().Set("Location", "/elsewhere"); w.WriteHeader(302) }, 302,
		"302 Found: redirects are not followed"},
	"not modified":            {func(w http.ResponseWriter) { w.WriteHeader(304) }, 304, "304 Not Modified"},
	"a mistake":               {func(w http.ResponseWriter) { http.Error(w, "who are you?\x00", 404) }, 404, "404 Not Found"},
	"a fault":                 {func(w http.ResponseWriter) { w.WriteHeader(500) }, 500, "500 Internal Server Error"},
	"a strange one":           {func(w http.ResponseWriter) { w.WriteHeader(599) }, 599, "answered 599."},
	"a reset":                 {func(w http.ResponseWriter) { reset(w) }, 0, "The connection ended before the answer was complete."},
	"a half answer":           {half, 200, "The connection ended"},
	"an endless body":         {endless, 200, "The answer did not end within 65.54 kB."},
	"an endless 410, but one": {func(w http.ResponseWriter) { w.WriteHeader(503); endless(w) }, 503, "503 Service Unavailable"},
}

func reset(w http.ResponseWriter) {
	connection, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		_ = connection.Close()
	}
}

func half(w http.ResponseWriter) {
	_, _ = io.WriteString(w, "half")
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

func endless(w http.ResponseWriter) {
	for {
		if _, err := io.WriteString(w, strings.Repeat("on and on ", 1000)); err != nil {
			return
		}
	}
}

// Rude receivers are tried again by the schedule, with the same id and bytes, and the log says
// why; what waited meanwhile goes in one array.
//
// promise 38
func TestRudeReceivers(t *testing.T) {
	t.Parallel()
	s := start(t, append(allowReceivers, "--webhook-retry", "50ms,50ms")...)
	for name, test := range rude {
		t.Run(name, func(t *testing.T) {
			ready := make(chan struct{})
			r := receive(t, func(w http.ResponseWriter, r *http.Request, c call) {
				if r.URL.Path != "/" {
					t.Errorf("%s was followed", r.URL)
				}
				if <-ready; c.try < 3 && strings.Contains(c.body, "document.posted") {
					test.answer(w)
				}
			})
			id := s.postHeld(r, sample(t, "sample.pdf"))
			s.wait(id)
			close(ready)
			log := s.deliveries(id, func(found []delivery) bool { return len(found) == 2 && allEnded(found) })
			first := log[0]
			if first.State != "delivered" || len(first.Attempts) != 3 || first.Attempts[2].Error != "" || first.Attempts[2].Status != 200 {
				t.Fatalf("the first delivery is %+v", first)
			}
			for _, attempt := range first.Attempts[:2] {
				if attempt.Status != test.status || !strings.Contains(attempt.Error, test.want) || len(attempt.Answer) > 1030 {
					t.Errorf("the attempt is %+v", attempt)
				}
			}
			calls := r.await("all calls", func(calls []call) bool { return len(calls) >= 4 })
			if got := typesOf(t, calls); got != "posted processingStarted firstPageReady ready" {
				t.Errorf("the events are %s", got)
			}
			for _, c := range calls[:3] {
				if c.id != first.ID || c.body != first.Body {
					t.Errorf("call %+v of delivery %+v", c, first)
				}
			}
		})
	}
}

// Who answers 410 is left alone, now and later.
//
// promise 38
func TestGoneReceiver(t *testing.T) {
	t.Parallel()
	s := start(t, append(allowReceivers, "--webhook-retry", "300ms")...)
	hold := make(chan struct{})
	r := receive(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		if c.try == 1 {
			<-hold
		}
		w.WriteHeader(http.StatusGone)
	})
	id := s.postHeld(r, sample(t, "damaged.docx"))
	s.wait(id) // all its events wait
	close(hold)
	log := s.deliveries(id, func(found []delivery) bool { return len(found) == 2 && allEnded(found) })
	if log[0].State != "failed" || len(log[0].Attempts) != 1 || log[1].State != "cancelled" || len(log[1].Attempts) != 0 {
		t.Fatalf("the log is %+v", log)
	}
	if got := strings.Join(log[1].Types, " "); !strings.HasSuffix(got, "document.failed") {
		t.Errorf("cancelled are %s", got)
	}
	s.want(http.StatusOK, http.MethodPost, "/document/"+id+"/retry", nil)
	s.wait(id)
	// A delivery to somebody else, who comes later, is done: nothing is under way to this one.
	other := receive(t, nil)
	otherID := s.postWithHook("sample.pdf", sample(t, "sample.pdf"), other.server.URL)
	other.awaitEvent(otherID, "document.ready")
	if log := s.deliveries(id, allEnded); len(log) != 2 {
		t.Errorf("after a retry the log is %+v", log)
	}
	// A person can have what was cancelled.
	replayed := read[delivery](s, http.MethodPost, "/webhook/delivery/"+log[1].ID+"/replay")
	if replayed.State != "cancelled" || len(replayed.Attempts) != 1 || replayed.Attempts[0].Status != http.StatusGone {
		t.Errorf("replayed it is %+v", replayed)
	}
}

// A receiver that wants to be left alone is, and one that is down to the end is given up, until
// a person replays.
//
// promise 38
func TestRetryAfterAndReplay(t *testing.T) {
	t.Parallel()
	s := start(t, append(allowReceivers, "--webhook-retry", "10ms,10ms")...)
	var open atomic.Bool
	r := receive(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		if open.Load() {
			return
		}
		if c.try == 1 {
			w.Header().Set("Retry-After", "1")
		}
		w.WriteHeader(http.StatusTooManyRequests)
	})
	id := s.postWithHook("sample.pdf", sample(t, "sample.pdf"), r.server.URL)
	log := s.deliveries(id, func(found []delivery) bool {
		isLast := func(d delivery) bool { return strings.Contains(d.Body, "document.ready") }
		return allEnded(found) && slices.ContainsFunc(found, isLast)
	})
	for _, d := range log {
		if d.State != "failed" || len(d.Attempts) != 3 || d.EndedAt == "" || d.NextAttemptAt != "" {
			t.Fatalf("the delivery is %+v", d)
		}
		if wait := between(t, d.Attempts[0], d.Attempts[1]); wait < time.Second {
			t.Errorf("it was tried again after %s", wait)
		}
		if wait := between(t, d.Attempts[1], d.Attempts[2]); wait > time.Second {
			t.Errorf("without being asked for, it waited %s", wait)
		}
	}
	open.Store(true)
	replayed := read[delivery](s, http.MethodPost, "/webhook/delivery/"+log[0].ID+"/replay")
	if replayed.State != "delivered" || len(replayed.Attempts) != 4 || replayed.Attempts[3].Status != 200 || replayed.Body != log[0].Body {
		t.Errorf("replayed it is %+v", replayed)
	}
	calls := r.await("the replay", func(calls []call) bool { return len(calls) >= 3*len(log)+1 })
	if last := calls[len(calls)-1]; last.id != log[0].ID || last.body != log[0].Body {
		t.Errorf("the replay is %+v", last)
	}
	if again := read[delivery](s, http.MethodPost, "/webhook/delivery/"+log[0].ID+"/replay"); again.State != "delivered" ||
		len(again.Attempts) != 5 {
		t.Errorf("replayed again it is %+v", again)
	}
}

// between gives the time between two attempts.
func between(t *testing.T, one, other attempt) time.Duration {
	t.Helper()
	var times [2]time.Time
	for i, text := range []string{one.At, other.At} {
		var err error
		if times[i], err = time.Parse(time.RFC3339, text); err != nil {
			t.Fatal(err)
		}
	}
	return times[1].Sub(times[0])
}

// What happened to a document is told also when it is deleted, and so is what its next version does.
func TestWebhookOfWhatIsReplacedAndDeleted(t *testing.T) {
	t.Parallel()
	s := start(t, append(allowReceivers, "--webhook-retry", "10ms")...)
	down := make(chan struct{})
	r := receive(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		if c.try == 1 {
			<-down
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	id := s.postHeld(r, sample(t, "sample.pdf"))
	s.wait(id)
	status, text := s.call(http.MethodPut, "/document/"+id+"?filename=b.docx", nil, strings.NewReader(string(sample(t, "sample.docx"))))
	if status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	s.wait(id)
	if status, text := s.call(http.MethodDelete, "/document/"+id, nil, nil); status != http.StatusNoContent {
		t.Fatalf("%d %s", status, text)
	}
	close(down)
	log := s.deliveries(id, func(found []delivery) bool { return len(found) == 2 && allEnded(found) })
	for _, d := range log {
		if d.State != "delivered" || len(d.Attempts) != 2 {
			t.Errorf("the delivery is %+v", d)
		}
	}
	const whole = "posted processingStarted firstPageReady ready"
	if got := typesOf(t, r.await("nothing more", func([]call) bool { return true })); got != whole+" "+whole {
		t.Errorf("the events are %s", got)
	}
}

// A pending delivery that is replayed does not wait for its time.
func TestReplayOfWhatIsPending(t *testing.T) {
	t.Parallel()
	s := start(t, append(allowReceivers, "--webhook-retry", "1h")...)
	r := receive(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		if c.try == 1 && strings.Contains(c.body, "document.posted") {
			w.WriteHeader(http.StatusBadGateway)
		}
	})
	id := s.postHeld(r, sample(t, "sample.pdf"))
	s.wait(id)
	log := s.deliveries(id, func(found []delivery) bool { return len(found) == 1 && found[0].NextAttemptAt != "" })
	if log[0].State != "pending" || len(log[0].Attempts) != 1 {
		t.Fatalf("the delivery is %+v", log[0])
	}
	if got := read[delivery](s, http.MethodPost, "/webhook/delivery/"+log[0].ID+"/replay"); got.ID != log[0].ID {
		t.Errorf("replayed it is %+v", got)
	}
	if got := typesOf(t, r.awaitEvent(id, "document.ready")); got != "posted processingStarted firstPageReady ready" {
		t.Errorf("the events are %s", got)
	}
	log = s.deliveries(id, func(found []delivery) bool { return len(found) == 2 && allEnded(found) })
	if len(log[0].Attempts) != 2 || log[1].State != "delivered" {
		t.Errorf("the log is %+v", log)
	}
}

// Where webhooks may not lead, they do not, and the log says so: what was allowed when a document was posted may not be
// any more.
//
// promise 1, promise 4
func TestRefusedReceiver(t *testing.T) {
	t.Parallel()
	s := start(t, "--webhook-retry", "10ms")
	allow := func(hosts string) {
		s.send(http.StatusOK, http.MethodPatch, "/settings", `{"allowedHosts":[`+hosts+`]}`, nil)
	}
	r := receive(t, func(w http.ResponseWriter, _ *http.Request, _ call) {
		allow("")
		w.WriteHeader(http.StatusInternalServerError)
	})
	allow(`"127.0.0.1"`)
	id := s.postWithHook("sample.pdf", sample(t, "sample.pdf"), r.server.URL)
	for _, d := range s.deliveries(id, allEnded) {
		if last := d.Attempts[len(d.Attempts)-1]; d.State != "failed" || len(d.Attempts) != 2 || !strings.Contains(last.Error,
			"private network") || last.Status != 0 {
			t.Errorf("the delivery is %+v", d)
		}
	}
	tried := read[attempt](s, http.MethodPost, "/webhook/test?url="+url.QueryEscape(r.server.URL))
	if tried.Status != 0 || !strings.Contains(tried.Error, "private network") {
		t.Errorf("the test is %+v", tried)
	}
	if calls := r.await("nothing", func([]call) bool { return true }); len(calls) != 1 {
		t.Errorf("the receiver was reached %d times", len(calls))
	}
}

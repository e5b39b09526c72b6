package webhooks_test

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

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// verify checks the signature of a call with the official verifier.
func verify(t *testing.T, secret string, c lecterntest.WebhookCall) error {
	t.Helper()
	verifier, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	return verifier.Verify([]byte(c.Body), c.Header)
}

// The events of a document are delivered in order, signed, and in the format of the specification of the viewing
// interface.
//
// SECURITY.md, promise 37 (signed webhooks), promise 39 (order of events)
func TestWebhook(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	r := lecterntest.NewReceiver(t, nil)
	id := s.PostWithWebhook("sample.docx", lecterntest.UniqueSample(t, "sample.docx"), r.Server.URL+"/hook?a=b")
	calls := r.AwaitEvent(id, "document.ready")
	if got := lecterntest.EventTypes(t, calls); got != "posted processingStarted firstPageReady ready" {
		t.Errorf("the events are %s", got)
	}
	secret := lecterntest.ReadJSON[lecterntest.WebhookSecrets](s, http.MethodGet, "/settings/webhook/secret").Secret
	form := regexp.MustCompile(`^\[(\{"type":"document\.\w+","data":\{"id":"` + id +
		`"\},"triggered_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"\},?)+\]$`)
	for _, c := range calls {
		if !form.MatchString(c.Body) {
			t.Errorf("the body is %s", c.Body)
		}
		if err := verify(t, secret, c); err != nil {
			t.Errorf("%s: %v", c.Body, err)
		}
		if verify(t, secret, lecterntest.WebhookCall{Header: c.Header, Body: c.Body + " "}) == nil {
			t.Error("the verifier accepts everything")
		}
		if c.Header.Get("Content-Type") != "application/json" || !strings.HasPrefix(c.Header.Get("User-Agent"), "Lectern/") {
			t.Errorf("the header is %v", c.Header)
		}
	}
}

// The event of a failed document contains its error message. A retry of the document sends the events of its processing
// again.
func TestWebhookOfAFailure(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	r := lecterntest.NewReceiver(t, nil)
	doc := s.Want(http.StatusOK, http.MethodPost, "/document?url="+url.QueryEscape(r.Server.URL+"/nothing")+"&webhookURL="+
		url.QueryEscape(r.Server.URL), nil)
	failed := func(n int) func([]lecterntest.WebhookCall) bool {
		return func(calls []lecterntest.WebhookCall) bool {
			return strings.Count(lecterntest.EventTypes(t, calls), "failed") == n
		}
	}
	calls := r.Await("the failure", failed(1))
	var last lecterntest.Event
	for _, c := range calls {
		for _, e := range lecterntest.Events(t, c.Body) {
			last = e
		}
	}
	if message := s.Wait(doc.ID).Message; message == "" || last.Data.Message != message || last.Data.ID != doc.ID {
		t.Errorf("the event has %+v, the document %q", last, message)
	}
	s.Want(http.StatusOK, http.MethodPost, "/document/"+doc.ID+"/retry", nil)
	if got := lecterntest.EventTypes(t, r.Await("the second failure",
		failed(2))); got != "posted processingStarted failed processingStarted failed" {
		t.Errorf("the events are %s", got)
	}
}

// misbehavingResponses contains the responses of misbehaving receivers. For each attempt with this response, the log of
// deliveries must contain the status in the field status and the error text in the field want.
var misbehavingResponses = map[string]struct {
	answer func(http.ResponseWriter)
	status int
	want   string
}{
	"a redirect": {func(w http.ResponseWriter) { w.Header().Set("Location", "/elsewhere"); w.WriteHeader(302) }, 302,
		"302 Found: redirects are not followed"},
	"not modified":            {func(w http.ResponseWriter) { w.WriteHeader(304) }, 304, "304 Not Modified"},
	"a mistake":               {func(w http.ResponseWriter) { http.Error(w, "who are you?\x00", 404) }, 404, "404 Not Found"},
	"a fault":                 {func(w http.ResponseWriter) { w.WriteHeader(500) }, 500, "500 Internal Server Error"},
	"a strange one":           {func(w http.ResponseWriter) { w.WriteHeader(599) }, 599, "responded 599."},
	"a reset":                 {func(w http.ResponseWriter) { reset(w) }, 0, "The connection ended before the response was complete."},
	"a half answer":           {half, 200, "The connection ended"},
	"an endless body":         {endless, 200, "The response did not end within 65.54 kB."},
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

// A delivery to a misbehaving receiver is repeated according to the schedule, with the same ID and body, and the
// delivery log states the reason. Events that occur meanwhile are sent together in the next delivery.
//
// SECURITY.md, promise 38 (repeated deliveries)
func TestRudeReceivers(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, append(lecterntest.AllowReceivers, "--webhook-retry", "50ms,50ms")...)
	for name, test := range misbehavingResponses {
		t.Run(name, func(t *testing.T) {
			ready := make(chan struct{})
			r := lecterntest.NewReceiver(t, func(w http.ResponseWriter, r *http.Request, c lecterntest.WebhookCall) {
				if r.URL.Path != "/" {
					t.Errorf("%s was followed", r.URL)
				}
				if <-ready; c.Try < 3 && strings.Contains(c.Body, "document.posted") {
					test.answer(w)
				}
			})
			id := postHeld(s, r, lecterntest.Sample(t, "sample.pdf"))
			s.Wait(id)
			close(ready)
			log := s.Deliveries(id, func(found []lecterntest.Delivery) bool { return len(found) == 2 && lecterntest.AllDelivered(found) })
			first := log[0]
			if first.State != "delivered" || len(first.Attempts) != 3 || first.Attempts[2].Error != "" || first.Attempts[2].Status != 200 {
				t.Fatalf("the first delivery is %+v", first)
			}
			for _, attempt := range first.Attempts[:2] {
				if attempt.Status != test.status || !strings.Contains(attempt.Error, test.want) || len(attempt.Answer) > 1030 {
					t.Errorf("the attempt is %+v", attempt)
				}
			}
			calls := r.Await("all calls", func(calls []lecterntest.WebhookCall) bool { return len(calls) >= 4 })
			if got := lecterntest.EventTypes(t, calls); got != "posted processingStarted firstPageReady ready" {
				t.Errorf("the events are %s", got)
			}
			for _, c := range calls[:3] {
				if c.ID != first.ID || c.Body != first.Body {
					t.Errorf("call %+v of delivery %+v", c, first)
				}
			}
		})
	}
}

// A receiver that responds with 410 gets no further deliveries: pending deliveries are cancelled, and no new deliveries
// are created.
//
// SECURITY.md, promise 38 (repeated deliveries)
func TestReceiverThatResponds410(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, append(lecterntest.AllowReceivers, "--webhook-retry", "300ms")...)
	hold := make(chan struct{})
	r := lecterntest.NewReceiver(t, func(w http.ResponseWriter, _ *http.Request, c lecterntest.WebhookCall) {
		if c.Try == 1 {
			<-hold
		}
		w.WriteHeader(http.StatusGone)
	})
	id := postHeld(s, r, lecterntest.Sample(t, "damaged.docx"))
	s.Wait(id) // all its events are then in pending deliveries
	close(hold)
	log := s.Deliveries(id, func(found []lecterntest.Delivery) bool { return len(found) == 2 && lecterntest.AllDelivered(found) })
	if log[0].State != "failed" || len(log[0].Attempts) != 1 || log[1].State != "cancelled" || len(log[1].Attempts) != 0 {
		t.Fatalf("the log is %+v", log)
	}
	if got := strings.Join(log[1].Types, " "); !strings.HasSuffix(got, "document.failed") {
		t.Errorf("cancelled are %s", got)
	}
	s.Want(http.StatusOK, http.MethodPost, "/document/"+id+"/retry", nil)
	s.Wait(id)
	// The test waits until a later delivery to another receiver is completed. By then, nothing may have been sent to
	// this receiver.
	other := lecterntest.NewReceiver(t, nil)
	otherID := s.PostWithWebhook("sample.pdf", lecterntest.Sample(t, "sample.pdf"), other.Server.URL)
	other.AwaitEvent(otherID, "document.ready")
	if log := s.Deliveries(id, lecterntest.AllDelivered); len(log) != 2 {
		t.Errorf("after a retry the log is %+v", log)
	}
	// A cancelled delivery can be replayed on request.
	replayed := lecterntest.ReadJSON[lecterntest.Delivery](s, http.MethodPost, "/webhook/delivery/"+log[1].ID+"/replay")
	if replayed.State != "cancelled" || len(replayed.Attempts) != 1 || replayed.Attempts[0].Status != http.StatusGone {
		t.Errorf("replayed it is %+v", replayed)
	}
}

// The Retry-After header of a receiver is respected. A delivery fails after the last attempt of the schedule, and can
// then be replayed.
//
// SECURITY.md, promise 38 (repeated deliveries)
func TestRetryAfterAndReplay(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, append(lecterntest.AllowReceivers, "--webhook-retry", "10ms,10ms")...)
	var open atomic.Bool
	r := lecterntest.NewReceiver(t, func(w http.ResponseWriter, _ *http.Request, c lecterntest.WebhookCall) {
		if open.Load() {
			return
		}
		if c.Try == 1 {
			w.Header().Set("Retry-After", "5")
		}
		w.WriteHeader(http.StatusTooManyRequests)
	})
	id := s.PostWithWebhook("sample.pdf", lecterntest.Sample(t, "sample.pdf"), r.Server.URL)
	log := s.Deliveries(id, func(found []lecterntest.Delivery) bool {
		isLast := func(d lecterntest.Delivery) bool { return strings.Contains(d.Body, "document.ready") }
		return lecterntest.AllDelivered(found) && slices.ContainsFunc(found, isLast)
	})
	for _, d := range log {
		if d.State != "failed" || len(d.Attempts) != 3 || d.EndedAt == "" || d.NextAttemptAt != "" {
			t.Fatalf("the delivery is %+v", d)
		}
		if wait := timeBetween(t, d.Attempts[0], d.Attempts[1]); wait < 5*time.Second {
			t.Errorf("it was tried again after %s", wait)
		}
		if wait := timeBetween(t, d.Attempts[1], d.Attempts[2]); wait > time.Second {
			t.Errorf("without being asked for, it waited %s", wait)
		}
	}
	open.Store(true)
	replayed := lecterntest.ReadJSON[lecterntest.Delivery](s, http.MethodPost, "/webhook/delivery/"+log[0].ID+"/replay")
	if replayed.State != "delivered" || len(replayed.Attempts) != 4 || replayed.Attempts[3].Status != 200 || replayed.Body != log[0].Body {
		t.Errorf("replayed it is %+v", replayed)
	}
	calls := r.Await("the replay", func(calls []lecterntest.WebhookCall) bool { return len(calls) >= 3*len(log)+1 })
	if last := calls[len(calls)-1]; last.ID != log[0].ID || last.Body != log[0].Body {
		t.Errorf("the replay is %+v", last)
	}
	if again := lecterntest.ReadJSON[lecterntest.Delivery](s, http.MethodPost,
		"/webhook/delivery/"+log[0].ID+"/replay"); again.State != "delivered" ||
		len(again.Attempts) != 5 {
		t.Errorf("replayed again it is %+v", again)
	}
}

// timeBetween returns the time between two attempts.
func timeBetween(t *testing.T, one, other lecterntest.Attempt) time.Duration {
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

// The events of a document are delivered even if the document has been replaced or deleted meanwhile. The events of its
// new version are delivered as well.
func TestWebhookOfReplacedAndDeletedDocuments(t *testing.T) {
	t.Parallel()
	// These are more attempts than the receiver rejects, even if it takes as long as the server permits to reject each.
	waits := strings.TrimSuffix(strings.Repeat("10ms,", 20), ",")
	s := lecterntest.Start(t, append(lecterntest.AllowReceivers, "--webhook-retry", waits)...)
	down := make(chan struct{})
	r := lecterntest.NewReceiver(t, func(w http.ResponseWriter, request *http.Request, c lecterntest.WebhookCall) {
		select {
		case <-down:
			if c.Try > 1 {
				return
			}
		default:
			select {
			case <-down:
			case <-request.Context().Done(): // the server ends an attempt that takes too long
			}
		}
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	id := postHeld(s, r, lecterntest.Sample(t, "sample.pdf"))
	s.Wait(id)
	status, text := s.Call(http.MethodPut, "/document/"+id+"?filename=b.docx", nil,
		strings.NewReader(string(lecterntest.Sample(t, "sample.docx"))))
	if status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	s.Wait(id)
	if status, text := s.Call(http.MethodDelete, "/document/"+id, nil, nil); status != http.StatusNoContent {
		t.Fatalf("%d %s", status, text)
	}
	close(down)
	log := s.Deliveries(id, func(found []lecterntest.Delivery) bool { return len(found) == 2 && lecterntest.AllDelivered(found) })
	tries := make(map[string]int)
	for _, c := range r.Await("nothing more", func([]lecterntest.WebhookCall) bool { return true }) {
		tries[c.ID] = c.Try
	}
	for _, d := range log {
		if d.State != "delivered" || tries[d.ID] < 2 || len(d.Attempts) != tries[d.ID] {
			t.Errorf("after %d calls the delivery is %+v", tries[d.ID], d)
		}
	}
	const whole = "posted processingStarted firstPageReady ready"
	if got := lecterntest.EventTypes(t, r.Await("nothing more",
		func([]lecterntest.WebhookCall) bool { return true })); got != whole+" "+whole {
		t.Errorf("the events are %s", got)
	}
}

// Replaying a pending delivery sends it at once.
func TestReplayOfAPendingDelivery(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, append(lecterntest.AllowReceivers, "--webhook-retry", "1h")...)
	r := lecterntest.NewReceiver(t, func(w http.ResponseWriter, _ *http.Request, c lecterntest.WebhookCall) {
		if c.Try == 1 && strings.Contains(c.Body, "document.posted") {
			w.WriteHeader(http.StatusBadGateway)
		}
	})
	id := postHeld(s, r, lecterntest.Sample(t, "sample.pdf"))
	s.Wait(id)
	log := s.Deliveries(id, func(found []lecterntest.Delivery) bool { return len(found) == 1 && found[0].NextAttemptAt != "" })
	if log[0].State != "pending" || len(log[0].Attempts) != 1 {
		t.Fatalf("the delivery is %+v", log[0])
	}
	if got := lecterntest.ReadJSON[lecterntest.Delivery](s, http.MethodPost, "/webhook/delivery/"+log[0].ID+"/replay"); got.ID != log[0].ID {
		t.Errorf("replayed it is %+v", got)
	}
	if got := lecterntest.EventTypes(t, r.AwaitEvent(id, "document.ready")); got != "posted processingStarted firstPageReady ready" {
		t.Errorf("the events are %s", got)
	}
	log = s.Deliveries(id, func(found []lecterntest.Delivery) bool { return len(found) == 2 && lecterntest.AllDelivered(found) })
	if len(log[0].Attempts) != 2 || log[1].State != "delivered" {
		t.Errorf("the log is %+v", log)
	}
}

// Nothing is sent to a host that is not allowed, and the log of deliveries contains the reason. The host is checked at
// each attempt, because it may have been allowed when the document was posted.
//
// SECURITY.md, promise 1 (private addresses), promise 4 (one HTTP client)
func TestRefusedReceiver(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--webhook-retry", "10ms")
	allow := func(hosts string) {
		s.SendJSON(http.StatusOK, http.MethodPatch, "/settings", `{"allowedHosts":[`+hosts+`]}`, nil)
	}
	r := lecterntest.NewReceiver(t, func(w http.ResponseWriter, _ *http.Request, _ lecterntest.WebhookCall) {
		allow("")
		w.WriteHeader(http.StatusInternalServerError)
	})
	allow(`"127.0.0.1"`)
	id := s.PostWithWebhook("sample.pdf", lecterntest.Sample(t, "sample.pdf"), r.Server.URL)
	for _, d := range s.Deliveries(id, lecterntest.AllDelivered) {
		if last := d.Attempts[len(d.Attempts)-1]; d.State != "failed" || len(d.Attempts) != 2 || !strings.Contains(last.Error,
			"private network") || last.Status != 0 {
			t.Errorf("the delivery is %+v", d)
		}
	}
	tried := lecterntest.ReadJSON[lecterntest.Attempt](s, http.MethodPost, "/webhook/test?url="+url.QueryEscape(r.Server.URL))
	if tried.Status != 0 || !strings.Contains(tried.Error, "private network") {
		t.Errorf("the test is %+v", tried)
	}
	if calls := r.Await("nothing", func([]lecterntest.WebhookCall) bool { return true }); len(calls) != 1 {
		t.Errorf("the receiver was reached %d times", len(calls))
	}
}

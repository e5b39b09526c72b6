package webhooks_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// thirdRejecter is a receiver that rejects the first attempt of every third delivery, alternately in two ways.
type thirdRejecter struct {
	*lecterntest.Receiver

	counting sync.Mutex
	first    int
	accepted map[string]bool // IDs of accepted deliveries
}

func receiveThirds(t *testing.T) *thirdRejecter {
	r := &thirdRejecter{accepted: make(map[string]bool)}
	r.Receiver = lecterntest.NewReceiver(t, func(w http.ResponseWriter, _ *http.Request, c lecterntest.WebhookCall) {
		switch r.turn(c) {
		case 0:
			w.WriteHeader(http.StatusInternalServerError)
		case 3:
			reset(w)
		}
	})
	return r
}

// turn counts the first attempts of deliveries, and decides how the receiver responds to a call. It returns 1 if the
// call must be accepted, 0 if the response must be an error, and 3 if the connection must be reset.
func (r *thirdRejecter) turn(c lecterntest.WebhookCall) int {
	r.counting.Lock()
	defer r.counting.Unlock()
	if c.Try == 1 {
		r.first++
		if r.first%3 == 0 {
			return r.first % 6
		}
	}
	r.accepted[c.ID] = true
	return 1
}

// ended returns the number of documents whose last event was accepted.
func (r *thirdRejecter) ended(calls []lecterntest.WebhookCall) int {
	r.counting.Lock()
	defer r.counting.Unlock()
	ends := map[string]bool{}
	for _, c := range calls {
		if r.accepted[c.ID] && strings.Contains(c.Body, `"document.ready"`) {
			ends[c.ID] = true
		}
	}
	return len(ends)
}

// TestStressWebhooks sends the events of many documents to a receiver that rejects every third first attempt and
// restarts twice, while the server is killed and stopped. Every event must be in exactly one delivery, the events of a
// document must arrive in order, and all attempts of a delivery must have the same body.
//
// SECURITY.md, promise 22 (killed server), promise 38 (repeated deliveries), promise 39 (order of events)
func TestStressWebhooks(t *testing.T) {
	t.Parallel()
	args := append(lecterntest.AllowReceivers, "--webhook-retry", "300ms,1s,2s,5s,10s,20s")
	data := t.TempDir()
	r := receiveThirds(t)
	s := lecterntest.StartIn(t, data, nil, args...)
	restart := func(end func(*lecterntest.Server)) {
		end(s)
		lecterntest.AwaitConvertersGone(t, data)
		s = lecterntest.StartIn(t, data, nil, args...)
	}
	n := lecterntest.Rounds(60, 1000)
	ids := make([]string, n)
	begin := time.Now()
	for part, disturb := range []func(){
		r.Restart,
		func() { restart((*lecterntest.Server).Kill) },
		r.Restart,
		func() { restart((*lecterntest.Server).Stop) },
	} {
		from, to := part*n/4, (part+1)*n/4
		lecterntest.Concurrently(to-from, func(i int) {
			name := "sample.pdf"
			if i%10 == 0 {
				name = "sample.docx"
			}
			ids[from+i] = s.PostWithWebhook(name, lecterntest.UniqueSample(t, name), r.Server.URL)
		})
		disturb()
	}
	calls := r.Await("the end of all documents", func(calls []lecterntest.WebhookCall) bool { return r.ended(calls) == n })
	t.Logf("%d documents: %d calls of %d deliveries in %s", n, len(calls), len(r.accepted), time.Since(begin).Round(time.Millisecond))
	checkCalls(t, calls, ids)
	for _, state := range []string{"failed", "cancelled"} {
		if found := lecterntest.ReadJSON[[]lecterntest.Delivery](s, http.MethodGet, "/webhook/delivery?state="+state); len(found) > 0 {
			t.Errorf("%s are %+v", state, found)
		}
	}
}

// checkCalls fails the test unless each event of the documents is in exactly one delivery, in order, and deliveries of
// a document do not overlap.
func checkCalls(t *testing.T, calls []lecterntest.WebhookCall, ids []string) {
	t.Helper()
	bodies := map[string]string{}
	of := map[string][]lecterntest.WebhookCall{} // calls by document
	for _, c := range calls {
		if before, seen := bodies[c.ID]; seen && before != c.Body {
			t.Errorf("%s has two bodies:\n%s\n%s", c.ID, before, c.Body)
		}
		bodies[c.ID] = c.Body
		document := lecterntest.Events(t, c.Body)[0].Data.ID
		of[document] = append(of[document], c)
	}
	for _, id := range ids {
		if got := lecterntest.EventTypes(t, of[id]); got != "posted processingStarted firstPageReady ready" {
			t.Errorf("of %s there are %s", id, got)
		}
		for i, c := range of[id] {
			if i > 0 && c.Try > 1 && of[id][i-1].ID != c.ID {
				t.Errorf("%s comes again after its successor: %+v", c.ID, of[id])
			}
		}
	}
	if len(of) != len(ids) {
		t.Errorf("there are events of %d documents, not of %d", len(of), len(ids))
	}
}

package main

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// third is a receiver that fails every third first try, in one way or another.
type third struct {
	*receiver

	counting sync.Mutex
	first    int
	accepted map[string]bool // deliveries
}

func receiveThirds(t *testing.T) *third {
	r := &third{accepted: make(map[string]bool)}
	r.receiver = receive(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		switch r.turn(c) {
		case 0:
			w.WriteHeader(http.StatusInternalServerError)
		case 3:
			reset(w)
		}
	})
	return r
}

// turn counts a call, and gives 0 or 3 for one that is to fail.
func (r *third) turn(c call) int {
	r.counting.Lock()
	defer r.counting.Unlock()
	if c.try == 1 {
		r.first++
		if r.first%3 == 0 {
			return r.first % 6
		}
	}
	r.accepted[c.id] = true
	return 1
}

// ended counts the documents of which the last event was accepted.
func (r *third) ended(calls []call) int {
	r.counting.Lock()
	defer r.counting.Unlock()
	ends := map[string]bool{}
	for _, c := range calls {
		if r.accepted[c.id] && strings.Contains(c.body, `"document.ready"`) {
			ends[c.id] = true
		}
	}
	return len(ends)
}

// TestStressWebhooks has many documents tell a receiver that fails every third first try, and is
// restarted twice, while their server is killed and stopped: every event is in exactly one
// delivery, those of a document come in order, and ids keep their bytes.
//
// promise 22, promise 38, promise 39
func TestStressWebhooks(t *testing.T) {
	t.Parallel()
	args := append(allowReceivers, "--webhook-retry", "300ms,1s,2s,5s,10s,20s")
	data := t.TempDir()
	r := receiveThirds(t)
	s := startOn(t, data, nil, args...)
	restart := func(end func(*instance)) {
		end(s)
		awaitGone(t, data)
		s = startOn(t, data, nil, args...)
	}
	n := rounds(60, 1000)
	ids := make([]string, n)
	begin := time.Now()
	for part, disturb := range []func(){
		r.restart,
		func() { restart((*instance).kill) },
		r.restart,
		func() { restart((*instance).stop) },
	} {
		from, to := part*n/4, (part+1)*n/4
		each(to-from, func(i int) {
			name := "sample.pdf"
			if i%10 == 0 {
				name = "sample.docx"
			}
			ids[from+i] = s.postWithHook(name, fresh(t, name), r.server.URL)
		})
		disturb()
	}
	calls := r.await("the end of all documents", func(calls []call) bool { return r.ended(calls) == n })
	t.Logf("%d documents: %d calls of %d deliveries in %s", n, len(calls), len(r.accepted), time.Since(begin).Round(time.Millisecond))
	checkCalls(t, calls, ids)
	for _, state := range []string{"failed", "cancelled"} {
		if found := read[[]delivery](s, http.MethodGet, "/webhook/delivery?state="+state); len(found) > 0 {
			t.Errorf("%s are %+v", state, found)
		}
	}
}

// checkCalls wants each event of the documents in one delivery, in order, and each delivery of
// a document to end before the next begins.
func checkCalls(t *testing.T, calls []call, ids []string) {
	t.Helper()
	bodies := map[string]string{}
	of := map[string][]call{} // by document
	for _, c := range calls {
		if before, seen := bodies[c.id]; seen && before != c.body {
			t.Errorf("%s has two bodies:\n%s\n%s", c.id, before, c.body)
		}
		bodies[c.id] = c.body
		document := eventsOf(t, c.body)[0].Data.ID
		of[document] = append(of[document], c)
	}
	for _, id := range ids {
		if got := typesOf(t, of[id]); got != "posted processingStarted firstPageReady ready" {
			t.Errorf("of %s there are %s", id, got)
		}
		for i, c := range of[id] {
			if i > 0 && c.try > 1 && of[id][i-1].id != c.id {
				t.Errorf("%s comes again after its successor: %+v", c.id, of[id])
			}
		}
	}
	if len(of) != len(ids) {
		t.Errorf("there are events of %d documents, not of %d", len(of), len(ids))
	}
}

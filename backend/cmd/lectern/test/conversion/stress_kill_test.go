package conversion_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestStressKills kills converters at random moments while documents of every supported type are converted. Each
// document must become ready or fail, no step may be attempted more than three times, the server must keep running, and
// no process or temporary file may remain.
//
// SECURITY.md, promise 18 (crashed converters), promise 23 (killed converter), promise 27 (no leftovers)
func TestStressKills(t *testing.T) {
	lecterntest.SkipOnPostgres(t)
	const deadline = 30 * time.Second
	s := startStress(t, "--deadline", deadline.String())
	s.served("the start", "sample.docx")
	stop := make(chan struct{})
	kills := make(chan int)
	n := lecterntest.Rounds(20, 420)
	go func() { kills <- s.killConverters(stop, n) }()
	var ready atomic.Int64
	lecterntest.Concurrently(n, func(i int) {
		name := "sample." + lecterntest.ListedTypes[i%len(lecterntest.ListedTypes)]
		doc := s.uploadAndWait(fmt.Sprint("document ", i, ", ", name), name, lecterntest.UniqueSample(t, name), 2*deadline)
		if doc.Status == "ready" {
			ready.Add(1)
		}
	})
	close(stop)
	t.Logf("%d converters killed during %d conversions, %d of them ready", <-kills, n, ready.Load())
	if ready.Load() < int64(n/4) {
		t.Errorf("of %d documents %d are ready: they were not tried again", n, ready.Load())
	}
	for _, kind := range lecterntest.ListedTypes {
		s.served("all kills", "sample."+kind)
	}
	s.checkAll(n + len(lecterntest.ListedTypes) + 1)
	s.finish()
	for _, try := range s.tries() {
		if try != 2 && try != 3 {
			t.Errorf("a document was tried a %dth time", try)
		}
	}
}

// killConverters kills random child processes of the server, alternately with SIGSEGV and SIGKILL. It stops when the
// channel stop is closed, or when the number of killed processes reaches enough. It returns the number of killed
// processes. A document fails after two kills at the earliest, so if there are as many kills as documents, at least
// half of the documents become ready, however slow the machine is.
func (s *stress) killConverters(stop chan struct{}, enough int) (n int) {
	random := rand.New(rand.NewPCG(18, 23))
	most := lecterntest.Rounds(400, 1000) // longest pause in milliseconds; a short run has shorter pauses
	for n < enough {
		select {
		case <-stop:
			return n
		case <-time.After(time.Duration(20+random.IntN(most)) * time.Millisecond): // pause for a random time
		}
		processes := s.processes()
		if len(processes) == 0 {
			continue
		}
		signal := []syscall.Signal{syscall.SIGSEGV, syscall.SIGKILL}[n%2]
		if syscall.Kill(processes[random.IntN(len(processes))].Pid, signal) == nil {
			n++
		}
	}
	return n
}

// checkAll fails the test unless there are n documents, all of them have been processed, and the server returns the
// pages of the documents that are ready.
func (s *stress) checkAll(n int) {
	s.T.Helper()
	status, text := s.Call(http.MethodGet, "/document", nil, nil)
	var docs []lecterntest.Document
	if err := json.Unmarshal(text, &docs); err != nil {
		s.T.Fatal(err)
	}
	if status != http.StatusOK || len(docs) != n {
		s.T.Errorf("the list has %d documents, want %d", len(docs), n)
	}
	for _, doc := range docs {
		if doc.Status == "failed" {
			continue
		}
		if status, text := s.Call(http.MethodGet, "/document/"+doc.ID+"/page/1.svg", nil, nil); doc.Status != "ready" || status != http.StatusOK {
			s.T.Errorf("%+v: page 1 is %d %s", doc, status, text)
		}
	}
}

// tries returns the attempt number of every repeated attempt in the log.
func (s *stress) tries() (tries []int) {
	for line := range bytes.Lines(s.Log.Bytes()) {
		if _, rest, found := bytes.Cut(line, []byte("converter died, trying again")); found {
			var try int
			_, number, _ := bytes.Cut(rest, []byte(" try="))
			if _, err := fmt.Sscan(string(number), &try); err != nil {
				s.T.Errorf("%s: %v", line, err)
			}
			tries = append(tries, try)
		}
	}
	return tries
}

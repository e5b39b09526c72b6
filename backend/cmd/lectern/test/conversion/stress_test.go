package conversion_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// stress is a server under stress, with records of its documents and processes.
type stress struct {
	*lecterntest.Server
	temp string // the folder for temporary files of the server

	mu      sync.Mutex
	ended   map[string]int // documents by their final state
	slowest time.Duration
	seen    map[lecterntest.Process]bool // all processes that were ever children of the server
}

// startStress starts a server whose temporary files are in a folder of the test.
func startStress(t *testing.T, args ...string) *stress {
	t.Helper()
	temp := t.TempDir()
	s := &stress{temp: temp, ended: make(map[string]int), seen: make(map[lecterntest.Process]bool)}
	s.Server = lecterntest.StartIn(t, t.TempDir(), []string{"TMPDIR=" + temp}, args...)
	return s
}

// uploadAndWait uploads a document, waits until it is processed, and returns it. Within the limit it must become ready
// with pages, or fail with a message that does not blame the server.
func (s *stress) uploadAndWait(what, name string, content []byte, limit time.Duration) (doc lecterntest.Document) {
	s.T.Helper()
	begin := time.Now()
	doc = s.Wait(s.Upload(name, content).ID)
	took := time.Since(begin)
	switch {
	case doc.Status == "ready" && doc.PageCount > 0 && doc.Viewable && doc.Message == "":
	case doc.Status == "failed" && strings.HasSuffix(doc.Message, ".") && !strings.Contains(doc.Message, "error of the server"):
	default:
		s.T.Errorf("%s ends as %+v after %s", what, doc, took)
	}
	if took > limit {
		s.T.Errorf("%s ends after %s, %+v", what, took, doc)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended[strings.TrimSpace(doc.Status+" "+doc.Message)]++
	s.slowest = max(s.slowest, took)
	return doc
}

// served uploads an undamaged document, which must become ready. The argument after describes the document that was
// uploaded before, for error messages.
func (s *stress) served(after, name string) {
	s.T.Helper()
	if doc := s.Wait(s.Upload(name, lecterntest.UniqueSample(s.T, name)).ID); doc.Status != "ready" {
		s.T.Errorf("%s after %s: %+v", name, after, doc)
	}
}

// finish logs how many documents ended in each state, stops the server, and checks that it leaves no processes, no
// temporary files and no errors in the log.
func (s *stress) finish() {
	s.T.Helper()
	for _, status := range slices.Sorted(maps.Keys(s.ended)) {
		s.T.Logf("%4d %s", s.ended[status], status)
	}
	s.T.Logf("the slowest took %s", s.slowest)
	s.noJobs()
	s.processes()
	s.Stop()
	for p := range s.seen {
		if p.Runs() {
			s.T.Errorf("process %d outlives the server", p.Pid)
		}
	}
	for _, folder := range []string{s.temp, filepath.Join(s.Data, "tmp"), filepath.Join(s.Data, "content", "first")} {
		if entries, _ := os.ReadDir(folder); len(entries) > 0 { // empty if the folder does not exist
			s.T.Errorf("left in %s: %v", folder, entries)
		}
	}
	for _, path := range lecterntest.ContentFiles(s.T.(*testing.T), s.Data) {
		if strings.HasSuffix(path, ".tmp") {
			s.T.Errorf("half a file is left: %s", path)
		}
	}
	for line := range bytes.Lines(s.Log.Bytes()) {
		if bytes.Contains(line, []byte("level=ERROR")) || bytes.Contains(line, []byte("panic")) {
			s.T.Errorf("the server says: %s", line)
		}
	}
}

// noJobs fails the test if conversions have left temporary folders on the running server. It waits, because the server
// removes the folder of the last document only after the document has been processed.
func (s *stress) noJobs() {
	s.T.Helper()
	var jobs []string
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for end := time.After(10 * time.Second); ; {
		jobs, _ = filepath.Glob(filepath.Join(s.Data, "tmp", "*", "job-*")) // the pattern is valid
		if len(jobs) == 0 {
			return
		}
		select {
		case <-tick.C:
		case <-end:
			s.T.Errorf("folders of conversions are left: %v", jobs)
			return
		}
	}
}

// processes records the current child processes of the server and returns them.
func (s *stress) processes() []lecterntest.Process {
	s.T.Helper()
	found := lecterntest.ChildProcesses(s.Cmd.Process.Pid)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range found {
		s.seen[p] = true
	}
	return found
}

package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/backend/lab/trial"
)

// The tests whose names begin with TestStress are short in the suite, and as long as
// they should be where the environment has LECTERN_STRESS, as 'make stress' sets it.

// long says that there is time.
func long() bool { return os.Getenv("LECTERN_STRESS") != "" }

// rounds gives how often to do something: some times in the suite, else many.
func rounds(some, many int) int {
	if long() {
		return many
	}
	return some
}

// atOnce is how many documents are posted at a time: more than are converted.
const atOnce = 4

// stress is a server that is treated badly, and what it had to do with.
type stress struct {
	*instance
	temp string // the server's folder for temporary files

	mu      sync.Mutex
	ended   map[string]int // documents by how they ended
	slowest time.Duration
	seen    map[process]bool // that have been below the server
}

// startStress starts a server whose temporary files lie in a folder of the test's.
func startStress(t *testing.T, args ...string) *stress {
	t.Helper()
	temp := t.TempDir()
	s := &stress{temp: temp, ended: make(map[string]int), seen: make(map[process]bool)}
	s.instance = startOn(t, t.TempDir(), []string{"TMPDIR=" + temp}, args...)
	return s
}

// each does something for 0 to n-1, four at a time.
func each(n int, do func(i int)) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range atOnce {
		workers.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
}

// end posts a document and gives how it ended, which is ready with pages or failed with
// a sentence, and not later than it may.
func (s *stress) end(what, name string, content []byte, limit time.Duration) (doc body) {
	s.t.Helper()
	begin := time.Now()
	doc = s.wait(s.upload(name, content).ID)
	took := time.Since(begin)
	switch {
	case doc.Status == "ready" && doc.PageCount > 0 && doc.Viewable && doc.Message == "":
	case doc.Status == "failed" && strings.HasSuffix(doc.Message, ".") && !strings.Contains(doc.Message, "fault of the server"):
	default:
		s.t.Errorf("%s ends as %+v after %s", what, doc, took)
	}
	if took > limit {
		s.t.Errorf("%s ends after %s, %+v", what, took, doc)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended[strings.TrimSpace(doc.Status+" "+doc.Message)]++
	s.slowest = max(s.slowest, took)
	return doc
}

// served posts a good document, which must be ready.
func (s *stress) served(after, name string) {
	s.t.Helper()
	if doc := s.wait(s.upload(name, fresh(s.t, name)).ID); doc.Status != "ready" {
		s.t.Errorf("%s after %s: %+v", name, after, doc)
	}
}

// finish stops the server, tells how the documents ended, and checks that nothing is left.
func (s *stress) finish() {
	s.t.Helper()
	for _, status := range slices.Sorted(maps.Keys(s.ended)) {
		s.t.Logf("%4d %s", s.ended[status], status)
	}
	s.t.Logf("the slowest took %s", s.slowest)
	s.noJobs()
	s.look()
	s.stop()
	for p := range s.seen {
		if p.runs() {
			s.t.Errorf("process %d outlives the server", p.pid)
		}
	}
	for _, folder := range []string{s.temp, filepath.Join(s.data, "tmp"), filepath.Join(s.data, "content", "first")} {
		if entries, _ := os.ReadDir(folder); len(entries) > 0 { // of one that is gone there are none
			s.t.Errorf("left in %s: %v", folder, entries)
		}
	}
	for _, path := range contentFiles(s.t.(*testing.T), s.data) {
		if strings.HasSuffix(path, ".tmp") {
			s.t.Errorf("half a file is left: %s", path)
		}
	}
	for line := range bytes.Lines(s.log.Bytes()) {
		if bytes.Contains(line, []byte("level=ERROR")) || bytes.Contains(line, []byte("panic")) {
			s.t.Errorf("the server says: %s", line)
		}
	}
}

// noJobs checks that conversions leave no folder while the server goes on. That of the
// last one goes when its document has ended.
func (s *stress) noJobs() {
	s.t.Helper()
	var jobs []string
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for end := time.After(10 * time.Second); ; {
		jobs, _ = filepath.Glob(filepath.Join(s.data, "tmp", "*", "job-*")) // of a sound pattern
		if len(jobs) == 0 {
			return
		}
		select {
		case <-tick.C:
		case <-end:
			s.t.Errorf("folders of conversions are left: %v", jobs)
			return
		}
	}
}

// process is one for as long as the system runs: numbers are given again.
type process struct {
	pid   int
	start string // of proc(5), stat: when it began
}

// look notes the processes below the server, and gives them.
func (s *stress) look() []process {
	s.t.Helper()
	found := below(s.cmd.Process.Pid)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range found {
		s.seen[p] = true
	}
	return found
}

func below(pid int) (found []process) {
	for _, child := range trial.Children(pid) {
		if fields := stat(child); fields != nil {
			found = append(found, process{child, fields[19]})
		}
		found = append(found, below(child)...)
	}
	return found
}

// runs says whether the process is there, and no zombie.
func (p process) runs() bool {
	fields := stat(p.pid)
	return fields != nil && fields[19] == p.start && fields[0] != "Z"
}

// stat gives what proc(5) says of a process, from its state on; nil where it is gone.
func stat(pid int) []string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
}

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"
)

// What an idle server is measured with, and how much of a core it may use.
const (
	idleDocuments = 1000
	idleTime      = 5 * time.Minute
	idleSettling  = time.Minute
	idleShare     = 0.001
)

// ticksPerSecond is the unit of the times in proc(5), stat.
const ticksPerSecond = 100

// TestStressIdle measures the processor time of a server, with its converters, that has nothing to do.
func TestStressIdle(t *testing.T) {
	if !long() || runtime.GOOS != "linux" || os.Getenv("LECTERN_TEST_ENGINE") != "" {
		t.Skip("measures for minutes what Linux records, on SQLite; set LECTERN_STRESS=1")
	}
	s := start(t)
	for range 2 {
		inbox := t.TempDir()
		write(t, filepath.Join(inbox, "a.pdf"), pdf(0))
		f := s.watch(inbox, "")
		becomes(t, "it is watched", func() bool { return s.folder(f.ID).State == "watching" })
	}
	ids := make(chan string, idleDocuments)
	each(idleDocuments, func(i int) { ids <- s.upload(fmt.Sprintf("%d.pdf", i), pdf(i+1)).ID })
	for range idleDocuments {
		if doc := s.wait(<-ids); doc.Status != "ready" {
			t.Fatalf("a document ends as %+v", doc)
		}
	}
	time.Sleep(idleSettling)
	before := s.processorTime()
	time.Sleep(idleTime)
	used := s.processorTime() - before
	share := used.Seconds() / idleTime.Seconds()
	t.Logf("an idle server used %s of processor time in %s, which is %.3f %% of a core", used, idleTime, 100*share)
	if share > idleShare {
		t.Errorf("it may use %.1f %%", 100*idleShare)
	}
}

// processorTime returns the processor time of the server and of all processes below it.
func (s *instance) processorTime() time.Duration {
	s.t.Helper()
	pids := []int{s.cmd.Process.Pid}
	for _, p := range below(pids[0]) {
		pids = append(pids, p.pid)
	}
	var ticks int
	for _, pid := range pids {
		fields := stat(pid)
		if fields == nil {
			continue // it has ended, and its time is that of its parent
		}
		for _, field := range fields[11:15] { // its own in user and kernel mode, and that of its children that have ended
			n, err := strconv.Atoi(field)
			if err != nil {
				s.t.Fatal(err)
			}
			ticks += n
		}
	}
	return time.Duration(ticks) * time.Second / ticksPerSecond
}

package watch_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// Parameters of the measurement of an idle server. idleShare is the fraction of a processor core that the server may
// use.
const (
	idleDocuments = 1000
	idleTime      = 5 * time.Minute
	idleSettling  = time.Minute
	idleShare     = 0.001
)

// ticksPerSecond is the unit of processor times in /proc/PID/stat; see proc(5).
const ticksPerSecond = 100

// TestStressIdle measures the processor time that an idle server and its converters use.
func TestStressIdle(t *testing.T) {
	if !lecterntest.StressEnabled() || runtime.GOOS != "linux" || os.Getenv("LECTERN_TEST_ENGINE") != "" {
		t.Skip("measures for minutes what Linux records, on SQLite; set LECTERN_STRESS=1")
	}
	s := lecterntest.Start(t)
	for range 2 {
		inbox := t.TempDir()
		lecterntest.WriteFile(t, filepath.Join(inbox, "a.pdf"), pdf(0))
		f := s.Watch(inbox, "")
		lecterntest.Eventually(t, "it is watched", func() bool { return s.Folder(f.ID).State == "watching" })
	}
	ids := make(chan string, idleDocuments)
	lecterntest.Concurrently(idleDocuments, func(i int) { ids <- s.Upload(fmt.Sprintf("%d.pdf", i), pdf(i+1)).ID })
	for range idleDocuments {
		if doc := s.Wait(<-ids); doc.Status != "ready" {
			t.Fatalf("a document ends as %+v", doc)
		}
	}
	time.Sleep(idleSettling) // work that follows the conversions is not part of the measurement
	before := processorTime(s)
	time.Sleep(idleTime)
	used := processorTime(s) - before
	share := used.Seconds() / idleTime.Seconds()
	t.Logf("an idle server used %s of processor time in %s, which is %.3f %% of a core", used, idleTime, 100*share)
	if share > idleShare {
		t.Errorf("it may use %.1f %%", 100*idleShare)
	}
}

// processorTime returns the processor time used by the server and all its descendant processes.
func processorTime(s *lecterntest.Server) time.Duration {
	s.T.Helper()
	pids := []int{s.Cmd.Process.Pid}
	for _, p := range lecterntest.ChildProcesses(pids[0]) {
		pids = append(pids, p.Pid)
	}
	var ticks int
	for _, pid := range pids {
		fields := lecterntest.ProcessStat(pid)
		if fields == nil {
			continue // the process has ended; its time is included in the fields of its parent
		}
		// user and kernel time, of the process and of its children that have ended
		for _, field := range fields[11:15] {
			n, err := strconv.Atoi(field)
			if err != nil {
				s.T.Fatal(err)
			}
			ticks += n
		}
	}
	return time.Duration(ticks) * time.Second / ticksPerSecond
}

package conversion_test

import (
	"slices"
	"syscall"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestConvertersKilledMidWork posts documents, and right after each post kills all running converters once. Each
// conversion must be repeated, and each document must become ready.
//
// SECURITY.md, promise 18 (crashed converters), promise 23 (killed converter)
func TestConvertersKilledMidWork(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	s.Wait(s.Upload("sample.docx", lecterntest.UniqueSample(t, "sample.docx")).ID) // starts LibreOffice
	for round := range 6 {
		signal := []syscall.Signal{syscall.SIGSEGV, syscall.SIGKILL}[round/3]
		name := []string{"sample.docx", "sample.pdf", "sample.xlsx"}[round%3]
		doc := s.Upload(name, lecterntest.UniqueSample(t, name))
		killed := lecterntest.ChildPIDs(t, s.Cmd.Process.Pid)
		for _, pid := range killed {
			_ = syscall.Kill(pid, signal) // the process may have ended
		}
		if doc = s.Wait(doc.ID); doc.Status != "ready" {
			t.Errorf("%s after %s: %+v", name, signal, doc)
		}
		awaitNone(s, killed) // otherwise a page request could get a converter that is about to end
		if status, text := s.Call("GET", "/document/"+doc.ID+"/page/2.svg", nil, nil); status != 200 {
			t.Errorf("%s after %s: page 2 is %d %s", name, signal, status, text)
		}
	}
}

// awaitNone waits until none of the processes is a child of the server.
func awaitNone(s *lecterntest.Server, pids []int) {
	s.T.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	end := time.After(lecterntest.WaitTimeout)
	isOne := func(pid int) bool { return slices.Contains(pids, pid) }
	for slices.ContainsFunc(lecterntest.ChildPIDs(s.T, s.Cmd.Process.Pid), isOne) {
		select {
		case <-tick.C:
		case <-end:
			s.T.Fatal("converters that were killed are still there")
		}
	}
}

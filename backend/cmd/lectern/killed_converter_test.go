package main

import (
	"syscall"
	"testing"
)

// TestConvertersKilledMidWork kills every converter that runs, once for each document
// and right after it was posted, at whatever it is then: each document is tried once
// more, and is ready.
//
// promise 18, promise 23
func TestConvertersKilledMidWork(t *testing.T) {
	s := start(t)
	s.wait(s.upload("sample.docx", fresh(t, "sample.docx")).ID) // LibreOffice runs
	for round := range 6 {
		signal := []syscall.Signal{syscall.SIGSEGV, syscall.SIGKILL}[round/3]
		name := []string{"sample.docx", "sample.pdf", "sample.xlsx"}[round%3]
		doc := s.upload(name, fresh(t, name))
		for _, pid := range childPIDs(t, s.cmd.Process.Pid) {
			_ = syscall.Kill(pid, signal) // it may just have ended
		}
		if doc = s.wait(doc.ID); doc.Status != "ready" {
			t.Errorf("%s after %s: %+v", name, signal, doc)
		}
		if status, text := s.call("GET", "/document/"+doc.ID+"/page/2.svg", nil, nil); status != 200 {
			t.Errorf("%s after %s: page 2 is %d %s", name, signal, status, text)
		}
	}
}

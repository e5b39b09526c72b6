package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestEndInMidConversion ends the server while documents are converted, without
// warning and as a service manager does: after its restart every one is ready.
//
// promise 22
func TestEndInMidConversion(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*instance){"kill": (*instance).kill, "stop": (*instance).stop} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			s := startOn(t, data, nil)
			ids := s.uploadMany(5)
			// The conversion is under way when the first document is viewable.
			s.want(200, "GET", "/document/"+ids[0]+"?wait=viewable&timeout=120", nil)
			if len(descendants(t, s.cmd.Process.Pid)) == 0 {
				t.Error("no converter runs")
			}
			end(s)
			awaitGone(t, data)
			checkReadyAfterRestart(t, data, ids)
		})
	}
}

// uploadMany posts a few documents of each kind, and gives their ids.
func (s *instance) uploadMany(each int) []string {
	var ids []string
	for range each {
		for _, kind := range []string{"docx", "xlsx", "pptx", "pdf"} {
			ids = append(ids, s.upload("sample."+kind, fresh(s.t, "sample."+kind)).ID)
		}
	}
	return ids
}

func checkReadyAfterRestart(t *testing.T, data string, ids []string) {
	t.Helper()
	s := startOn(t, data, nil)
	for _, id := range ids {
		if doc := s.wait(id); doc.Status != "ready" || doc.PageCount < 1 {
			t.Errorf("after the restart: %+v", doc)
		}
		if status, _ := s.call(http.MethodGet, "/document/"+id+"/page/1.svg", nil, nil); status != 200 {
			t.Errorf("page 1 after the restart: status %d", status)
		}
	}
	s.stop()
	if left, _ := filepath.Glob(filepath.Join(data, "content", "first", "*")); len(left) > 0 {
		t.Errorf("left in the content: %q", left)
	}
	if _, err := os.Stat(filepath.Join(data, "tmp")); err == nil {
		t.Error("the temporary folder is left")
	}
}

// awaitGone waits until the converters of an ended server have gone.
func awaitGone(t *testing.T, data string) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	end := time.After(patience)
	for processesOf(t, data) > 0 {
		select {
		case <-tick.C:
		case <-end:
			t.Fatal("converters outlive their server")
		}
	}
}

// processesOf counts the processes that have files of a folder open, or in their
// arguments or environment.
func processesOf(t *testing.T, data string) int {
	t.Helper()
	n := 0
	processes, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	for _, process := range processes {
		if process == "/proc/self" || usesFolder(process, data) {
			n++
		}
	}
	return n
}

func usesFolder(process, data string) bool {
	for _, name := range []string{"cmdline", "environ"} {
		if text, err := os.ReadFile(filepath.Join(process, name)); err == nil && strings.Contains(string(text), data) {
			return true
		}
	}
	if cwd, err := os.Readlink(filepath.Join(process, "cwd")); err == nil && strings.HasPrefix(cwd, data) {
		return true
	}
	return false
}

// TestStopLeavesNothing stops a server that has converted: it leaves no process,
// and no file but the library.
//
// promise 33
func TestStopLeavesNothing(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.wait(s.upload("sample.docx", sample(t, "sample.docx")).ID)
	if len(descendants(t, s.cmd.Process.Pid)) == 0 {
		t.Error("no converter runs after a conversion")
	}
	s.stop()
	if n := processesOf(t, s.data); n > 0 {
		t.Errorf("%d processes outlive the server", n)
	}
	entries, err := os.ReadDir(s.data)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		switch entry.Name() {
		case "content", "lectern.db", "lectern.db.migrating", "lectern.lock", "library.json", "reserve", "seal.key":
		default:
			t.Errorf("%s is left in the data folder", entry.Name())
		}
	}
	client := http.Client{Timeout: patience} // the port may be another server's by now, which does not know the key
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.APIBase+"/document", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", s.key)
	if answer, err := client.Do(r); err == nil && answer.StatusCode == http.StatusOK {
		t.Error("something still listens")
	}
}

// promise 18
func TestAConverterThatDiesTakesNothingWithIt(t *testing.T) {
	t.Parallel()
	s := start(t)
	first := s.wait(s.upload("sample.docx", sample(t, "sample.docx")).ID)
	for _, signal := range []syscall.Signal{syscall.SIGSEGV, syscall.SIGKILL} {
		for _, pid := range childPIDs(t, s.cmd.Process.Pid) {
			if err := syscall.Kill(pid, signal); err != nil {
				t.Fatal(err)
			}
		}
		if doc := s.wait(s.upload("sample.docx", fresh(t, "sample.docx")).ID); doc.Status != "ready" {
			t.Errorf("after %s: %+v", signal, doc)
		}
		if status, text := s.call(http.MethodGet, "/document/"+first.ID+"/page/1.json", nil, nil); status != 200 {
			t.Errorf("after %s: page is %d %s", signal, status, text)
		}
	}
}

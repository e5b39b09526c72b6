package conversion_test

import (
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestEndInMidConversion kills and stops the server while documents are converted. After the restart, every document
// becomes ready.
//
// SECURITY.md, promise 22 (killed server)
func TestEndInMidConversion(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*lecterntest.Server){"kill": (*lecterntest.Server).Kill, "stop": (*lecterntest.Server).Stop} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			s := lecterntest.StartIn(t, data, nil)
			ids := uploadMany(s, 5)
			// When the first document is viewable, conversions are still running.
			s.Want(200, "GET", "/document/"+ids[0]+lecterntest.WaitQuery("viewable"), nil)
			if len(descendants(t, s.Cmd.Process.Pid)) == 0 {
				t.Error("no converter runs")
			}
			end(s)
			lecterntest.AwaitConvertersGone(t, data)
			checkReadyAfterRestart(t, data, ids)
		})
	}
}

// uploadMany uploads several documents of each kind and returns their IDs.
func uploadMany(s *lecterntest.Server, each int) []string {
	var ids []string
	for range each {
		for _, kind := range []string{"docx", "xlsx", "pptx", "pdf"} {
			ids = append(ids, s.Upload("sample."+kind, lecterntest.UniqueSample(s.T, "sample."+kind)).ID)
		}
	}
	return ids
}

func checkReadyAfterRestart(t *testing.T, data string, ids []string) {
	t.Helper()
	s := lecterntest.StartIn(t, data, nil)
	for _, id := range ids {
		if doc := s.Wait(id); doc.Status != "ready" || doc.PageCount < 1 {
			t.Errorf("after the restart: %+v", doc)
		}
		if status, _ := s.Call(http.MethodGet, "/document/"+id+"/page/1.svg", nil, nil); status != 200 {
			t.Errorf("page 1 after the restart: status %d", status)
		}
	}
	s.Stop()
	if left, _ := filepath.Glob(filepath.Join(data, "content", "first", "*")); len(left) > 0 {
		t.Errorf("left in the content: %q", left)
	}
	if _, err := os.Stat(filepath.Join(data, "tmp")); err == nil {
		t.Error("the temporary folder is left")
	}
}

// TestStopLeavesNothing stops a server after a conversion. No process, listener or temporary file remains.
//
// SECURITY.md, promise 33 (clean exit and safe GET)
func TestStopLeavesNothing(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	s.Wait(s.Upload("sample.docx", lecterntest.Sample(t, "sample.docx")).ID)
	if len(descendants(t, s.Cmd.Process.Pid)) == 0 {
		t.Error("no converter runs after a conversion")
	}
	s.Stop()
	if n := lecterntest.ProcessesOf(t, s.Data); n > 0 {
		t.Errorf("%d processes outlive the server", n)
	}
	entries, err := os.ReadDir(s.Data)
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
	// Another server, which rejects the key, may use the port by now.
	client := http.Client{Timeout: lecterntest.WaitTimeout}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.APIBase+"/document", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", s.Key)
	if answer, err := client.Do(r); err == nil && answer.StatusCode == http.StatusOK {
		t.Error("something still listens")
	}
}

// TestServerSurvivesKilledConverters kills all converters. After that, the next document must be converted, and
// earlier documents must be served.
//
// SECURITY.md, promise 18 (crashed converters)
func TestServerSurvivesKilledConverters(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	first := s.Wait(s.Upload("sample.docx", lecterntest.Sample(t, "sample.docx")).ID)
	for _, signal := range []syscall.Signal{syscall.SIGSEGV, syscall.SIGKILL} {
		for _, pid := range lecterntest.ChildPIDs(t, s.Cmd.Process.Pid) {
			if err := syscall.Kill(pid, signal); err != nil {
				t.Fatal(err)
			}
		}
		if doc := s.Wait(s.Upload("sample.docx", lecterntest.UniqueSample(t, "sample.docx")).ID); doc.Status != "ready" {
			t.Errorf("after %s: %+v", signal, doc)
		}
		if status, text := s.Call(http.MethodGet, "/document/"+first.ID+"/page/1.json", nil, nil); status != 200 {
			t.Errorf("after %s: page is %d %s", signal, status, text)
		}
	}
}

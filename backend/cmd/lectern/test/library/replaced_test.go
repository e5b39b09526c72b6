package library_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestADatabaseThatIsRemovedFromAServer removes or replaces the database of a running server. /readyz and doctor
// report that and advise a backup, which contains the open database.
//
// SECURITY.md, promise 55 (no lost content)
func TestADatabaseThatIsRemovedFromAServer(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	for _, replace := range []bool{false, true} {
		data, older, restored, file := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "restored"), filepath.Join(t.TempDir(), "backup.tar")
		s := lecterntest.StartIn(t, data, nil)
		s.Stop()
		copyDatabase(t, data, older)
		s = lecterntest.StartIn(t, data, nil)
		letter := lecterntest.UniqueSample(t, "sample.pdf")
		doc := s.Wait(s.Upload("letter.pdf", letter).ID)
		ready := func() string {
			t.Helper()
			status, text := s.Call(http.MethodGet, s.URL+"/readyz", nil, nil)
			if status != http.StatusOK {
				t.Errorf("/readyz: %d", status)
			}
			return string(text)
		}
		const advice = "'lectern backup' before you stop the server"
		if said := ready() + doctor(s); strings.Contains(said, advice) {
			t.Errorf("before, they say %s", said)
		}
		removeDatabase(t, data)
		if replace {
			copyDatabase(t, older, data)
		}
		if said := ready(); !strings.Contains(said, advice) {
			t.Errorf("/readyz: the message is %s", said)
		}
		if said, _ := lecterntest.RunWithEnv(t, nil, 1, "doctor", "--data", data, "--addr", "127.0.0.1:0"); !strings.Contains(said, advice) {
			t.Errorf("doctor: the message is %s", said)
		}
		lecterntest.Run(t, 0, "backup", "--data", data, file)
		s.Stop()
		lecterntest.Run(t, 0, "restore", "--data", restored, file)
		s = lecterntest.StartIn(t, restored, nil)
		wantOriginals(s, map[string][]byte{doc.ID: letter})
		s.Stop()
	}
}

package main

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// TestADatabaseThatIsRemovedFromAServer is told by /readyz and doctor while the server has it open, and is in the backup
// that they advise.
//
// promise 55
func TestADatabaseThatIsRemovedFromAServer(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	for _, replace := range []bool{false, true} {
		data, older, restored, file := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "restored"), filepath.Join(t.TempDir(), "backup.tar")
		s := startOn(t, data, nil)
		s.stop()
		copyDatabase(t, data, older)
		s = startOn(t, data, nil)
		letter := fresh(t, "sample.pdf")
		doc := s.wait(s.upload("letter.pdf", letter).ID)
		ready := func() string {
			t.Helper()
			status, text := s.call(http.MethodGet, s.URL+"/readyz", nil, nil)
			if status != http.StatusOK {
				t.Errorf("/readyz: %d", status)
			}
			return string(text)
		}
		const advice = "'lectern backup' before you stop it"
		if said := ready() + s.doctor(); strings.Contains(said, advice) {
			t.Errorf("before, they say %s", said)
		}
		removeDatabase(t, data)
		if replace {
			copyDatabase(t, older, data)
		}
		if said := ready(); !strings.Contains(said, advice) {
			t.Errorf("/readyz says %s", said)
		}
		if said, _ := runCommand(t, nil, 1, "doctor", "--data", data, "--addr", "127.0.0.1:0"); !strings.Contains(said, advice) {
			t.Errorf("doctor says %s", said)
		}
		command(t, 0, "backup", "--data", data, file)
		s.stop()
		command(t, 0, "restore", "--data", restored, file)
		s = startOn(t, restored, nil)
		s.wantOriginals(map[string][]byte{doc.ID: letter})
		s.stop()
	}
}

package backup_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestBackupOfADamagedLibrary damages the original of one document in each possible way, with and without a running
// server. Another document stays undamaged. The backup must fail, name the damaged document and leave no file. A
// partial backup must succeed and name the damaged document as missing, and so must its restore.
//
// SECURITY.md, promise 56 (verified backups)
func TestBackupOfADamagedLibrary(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	whole := s.Wait(s.Upload("whole.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
	content := lecterntest.UniqueSample(t, "sample.docx")
	doc := s.Wait(s.Upload("contract.docx", content).ID)
	original := lecterntest.ContentPath(s.Data, content)
	folder := t.TempDir()
	damage := func(t *testing.T, do func(string, []byte) error) {
		if err := os.RemoveAll(original); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(original, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := do(original, content); err != nil {
			t.Fatal(err)
		}
	}
	backups := func(t *testing.T, name string) {
		file := filepath.Join(folder, name)
		_, said := lecterntest.RunWithEnv(t, nil, 1, "backup", "--data", s.Data, file)
		lecterntest.WantNamed(t, said, doc)
		if _, err := os.Stat(file); err == nil {
			t.Error("there is a backup")
		}
		_, said = lecterntest.RunWithEnv(t, nil, 3, "backup", "--partial", "--data", s.Data, file)
		lecterntest.WantNamed(t, said, doc)
		if strings.Contains(said, whole.ID) {
			t.Errorf("it names a document that is whole: %s", said)
		}
		if listed := tarPart(t, file, "missing.jsonl"); !strings.Contains(listed, doc.ID) {
			t.Errorf("the backup lists %q", listed)
		}
		data := filepath.Join(folder, "of "+name)
		_, said = lecterntest.RunWithEnv(t, nil, 3, "restore", "--data", data, file)
		lecterntest.WantNamed(t, said, doc)
		restored := lecterntest.StartIn(t, data, nil)
		restored.Key = s.Key
		lecterntest.AwaitFaults(restored, 0, 1)
		lecterntest.WantPath(restored, "/document/"+whole.ID+"/original")
		lecterntest.WantPath(restored, "/document/"+doc.ID+"/pdf")
		if status, text := restored.Call(http.MethodGet, "/document/"+doc.ID+"/original", nil, nil); status != http.StatusNotFound {
			t.Errorf("the lost original has status %d %.200s", status, text)
		}
		restored.Stop()
	}
	for name, do := range lecterntest.Damages {
		t.Run(name, func(t *testing.T) {
			damage(t, do)
			backups(t, name+" with a server")
		})
	}
	damage(t, lecterntest.Damages["flipped"])
	refusesBackup(s, doc, filepath.Join(folder, "earlier.tar"))
	s.Stop()
	for name, do := range lecterntest.Damages {
		t.Run(name+" at rest", func(t *testing.T) {
			damage(t, do)
			backups(t, name)
		})
	}
}

// tarPart returns the content of a file in an archive.
func tarPart(t *testing.T, path, name string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(tarParts(t, text)[name])
}

// refusesBackup requests backups of a library with a damaged document through the API. The backups must be refused, and
// must not change an existing file. A partial backup must succeed and name the document.
func refusesBackup(s *lecterntest.Server, doc lecterntest.Document, path string) {
	s.T.Helper()
	if err := os.WriteFile(path, []byte("a good one"), 0o600); err != nil {
		s.T.Fatal(err)
	}
	before := s.Key
	defer func() { s.Key = before }()
	s.UseLocalKey()
	said := s.Fields(http.StatusConflict, http.MethodPost, "/backup", lecterntest.PathJSON(path))
	lecterntest.WantNamed(s.T, fmt.Sprint(said["message"]), doc)
	s.Fields(http.StatusUnprocessableEntity, http.MethodPost, "/backup", fmt.Sprintf(`{"path":%q,"partial":true}`, path))
	if text, err := os.ReadFile(path); err != nil || string(text) != "a good one" {
		s.T.Errorf("the earlier backup is %.20q, %v", text, err)
	}
	partial := path + ".partial"
	said = s.Fields(http.StatusOK, http.MethodPost, "/backup", fmt.Sprintf(`{"path":%q,"partial":true}`, partial))
	if text, err := json.Marshal(said["missing"]); err != nil || !bytes.Contains(text, []byte(doc.ID)) {
		s.T.Errorf("a partial backup says %v", said)
	}
	restored := s.Fields(http.StatusOK, http.MethodPost, "/restore", lecterntest.PathJSON(partial))
	if text, err := json.Marshal(restored["missing"]); err != nil || !bytes.Contains(text, []byte(doc.ID)) {
		s.T.Errorf("its restore says %v", restored)
	}
	s.Fields(http.StatusNoContent, http.MethodDelete, "/restore", "")
	r, err := http.NewRequestWithContext(s.T.Context(), http.MethodGet, s.APIBase+"/backup", nil)
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Authorization", s.Key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusConflict || !bytes.Contains(text, []byte(`"code":"backup-incomplete"`)) {
		s.T.Errorf("from afar: %d %.300s, %v", answer.StatusCode, text, err)
	}
	lecterntest.WantNamed(s.T, string(text), doc)
}

// TestBackupIsBrokenOff downloads a backup of a library with damage that the server has not detected yet. The download
// must fail, so that nobody mistakes the incomplete backup for a complete one.
//
// SECURITY.md, promise 56 (verified backups)
func TestBackupIsBrokenOff(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	content := lecterntest.UniqueSample(t, "sample.docx")
	doc := s.Wait(s.Upload("contract.docx", content).ID)
	lecterntest.DamageFile(t, lecterntest.ContentPath(s.Data, content), content, lecterntest.Damages["flipped"])
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.APIBase+"/backup", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", s.Key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil || answer.StatusCode != http.StatusOK || !bytes.Contains(text, []byte(doc.ID)) ||
		bytes.Contains(text, []byte("complete.json")) {
		t.Errorf("answered %d, %d bytes, %v", answer.StatusCode, len(text), err)
	}
}

// TestRestoreOfRottenBackups restores backups of earlier versions, which did not check the content of a library before
// they wrote a backup. In these backups, a byte was already changed or a file already missing when the backup was
// written, so the hash of the archive does not reveal the damage.
//
// SECURITY.md, promise 56 (verified backups)
func TestRestoreOfRottenBackups(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	whole := s.Wait(s.Upload("whole.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
	content := lecterntest.UniqueSample(t, "sample.pdf")
	doc := s.Wait(s.Upload("contract.pdf", content).ID)
	s.Stop()
	folder := t.TempDir()
	text := backedUp(t, s.Data)
	for name, change := range map[string]func(parts *[]tarEntry){
		"flipped": func(parts *[]tarEntry) { partWith(t, *parts, content).content[100] ^= 1 },
		"lacking": func(parts *[]tarEntry) {
			lost := partWith(t, *parts, content).name
			kept := (*parts)[:0:0]
			for _, part := range *parts {
				if part.name != lost {
					kept = append(kept, part)
				}
			}
			*parts = kept
		},
	} {
		rotten, data := filepath.Join(folder, name), filepath.Join(folder, "of "+name)
		parts := tarEntries(t, text)
		change(&parts)
		if err := os.WriteFile(rotten, sealed(t, parts), 0o600); err != nil {
			t.Fatal(err)
		}
		_, said := lecterntest.RunWithEnv(t, nil, 1, "restore", "--data", data, rotten)
		lecterntest.WantNamed(t, said, doc)
		if _, err := os.Stat(filepath.Join(data, "lectern.db")); err == nil {
			t.Errorf("%s: there is a library", name)
		}
		_, said = lecterntest.RunWithEnv(t, nil, 3, "restore", "--partial", "--data", data, rotten)
		lecterntest.WantNamed(t, said, doc)
		restored := lecterntest.StartIn(t, data, nil)
		restored.Key = s.Key
		lecterntest.WantPath(restored, "/document/"+whole.ID+"/original")
		restored.Stop()
	}
}

// TestRestoreThatFailsAtItsEnd restores into a folder in which, during the restore, a library.json appears that cannot
// be replaced. The error must state that the library is in place, and name the documents whose content is missing.
//
// SECURITY.md, promise 56 (verified backups)
func TestRestoreThatFailsAtItsEnd(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	s.Wait(s.Upload("whole.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
	content := lecterntest.UniqueSample(t, "sample.docx")
	doc := s.Wait(s.Upload("contract.docx", content).ID)
	s.Stop()
	if err := os.Remove(lecterntest.ContentPath(s.Data, content)); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	file, data := filepath.Join(folder, "backup.tar"), filepath.Join(folder, "library")
	mark := filepath.Join(data, "library.json")
	lecterntest.RunWithEnv(t, nil, 3, "backup", "--partial", "--data", s.Data, file)
	restore, end := beginRestore(t, data, file)
	if err := os.MkdirAll(filepath.Join(mark, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	end()
	if err := restore.Wait(); restore.ProcessState.ExitCode() != 1 {
		t.Errorf("the restore ends with %v", err)
	}
	said := fmt.Sprint(restore.Stderr)
	lecterntest.WantNamed(t, said, doc)
	if !strings.Contains(said, "the library is in "+data) || !strings.Contains(said, "library.json") {
		t.Errorf("the message is %s", said)
	}
	if err := os.RemoveAll(mark); err != nil {
		t.Fatal(err)
	}
	restored := lecterntest.StartIn(t, data, nil)
	restored.Key = s.Key
	lecterntest.AwaitFaults(restored, 0, 1)
	if entries := restored.AuditEntries("action=restore-backup"); len(entries) != 1 {
		t.Errorf("the audit log has %+v", entries)
	}
}

// TestServeAfterAKilledRestore checks that no command uses the remains of a killed restore as a library, and that the
// restore can be repeated.
//
// SECURITY.md, promise 56 (verified backups)
func TestServeAfterAKilledRestore(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("contract.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
	s.Stop()
	folder := t.TempDir()
	file, data := filepath.Join(folder, "backup.tar"), filepath.Join(folder, "library")
	lecterntest.Run(t, 0, "backup", "--data", s.Data, file)
	killRestore(t, data, file)
	for _, args := range [][]string{
		{"serve", "--addr", "127.0.0.1:0"}, {"backup", filepath.Join(folder, "other.tar")}, {"key", "create", "a"}, {"doctor"}, {"config",
			"check", "--data", data},
	} {
		if args[0] != "config" {
			args = append(args, "--data", data)
		}
		stdout, stderr := lecterntest.RunWithEnv(t, nil, 1, args...)
		if said := stdout + stderr; !strings.Contains(said, "restore") || !strings.Contains(said, "interrupted") {
			t.Errorf("%s: %s", args[0], said)
		}
		if _, err := os.Stat(filepath.Join(data, "lectern.db")); err == nil {
			t.Errorf("%s made a library", args[0])
		}
	}
	lecterntest.Run(t, 0, "restore", "--data", data, file)
	if left, err := filepath.Glob(filepath.Join(data, "*unfinished*")); err != nil || len(left) > 0 {
		t.Errorf("the restore leaves %q, %v", left, err)
	}
	restored := lecterntest.StartIn(t, data, nil)
	restored.Key = s.Key
	lecterntest.WantPath(restored, "/document/"+doc.ID+"/original")
}

// backedUp creates a backup of the library in a data folder and returns the archive.
func backedUp(t *testing.T, data string) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "backup.tar")
	lecterntest.Run(t, 0, "backup", "--data", data, file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

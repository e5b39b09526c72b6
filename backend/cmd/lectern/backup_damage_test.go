package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// contentPath returns where the content of a data folder has some bytes.
func contentPath(data string, content []byte) string {
	sum := sha256.Sum256(content)
	return filepath.Join(data, "content", hex.EncodeToString(sum[:1]), hex.EncodeToString(sum[1:]))
}

// damages are ways in which a file goes bad.
var damages = map[string]func(path string, content []byte) error{
	"flipped": func(path string, content []byte) error {
		changed := bytes.Clone(content)
		changed[len(changed)/2] ^= 1
		return os.WriteFile(path, changed, 0o600)
	},
	"truncated": func(path string, content []byte) error { return os.Truncate(path, int64(len(content)/2)) },
	"emptied":   func(path string, _ []byte) error { return os.Truncate(path, 0) },
	"longer":    func(path string, content []byte) error { return os.WriteFile(path, append(content, 0), 0o600) },
	"missing":   func(path string, _ []byte) error { return os.Remove(path) },
	"a folder": func(path string, _ []byte) error {
		if err := os.Remove(path); err != nil {
			return err
		}
		return os.Mkdir(path, 0o700)
	},
	"a pipe":           func(path string, _ []byte) error { return errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)) },
	"a link to itself": func(path string, _ []byte) error { return errors.Join(os.Remove(path), os.Symlink(path, path)) },
}

// TestBackupOfADamagedLibrary has a document whose original went bad, in each way, beside one that is whole, with a
// server and without. The backup names the document and writes nothing; a partial one says what it is without, and so
// does its restore.
//
// promise 56
func TestBackupOfADamagedLibrary(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	whole := s.wait(s.upload("whole.pdf", fresh(t, "sample.pdf")).ID)
	content := fresh(t, "sample.docx")
	doc := s.wait(s.upload("contract.docx", content).ID)
	original := contentPath(s.data, content)
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
		_, said := runCommand(t, nil, 1, "backup", "--data", s.data, file)
		wantNamed(t, said, doc)
		if _, err := os.Stat(file); err == nil {
			t.Error("there is a backup")
		}
		_, said = runCommand(t, nil, 3, "backup", "--partial", "--data", s.data, file)
		wantNamed(t, said, doc)
		if strings.Contains(said, whole.ID) {
			t.Errorf("it names a document that is whole: %s", said)
		}
		if listed := tarPart(t, file, "missing.jsonl"); !strings.Contains(listed, doc.ID) {
			t.Errorf("the backup lists %q", listed)
		}
		data := filepath.Join(folder, "of "+name)
		_, said = runCommand(t, nil, 3, "restore", "--data", data, file)
		wantNamed(t, said, doc)
		restored := startOn(t, data, nil)
		restored.key = s.key
		restored.wantFaults(0, 1)
		restored.wantThere("/document/" + whole.ID + "/original")
		restored.wantThere("/document/" + doc.ID + "/pdf")
		if status, text := restored.call(http.MethodGet, "/document/"+doc.ID+"/original", nil, nil); status != http.StatusNotFound {
			t.Errorf("the lost original is answered %d %.200s", status, text)
		}
		restored.stop()
	}
	for name, do := range damages {
		t.Run(name, func(t *testing.T) {
			damage(t, do)
			backups(t, name+" with a server")
		})
	}
	damage(t, damages["flipped"])
	s.refusesBackup(doc, filepath.Join(folder, "earlier.tar"))
	s.stop()
	for name, do := range damages {
		t.Run(name+" at rest", func(t *testing.T) {
			damage(t, do)
			backups(t, name)
		})
	}
}

func wantNamed(t testing.TB, said string, doc body) {
	t.Helper()
	if !strings.Contains(said, doc.ID) || !strings.Contains(said, doc.Name) {
		t.Errorf("it does not name %s (%s): %s", doc.Name, doc.ID, said)
	}
}

// tarPart returns the text of a part of an archive.
func tarPart(t *testing.T, path, name string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(tarParts(t, text)[name])
}

// refusesBackup has the interface write a backup of a library in which a document is damaged: a file that is there stays
// as it is.
func (s *instance) refusesBackup(doc body, path string) {
	s.t.Helper()
	if err := os.WriteFile(path, []byte("a good one"), 0o600); err != nil {
		s.t.Fatal(err)
	}
	before := s.key
	defer func() { s.key = before }()
	s.asLocal()
	said := s.fields(http.StatusConflict, http.MethodPost, "/backup", atPath(path))
	wantNamed(s.t, fmt.Sprint(said["message"]), doc)
	s.fields(http.StatusUnprocessableEntity, http.MethodPost, "/backup", fmt.Sprintf(`{"path":%q,"partial":true}`, path))
	if text, err := os.ReadFile(path); err != nil || string(text) != "a good one" {
		s.t.Errorf("the earlier backup is %.20q, %v", text, err)
	}
	partial := path + ".partial"
	said = s.fields(http.StatusOK, http.MethodPost, "/backup", fmt.Sprintf(`{"path":%q,"partial":true}`, partial))
	if text, err := json.Marshal(said["missing"]); err != nil || !bytes.Contains(text, []byte(doc.ID)) {
		s.t.Errorf("a partial backup says %v", said)
	}
	restored := s.fields(http.StatusOK, http.MethodPost, "/restore", atPath(partial))
	if text, err := json.Marshal(restored["missing"]); err != nil || !bytes.Contains(text, []byte(doc.ID)) {
		s.t.Errorf("its restore says %v", restored)
	}
	s.fields(http.StatusNoContent, http.MethodDelete, "/restore", "")
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.APIBase+"/backup", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", s.key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusConflict || !bytes.Contains(text, []byte(`"code":"backup-incomplete"`)) {
		s.t.Errorf("from afar: %d %.300s, %v", answer.StatusCode, text, err)
	}
	wantNamed(s.t, string(text), doc)
}

// TestBackupIsBrokenOff has damage that nobody knows of: half a backup must not look like a whole one.
//
// promise 56
func TestBackupIsBrokenOff(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	content := fresh(t, "sample.docx")
	doc := s.wait(s.upload("contract.docx", content).ID)
	harm(t, contentPath(s.data, content), content, damages["flipped"])
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.APIBase+"/backup", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", s.key)
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

// TestRestoreOfRottenBackups restores backups of earlier programs, which took content as it was: a flipped byte, whose
// hash the archive's own hash covers.
//
// promise 56
func TestRestoreOfRottenBackups(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	whole := s.wait(s.upload("whole.pdf", fresh(t, "sample.pdf")).ID)
	content := fresh(t, "sample.pdf")
	doc := s.wait(s.upload("contract.pdf", content).ID)
	s.stop()
	folder := t.TempDir()
	text := backedUp(t, s.data)
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
		_, said := runCommand(t, nil, 1, "restore", "--data", data, rotten)
		wantNamed(t, said, doc)
		if _, err := os.Stat(filepath.Join(data, "lectern.db")); err == nil {
			t.Errorf("%s: there is a library", name)
		}
		_, said = runCommand(t, nil, 3, "restore", "--partial", "--data", data, rotten)
		wantNamed(t, said, doc)
		restored := startOn(t, data, nil)
		restored.key = s.key
		restored.wantThere("/document/" + whole.ID + "/original")
		restored.stop()
	}
}

// TestRestoreThatFailsAtItsEnd restores into a folder in which a mark of another library that cannot be removed appears
// meanwhile: the message says that the library is in place, and lists what it is without, which the library has recorded.
//
// promise 56
func TestRestoreThatFailsAtItsEnd(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	s.wait(s.upload("whole.pdf", fresh(t, "sample.pdf")).ID)
	content := fresh(t, "sample.docx")
	doc := s.wait(s.upload("contract.docx", content).ID)
	s.stop()
	if err := os.Remove(contentPath(s.data, content)); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	file, data := filepath.Join(folder, "backup.tar"), filepath.Join(folder, "library")
	mark := filepath.Join(data, "library.json")
	runCommand(t, nil, 3, "backup", "--partial", "--data", s.data, file)
	restore, end := beginRestore(t, data, file)
	if err := os.MkdirAll(filepath.Join(mark, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	end()
	if err := restore.Wait(); restore.ProcessState.ExitCode() != 1 {
		t.Errorf("the restore ends with %v", err)
	}
	said := fmt.Sprint(restore.Stderr)
	wantNamed(t, said, doc)
	if !strings.Contains(said, "the library is in "+data) || !strings.Contains(said, "library.json") {
		t.Errorf("it says %s", said)
	}
	if err := os.RemoveAll(mark); err != nil {
		t.Fatal(err)
	}
	restored := startOn(t, data, nil)
	restored.key = s.key
	restored.wantFaults(0, 1)
	if entries := restored.audit("action=restore-backup"); len(entries) != 1 {
		t.Errorf("the audit log has %+v", entries)
	}
}

// TestServeAfterAKilledRestore has the remains of a restore that was killed: nobody takes them for a library, and the
// restore can be done again.
//
// promise 56
func TestServeAfterAKilledRestore(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	doc := s.wait(s.upload("contract.pdf", fresh(t, "sample.pdf")).ID)
	s.stop()
	folder := t.TempDir()
	file, data := filepath.Join(folder, "backup.tar"), filepath.Join(folder, "library")
	command(t, 0, "backup", "--data", s.data, file)
	killRestore(t, data, file)
	for _, args := range [][]string{
		{"serve", "--addr", "127.0.0.1:0"}, {"backup", filepath.Join(folder, "other.tar")}, {"key", "create", "a"}, {"doctor"}, {"config",
			"check", "--data", data},
	} {
		if args[0] != "config" {
			args = append(args, "--data", data)
		}
		stdout, stderr := runCommand(t, nil, 1, args...)
		if said := stdout + stderr; !strings.Contains(said, "restore") || !strings.Contains(said, "broken off") {
			t.Errorf("%s: %s", args[0], said)
		}
		if _, err := os.Stat(filepath.Join(data, "lectern.db")); err == nil {
			t.Errorf("%s made a library", args[0])
		}
	}
	command(t, 0, "restore", "--data", data, file)
	if left, err := filepath.Glob(filepath.Join(data, "*unfinished*")); err != nil || len(left) > 0 {
		t.Errorf("the restore leaves %q, %v", left, err)
	}
	restored := startOn(t, data, nil)
	restored.key = s.key
	restored.wantThere("/document/" + doc.ID + "/original")
}

// backedUp returns a backup of the library in a data folder.
func backedUp(t *testing.T, data string) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "backup.tar")
	command(t, 0, "backup", "--data", data, file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

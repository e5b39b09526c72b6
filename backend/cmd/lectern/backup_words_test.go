package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestWordsOfBackups reads the messages about one file that is missing, and puts it back from a backup as the operators'
// page says.
//
// promise 56
func TestWordsOfBackups(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	content := fresh(t, "sample.docx")
	doc := s.wait(s.upload("contract.docx", content).ID)
	folder := t.TempDir()
	file := filepath.Join(folder, "backup.tar")
	command(t, 0, "backup", "--data", s.data, file)
	path := contentPath(s.data, content)
	key, err := filepath.Rel(s.data, path)
	if err == nil {
		err = os.Remove(path)
	}
	if err != nil {
		t.Fatal(err)
	}
	partial := filepath.Join(folder, "partial.tar")
	_, refused := runCommand(t, nil, 1, "backup", "--data", s.data, filepath.Join(folder, "whole.tar"))
	s.wantFaults(0, 1) // from now on the server refuses before it looks at files
	_, known := runCommand(t, nil, 1, "backup", "--data", s.data, filepath.Join(folder, "whole.tar"))
	_, piped := runCommand(t, nil, 1, "backup", "--data", s.data, "-")
	if known != refused || piped != refused {
		t.Errorf("after %q it says %q, and %q with a backup on standard output", refused, known, piped)
	}
	_, saved := runCommand(t, nil, 3, "backup", "--partial", "--data", s.data, partial)
	_, restored := runCommand(t, nil, 3, "restore", "--data", filepath.Join(folder, "restored"), partial)
	_, none := runCommand(t, nil, 1, "restore", "--data", filepath.Join(folder, "none"), filepath.Join(folder, "none.tar"))
	for _, test := range []struct{ said, want string }{
		{refused, "file " + key},
		{refused, "--partial backs up without them"},
		{saved, "without 1 file that is missing or damaged"},
		{restored, "without 1 file that is missing or damaged"},
		{none, "there is no file " + filepath.Join(folder, "none.tar")},
		{command(t, 0, "doctor", "--data", s.data), "1 file of the library is missing or damaged: missing: document"},
		{command(t, 0, "doctor", "--data", s.data), "file " + key},
	} {
		if !strings.Contains(test.said, test.want) {
			t.Errorf("it says %s, which lacks %s", test.said, test.want)
		}
	}
	if said, err := exec.CommandContext(t.Context(), "tar", "xf", file, "-C", s.data, key).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	s.wantThere("/document/" + doc.ID + "/original")
	command(t, 0, "backup", "--data", s.data, filepath.Join(folder, "again.tar"))
}

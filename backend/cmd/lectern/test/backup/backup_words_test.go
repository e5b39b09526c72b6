package backup_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestWordsOfBackups checks the messages of backup and restore about a missing file, and restores the file from a
// backup as the documentation for operators describes.
//
// SECURITY.md, promise 56 (verified backups)
func TestWordsOfBackups(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	content := lecterntest.UniqueSample(t, "sample.docx")
	doc := s.Wait(s.Upload("contract.docx", content).ID)
	folder := t.TempDir()
	file := filepath.Join(folder, "backup.tar")
	lecterntest.Run(t, 0, "backup", "--data", s.Data, file)
	path := lecterntest.ContentPath(s.Data, content)
	key, err := filepath.Rel(s.Data, path)
	if err == nil {
		err = os.Remove(path)
	}
	if err != nil {
		t.Fatal(err)
	}
	partial := filepath.Join(folder, "partial.tar")
	_, refused := lecterntest.RunWithEnv(t, nil, 1, "backup", "--data", s.Data, filepath.Join(folder, "whole.tar"))
	// from now on the server knows the damage, and rejects a backup before it reads files
	lecterntest.AwaitFaults(s, 0, 1)
	_, known := lecterntest.RunWithEnv(t, nil, 1, "backup", "--data", s.Data, filepath.Join(folder, "whole.tar"))
	_, piped := lecterntest.RunWithEnv(t, nil, 1, "backup", "--data", s.Data, "-")
	if known != refused || piped != refused {
		t.Errorf("after %q the message is %q, and %q with a backup on standard output", refused, known, piped)
	}
	_, saved := lecterntest.RunWithEnv(t, nil, 3, "backup", "--partial", "--data", s.Data, partial)
	_, restored := lecterntest.RunWithEnv(t, nil, 3, "restore", "--data", filepath.Join(folder, "restored"), partial)
	_, none := lecterntest.RunWithEnv(t, nil, 1, "restore", "--data", filepath.Join(folder, "none"), filepath.Join(folder, "none.tar"))
	for _, test := range []struct{ said, want string }{
		{refused, "file " + key},
		{refused, "--partial backs up without them"},
		{saved, "without 1 file that is missing or damaged"},
		{restored, "without 1 file that is missing or damaged"},
		{none, "the file " + filepath.Join(folder, "none.tar") + " does not exist"},
		{lecterntest.Run(t, 0, "doctor", "--data", s.Data), "1 file of the library is missing or damaged: missing: document"},
		{lecterntest.Run(t, 0, "doctor", "--data", s.Data), "file " + key},
	} {
		if !strings.Contains(test.said, test.want) {
			t.Errorf("the message is %s, without %s", test.said, test.want)
		}
	}
	if said, err := exec.CommandContext(t.Context(), "tar", "xf", file, "-C", s.Data, key).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	lecterntest.WantPath(s, "/document/"+doc.ID+"/original")
	lecterntest.Run(t, 0, "backup", "--data", s.Data, filepath.Join(folder, "again.tar"))
}

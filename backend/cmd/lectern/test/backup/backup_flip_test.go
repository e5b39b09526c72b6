package backup_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestRestoreOfFlippedBytes flips one bit in each part of a complete backup in turn, as a faulty disk does. If the part
// is content of a document, the restore must fail and name the document, and a restore with --partial must restore all
// other documents. If it is any other part, the restore must fail and name the part, even with --partial.
//
// SECURITY.md, promise 56 (verified backups)
func TestRestoreOfFlippedBytes(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	whole := s.Wait(s.Upload("whole.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
	content := lecterntest.UniqueSample(t, "sample.pdf")
	doc := s.Wait(s.Upload("contract.pdf", content).ID)
	s.Stop()
	text := backedUp(t, s.Data)
	parts := make(map[string][]byte)
	for _, part := range tarEntries(t, text) {
		parts[part.name] = part.content
	}
	flip := func(t *testing.T, part []byte, offset int) string {
		t.Helper()
		start := bytes.Index(text, part)
		if start < 0 || bytes.Count(text, part) > 1 || offset >= len(part) {
			t.Fatalf("the part is not there once: %.60q", part)
		}
		changed := bytes.Clone(text)
		changed[start+offset] ^= 1
		path := filepath.Join(t.TempDir(), "flipped.tar")
		if err := os.WriteFile(path, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	restore := func(t *testing.T, code int, path string, more ...string) (data, said string) {
		t.Helper()
		data = filepath.Join(t.TempDir(), "data")
		_, said = lecterntest.RunWithEnv(t, nil, code, append([]string{"restore", "--data", data, path}, more...)...)
		_, err := os.Stat(filepath.Join(data, "lectern.db"))
		if (err == nil) != (code != 1) {
			t.Errorf("exit code %d, and the library: %v", code, err)
		}
		return data, said
	}

	flipped := flip(t, content, len(content)/2)
	_, said := restore(t, 1, flipped)
	lecterntest.WantNamed(t, said, doc)
	data, said := restore(t, 3, flipped, "--partial")
	lecterntest.WantNamed(t, said, doc)
	restored := lecterntest.StartIn(t, data, nil)
	restored.Key = s.Key
	lecterntest.WantPath(restored, "/document/"+whole.ID+"/original")
	restored.Stop()

	for name, test := range map[string]struct {
		part   []byte
		offset int
		want   string
	}{
		"a row": {parts["lectern.db"], bytes.Index(parts["lectern.db"], []byte("contract.pdf")),
			`its part "lectern.db" is damaged`},
		"a key": {parts["seal.key"], 5, `its part "seal.key" is damaged`},
		"the form": {parts["lectern-backup.json"], bytes.IndexByte(parts["lectern-backup.json"], '1'),
			"was written by another version of Lectern"},
		"the end": {parts["complete.json"], bytes.Index(parts["complete.json"], []byte("sha256")) + 10, "it is damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			path := flip(t, test.part, test.offset)
			for _, more := range []string{"", "--partial"} {
				_, said := restore(t, 1, path, strings.Fields(more)...)
				if !strings.Contains(said, test.want) {
					t.Errorf("the message is %s, without %s", said, test.want)
				}
			}
		})
	}
}

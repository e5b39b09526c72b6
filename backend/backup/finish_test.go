package backup

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestRestoreKeepsALibraryThatIsInPlace restores into a folder whose mark cannot be removed at the end: the library stays.
//
// promise 56
func TestRestoreKeepsALibraryThatIsInPlace(t *testing.T) {
	const text, key = "kept", "key"
	folder := t.TempDir()
	whole := with(t, func(a *archive) {
		a.part(sealKey, key)
		a.part("content/"+keyFor(text), text)
	})
	from := Source{Reader: bytes.NewReader(whole), Sanitize: trust, Records: fakeRecords{keyFor(text)}.open}
	from.CheckKey = func(context.Context, string, string) error { // puts a folder that is not empty in the place of the mark
		mark := filepath.Join(folder, markName)
		if err := os.Remove(mark); err != nil {
			return err
		}
		return os.MkdirAll(filepath.Join(mark, "full"), 0o700)
	}
	losses, err := Restore(t.Context(), from, folder)
	if err != nil || len(losses) > 0 {
		t.Errorf("it is restored with %v, %v", losses, err)
	}
	for name, want := range map[string]string{database: "records", sealKey: key, filepath.Join(contentName, filepath.FromSlash(keyFor(text))): text} {
		if got, err := os.ReadFile(filepath.Join(folder, name)); err != nil || string(got) != want {
			t.Errorf("%s has %q, %v; want %q", name, got, err, want)
		}
	}
	if err := ErrUnfinished(folder); err != nil {
		t.Errorf("the library is taken for an unfinished one: %v", err)
	}
}

package conversion_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"lectern/backend/document"
	"lectern/backend/document/content"
)

// TestSettingAsideKeepsTheWholeCopy sets aside an undamaged and a damaged copy of the same file, in both orders, and
// then restores the file. The result must be the undamaged copy, even if a damaged one is in its place.
//
// SECURITY.md, promise 55 (no lost content)
func TestSettingAsideKeepsTheWholeCopy(t *testing.T) {
	whole, damaged := []byte(office("one", "two")), []byte(office("one"))
	for _, test := range []struct {
		name  string
		aside [][]byte // contents that are moved aside, in this order
		there []byte   // content in place when the library is started
	}{
		{"damaged over whole", [][]byte{whole, damaged}, nil},
		{"whole over damaged", [][]byte{damaged, whole}, nil},
		{"damaged in the content", [][]byte{whole}, damaged},
		{"both", [][]byte{whole, damaged, damaged}, damaged},
		{"whole in the content", [][]byte{damaged}, whole},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := openLibrary(t)
			doc := l.wantReady(l.post("a.rtf", string(whole), document.Options{}).ID, 2)
			path := filepath.Join(l.content(), doc.Original)
			for _, text := range test.aside {
				l.unused(t, doc.Original, text)
			}
			check(t, os.RemoveAll(path))
			if test.there != nil {
				check(t, os.WriteFile(path, test.there, 0o600))
			}
			check(t, l.cleaner.RestoreSetAside(t.Context()))
			if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, whole) {
				t.Errorf("the content has %d bytes (%v), want %d", len(got), err, len(whole))
			}
		})
	}
}

// unused moves a file aside, as the server does at its start with files to which no record refers.
func (l *library) unused(t *testing.T, key string, text []byte) {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, key)
	check(t, os.MkdirAll(filepath.Dir(path), 0o700))
	check(t, os.WriteFile(path, text, 0o600))
	_, err := content.NewSetAside(folder, l.asideFolder()).AddAll(slog.New(slog.DiscardHandler))
	check(t, err)
	if _, err := os.Stat(path); err == nil {
		t.Error("the file is still in the content")
	}
}

// TestForeignFilesAreSetAside puts files with names that the server does not use into the content folder. The start
// after a kill keeps them, and removes what the killed process was writing.
//
// SECURITY.md, promise 55 (no lost content)
func TestForeignFilesAreSetAside(t *testing.T) {
	l := openLibrary(t)
	key := "ab/" + hex.EncodeToString(make([]byte, sha256.Size-1))
	for name, ours := range map[string]bool{
		key + ".18ea111ca77fe6a6.tmp": true,
		key + ".part":                 true,
		"first/unknown.cut":           true,
		key + ".good":                 false,
		key + ".tmp":                  false,
		"ab/notes.txt":                false,
		"ab/sub/" + key:               false,
		"ab/report.18ea111c.tmp":      false,
	} {
		l.putForeign(name)
		sweep(t, l.cleaner)
		kept, err := filepath.Glob(filepath.Join(l.asideFolder(), "*", name))
		check(t, err)
		if l.contains(name) || len(kept) > 0 == ours {
			t.Errorf("%s: in the content %t, set aside as %q", name, l.contains(name), kept)
		}
	}
}

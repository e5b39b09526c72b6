package tempfile

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// The file has the written content. At no time does its folder contain a directory entry for it.
func TestNewWithContent(t *testing.T) {
	folder := t.TempDir()
	file, err := NewWithContent(folder, []byte("content"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if got, err := io.ReadAll(file); err != nil || string(got) != "content" {
		t.Errorf("%q, %v", got, err)
	}
	if names, err := os.ReadDir(folder); err != nil || len(names) != 0 {
		t.Errorf("left in the folder: %v, %v", names, err)
	}
	if file, err := New(filepath.Join(folder, "missing")); err == nil {
		file.Close()
		t.Error("a file was made in no folder")
	}
}

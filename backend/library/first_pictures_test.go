package library

import (
	"errors"
	"os"
	"testing"
)

// Pictures for the next start of the window can be read until a server starts on the data folder, and cannot be stored
// while it runs.
func TestPictures(t *testing.T) {
	data := t.TempDir()
	if err := SavePictures(data, []byte("pictures")); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadPictures(data); err != nil || string(got) != "pictures" {
		t.Errorf("they are %q: %v", got, err)
	}
	f, err := openFolder(data)
	if err != nil {
		t.Fatal(err)
	}
	defer f.lock.Close()
	if got, err := ReadPictures(data); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("after the start, they are %q: %v", got, err)
	}
	if err := SavePictures(data, []byte("pictures")); !errors.Is(err, ErrInUse) {
		t.Errorf("while the server runs, they are stored: %v", err)
	}
}

package library

import (
	"errors"
	"os"
	"testing"
)

// Pictures for the next start of the window can be read until another server or command, such as a restore, uses the
// data folder. They cannot be stored while a server runs on that folder.
func TestPictures(t *testing.T) {
	data := t.TempDir()
	if err := SavePictures(data, []byte("pictures")); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadPictures(data); err != nil || string(got) != "pictures" {
		t.Errorf("they are %q: %v", got, err)
	}
	held, err := holdFolder(data)
	if err != nil {
		t.Fatal(err)
	}
	if err := held.lock.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadPictures(data); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("after the folder was used, they are %q: %v", got, err)
	}
	f, err := openFolder(data)
	if err != nil {
		t.Fatal(err)
	}
	defer f.lock.Close()
	if err := SavePictures(data, []byte("pictures")); !errors.Is(err, ErrInUse) {
		t.Errorf("while the server runs, they are stored: %v", err)
	}
}

package library

import (
	"errors"
	"os"
	"path/filepath"

	"lectern/backend/internal/disk"
)

// picturesFile is the file with the pictures that the desktop window shows first after its start. It is in the
// temporary folder.
const picturesFile = "first-pictures"

// SavePictures stores pictures of documents for the next start of the desktop window. If another server or command uses
// the data folder before that start, it removes the pictures, because it may delete the documents that they show.
// SavePictures fails if a server is running on the data folder.
func SavePictures(data string, pictures []byte) error {
	f, err := lockFolder(data)
	if err != nil {
		return err
	}
	err = os.MkdirAll(f.Temp(), 0o700)
	if err == nil {
		err = disk.ReplaceFile(f.pictures(), pictures)
	}
	return errors.Join(err, f.lock.Close())
}

// ReadPictures returns the pictures that [SavePictures] has stored. It must be called before a server starts on the
// data folder.
func ReadPictures(data string) ([]byte, error) {
	return ReadOwnFile(data, filepath.Join(tempDir, picturesFile))
}

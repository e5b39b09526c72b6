package library

import (
	"errors"
	"os"
	"path/filepath"

	"lectern/backend/internal/disk"
)

// picturesFile is the file in the temporary folder with the pictures that the desktop window shows first.
const picturesFile = "first-pictures"

// SavePictures stores pictures of documents for the next start of the desktop window. Whatever else uses the data folder
// removes them, because it may remove their documents. SavePictures fails if a server is running on the data folder.
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

// ReadPictures returns what [SavePictures] has stored. It must be called before a server starts on the data folder.
func ReadPictures(data string) ([]byte, error) {
	return ReadOwnFile(data, filepath.Join(tempDir, picturesFile))
}

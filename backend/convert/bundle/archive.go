package bundle

import (
	"fmt"
	"io"
	"time"

	"github.com/klauspost/compress/zip"
)

// Archive writes a ZIP archive, file by file. It must not be used concurrently.
type Archive struct {
	w     *zip.Writer
	names Names
}

// NewArchive starts an archive. Only the names of its files are kept in memory.
func NewArchive(to io.Writer) *Archive { return &Archive{w: zip.NewWriter(to)} }

// Add adds a file with the content of a reader, and returns the file's name in the archive, see [Names.Unique]. After
// an error the archive must not be used any more.
func (a *Archive) Add(name string, modified time.Time, from io.Reader) (entryName string, err error) {
	entryName = a.names.Unique(name)
	entry, err := a.w.CreateHeader(&zip.FileHeader{Name: entryName, Method: zip.Deflate, Modified: modified})
	if err == nil {
		_, err = io.Copy(entry, from)
	}
	if err != nil {
		return "", fmt.Errorf("add %s to the archive: %w", entryName, err)
	}
	return entryName, nil
}

// Close writes the directory of the archive. It does not close the underlying writer.
func (a *Archive) Close() error {
	if err := a.w.Close(); err != nil {
		return fmt.Errorf("end the archive: %w", err)
	}
	return nil
}

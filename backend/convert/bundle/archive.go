package bundle

import (
	"fmt"
	"io"
	"time"

	"github.com/klauspost/compress/zip"
)

// Archive writes a ZIP archive, file by file. It is not for several goroutines at once.
type Archive struct {
	w     *zip.Writer
	names Names
}

// NewArchive begins an archive, of which nothing is kept in memory but the names of its files.
func NewArchive(to io.Writer) *Archive { return &Archive{w: zip.NewWriter(to)} }

// Add adds what from has, and gives the name that it has in the archive, as [Names.Take] makes it.
// After an error the archive is of no use.
func (a *Archive) Add(name string, modified time.Time, from io.Reader) (as string, err error) {
	as = a.names.Take(name)
	entry, err := a.w.CreateHeader(&zip.FileHeader{Name: as, Method: zip.Deflate, Modified: modified})
	if err == nil {
		_, err = io.Copy(entry, from)
	}
	if err != nil {
		return "", fmt.Errorf("add %s to the archive: %w", as, err)
	}
	return as, nil
}

// Close ends the archive with its directory. It does not close what it was written to.
func (a *Archive) Close() error {
	if err := a.w.Close(); err != nil {
		return fmt.Errorf("end the archive: %w", err)
	}
	return nil
}

package document

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"lectern/backend/internal/fault"
)

// MaxArchive is the maximum number of documents in an archive.
const MaxArchive = 10_000

// errNoFiles is the error of an archive without any file.
var errNoFiles = fault.New(fault.NotFound, "None of these documents has a file: they are still being fetched or converted, or their "+
	"originals were not kept.").WithCode(fault.OriginalNotKept)

// Archive is a selection of documents for a ZIP file.
type Archive struct {
	// Missing is the number of selected documents that have no file.
	Missing int

	documents *Service
	ids       []string // the documents with a file, in the order of the selection
}

// NewArchive selects documents, and checks which of them have a file: the original if it was kept, otherwise the PDF. If
// none has a file, the error is a fault of kind NotFound.
func NewArchive(ctx context.Context, documents *Service, ids []string) (*Archive, error) {
	if len(ids) == 0 {
		return nil, fault.Field("/ids", "The field ids is missing: list the ids of the documents.")
	}
	if len(ids) > MaxArchive {
		return nil, fault.Field("/ids", "An archive can have at most %d documents. Download them in parts.", MaxArchive)
	}
	a := &Archive{documents: documents}
	seen := make(map[string]bool, len(ids))
	for _, id := range ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		file, err := a.open(ctx, id)
		switch {
		case fault.Is(err, fault.NotFound):
			a.Missing++
		case err != nil:
			return nil, err
		default:
			a.ids = append(a.ids, id)
			_ = file.Close() // opened for reading only
		}
	}
	if len(a.ids) == 0 {
		return nil, errNoFiles
	}
	return a, nil
}

// open opens the original of a document, or its PDF if the original was not kept.
func (a *Archive) open(ctx context.Context, id string) (Download, error) {
	doc, err := a.documents.Find(ctx, id)
	if err != nil {
		return Download{}, err
	}
	file, err := a.documents.Original(ctx, &doc)
	if fault.Is(err, fault.NotFound) {
		file, err = a.documents.PDF(ctx, &doc)
	}
	return file, err
}

// Write writes the ZIP file. The files in it are uncompressed, because most documents are compressed already.
func (a *Archive) Write(ctx context.Context, w io.Writer) error {
	archive := zip.NewWriter(w)
	names := make(map[string]bool, len(a.ids))
	for _, id := range a.ids {
		file, err := a.open(ctx, id)
		if err != nil {
			return fmt.Errorf("archive document %s: %w", id, err)
		}
		err = addFile(archive, uniqueName(names, file.Name), file)
		_ = file.Close() // opened for reading only
		if err != nil {
			return fmt.Errorf("archive document %s: %w", id, err)
		}
	}
	return archive.Close()
}

func addFile(archive *zip.Writer, name string, content io.Reader) error {
	entry, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: time.Now()})
	if err == nil {
		_, err = io.Copy(entry, content)
	}
	return err
}

// forbiddenChars are the characters that file names on some systems cannot contain.
const forbiddenChars = `/\:*?"<>|`

// uniqueName returns a file name for an entry of an archive, and adds it to names. It replaces characters that some
// systems forbid. The name differs from all earlier names, even if case is ignored.
func uniqueName(names map[string]bool, name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(forbiddenChars, r) {
			return '_'
		}
		return r
	}, name)
	if slices.Contains([]string{"", ".", ".."}, name) {
		name = "document"
	}
	unique := name
	for number := 2; names[strings.ToLower(unique)]; number++ {
		dot := strings.LastIndex(name, ".")
		if dot <= 0 {
			dot = len(name)
		}
		unique = fmt.Sprintf("%s (%d)%s", name[:dot], number, name[dot:])
	}
	names[strings.ToLower(unique)] = true
	return unique
}

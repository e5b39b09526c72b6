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

// noFiles is the error of an archive without any file.
var noFiles = fault.New(fault.NotFound, "None of these documents has a file: they are still being fetched or converted, or their "+
	"originals were not kept.").Coded(fault.OriginalNotKept)

// Archive checks which of the documents have a file, and returns a function that writes a ZIP file with them, in the
// order of ids. A file is the original if it was kept, otherwise the PDF. If none has a file, the error is a fault of
// kind NotFound. Missing is the number of documents without one.
func (s *Service) Archive(ctx context.Context, ids []string) (write func(io.Writer) error, missing int, err error) {
	if len(ids) == 0 {
		return nil, 0, fault.Field("/ids", "The field ids is missing: list the ids of the documents.")
	}
	if len(ids) > MaxArchive {
		return nil, 0, fault.Field("/ids", "An archive can have at most %d documents. Download them in parts.", MaxArchive)
	}
	seen := make(map[string]bool, len(ids))
	var kept []string
	for _, id := range ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		file, err := s.fileOf(ctx, id)
		switch {
		case fault.Is(err, fault.NotFound):
			missing++
		case err != nil:
			return nil, 0, err
		default:
			kept = append(kept, id)
			_ = file.Close() // opened for reading only
		}
	}
	if len(kept) == 0 {
		return nil, 0, noFiles
	}
	return func(w io.Writer) error { return s.writeArchive(ctx, w, kept) }, missing, nil
}

// fileOf opens the original of a document, or its PDF if the original was not kept.
func (s *Service) fileOf(ctx context.Context, id string) (Download, error) {
	doc, err := s.Find(ctx, id)
	if err != nil {
		return Download{}, err
	}
	file, err := s.Original(ctx, &doc)
	if fault.Is(err, fault.NotFound) {
		file, err = s.PDF(ctx, &doc)
	}
	return file, err
}

// writeArchive writes a ZIP file. The files are stored uncompressed, because most documents are compressed already.
func (s *Service) writeArchive(ctx context.Context, w io.Writer, ids []string) error {
	archive := zip.NewWriter(w)
	names := make(map[string]bool, len(ids))
	for _, id := range ids {
		file, err := s.fileOf(ctx, id)
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

// forbidden are the characters that file names on some systems cannot contain.
const forbidden = `/\:*?"<>|`

// uniqueName returns a file name for an entry of an archive that differs from the names of other entries, without regard
// to case, and adds it to them.
func uniqueName(names map[string]bool, name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(forbidden, r) {
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

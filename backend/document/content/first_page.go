package content

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
)

// FirstPages is the folder of the PDFs of first pages, which are kept while their documents are converted.
const FirstPages = "first/"

// IsFirstPage reports whether a key is that of a first page.
func IsFirstPage(key string) bool { return strings.HasPrefix(key, FirstPages) }

// PutFirstPage stores the PDF of a first page under a key that begins with [FirstPages]. The read position of file must
// be at its beginning.
func (s *Store) PutFirstPage(ctx context.Context, key string, file *os.File) error {
	if s.cache != nil {
		if err := s.cache.Put(key, file); err != nil {
			return err
		}
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
	}
	return s.write(ctx, key, file)
}

// RemoveFirstPages removes PDFs that PutFirstPage has stored. In a shared bucket they are removed later, because another
// node may be about to read them.
func (s *Store) RemoveFirstPages(ctx context.Context, keys ...string) error {
	if s.removals != nil {
		return s.removals.ScheduleRemoval(ctx, keys)
	}
	var errs []error
	for _, key := range keys {
		errs = append(errs, s.Remove(ctx, key))
	}
	return errors.Join(errs...)
}

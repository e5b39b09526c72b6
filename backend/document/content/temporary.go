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

// PutTemporary stores a file, from its beginning, under a key that is no hash.
func (s *Store) PutTemporary(ctx context.Context, key string, file *os.File) error {
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

// RemoveTemporary removes content that PutTemporary has stored. In a shared bucket it is removed later, because another node may be
// about to read it.
func (s *Store) RemoveTemporary(ctx context.Context, keys ...string) error {
	if s.removals != nil {
		return s.removals.ScheduleRemoval(ctx, keys)
	}
	var errs []error
	for _, key := range keys {
		errs = append(errs, s.Remove(ctx, key))
	}
	return errors.Join(errs...)
}

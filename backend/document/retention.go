package document

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"lectern/backend/internal/fault"
)

// Retention limits how long documents are kept. The age of a document counts from the time at which its current version
// was posted. Documents that are being processed are kept.
type Retention struct {
	Age   time.Duration // 0 for no limit
	Bytes int64         // total size of all originals, including duplicates; 0 for no limit
}

// ApplyRetention deletes the documents beyond the limits, the oldest first.
func (s *Service) ApplyRetention(ctx context.Context, r Retention) error {
	if r.Age == 0 && r.Bytes == 0 {
		return nil
	}
	size, err := s.store.SumSizes(ctx)
	if err != nil {
		return err
	}
	cutoff := time.Now().Add(-r.Age)
	errEnough := errors.New("enough")
	err = s.store.ListDocuments(ctx, Query{Order: ByPost, Place: Anywhere}, func(d Document) error {
		old, much := r.Age > 0 && d.PostedAt.Before(cutoff), r.Bytes > 0 && size > r.Bytes
		switch {
		case !old && !much:
			return errEnough
		case d.Status == Processing, !old && d.Size == 0: // it is unknown whether deleting the document would free space
			return nil
		}
		size -= d.Size
		s.log.InfoContext(ctx, "document deleted according to the retention settings", "document", d.ID, slog.Bool("old", old))
		if err := s.Delete(ctx, d.ID); !fault.Is(err, fault.NotFound) {
			return err
		}
		return nil // it was deleted in the meantime
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

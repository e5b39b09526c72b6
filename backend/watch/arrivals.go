package watch

import (
	"context"
	"errors"
	"time"

	"lectern/backend/internal/fault"
)

// Arrivals returns the selected records of files that were seen in a folder, newest first. It returns a fault of kind
// NotFound if the folder is not watched.
func (s *Service) Arrivals(ctx context.Context, selection Selection) ([]Arrival, error) {
	if _, err := s.find(ctx, selection.FolderID); err != nil {
		return nil, err
	}
	return s.store.ListArrivals(ctx, selection)
}

// Retry retries the conversion if the file has a failed document, otherwise the import of the file. If the file has not
// failed, it returns a fault of kind Conflict.
func (s *Service) Retry(ctx context.Context, folder string, id int64) (Arrival, error) {
	a, err := s.store.FindArrival(ctx, folder, id)
	if err != nil {
		return a, err
	}
	if a.Stage != Failed {
		return a, fault.New(fault.Conflict, "Only files that failed can be retried, but this file is %s.", a.Stage)
	}
	retried := false
	if a.DocumentID != "" {
		err := s.library.Retry(ctx, a.DocumentID)
		if err != nil && !fault.Is(err, fault.NotFound) && !fault.Is(err, fault.Conflict) {
			return a, err
		}
		retried = err == nil
	}
	if !retried {
		if err := s.retryFile(ctx, &a); err != nil {
			return a, err
		}
	}
	s.onChange(folder)
	return s.store.FindArrival(ctx, folder, id)
}

// retryFile imports a file as if it were new.
func (s *Service) retryFile(ctx context.Context, a *Arrival) error {
	if a.Moved {
		return fault.New(fault.Conflict, "The file was moved to %s. Move it back into the folder.", a.Target)
	}
	r := s.runner(a.FolderID)
	if r == nil || r.folder.Paused {
		return fault.New(fault.Conflict, "The folder is paused, so nothing is imported from it. Resume it first.")
	}
	err := s.store.UpdateArrival(ctx, a.ID, func(a *Arrival) {
		// The inspection that follows determines whether the file still exists.
		a.Stage, a.Message, a.Mark, a.GoneAt = Waiting, "", Mark{}, time.Time{}
	})
	if err == nil {
		r.inspectSoon(a.Path)
	}
	return err
}

// arrivalRetention is the time for which the record of a file is kept after the file is gone.
const arrivalRetention = 30 * 24 * time.Hour

// Prune removes the records of files that have been gone for longer than arrivalRetention. It also removes records that
// interrupted deletions of folders have left behind.
func (s *Service) Prune(ctx context.Context) error {
	return errors.Join(s.store.ForgetFolders(ctx), s.store.PruneArrivals(ctx, time.Now().Add(-arrivalRetention)))
}

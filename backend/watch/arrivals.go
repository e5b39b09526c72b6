package watch

import (
	"context"
	"errors"
	"time"

	"lectern/backend/internal/fault"
)

// Arrivals gives what was seen in a folder, newest first.
func (s *Service) Arrivals(ctx context.Context, selection Selection) ([]Arrival, error) {
	if _, err := s.find(ctx, selection.FolderID); err != nil {
		return nil, err
	}
	return s.store.ListArrivals(ctx, selection)
}

// Retry tries again what has failed: the document, where there is one that has, else to take the
// file. What has not failed is a fault of kind Conflict.
func (s *Service) Retry(ctx context.Context, folder string, id int64) (Arrival, error) {
	a, err := s.store.FindArrival(ctx, folder, id)
	if err != nil {
		return a, err
	}
	if a.Stage != Failed {
		return a, fault.New(fault.Conflict, "Only what has failed can be tried again, and this file is %s.", a.Stage)
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

// retryFile has a file taken as if it had just come.
func (s *Service) retryFile(ctx context.Context, a *Arrival) error {
	if a.Moved {
		return fault.New(fault.Conflict, "The file was moved to %s: put it into the folder again.", a.Target)
	}
	r := s.runner(a.FolderID)
	if r == nil || r.folder.Paused {
		return fault.New(fault.Conflict, "The folder is paused: nothing is taken from it.")
	}
	err := s.store.UpdateArrival(ctx, a.ID, func(a *Arrival) {
		a.Stage, a.Message, a.Mark, a.GoneAt = Waiting, "", Mark{}, time.Time{} // whether it is there is seen
	})
	if err == nil {
		r.inspectSoon(a.Path)
	}
	return err
}

// keptArrivals is how long is known what was seen of a file that is gone.
const keptArrivals = 30 * 24 * time.Hour

// Prune forgets files that have long been gone, and what is left of folders that were deleted.
func (s *Service) Prune(ctx context.Context) error {
	return errors.Join(s.store.ForgetFolders(ctx), s.store.PruneArrivals(ctx, time.Now().Add(-keptArrivals)))
}

package webhook

import (
	"context"
	"log/slog"
	"time"
)

// How long is kept what is of no use any more but to be looked up.
const (
	keptDeliveries = 30 * 24 * time.Hour
	keptEvents     = 7 * 24 * time.Hour
)

// When what is old is removed: first, and after that.
const (
	firstUpkeep = time.Minute
	upkeepEvery = time.Hour
)

// upkeep removes what is old, again and again until ctx ends.
func (s *Service) upkeep(ctx context.Context) {
	timer := time.NewTimer(firstUpkeep)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			if err := s.prune(ctx); err != nil && ctx.Err() == nil {
				s.log.WarnContext(ctx, "old events are left", slog.Any("error", err))
			}
			timer.Reset(upkeepEvery)
		case <-ctx.Done():
			return
		}
	}
}

// prune removes what is old.
func (s *Service) prune(ctx context.Context) error {
	now := s.now()
	for more := true; more; {
		var err error
		if more, err = s.store.PruneDeliveries(ctx, now.Add(-keptDeliveries)); err != nil {
			return err
		}
	}
	return s.store.PruneEvents(ctx, now.Add(-keptEvents), now)
}

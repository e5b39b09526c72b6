package webhook

import (
	"context"
	"time"
)

// How long is kept what is of no use any more but to be looked up.
const (
	keptDeliveries = 30 * 24 * time.Hour
	keptEvents     = 7 * 24 * time.Hour
)

// Prune removes deliveries and events that are old.
func (s *Service) Prune(ctx context.Context) error {
	now := s.now()
	if err := s.store.PruneDeliveries(ctx, now.Add(-keptDeliveries)); err != nil {
		return err
	}
	return s.store.PruneEvents(ctx, now.Add(-keptEvents), now)
}

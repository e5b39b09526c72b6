package webhook

import (
	"context"
	"time"
)

// The time for which ended deliveries and events are kept.
const (
	deliveryRetention = 30 * 24 * time.Hour
	eventRetention    = 7 * 24 * time.Hour
)

// Prune removes old deliveries and events.
func (s *Service) Prune(ctx context.Context) error {
	now := s.now()
	if err := s.store.PruneDeliveries(ctx, now.Add(-deliveryRetention)); err != nil {
		return err
	}
	return s.store.PruneEvents(ctx, now.Add(-eventRetention), now)
}

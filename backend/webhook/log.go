package webhook

import (
	"context"
	"encoding/json"

	"lectern/backend/event"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/guard"
	"lectern/backend/internal/sealedurl"
)

// List gives deliveries, newest first.
func (s *Service) List(ctx context.Context, selection Selection) ([]Delivery, error) {
	return s.store.ListDeliveries(ctx, selection)
}

// Find gives one delivery, or a fault of kind NotFound.
func (s *Service) Find(ctx context.Context, id string) (Delivery, error) {
	return s.store.FindDelivery(ctx, id)
}

// Replay tries a delivery now, with the same id and bytes. One that has ended is given with what
// became of that; one that is pending as it stands, about to have the next try of its schedule.
func (s *Service) Replay(ctx context.Context, id string) (Delivery, error) {
	d, err := s.store.FindDelivery(ctx, id)
	if err != nil {
		return d, err
	}
	if d.State == Pending {
		if err := s.store.Hasten(ctx, &d, s.now()); err != nil {
			return d, err
		}
		s.changed.Notify(id)
		return s.store.FindDelivery(ctx, id)
	}
	ctx = context.WithoutCancel(ctx) // what was tried is recorded, though who asked may go
	r, err := s.attempt(ctx, &d)
	if err == nil {
		err = s.store.RecordReplay(ctx, &d, r.Attempt)
	}
	if err != nil {
		return d, err
	}
	s.changed.Notify(id)
	return s.store.FindDelivery(ctx, id)
}

// TryOut sends a signed event to an address, which is told to nobody else, and gives what
// became of it. An address that is none is a fault of kind Invalid.
func (s *Service) TryOut(ctx context.Context, address string) (Attempt, error) {
	if err := guard.ValidateURL(address); err != nil {
		return Attempt{}, fault.Field("url", "The address is not usable: %v", err).Coded(fault.AddressInvalid)
	}
	if err := sealedurl.CheckWhole("url", address); err != nil {
		return Attempt{}, err
	}
	body, err := json.Marshal([]event.Event{event.New(event.Test, "test", s.now(), nil)})
	if err != nil {
		return Attempt{}, err
	}
	r, err := s.attempt(ctx, &Delivery{ID: NewID(), URL: sealedurl.URL(address), Body: string(body)})
	return r.Attempt, err
}

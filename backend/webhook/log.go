package webhook

import (
	"context"
	"encoding/json"

	"lectern/backend/event"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/outbound"
	"lectern/backend/internal/sealedurl"
)

// List returns the selected deliveries, newest first.
func (s *Service) List(ctx context.Context, selection Selection) ([]Delivery, error) {
	return s.store.ListDeliveries(ctx, selection)
}

// Find returns a delivery, or a fault of kind NotFound.
func (s *Service) Find(ctx context.Context, id string) (Delivery, error) {
	return s.store.FindDelivery(ctx, id)
}

// Replay attempts a delivery now, with the same ID and body. It returns an ended delivery after the attempt, with the
// outcome. For a pending delivery it makes the next scheduled attempt due now, and returns the delivery unchanged.
func (s *Service) Replay(ctx context.Context, id string) (Delivery, error) {
	d, err := s.store.FindDelivery(ctx, id)
	if err != nil {
		return d, err
	}
	if d.State == Pending {
		if err := s.store.Reschedule(ctx, &d, s.now()); err != nil {
			return d, err
		}
		s.onChange.Notify(id)
		return s.store.FindDelivery(ctx, id)
	}
	ctx = context.WithoutCancel(ctx) // the attempt is recorded even if the caller disconnects
	r, err := s.attempt(ctx, &d)
	if err == nil {
		err = s.store.RecordReplay(ctx, &d, r.Attempt)
	}
	if err != nil {
		return d, err
	}
	s.onChange.Notify(id)
	return s.store.FindDelivery(ctx, id)
}

// SendTest sends a signed event to an address, independent of any document, and returns the outcome. If the address is
// invalid, it returns a fault of kind Invalid.
func (s *Service) SendTest(ctx context.Context, address string) (Attempt, error) {
	if err := outbound.ValidateURL(address); err != nil {
		return Attempt{}, fault.Field("url", "The address is not valid: %v", err).WithCode(fault.AddressInvalid)
	}
	if err := sealedurl.CheckNotRedacted("url", address); err != nil {
		return Attempt{}, err
	}
	body, err := json.Marshal([]event.Event{event.New(event.Test, "test", s.now())})
	if err != nil {
		return Attempt{}, err
	}
	r, err := s.attempt(ctx, &Delivery{ID: NewID(), URL: sealedurl.URL(address), Body: string(body)})
	return r.Attempt, err
}

package document

import (
	"time"

	"lectern/backend/event"
)

// Events returns the events that a change of a document causes. The argument before is the document before the change,
// or nil for a new document. Each attempt to process a document begins with ProcessingStarted.
func Events(before, after *Document, at time.Time) []event.Event {
	if before == nil {
		return []event.Event{after.event(event.Posted, at, nil)}
	}
	var events []event.Event
	if before.Started.IsZero() && !after.Started.IsZero() {
		events = append(events, after.event(event.ProcessingStarted, after.Started, nil))
	}
	if !before.Viewable && after.Viewable {
		events = append(events, after.event(event.FirstPageReady, at, nil))
	}
	switch {
	case before.Status == after.Status:
	case after.Status == Ready:
		events = append(events, after.event(event.Ready, at, nil))
	case after.Status == Failed:
		events = append(events, after.event(event.Failed, at, map[string]any{"message": after.Message}))
	}
	return events
}

func (d *Document) event(kind event.Type, at time.Time, extra map[string]any) event.Event {
	e := event.New(kind, d.ID, at).With(extra)
	e.URL = d.WebhookURL
	return e
}

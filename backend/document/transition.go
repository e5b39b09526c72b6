package document

import (
	"time"

	"lectern/backend/event"
)

// Events gives what others are told of a change of a document, or of a new one where before
// is nil, that is made at some time. Each attempt to process it begins with ProcessingStarted.
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

func (d *Document) event(kind event.Type, at time.Time, more map[string]any) event.Event {
	e := event.New(kind, d.ID, at, more)
	e.URL = d.WebhookURL
	return e
}

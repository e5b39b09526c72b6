// Package event has what happens to documents and tasks, as others are told of it: by webhooks and by
// the stream of events. An event is stored in the transaction of the change that it tells of.
package event

import (
	"encoding/json"
	"time"

	"lectern/backend/internal/sealedurl"
)

// Type names what has happened.
type Type string

// The types of events. Those of documents but Failed tell the document's id alone.
const (
	Posted            Type = "document.posted"
	ProcessingStarted Type = "document.processingStarted"
	FirstPageReady    Type = "document.firstPageReady"
	Ready             Type = "document.ready"
	Failed            Type = "document.failed" // with a message
	SessionOpened     Type = "session.opened"  // somebody reads
	TaskCompleted     Type = "task.completed"  // with the task's id
	TaskFailed        Type = "task.failed"     // with the task's id and a message
	Test              Type = "webhook.test"    // never stored: a receiver is tried with it
)

// Event is one thing that has happened.
type Event struct {
	// ID is its place in the sequence of all events, from 1; 0 until it is stored.
	ID       int64
	Type     Type
	Document string // id; of a task's events the task's
	// Data is told with it. It always has "id", that of the document or task.
	Data        map[string]any
	TriggeredAt time.Time
	URL         sealedurl.URL // of the webhook that it is for, of the document's or task's id; empty for none
}

// New makes an event of a document or task, with more to tell than its id, where there is.
func New(kind Type, id string, at time.Time, more map[string]any) Event {
	data := map[string]any{"id": id}
	for name, value := range more {
		data[name] = value
	}
	return Event{Type: kind, Document: id, Data: data, TriggeredAt: at}
}

// timeFormat is ISO 8601 in UTC, with milliseconds.
const timeFormat = "2006-01-02T15:04:05.000Z"

// MarshalJSON gives the form in which events are told.
func (e Event) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Type        Type           `json:"type"`
		Data        map[string]any `json:"data"`
		TriggeredAt string         `json:"triggered_at"`
	}{e.Type, e.Data, e.TriggeredAt.UTC().Format(timeFormat)})
}

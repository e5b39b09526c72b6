// Package event defines the events of documents and tasks, which webhooks and the stream of events deliver. An event is
// stored in the same transaction as the change that it reports.
package event

import (
	"encoding/json"
	"maps"
	"time"

	"lectern/backend/internal/sealedurl"
)

// Type is the type of an event.
type Type string

// The types of events. The data of each event contain the id of the document or task. Comments name further data.
const (
	Posted            Type = "document.posted"
	ProcessingStarted Type = "document.processingStarted"
	FirstPageReady    Type = "document.firstPageReady"
	Ready             Type = "document.ready"
	Failed            Type = "document.failed" // further data: a message
	SessionOpened     Type = "session.opened"  // further data: the session, its reader and views
	TaskCompleted     Type = "task.completed"  // further data: the counts of rows, for a task with rows
	TaskFailed        Type = "task.failed"     // further data: a message, and the counts of rows for a task with rows
	Test              Type = "webhook.test"    // sent to test a receiver; never stored
)

// Event is a change that receivers are notified of.
type Event struct {
	// ID ascends in the order of events, from 1; it is 0 until the event is stored.
	ID       int64
	Type     Type
	Document string // the id of the document, or of the task
	// Data is the content of the event. It always has "id", the id of the document or task.
	Data        map[string]any
	TriggeredAt time.Time
	URL         sealedurl.URL // encrypted address of the webhook, with the field Document as owner; empty for none
}

// New returns an event of the document or task with an id.
func New(kind Type, id string, at time.Time) Event {
	return Event{Type: kind, Document: id, Data: map[string]any{"id": id}, TriggeredAt: at}
}

// With returns the event with additional data.
func (e Event) With(extra map[string]any) Event {
	e.Data = maps.Clone(e.Data)
	maps.Copy(e.Data, extra)
	return e
}

// timeFormat is ISO 8601 in UTC, with milliseconds.
const timeFormat = "2006-01-02T15:04:05.000Z"

// MarshalJSON encodes the event in the format that is sent to receivers.
func (e Event) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Type        Type           `json:"type"`
		Data        map[string]any `json:"data"`
		TriggeredAt string         `json:"triggered_at"`
	}{e.Type, e.Data, e.TriggeredAt.UTC().Format(timeFormat)})
}

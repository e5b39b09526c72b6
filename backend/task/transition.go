package task

import (
	"time"

	"lectern/backend/event"
)

// Events gives what others are told of a change of a task that is made at some time.
func Events(before, after *Task, at time.Time) []event.Event {
	if before.State == after.State {
		return nil
	}
	var e event.Event
	switch after.State {
	case Completed:
		e = event.New(event.TaskCompleted, after.ID, at, nil)
	case Failed:
		e = event.New(event.TaskFailed, after.ID, at, map[string]any{"message": after.Message().String()})
	default:
		return nil
	}
	e.URL = after.WebhookURL
	return []event.Event{e}
}

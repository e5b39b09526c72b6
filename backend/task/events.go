package task

import (
	"time"

	"lectern/backend/event"
)

// Events returns the events that a change of a task causes: one event if the task has completed or failed, otherwise
// none.
func Events(before, after *Task, at time.Time) []event.Event {
	if before.State == after.State {
		return nil
	}
	var e event.Event
	more := map[string]any{}
	if after.Rows != nil {
		more["rows"] = map[string]int{"count": after.Rows.Count, "done": after.Rows.Done, "failed": after.Rows.Failed}
	}
	switch after.State {
	case Completed:
		e = event.New(event.TaskCompleted, after.ID, at).With(more)
	case Failed:
		more["message"] = after.Message().String()
		e = event.New(event.TaskFailed, after.ID, at).With(more)
	default:
		return nil
	}
	e.URL = after.WebhookURL
	return []event.Event{e}
}

package session

import "lectern/backend/event"

// Opened gives what the owner of a session who wants to know is told of a view. Where the
// document has a webhook, it is told.
func Opened(s *Session, v *View, webhook string) event.Event {
	e := event.New(event.SessionOpened, s.DocumentID, v.OpenedAt, map[string]any{
		"sessionId": s.ID, "reader": s.Reader, "views": s.Views,
	})
	e.URL = webhook
	return e
}

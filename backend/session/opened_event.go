package session

import (
	"time"

	"lectern/backend/event"
	"lectern/backend/internal/sealedurl"
)

// NotifyInterval is the minimum time between two notifications about views of a session. Without this limit, a reader
// could fill the store of events.
const NotifyInterval = time.Minute

// OpenedEvent returns the event for the beginning of a view of a session. The event is sent to the document's webhook,
// if there is one. It does not contain the session's id, which grants access, because events are stored and sent
// unencrypted, and any API key can read them.
func OpenedEvent(s *Session, v *View, webhook sealedurl.URL) event.Event {
	e := event.New(event.SessionOpened, s.DocumentID, v.OpenedAt).With(map[string]any{
		"session": s.Reference(), "reader": s.Reader, "views": s.Views,
	})
	e.URL = webhook
	return e
}

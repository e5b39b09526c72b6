package session

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"lectern/backend/event"
	"lectern/backend/internal/sealedurl"
)

// referenceBytes is the length of a reference, in bytes: enough to distinguish the sessions of an owner.
const referenceBytes = 8

// Reference returns a name of the session that grants no access: the beginning of the SHA-256 of its id, in
// hexadecimal. The id, of 256 random bits, cannot be derived from it.
func (s *Session) Reference() string { return reference(s.ID) }

func reference(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:referenceBytes])
}

// ReferenceOf returns the reference of a session. The given name is either the id of the session or already its
// reference.
func ReferenceOf(name string) string {
	if isReference(name) {
		return name
	}
	return reference(name)
}

// isReference reports whether a name has the form of a reference, which no id has.
func isReference(name string) bool {
	bits, err := hex.DecodeString(name)
	return err == nil && len(bits) == referenceBytes && strings.ToLower(name) == name
}

// NotifyInterval is the minimum time between two notifications about views of a session. Without this limit, a reader
// could fill the store of events.
const NotifyInterval = time.Minute

// OpenedEvent returns the event for the beginning of a view of a session. The event is sent to the document's webhook,
// if there is one. It does not contain the session's id, which grants access, because events are stored, sent
// unencrypted and read with any key.
func OpenedEvent(s *Session, v *View, webhook sealedurl.URL) event.Event {
	e := event.New(event.SessionOpened, s.DocumentID, v.OpenedAt).With(map[string]any{
		"session": s.Reference(), "reader": s.Reader, "views": s.Views,
	})
	e.URL = webhook
	return e
}

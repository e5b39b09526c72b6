package session

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"lectern/backend/event"
	"lectern/backend/internal/sealedurl"
)

// referenceBytes are enough to tell the sessions of an owner from each other.
const referenceBytes = 8

// Reference names the session to those to whom it grants nothing: the beginning of the SHA-256 of
// its id, in hexadecimal. The id, of 256 random bits, cannot be found from it.
func (s *Session) Reference() string { return reference(s.ID) }

func reference(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:referenceBytes])
}

// ReferenceOf returns the reference of the session that a name stands for: its id, or the reference itself.
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

// TellInterval is how long the owner of a session who was told of a view is told of no other:
// who has the address could fill the record of events.
const TellInterval = time.Minute

// Opened gives what the owner of a session who wants to know is told of a view. Where the
// document has a webhook, it is told. Events are kept, sent without encryption and read with any key:
// the session's id, which is the grant, is not in them.
func Opened(s *Session, v *View, webhook sealedurl.URL) event.Event {
	e := event.New(event.SessionOpened, s.DocumentID, v.OpenedAt, map[string]any{
		"session": s.Reference(), "reader": s.Reader, "views": s.Views,
	})
	e.URL = webhook
	return e
}

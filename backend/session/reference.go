package session

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
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

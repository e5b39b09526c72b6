// Package idempotency identifies requests that clients repeat because they did not receive the response.
package idempotency

import (
	"strings"

	"lectern/backend/internal/fault"
)

// maxName is the maximum length of a key's name, in bytes.
const maxName = 200

// Key identifies a request. If an earlier request had the same sender and the same name, the request is a repetition,
// and gets the result of the earlier request. The sender chooses the name, and sends it in the header Idempotency-Key.
type Key struct {
	Sender string // the id of the API key, or the name of the part of the server, that sends the request
	Name   string
	// Fingerprint is a hash of the content of the request. A request with the same name but another fingerprint is
	// rejected.
	Fingerprint string
}

// Validate returns an error if the name of the key is too long or has characters other than visible ASCII. A nil key is
// valid.
func (k *Key) Validate() error {
	if k == nil {
		return nil
	}
	if len(k.Name) > maxName || strings.ContainsFunc(k.Name, func(r rune) bool { return r < '!' || r > '~' }) {
		return fault.Field("Idempotency-Key", "The Idempotency-Key must have at most %d visible ASCII characters.", maxName)
	}
	return nil
}

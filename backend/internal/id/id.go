// Package id generates random identifiers and secrets.
package id

import (
	"crypto/rand"
	"encoding/base64"
	"strings"
)

// New returns a random identifier of at least 128 bits: 26 lower-case letters and digits.
func New() string { return strings.ToLower(rand.Text()) }

// NewShort returns a random identifier of lower-case letters and digits. The argument length is the number of
// characters, at most 26. Each character has 5 random bits. NewShort is for objects of which there are few, and whose
// identifiers grant no access.
func NewShort(length int) string { return New()[:length] }

// secretBytes is the number of random bytes in a secret.
const secretBytes = 32

// NewSecret returns a random text that grants access to everyone who knows it, in URL-safe base64 without padding.
func NewSecret() string {
	bits := make([]byte, secretBytes)
	_, _ = rand.Read(bits) // never fails: the program exits if there is no randomness
	return base64.RawURLEncoding.EncodeToString(bits)
}

// IsSecret reports whether a text has the form of a secret.
func IsSecret(text string) bool {
	bits, err := base64.RawURLEncoding.Strict().DecodeString(text)
	return err == nil && len(bits) == secretBytes && len(text) == base64.RawURLEncoding.EncodedLen(secretBytes)
}

// Package sealedurl stores URLs that may contain credentials, such as presigned URLs. They are displayed with the
// credentials redacted. The complete URL is encrypted, and decrypted only where it is used.
package sealedurl

import (
	"encoding/base64"
	"strings"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// URL is the stored form of a URL. A URL without credentials is stored unchanged. For any other URL, the stored form is
// the redacted URL, a line break, and the encrypted complete URL in base64.
type URL string

// Sealer encrypts and decrypts secrets for an owner.
type Sealer interface {
	// SealDeterministic returns the same bytes for the same secret and owner.
	SealDeterministic(secret, owner string) ([]byte, error)
	Open(sealed []byte, owner string) (secret string, err error)
}

// LostError means that a URL can no longer be decrypted.
type LostError struct{ cause error }

// Error implements error.
func (e *LostError) Error() string { return e.Sentence().String() }

// Unwrap returns the cause, for the log.
func (e *LostError) Unwrap() error { return e.cause }

// Sentence returns the error as a translatable sentence.
func (e *LostError) Sentence() sentence.Sentence {
	return sentence.New("address-lost", "The address can no longer be read, because the key that encrypted it is gone. Enter it "+
		"again.")
}

// Seal returns the stored form of a URL for its owner. The result is always the same for the same URL and owner.
func Seal(sealer Sealer, address, owner string) (URL, error) {
	redacted := Redact(address)
	if redacted == address {
		return URL(address), nil
	}
	sealed, err := sealer.SealDeterministic(address, owner)
	if err != nil {
		return "", err
	}
	return URL(redacted + "\n" + base64.StdEncoding.EncodeToString(sealed)), nil
}

// CheckNotRedacted returns a fault of kind Invalid about the field if the URL contains the placeholder of [Redact]
// instead of a credential. A client that sends such a URL does not have the credential, so the URL would not work.
func CheckNotRedacted(field, address string) error {
	if IsRedacted(address) {
		return fault.Field(field, "The address was sent without its credentials (%s). Send the whole address.", Placeholder)
	}
	return nil
}

// Replace returns the stored form of the URL address, which a client sends to replace u. If address is the redacted
// form of u, Replace returns u. Any other redacted URL is rejected as in [CheckNotRedacted].
func (u URL) Replace(sealer Sealer, field, address, owner string) (URL, error) {
	if u != "" && address == u.Redacted() {
		return u, nil
	}
	if err := CheckNotRedacted(field, address); err != nil {
		return "", err
	}
	return Seal(sealer, address, owner)
}

// Redacted returns the URL with its credentials redacted.
func (u URL) Redacted() string {
	redacted, _, sealed := strings.Cut(string(u), "\n")
	if sealed {
		return redacted
	}
	return Redact(redacted) // was stored by a version that did not encrypt URLs
}

// String implements [fmt.Stringer]. It returns the redacted URL, so that formatting or logging a URL reveals no
// credentials.
func (u URL) String() string { return u.Redacted() }

// IsSealed reports whether the stored form contains an encrypted URL.
func (u URL) IsSealed() bool { return strings.Contains(string(u), "\n") }

// Open returns the complete URL. If it was encrypted for another owner or with another key, the error is a
// [*LostError].
func (u URL) Open(sealer Sealer, owner string) (string, error) {
	plain, text, sealed := strings.Cut(string(u), "\n")
	if !sealed {
		return plain, nil
	}
	bytes, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return "", &LostError{err}
	}
	address, err := sealer.Open(bytes, owner)
	if err != nil {
		return "", &LostError{err}
	}
	return address, nil
}

// Package sealedurl stores addresses that may contain credentials, such as presigned ones. They are shown in redacted
// form. The whole address is encrypted, and decrypted only by the code that uses it.
package sealedurl

import (
	"encoding/base64"
	"strings"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// URL is a stored address: its redacted form, followed by a line break and the encrypted whole address in base64 if
// that differs. An address without credentials is stored unchanged.
type URL string

// Sealer closes and opens secrets for one owner.
type Sealer interface {
	// SealSame returns the same bytes for the same secret and owner.
	SealSame(secret, owner string) ([]byte, error)
	Open(sealed []byte, owner string) (secret string, err error)
}

// LostError means that an address can no longer be decrypted.
type LostError struct{ cause error }

// Error implements error.
func (e *LostError) Error() string { return e.Sentence().String() }

// Unwrap returns the cause, for the log.
func (e *LostError) Unwrap() error { return e.cause }

// Sentence returns the cause in a person's words.
func (e *LostError) Sentence() sentence.Sentence {
	return sentence.New("address-lost", "The address can no longer be read, because the key that encrypted it is gone. Enter it "+
		"again.")
}

// Seal returns the stored form of an address for its owner, which is the same each time.
func Seal(with Sealer, address, owner string) (URL, error) {
	redacted := Redact(address)
	if redacted == address {
		return URL(address), nil
	}
	sealed, err := with.SealSame(address, owner)
	if err != nil {
		return "", err
	}
	return URL(redacted + "\n" + base64.StdEncoding.EncodeToString(sealed)), nil
}

// CheckWhole returns a fault of kind Invalid for a field whose address contains a placeholder of [Redact]. Its sender
// does not have the credential, and the receiver would reject it.
func CheckWhole(field, address string) error {
	if IsRedacted(address) {
		return fault.Field(field, "The address was sent without its credentials (%s). Send the whole address.", Placeholder)
	}
	return nil
}

// Replace returns the stored form of an address that replaces another one. If the address is the redacted form of the
// other one, that is kept. Any other redacted address is rejected like in [CheckWhole].
func (u URL) Replace(with Sealer, field, address, owner string) (URL, error) {
	if u != "" && address == u.Redacted() {
		return u, nil
	}
	if err := CheckWhole(field, address); err != nil {
		return "", err
	}
	return Seal(with, address, owner)
}

// Redacted returns the address without its credentials.
func (u URL) Redacted() string {
	redacted, _, sealed := strings.Cut(string(u), "\n")
	if sealed {
		return redacted
	}
	return Redact(redacted) // stored before addresses were sealed
}

// String implements [fmt.Stringer]: what is formatted or logged is redacted.
func (u URL) String() string { return u.Redacted() }

// IsSealed reports whether a part of the address is sealed.
func (u URL) IsSealed() bool { return strings.Contains(string(u), "\n") }

// Open returns the whole address. One that was sealed for another owner or with another key is a [*LostError].
func (u URL) Open(with Sealer, owner string) (string, error) {
	plain, text, sealed := strings.Cut(string(u), "\n")
	if !sealed {
		return plain, nil
	}
	bytes, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return "", &LostError{err}
	}
	address, err := with.Open(bytes, owner)
	if err != nil {
		return "", &LostError{err}
	}
	return address, nil
}

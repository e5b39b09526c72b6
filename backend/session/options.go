package session

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/internal/fault"
)

// Options are the options of a session.
type Options struct {
	Profile, Theme string // names of a stored profile and theme; empty for none
	Lock           Lock   // whether the profile is enforced
	Reader         string // the reader's name, for watermarks and lists; may be empty
	MaxViews       int    // how often the session can be opened; 0 for any number
	Notify         bool   // notify the owner when the session is opened
	ByOwner        bool   // the owner reads the document, for example in the desktop window; not listed
	Preview        bool   // a preview of settings that are not stored; not listed
	// Maker is the id of the API key that created the session, which may be revoked. Sessions of earlier versions have
	// none; they belong to the administrators.
	Maker string
}

// Lock states whether a session enforces its profile, or the profile of its document.
type Lock int

const (
	// LockUnset enforces the permissions of the profile that the session or its document names, if there is one.
	LockUnset Lock = iota
	// LockOff enforces nothing.
	LockOff
	// LockOn enforces the profile, and notifies a reader if the viewer's address requests more than the profile
	// permits.
	LockOn
)

// NewLock returns LockUnset if stated is false. Otherwise it returns LockOn if locked is true, and LockOff if not.
func NewLock(locked, stated bool) Lock {
	switch {
	case !stated:
		return LockUnset
	case locked:
		return LockOn
	}
	return LockOff
}

// IsStated reports whether the lock is on or off.
func (l Lock) IsStated() bool { return l != LockUnset }

const (
	maxReader = 200 // characters
	maxViews  = 1_000_000
)

func (o *Options) validate() error {
	if utf8.RuneCountInString(o.Reader) > maxReader || !utf8.ValidString(o.Reader) || strings.ContainsFunc(o.Reader, unicode.IsControl) {
		return fault.Field("reader", "The reader must be one line of at most %d characters.", maxReader)
	}
	if o.MaxViews < 0 || o.MaxViews > maxViews {
		return fault.Field("maxViews", "The number of views must be from 1 to %d, or 0 for no limit.", maxViews)
	}
	return nil
}

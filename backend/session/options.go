package session

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/internal/fault"
)

// Options are what the owner of a document may say of a session.
type Options struct {
	Profile, Theme string // names of stored ones; empty for none
	Locked         bool   // the profile is in force whatever the viewer's address says
	Reader         string // whom it is for, for watermarks and lists; may be empty
	MaxViews       int    // how often it can be opened; 0 for any number
	Notify         bool   // the owner wants to know who reads
	Own            bool   // it is the owner's own reading, as in the window: lists are of what others were granted
	Preview        bool   // the owner looks at settings that are not stored: it is no reader's, and in no list
	// Maker is the id of the API key that makes the session, which may be revoked since. An empty one, of a session that was
	// stored without it, stands for the administrators.
	Maker string
}

const (
	maxReader = 200 // characters
	maxViews  = 1_000_000
)

func (o *Options) validate() error {
	if utf8.RuneCountInString(o.Reader) > maxReader || !utf8.ValidString(o.Reader) || strings.ContainsFunc(o.Reader, unicode.IsControl) {
		return fault.Field("reader", "The reader is one line of at most %d characters.", maxReader)
	}
	if o.MaxViews < 0 || o.MaxViews > maxViews {
		return fault.Field("maxViews", "The number of views is from 1 to %d, or 0 for any.", maxViews)
	}
	return nil
}

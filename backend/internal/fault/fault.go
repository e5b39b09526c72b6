// Package fault has the one error type by which the domain packages say what a
// caller did wrong. The API maps its kinds to HTTP statuses in one place; every
// other error is the server's own.
package fault

import (
	"errors"
	"fmt"
	"syscall"
	"time"

	"lectern/backend/sentence"
)

// Kind classes an error by what the caller can do about it.
type Kind int

// The kinds of an [Error].
const (
	Invalid     Kind = iota + 1 // a parameter or field is missing or wrong
	NotFound                    // there is no such thing
	Gone                        // there was, and it is over
	TooLarge                    // a body passed its limit
	Denied                      // the key is missing or wrong
	NoSpace                     // the disk is full
	Conflict                    // it is not in a state for that
	Forbidden                   // the grant is good, and does not cover it
	Busy                        // there is too much to do already: later it may be taken
	Malformed                   // it cannot be read at all
	Stale                       // it was changed since the caller has seen it
	Unavailable                 // what the server works with cannot be reached now
	Missing                     // the server has lost what it should have
	Unsupported                 // a body is of a type or encoding that is not taken
)

// Error is a mistake of the caller, or a state that it can act upon.
type Error struct {
	Kind    Kind
	Field   string // the parameter or field, where one is to blame
	Message string // a sentence in a person's words
	Reasons []Reason
	// RetryAfter is when an error of kind Busy may be over; 0 where that is not known.
	RetryAfter time.Duration
	// Said is the message as readers are told it, too; zero where only callers are.
	Said sentence.Sentence

	code  Code // empty for that of the kind
	cause error
}

// Reason is what is wrong with one of several fields.
type Reason struct {
	Field   string
	Message string // a sentence in a person's words
	Nearest string // what may have been meant; empty where that is not known
	// Said is the message as readers are told it, too; zero where only callers are.
	Said sentence.Sentence
}

func (e *Error) Error() string { return e.Message }

// Unavailable says whether what the server works with cannot be reached now.
func (e *Error) Unavailable() bool { return e.Kind == Unavailable }

// Sentence gives the message as readers are told it.
func (e *Error) Sentence() sentence.Sentence {
	if e.Said.IsZero() {
		return sentence.English(e.Message)
	}
	return e.Said
}

// Unwrap gives the error behind it, where there is one.
func (e *Error) Unwrap() error { return e.cause }

var fullDisk = sentence.New("no-space", "The disk of the server is full: make room there, then try again.")

// FullDisk makes a NoSpace error of what a full disk led to.
func FullDisk(cause error) *Error {
	e := Told(NoSpace, fullDisk)
	e.cause = cause
	return e
}

// NameFullDisk returns err as a NoSpace error that names a folder on the full disk, where it comes from [FullDisk] or is no
// fault and wraps [syscall.ENOSPC]; other errors as they are. It is for people who use the machine itself.
func NameFullDisk(folder string, err error) error {
	told, ok := errors.AsType[*Error](err)
	if ok && told.Said.Code != fullDisk.Code || !ok && !errors.Is(err, syscall.ENOSPC) {
		return err
	}
	e := Told(NoSpace, sentence.New("no-space-folder", "The disk of {folder} is full: make room there, then try again.").
		With("folder", folder))
	e.cause = err
	return e
}

// Away makes an Unavailable error of what the loss of a shared store led to.
func Away(cause error) *Error {
	e := Told(Unavailable, sentence.New("store-away", "The store of the documents cannot be reached at the moment: try again in a while."))
	e.cause = cause
	return e
}

// Unstorable makes an Unavailable error of why a file of this machine cannot be written.
func Unstorable(cause error) *Error {
	e := New(Unavailable, "The server cannot write to the folder of its documents: its administrator finds the reason in the log, "+
		"and puts the permissions or the disk right. Try again then.")
	e.cause = cause
	return e
}

// Lost makes a Missing error of what content that is not in its store led to.
func Lost(cause error) *Error {
	e := Told(Missing, sentence.New("file-missing",
		"A file of this document is missing from the storage of the server: restore it from a backup, have the document converted again, or "+
			"post it again."))
	e.cause = cause
	return e
}

// Damaged makes a Missing error of what content led to that has other bytes than it should.
func Damaged(cause error) *Error {
	e := Told(Missing, sentence.New("file-damaged",
		"A file of this document is damaged in the storage of the server: restore it from a backup, have the document converted again, or "+
			"post it again.")).Coded(ContentDamaged)
	e.cause = cause
	return e
}

// LostOriginal is Lost for who would have what is missing made again of the original, which is missing itself.
func LostOriginal(cause error) *Error {
	e := Told(Missing, sentence.New("original-missing",
		"The original of this document is missing from the storage of the server, too, so that it cannot be converted again: restore it from a "+
			"backup, or post it again."))
	e.cause = cause
	return e
}

// Behind gives the error behind the fault that err holds, for the log; err where there is none.
func Behind(err error) error {
	if e, ok := errors.AsType[*Error](err); ok && e.cause != nil {
		return e.cause
	}
	return err
}

// WordNoSpace gives err in a person's words where it wraps [syscall.ENOSPC].
func WordNoSpace(err error) error {
	if errors.Is(err, syscall.ENOSPC) {
		return FullDisk(err)
	}
	return err
}

// IsMachineLimit reports whether err is that the process or the machine has too few descriptors or too little memory, so
// that it says nothing about the file that was opened.
func IsMachineLimit(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) || errors.Is(err, syscall.ENOMEM)
}

// New makes an error of a kind.
func New(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Told makes an error of a kind of which readers are told, too.
func Told(kind Kind, said sentence.Sentence) *Error {
	return &Error{Kind: kind, Message: said.String(), Said: said}
}

// FieldTold makes an Invalid error that blames one parameter or field, and of which readers are
// told, too.
func FieldTold(name string, said sentence.Sentence) *Error {
	e := Told(Invalid, said)
	e.Field = name
	return e
}

// Field makes an Invalid error that blames one parameter or field.
func Field(name, format string, args ...any) *Error {
	return &Error{Kind: Invalid, Field: name, Message: fmt.Sprintf(format, args...)}
}

// MissingParameter returns the fault of a request without a parameter that it needs.
func MissingParameter(name string) *Error {
	return Field(name, "The parameter %s is missing.", name).Coded(ParameterMissing)
}

// Fields makes an Invalid error that blames several fields at once.
func Fields(message string, reasons []Reason) *Error {
	return &Error{Kind: Invalid, Message: message, Reasons: reasons}
}

// IsAny says whether err holds a fault: it is not the server's own.
func IsAny(err error) bool {
	_, ok := errors.AsType[*Error](err)
	return ok
}

// Is says whether err holds a fault of a kind.
func Is(err error, kind Kind) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Kind == kind
}

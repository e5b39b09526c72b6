// Package fault defines the type of errors that the caller of a domain package can act upon. The API maps their kinds
// to HTTP statuses in one place. All other errors are failures of the server.
package fault

import (
	"errors"
	"fmt"
	"syscall"
	"time"

	"lectern/backend/sentence"
)

// Kind classifies errors by the ways in which the caller can react.
type Kind int

// The kinds of an [Error].
const (
	Invalid     Kind = iota + 1 // a parameter or field is missing or wrong
	NotFound                    // the requested object does not exist
	Gone                        // the requested object existed, but no longer does
	TooLarge                    // a body exceeds its limit
	Denied                      // the key is missing or wrong
	NoSpace                     // the disk is full
	Conflict                    // the state of the object does not allow the operation
	Forbidden                   // the key or session is valid, but does not permit the operation
	Busy                        // the server has too much work; a later attempt may succeed
	Malformed                   // the body cannot be parsed
	Stale                       // the object has changed since the caller read it
	Unavailable                 // a dependency of the server cannot be reached
	Missing                     // the server has lost content that it should have
	Unsupported                 // the type or encoding of a body is not supported
)

// Error is an error that the caller has caused or can act upon.
type Error struct {
	Kind    Kind
	Field   string // the wrong parameter or field; may be empty
	Message string // a sentence for people
	Reasons []Reason
	// RetryAfter is the time after which a retry may succeed, for an error of kind Busy; 0 if unknown.
	RetryAfter time.Duration
	// Translatable is the message in a form that can be translated. It is the zero value if the message is only shown
	// to programs.
	Translatable sentence.Sentence

	code  Code // empty for the default code of the kind
	cause error
}

// Reason describes the error of one of several fields.
type Reason struct {
	Field   string
	Message string // a sentence for people
	Nearest string // the name that was probably meant; may be empty
	// Translatable is the message in a form that can be translated. It is the zero value if the message is only shown
	// to programs.
	Translatable sentence.Sentence
}

func (e *Error) Error() string { return e.Message }

// Unavailable reports whether a dependency of the server, such as its database, cannot be reached.
func (e *Error) Unavailable() bool { return e.Kind == Unavailable }

// Sentence returns the message as a sentence that can be translated.
func (e *Error) Sentence() sentence.Sentence {
	if e.Translatable.IsZero() {
		return sentence.English(e.Message)
	}
	return e.Translatable
}

// Unwrap returns the cause of the error, which is only written to the log. It returns nil if there is no cause.
func (e *Error) Unwrap() error { return e.cause }

var fullDisk = sentence.New("no-space", "The disk of the server is full. Free some space there, then try again.")

// FullDisk returns an error of kind NoSpace with a cause.
func FullDisk(cause error) *Error {
	e := Translatable(NoSpace, fullDisk)
	e.cause = cause
	return e
}

// NameFullDisk returns an error that names a folder on the full disk. It replaces two kinds of errors: errors from
// [FullDisk], and errors that are not faults and wrap [syscall.ENOSPC]. It returns all other errors unchanged. The
// error is for people who use the machine itself, because it contains the path of the folder.
func NameFullDisk(folder string, err error) error {
	told, ok := errors.AsType[*Error](err)
	if ok && told.Translatable.Code != fullDisk.Code || !ok && !errors.Is(err, syscall.ENOSPC) {
		return err
	}
	e := Translatable(NoSpace, sentence.New("no-space-folder", "The disk of {folder} is full. Free some space there, then try "+
		"again.").
		With("folder", folder))
	e.cause = err
	return e
}

// StoreUnavailable returns an error of kind Unavailable, which means that the shared bucket cannot be reached.
func StoreUnavailable(cause error) *Error {
	e := Translatable(Unavailable, sentence.New("store-away", "The storage of the documents cannot be reached at present. Try "+
		"again later."))
	e.cause = cause
	return e
}

// UnwritableFile returns an error of kind Unavailable, which means that a file of this machine cannot be written.
func UnwritableFile(cause error) *Error {
	e := New(Unavailable, "The server cannot write to the folder of its documents. Its administrator can find the reason in the "+
		"log and must fix the permissions or the disk. Then try again.")
	e.cause = cause
	return e
}

// MissingFile returns an error of kind Missing, which means that content is not in its store.
func MissingFile(cause error) *Error {
	e := Translatable(Missing, sentence.New("file-missing",
		"A file of this document is missing from the storage of the server. Restore it from a backup, convert the document "+
			"again, or post it again."))
	e.cause = cause
	return e
}

// DamagedFile returns an error of kind Missing, which means that the bytes of stored content have changed.
func DamagedFile(cause error) *Error {
	e := Translatable(Missing, sentence.New("file-damaged",
		"A file of this document is damaged in the storage of the server. Restore it from a backup, convert the document again, "+
			"or post it again.")).WithCode(ContentDamaged)
	e.cause = cause
	return e
}

// MissingOriginal returns the error for a request to convert a document again if its original is missing, too. Apart
// from the message, it is like the error of [MissingFile].
func MissingOriginal(cause error) *Error {
	e := Translatable(Missing, sentence.New("original-missing",
		"The original of this document is also missing from the storage of the server, so it cannot be converted again. Restore "+
			"it from a backup, or post it again."))
	e.cause = cause
	return e
}

// Cause returns the cause of the fault in err, for the log. If err has no fault with a cause, it returns err.
func Cause(err error) error {
	if e, ok := errors.AsType[*Error](err); ok && e.cause != nil {
		return e.cause
	}
	return err
}

// AsFullDisk returns an error of kind NoSpace if err wraps [syscall.ENOSPC]. It returns all other errors unchanged.
func AsFullDisk(err error) error {
	if errors.Is(err, syscall.ENOSPC) {
		return FullDisk(err)
	}
	return err
}

// IsMachineLimit reports whether err means that the process or the machine has no file descriptors or memory left. The
// cause of such an error is not the file that was being opened.
func IsMachineLimit(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) || errors.Is(err, syscall.ENOMEM)
}

// New returns an error of the given kind.
func New(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Translatable returns an error of the given kind with a message that can be translated.
func Translatable(kind Kind, message sentence.Sentence) *Error {
	return &Error{Kind: kind, Message: message.String(), Translatable: message}
}

// TranslatableField returns an error of kind Invalid about one parameter or field, with a message that can be translated.
func TranslatableField(name string, message sentence.Sentence) *Error {
	e := Translatable(Invalid, message)
	e.Field = name
	return e
}

// Field returns an error of kind Invalid about one parameter or field.
func Field(name, format string, args ...any) *Error {
	return &Error{Kind: Invalid, Field: name, Message: fmt.Sprintf(format, args...)}
}

// MissingParameter returns the error of a request that lacks a required parameter.
func MissingParameter(name string) *Error {
	return Field(name, "The parameter %s is missing.", name).WithCode(ParameterMissing)
}

// Fields returns an error of kind Invalid about several fields.
func Fields(message string, reasons []Reason) *Error {
	return &Error{Kind: Invalid, Message: message, Reasons: reasons}
}

// IsFault reports whether err wraps a fault. An error that does not wrap a fault is a failure of the server.
func IsFault(err error) bool {
	_, ok := errors.AsType[*Error](err)
	return ok
}

// Is reports whether err wraps a fault of the given kind.
func Is(err error, kind Kind) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Kind == kind
}

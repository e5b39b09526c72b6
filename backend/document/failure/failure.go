// Package failure describes the failure of a document, with a code for programs and a sentence for people, and repeats
// operations that fail because a converter has died.
package failure

import (
	"context"
	"errors"
	"syscall"

	"lectern/backend/convert"
	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// IsDocumentError reports whether a document fails with err at once, and its owner gets the message of err: the
// document causes the error, or the disk is full. After other errors, such as a temporary limit of the machine, the job
// is repeated.
func IsDocumentError(err error) bool { return cause(err) != nil && !IsShortage(err) }

// IsShortage reports whether err means that a limit of the machine is reached for the moment.
func IsShortage(err error) bool {
	failed, ok := errors.AsType[*convert.Error](err)
	return ok && failed.Reason == convert.ReasonMachineLimit && !failed.Permanent
}

// errServerFault is the error of a document that fails because of the server. It has no fault kind, because it is never
// returned to a request.
var errServerFault = fault.Translatable(0, sentence.New("server-fault", "The document could not be processed because of an error "+
	"of the server. The server's log has the details."))

// FinalError returns the error of a document whose last permitted attempt has ended with err.
func FinalError(err error) error {
	if IsShortage(err) {
		return err
	}
	return errServerFault
}

// Sentence returns the message of a document that fails with err.
func Sentence(err error) sentence.Sentence {
	if explained := cause(err); explained != nil {
		return explained.Sentence()
	}
	return sentence.English(err.Error())
}

// cause returns the error wrapped in err that has a message for people, or nil. If the disk is full, cause returns the
// error about the disk, and not an error that follows from it. If the database or the content store is unavailable,
// cause returns nil, because the job is repeated when it is available again.
func cause(err error) sentence.Error {
	if errors.Is(err, syscall.ENOSPC) {
		return fault.FullDisk(err)
	}
	if fault.Is(err, fault.Unavailable) {
		return nil
	}
	explained, _ := errors.AsType[sentence.Error](err)
	return explained
}

// WithPage adds a page number to a copy of a conversion error. It returns any other error unchanged.
func WithPage(err error, number int) error {
	failure, ok := errors.AsType[*convert.Error](err)
	if !ok {
		return err
	}
	own := *failure // a copy, because the error may be shared
	own.Page = number
	return &own
}

// IsSlow reports whether drawing or reading a page has failed because it takes too long.
func IsSlow(err error) bool {
	cause, ok := errors.AsType[*convert.Error](err)
	return errors.Is(err, context.DeadlineExceeded) || ok && cause.Reason == convert.ReasonTimeout
}

// ExceededLimits reports whether drawing a page has failed because it exceeded a limit of time or memory.
func ExceededLimits(err error) bool {
	cause, ok := errors.AsType[*convert.Error](err)
	return IsSlow(err) || ok && cause.Reason == convert.ReasonMemory
}

// IsBroken reports whether a page can never be drawn, because it is damaged.
func IsBroken(err error) bool {
	cause, ok := errors.AsType[*convert.Error](err)
	return ok && (cause.Reason == convert.ReasonDamaged || cause.Reason == convert.ReasonNesting)
}

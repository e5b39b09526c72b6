package failure

import (
	"context"
	"errors"
	"syscall"

	"lectern/backend/convert"
	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// IsCause says whether err is of the document's making, and so told to those who
// posted it, and not the server's. A limit of the machine that is reached for now is the server's.
func IsCause(err error) bool { return cause(err) != nil && !IsShortage(err) }

// IsShortage reports whether a limit of the machine is reached that may not be in a while.
func IsShortage(err error) bool {
	failed, ok := errors.AsType[*convert.Error](err)
	return ok && failed.Reason == convert.ReasonMachine && !failed.Standing
}

// errServerFault is what a document fails with where the server is at fault. It is of no kind: nobody
// is answered with it.
var errServerFault = fault.Told(0, sentence.New("server-fault", "The document could not be processed because of a fault of the server. Its "+
	"log says more."))

// GivenUp is what a document fails with that was tried as often as it may be, the last time with err.
func GivenUp(err error) error {
	if IsShortage(err) {
		return err
	}
	return errServerFault
}

// Sentence gives the sentence that a failed document carries.
func Sentence(err error) sentence.Sentence {
	if told := cause(err); told != nil {
		return told.Sentence()
	}
	return sentence.English(err.Error())
}

// worded is an error that is worded for people.
type worded interface {
	error
	Sentence() sentence.Sentence
}

// cause gives the error within err that is worded for people, or nil. A full disk is told before
// what it led to. What cannot be reached now is no cause: it will be.
func cause(err error) worded {
	if errors.Is(err, syscall.ENOSPC) {
		return fault.FullDisk(err)
	}
	if fault.Is(err, fault.Unavailable) {
		return nil
	}
	told, _ := errors.AsType[worded](err)
	return told
}

// OnPage gives an error as that of one page alone.
func OnPage(err error, number int) error {
	failure, ok := errors.AsType[*convert.Error](err)
	if !ok {
		return err
	}
	own := *failure // which others may have, too
	own.Page = number
	return &own
}

// IsSlow reports whether a page was not drawn because that takes too long.
func IsSlow(err error) bool {
	cause, ok := errors.AsType[*convert.Error](err)
	return errors.Is(err, context.DeadlineExceeded) || ok && cause.Reason == convert.ReasonTimeout
}

// TookTooMuch says of a page that was not drawn whether it was stopped at a limit.
func TookTooMuch(err error) bool {
	cause, ok := errors.AsType[*convert.Error](err)
	return IsSlow(err) || ok && cause.Reason == convert.ReasonMemory
}

// IsBroken says of a page that was not drawn whether it never will be.
func IsBroken(err error) bool {
	cause, ok := errors.AsType[*convert.Error](err)
	return ok && (cause.Reason == convert.ReasonDamaged || cause.Reason == convert.ReasonNesting)
}

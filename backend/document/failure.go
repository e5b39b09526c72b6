package document

import (
	"context"
	"errors"
	"log/slog"
	"syscall"

	"lectern/backend/convert"
	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// failIfCause ends the document with err where err is of the document's making;
// it gives back every other error.
func (s *Service) failIfCause(ctx context.Context, doc Document, report *Report, err error) error {
	if err == nil || ctx.Err() != nil || !isCause(err) {
		return err
	}
	return s.fail(ctx, doc, report, err)
}

// fail ends a document with the cause, in a person's words, and with its report, where
// that is not nil.
func (s *Service) fail(ctx context.Context, doc Document, report *Report, err error) error {
	s.log.InfoContext(ctx, "document failed", "document", doc.ID, slog.Any("error", err))
	if conversion, ok := errors.AsType[*convert.Error](err); ok && conversion.Detail != "" {
		s.log.InfoContext(ctx, "converter said", "document", doc.ID, "detail", conversion.Detail)
	}
	_, err = s.advance(ctx, doc, Update{Report: report, Change: going(&doc, to(func(d *Document) {
		d.Failure = sentenceOf(err)
		d.Status, d.Message, d.Reason, d.Password = Failed, d.Failure.String(), reason(err), nil
	}))})
	return err
}

// isCause says whether err is of the document's making, and so told to those who
// posted it, and not the server's. A limit of the machine that is reached for now is the server's.
func isCause(err error) bool { return cause(err) != nil && !isShortage(err) }

// isShortage reports whether a limit of the machine is reached that may not be in a while.
func isShortage(err error) bool {
	failed, ok := errors.AsType[*convert.Error](err)
	return ok && failed.Reason == convert.ReasonMachine && !failed.Standing
}

// whyGivenUp is what a document fails with that was tried as often as it may be, the last time with err.
func whyGivenUp(err error) error {
	if isShortage(err) {
		return err
	}
	return errGivenUp
}

// sentenceOf gives the sentence that a failed document carries.
func sentenceOf(err error) sentence.Sentence {
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

// WhyFailed gives the sentence why a document has failed, and nothing of one that has not. Of one
// that failed before sentences were kept the reason may say as much.
func (d *Document) WhyFailed() sentence.Sentence {
	if !d.Failure.IsZero() || d.Message == "" {
		return d.Failure
	}
	said := sentence.English(d.Message)
	if d.Reason != "" {
		said.Code = string(d.Reason)
	}
	return said
}

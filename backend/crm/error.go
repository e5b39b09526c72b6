package crm

import (
	"errors"
	"time"

	"lectern/backend/internal/outbound"
	"lectern/backend/sentence"
	"lectern/backend/sentence/bytesize"
)

// Error is an error of a platform with a message for the user. It never contains a session.
type Error struct {
	code    string
	message sentence.Sentence
}

// Error returns the message in English.
func (e *Error) Error() string { return e.message.String() }

// Sentence returns the message.
func (e *Error) Sentence() sentence.Sentence { return e.message }

// Code returns the error code, which is intended for programs.
func (e *Error) Code() string { return e.code }

// failed returns an error with a code and a message.
func failed(code string, message sentence.Sentence) *Error {
	return &Error{code: code, message: message}
}

func errTooLarge(limit int64) *Error {
	return failed("platform-file-too-large", sentence.New("crm-file-too-large",
		"The file on the platform is larger than the limit of {limit}.").With("limit", bytesize.Sentence(limit)))
}

func errTimeout(limit time.Duration) *Error {
	return failed("platform-timeout", sentence.New("crm-timeout", "The platform did not answer within {limit}.").
		With("limit", sentence.Duration(limit)))
}

func errUnreachable(host string) *Error {
	return failed("platform-unreachable", sentence.New("crm-unreachable", "The server {host} of the platform could not be reached.").
		With("host", host))
}

func errBroken(host string) *Error {
	return failed("platform-answer-broken", sentence.New("crm-broken", "The server {host} did not respond like a server of the "+
		"platform.").
		With("host", host))
}

// describeFetchError converts an error of the outbound client into an error of the platform. For a response that
// exceeds the size limit, it returns tooLarge. Other errors are returned unchanged.
func describeFetchError(err error, host string, tooLarge *Error) error {
	blocked, ok := errors.AsType[*outbound.Error](err)
	if !ok {
		return err
	}
	switch blocked.Reason {
	case outbound.ReasonSize:
		return tooLarge
	case outbound.ReasonTimeout:
		return errTimeout(time.Duration(blocked.Limit))
	case outbound.ReasonUnknownHost, outbound.ReasonConnection, outbound.ReasonCertificate:
		return errUnreachable(host)
	case outbound.ReasonForbidden:
		return failed("platform-forbidden-address", blocked.Sentence())
	}
	return errBroken(host)
}

// Package problem sends errors as responses (RFC 9457, application/problem+json). It is the only place that maps errors
// to HTTP statuses.
package problem

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"lectern/backend/convert"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/observe"
	"lectern/backend/sentence"
	"lectern/backend/sentence/translation"
)

// ContentType is the media type of a problem.
const ContentType = "application/problem+json"

// Problem is the body of an error response.
type Problem struct {
	Type      string     `json:"type" doc:"Kind of problem; about:blank means that the status describes it." example:"about:blank"`
	Code      fault.Code `json:"code" doc:"Stable name of the error for programs; the error reference lists all of them." example:"document-not-found"`
	Title     string     `json:"title" doc:"Name of the status." example:"Not Found"`
	StatusInt int        `json:"status" doc:"The HTTP status." example:"404"`
	Detail    string     `json:"detail" doc:"What went wrong, as a sentence for people." example:"There is no document \"abc\"."`
	Message   string     `json:"message" doc:"Same as detail." example:"There is no document \"abc\"."`
	RequestID string     `json:"requestId,omitempty" doc:"Id of the request, also in the header X-Request-Id and in the server's log." example:"4f9c2b7e"`
	Errors    []Reason   `json:"errors,omitempty" nullable:"false" doc:"The error of each parameter or field."`

	// LocalMessage is Message in the language that the client prefers; empty if that is English.
	LocalMessage string `json:"localMessage,omitempty" doc:"The message in the language that Accept-Language prefers; absent if that is English or the message has no translation." example:"Le fichier est vide."`

	// Translatable is the message as a translatable sentence.
	Translatable sentence.Sentence `json:"-"`

	retryAfter time.Duration // 0 for the default
}

// Reason is the error of one parameter or field.
type Reason struct {
	Location string `json:"location" doc:"The parameter, or the field as a JSON pointer." example:"/duration"`
	Message  string `json:"message" doc:"What is wrong with it." example:"expected number >= 1"`
	// LocalMessage is Message in the language that the client prefers; empty if that is English.
	LocalMessage string `json:"localMessage,omitempty" doc:"The message in the language that Accept-Language prefers; absent if that is English or the message has no translation." example:"Le fichier est vide."`
	Nearest      string `json:"nearest,omitempty" doc:"The most similar valid name, if a name is wrong." example:"buttonColor"`
}

// New returns a problem with the default code of the status. ctx is the context of the request.
func New(ctx context.Context, status int, message string, reasons ...Reason) *Problem {
	return Translatable(ctx, status, sentence.English(message), reasons...)
}

// Translatable returns a problem with a translatable message.
func Translatable(ctx context.Context, status int, text sentence.Sentence, reasons ...Reason) *Problem {
	message := text.String()
	return &Problem{
		Type:      "about:blank",
		Code:      codeOf(status),
		Title:     http.StatusText(status),
		StatusInt: status,
		Detail:    message,
		Message:   message,
		RequestID: observe.RequestID(ctx),
		Errors:    reasons,

		LocalMessage: translation.Local(ctx, text),
		Translatable: text,
	}
}

// FromError returns the problem for an error. An unexpected error becomes a 500 whose cause is only logged.
func FromError(ctx context.Context, err error) *Problem {
	if problem, ok := errors.AsType[*Problem](err); ok {
		return problem
	}
	if errors.Is(err, syscall.ENOSPC) {
		slog.WarnContext(ctx, "a request failed because the disk is full", slog.Any("error", err))
		err = fault.FullDisk(err)
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		switch {
		case f.Kind == fault.Unavailable:
			observe.NoteCause(ctx, fault.Cause(err))
		case f.Kind == fault.Missing && observe.NoteFailure(ctx):
			slog.ErrorContext(ctx, lossMessage(f), slog.Any("error", fault.Cause(err)))
		}
		p := Translatable(ctx, status(f.Kind), f.Sentence(), reasons(ctx, f)...).Coded(f.Code())
		p.retryAfter = f.RetryAfter
		return p
	}
	if c, ok := errors.AsType[*convert.Error](err); ok {
		status, code := conversionStatus(c.Reason)
		return Translatable(ctx, status, c.Sentence()).Coded(code)
	}
	if errors.Is(err, context.Canceled) {
		return New(ctx, statusCancelled, "The request was cancelled.") // the client has disconnected
	}
	if IsUnavailable(err) {
		observe.NoteCause(ctx, err)
		return Translatable(ctx, http.StatusServiceUnavailable,
			sentence.New("unavailable", "The server cannot use its database at present, and may not have completed this request. "+
				"Try again later."))
	}
	if observe.NoteFailure(ctx) {
		slog.ErrorContext(ctx, "a request failed for an unexpected reason", slog.Any("error", err))
	}
	return Translatable(ctx, http.StatusInternalServerError, sentence.New("server-error",
		"The server could not process this request. Its log has the details under the id of the request."))
}

// lossMessage returns a description of missing or damaged content for the log.
func lossMessage(f *fault.Error) string {
	if f.Code() == fault.ContentDamaged {
		return "content is damaged in its store"
	}
	return "content is missing from its store"
}

// IsUnavailable reports whether an error means that the database or the content store cannot be reached.
func IsUnavailable(err error) bool {
	_, network := errors.AsType[*net.OpError](err)
	return network || observe.IsConnectionLoss(err)
}

func reasons(ctx context.Context, f *fault.Error) []Reason {
	var all []Reason
	if f.Field != "" {
		all = append(all, Reason{Location: f.Field, Message: f.Message, LocalMessage: translation.Local(ctx, f.Translatable)})
	}
	for _, r := range f.Reasons {
		all = append(all, Reason{Location: r.Field, Message: r.Message, LocalMessage: translation.Local(ctx, r.Translatable), Nearest: r.Nearest})
	}
	return all
}

func status(kind fault.Kind) int {
	switch kind {
	case fault.Invalid:
		return http.StatusUnprocessableEntity
	case fault.NotFound, fault.Missing:
		return http.StatusNotFound
	case fault.Gone:
		return http.StatusGone
	case fault.TooLarge:
		return http.StatusRequestEntityTooLarge
	case fault.Denied:
		return http.StatusUnauthorized
	case fault.Conflict:
		return http.StatusConflict
	case fault.Forbidden:
		return http.StatusForbidden
	case fault.Busy:
		return http.StatusTooManyRequests
	case fault.Malformed:
		return http.StatusBadRequest
	case fault.Stale:
		return http.StatusPreconditionFailed
	case fault.NoSpace:
		return http.StatusInsufficientStorage
	case fault.Unavailable:
		return http.StatusServiceUnavailable
	case fault.Unsupported:
		return http.StatusUnsupportedMediaType
	}
	return http.StatusInternalServerError
}

// conversionStatus returns the status and the error code for a page that cannot be drawn, although the document could
// be opened.
func conversionStatus(reason convert.Reason) (int, fault.Code) {
	switch reason {
	case convert.ReasonNoPage:
		return http.StatusNotFound, fault.PageUnknown
	case convert.ReasonTimeout:
		return http.StatusServiceUnavailable, fault.PageTimeout
	case convert.ReasonMachineLimit:
		return http.StatusServiceUnavailable, codeOf(http.StatusServiceUnavailable)
	}
	return http.StatusUnprocessableEntity, fault.PageFailed
}

// codeOf returns the default error code of an HTTP status.
func codeOf(status int) fault.Code {
	switch status {
	case http.StatusBadRequest:
		return fault.BodyMalformed
	case http.StatusUnauthorized:
		return fault.KeyInvalid
	case http.StatusForbidden:
		return fault.NotAllowed
	case http.StatusNotFound:
		return fault.ObjectUnknown
	case http.StatusMethodNotAllowed:
		return fault.MethodNotAllowed
	case http.StatusRequestTimeout:
		return fault.BodyStalled
	case http.StatusConflict:
		return fault.WrongState
	case http.StatusGone:
		return fault.ObjectGone
	case http.StatusPreconditionFailed:
		return fault.ObjectChanged
	case http.StatusRequestEntityTooLarge:
		return fault.BodyTooLarge
	case http.StatusUnsupportedMediaType:
		return fault.MediaType
	case http.StatusRequestedRangeNotSatisfiable:
		return fault.RangeUnsatisfied
	case http.StatusMisdirectedRequest:
		return fault.ConverterOnly
	case http.StatusUnprocessableEntity:
		return fault.InvalidRequest
	case http.StatusTooManyRequests:
		return fault.TooBusy
	case statusCancelled:
		return fault.RequestCancelled
	case http.StatusServiceUnavailable:
		return fault.NotAvailable
	case http.StatusInsufficientStorage:
		return fault.DiskFull
	}
	if status < http.StatusInternalServerError {
		return fault.InvalidRequest
	}
	return fault.ServerError
}

// Coded sets the code of the problem and returns it.
func (p *Problem) Coded(code fault.Code) *Problem {
	p.Code = code
	return p
}

// Error implements error.
func (p *Problem) Error() string { return p.Message }

// GetStatus implements huma.StatusError.
func (p *Problem) GetStatus() int { return p.StatusInt }

// statusCancelled is the status that nginx logs if the client has disconnected.
const statusCancelled = 499

// authChallenge is the value of WWW-Authenticate. Its scheme is unknown to browsers, so that they do not ask readers
// for a password.
const authChallenge = `ApiKey realm="Lectern"`

// GetHeaders implements huma.HeadersError. The headers state when to retry if the server is busy or unavailable, and
// how to authenticate.
func (p *Problem) GetHeaders() http.Header {
	header := http.Header{}
	if p.StatusInt == http.StatusTooManyRequests || p.StatusInt == http.StatusServiceUnavailable {
		header.Set("Retry-After", strconv.Itoa(int(math.Ceil(cmp.Or(p.retryAfter, usualRetryAfter).Seconds()))))
	}
	if p.StatusInt == http.StatusUnauthorized {
		header.Set("WWW-Authenticate", authChallenge)
	}
	return header
}

// usualRetryAfter is the default delay before a retry.
const usualRetryAfter = 5 * time.Second

// ContentType implements huma.ContentTypeFilter.
func (p *Problem) ContentType(string) string { return ContentType }

// Write sends the problem for an error as the response.
func Write(w http.ResponseWriter, r *http.Request, err error) {
	problem := FromError(r.Context(), err)
	problem.Write(w, problem)
}

// Write sends the problem as the response. body is the JSON value to send, which may have more members than the
// problem.
func (p *Problem) Write(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", ContentType)
	w.Header().Set("Cache-Control", "no-store")
	for name, values := range p.GetHeaders() {
		if _, given := w.Header()[name]; !given {
			w.Header()[name] = values
		}
	}
	w.WriteHeader(p.StatusInt)
	_ = json.NewEncoder(w).Encode(body) // the client may have disconnected
}

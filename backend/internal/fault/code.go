package fault

import "strings"

// Code is the name of an error for programs; people get a sentence instead. Codes never change. The guide to the API
// lists all codes.
type Code string

// The codes of errors. The first codes are general: each of them is the default code of a [Kind].
const (
	InvalidRequest   Code = "invalid-request"
	InvalidParameter Code = "invalid-parameter"
	InvalidField     Code = "invalid-field"
	ObjectUnknown    Code = "not-found"
	ObjectGone       Code = "gone"
	BodyTooLarge     Code = "too-large"
	KeyInvalid       Code = "key-invalid"
	DiskFull         Code = "no-space"
	WrongState       Code = "conflict"
	NotAllowed       Code = "forbidden"
	TooBusy          Code = "busy"
	BodyMalformed    Code = "malformed-body"
	RequestMalformed Code = "malformed-request"
	HeadersTooLarge  Code = "headers-too-large"
	ObjectChanged    Code = "changed"
	NotAvailable     Code = "unavailable"
	ContentMissing   Code = "content-missing"
	ContentDamaged   Code = "content-damaged"
	BackupIncomplete Code = "backup-incomplete"
	MediaType        Code = "unsupported-media-type"

	ParameterMissing  Code = "parameter-missing"
	ParameterEmpty    Code = "parameter-empty"
	ParameterRepeated Code = "parameter-repeated"
	ParameterUnknown  Code = "parameter-unknown"
	ParameterConflict Code = "parameter-conflict"
	ProfileUnknown    Code = "profile-unknown"
	ThemeUnknown      Code = "theme-unknown"
	KeyReused         Code = "idempotency-key-reused"
	AddressInvalid    Code = "invalid-address"
	AddressForbidden  Code = "forbidden-address"
	FileMissing       Code = "file-missing"
	FileAmbiguous     Code = "file-ambiguous"
	FileEmpty         Code = "file-empty"
	FileUnsupported   Code = "unsupported-type"

	KeyMissing      Code = "key-missing"
	KeyRoleDenied   Code = "key-role"
	LinkInvalid     Code = "link-invalid"
	HostUnknown     Code = "unknown-host-name"
	OriginForbidden Code = "origin-not-allowed"
	ProfileForbids  Code = "profile-forbids"

	RouteUnknown     Code = "route-not-found"
	DocumentUnknown  Code = "document-not-found"
	SessionUnknown   Code = "session-not-found"
	PageUnknown      Code = "page-not-found"
	TaskUnknown      Code = "task-not-found"
	TemplateUnknown  Code = "template-not-found"
	DocumentFailed   Code = "document-failed"
	NotConverted     Code = "not-converted-yet"
	OriginalNotKept  Code = "original-not-kept"
	MethodNotAllowed Code = "method-not-allowed"
	BodyStalled      Code = "body-stalled"
	RangeUnsatisfied Code = "range-not-satisfiable"
	EncodingUnknown  Code = "unsupported-encoding"
	ConverterOnly    Code = "converter-only"
	SessionEnded     Code = "session-ended"
	SessionExpired   Code = "session-expired"
	SessionUsedUp    Code = "session-used-up"
	DocumentDeleted  Code = "document-deleted"
	LinkExpired      Code = "link-expired"
	SessionMissing   Code = "session-missing"
	QueueFull        Code = "queue-full"
	PageTimeout      Code = "page-timeout"
	PageFailed       Code = "page-failed"
	TemplateFailed   Code = "template-failed"
	NotReady         Code = "not-ready"
	ServerError      Code = "server-error"
	RequestCancelled Code = "cancelled"
	UploadIncomplete Code = "body-incomplete"
)

// WithCode sets the code of the error and returns the error. Without a call of WithCode, the error has the default code
// of its kind.
func (e *Error) WithCode(code Code) *Error {
	e.code = code
	return e
}

// Code returns the name of the error for programs.
func (e *Error) Code() Code {
	if e.code != "" {
		return e.code
	}
	switch e.Kind {
	case Invalid:
		return e.invalidCode()
	case NotFound:
		return ObjectUnknown
	case Gone:
		return ObjectGone
	case TooLarge:
		return BodyTooLarge
	case Denied:
		return KeyInvalid
	case NoSpace:
		return DiskFull
	case Conflict:
		return WrongState
	case Forbidden:
		return NotAllowed
	case Busy:
		return TooBusy
	case Malformed:
		return BodyMalformed
	case Stale:
		return ObjectChanged
	case Unavailable:
		return NotAvailable
	case Missing:
		return ContentMissing
	case Unsupported:
		return MediaType
	}
	return ServerError
}

// invalidCode returns the code of an error of kind Invalid. The code of a field of a JSON body, which is named by a
// JSON pointer, differs from the code of a parameter.
func (e *Error) invalidCode() Code {
	blamed := e.Field
	if blamed == "" && len(e.Reasons) > 0 {
		blamed = e.Reasons[0].Field
	}
	switch {
	case blamed == "":
		return InvalidRequest
	case strings.HasPrefix(blamed, "/"):
		return InvalidField
	}
	return InvalidParameter
}

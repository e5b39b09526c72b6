package failure

import (
	"slices"

	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/outbound"
)

// Reason is a code for why a document has failed. Codes stay the same, while the sentences for people may change.
type Reason string

// The reasons why documents fail.
const (
	ReasonProtected     Reason = "password-protected"     // needs a password
	ReasonWrongPassword Reason = "wrong-password"         // the given password is wrong
	ReasonEncryption    Reason = "unsupported-encryption" // cannot be decrypted, with any password
	ReasonDamaged       Reason = "damaged"                // cannot be read as a file of its type
	ReasonUnsupported   Reason = "unsupported"            // its type is not supported
	ReasonEmpty         Reason = "empty"                  // it contains nothing to show
	ReasonHiddenSheets  Reason = "hidden-sheets"          // all sheets are hidden
	ReasonHiddenSlides  Reason = "hidden-slides"          // all slides are hidden
	ReasonSize          Reason = "too-large"              // more bytes than the limit, compressed or unpacked
	ReasonTooManyPages  Reason = "too-many-pages"         // more pages than the limit
	ReasonNesting       Reason = "nested-too-deeply"      // its parts are nested more deeply than the limit
	ReasonTimeout       Reason = "timeout"                // its conversion exceeded the time limit
	ReasonMemory        Reason = "too-much-memory"        // its conversion exceeded the memory limit
	ReasonCrashed       Reason = "converter-crashed"      // its converter crashed
	ReasonMachineLimit  Reason = "machine-limit"          // the server's machine has too few resources for its converters
	ReasonNoEngine      Reason = "no-engine"              // LibreOffice cannot be used
	ReasonNoSpace       Reason = "no-space"               // the server's disk is full
	ReasonServer        Reason = "server-fault"           // an error of the server, which its log describes

	ReasonInvalidAddress  Reason = "invalid-address"     // not an http or https address
	ReasonForbidden       Reason = "forbidden-address"   // the address leads to a host that must not be reached
	ReasonUnknownHost     Reason = "unknown-host"        // the host name cannot be resolved
	ReasonUnreachable     Reason = "unreachable"         // no host answers at the address
	ReasonCertificate     Reason = "invalid-certificate" // the server at the address has no valid certificate
	ReasonStatus          Reason = "error-status"        // the server at the address responded with an error status
	ReasonRedirects       Reason = "too-many-redirects"  // the address redirects too often
	ReasonDownloadTimeout Reason = "download-timeout"    // fetching it exceeded the time limit
	ReasonEncoding        Reason = "unknown-encoding"    // the response has an unknown Content-Encoding
	ReasonBrokenDownload  Reason = "broken-download"     // the response is incomplete or invalid
)

// Reasons lists the reasons why documents fail.
func Reasons() []Reason {
	return []Reason{
		ReasonProtected, ReasonWrongPassword, ReasonEncryption, ReasonDamaged, ReasonUnsupported, ReasonEmpty, ReasonHiddenSheets,
		ReasonHiddenSlides,
		ReasonSize, ReasonTooManyPages, ReasonNesting, ReasonTimeout, ReasonMemory, ReasonCrashed, ReasonMachineLimit, ReasonNoEngine,
		ReasonNoSpace, ReasonServer,
		ReasonInvalidAddress, ReasonForbidden, ReasonUnknownHost, ReasonUnreachable, ReasonCertificate, ReasonStatus, ReasonRedirects,
		ReasonDownloadTimeout, ReasonEncoding, ReasonBrokenDownload,
	}
}

// ReasonOf returns the reason for an error with which a document fails.
func ReasonOf(err error) Reason {
	named := reasonOf(cause(err))
	if named == "" {
		return ReasonServer
	}
	return named
}

// reasonOf returns the reason for an error with a message for people, or "" if there is no reason for it.
func reasonOf(err error) Reason {
	switch e := err.(type) { //nolint:errorlint // cause has unwrapped it
	case *convert.Error:
		return conversionReason(e.Reason)
	case *outbound.Error:
		return fetchReason(e.Reason)
	case *fault.Error:
		return faultReason(e)
	case *filetype.UnsupportedError:
		return ReasonUnsupported
	case *filetype.ProtectedError:
		return ReasonProtected
	case *filetype.EncryptionError:
		return ReasonEncryption
	case *filetype.DamagedError:
		return ReasonDamaged
	case *filetype.EmptyError:
		return ReasonEmpty
	case *filetype.LimitError:
		return ReasonSize
	}
	return ""
}

func conversionReason(reason convert.Reason) Reason {
	switch reason {
	case convert.ReasonTooManyPages:
		return ReasonTooManyPages
	case convert.ReasonNesting:
		return ReasonNesting
	case convert.ReasonMemory:
		return ReasonMemory
	case convert.ReasonCrashed:
		return ReasonCrashed
	}
	if same := Reason(reason); slices.Contains(Reasons(), same) {
		return same
	}
	return ""
}

func fetchReason(reason outbound.Reason) Reason {
	switch reason {
	case outbound.ReasonURL:
		return ReasonInvalidAddress
	case outbound.ReasonForbidden:
		return ReasonForbidden
	case outbound.ReasonUnknownHost:
		return ReasonUnknownHost
	case outbound.ReasonConnection:
		return ReasonUnreachable
	case outbound.ReasonCertificate:
		return ReasonCertificate
	case outbound.ReasonStatus:
		return ReasonStatus
	case outbound.ReasonRedirects:
		return ReasonRedirects
	case outbound.ReasonTimeout:
		return ReasonDownloadTimeout
	case outbound.ReasonSize:
		return ReasonSize
	case outbound.ReasonEncoding:
		return ReasonEncoding
	}
	return ReasonBrokenDownload
}

func faultReason(e *fault.Error) Reason {
	switch {
	case e.Kind == fault.TooLarge:
		return ReasonSize
	case e.Kind == fault.NoSpace:
		return ReasonNoSpace
	case e.Kind == fault.Invalid && e.Field == "file":
		return ReasonEmpty
	case e.Kind == fault.Invalid && e.Field == "password": // the password cannot be decrypted any more, so a new one is needed
		return ReasonProtected
	}
	return ""
}

package convert

import (
	"errors"
	"strings"
	"time"
)

// ErrClosed is the error of calls that are made after Close, or are running when Close is called.
var ErrClosed = errors.New("convert: closed")

// Reason classifies the failure of a document or its converter.
type Reason string

// The reasons of an [Error].
const (
	ReasonDamaged       Reason = "damaged"                // cannot be read
	ReasonProtected     Reason = "password-protected"     // needs a password
	ReasonWrongPassword Reason = "wrong-password"         // the given password is wrong
	ReasonEncryption    Reason = "unsupported-encryption" // is encrypted in an unsupported way
	ReasonTimeout       Reason = "timeout"                // exceeded the deadline
	ReasonMemory        Reason = "memory"                 // exceeded the memory limit
	ReasonCrashed       Reason = "crashed"                // the converter died
	ReasonEmpty         Reason = "empty"                  // has nothing to show
	ReasonHiddenSheets  Reason = "hidden-sheets"          // all sheets are hidden
	ReasonHiddenSlides  Reason = "hidden-slides"          // all slides are hidden
	ReasonTooManyPages  Reason = "pages"                  // has more than Config.MaxPages
	ReasonNesting       Reason = "nesting"                // is nested more deeply than Config.MaxNesting
	ReasonNoEngine      Reason = "no-engine"              // LibreOffice cannot be used
	ReasonMachineLimit  Reason = "machine-limit"          // a limit of the machine; the document is not at fault
	ReasonNoPage        Reason = "no-page"                // has no page of that number
)

// Error describes why a document could not be converted or a page could not be drawn.
type Error struct {
	Reason Reason
	// Detail is the output of the converter, for the log. For ReasonNoEngine it is the part of a sentence that explains
	// why LibreOffice cannot be used.
	Detail string
	// Killed is set for ReasonCrashed if the converter was killed by a signal that neither the converter nor the server
	// has sent. The document is then most likely not the cause.
	Killed bool
	// Resource is the resource that ran short, for ReasonMachineLimit. Permanent is set if the machine's limit is too
	// low for any document; otherwise the shortage may be temporary.
	Resource  Resource
	Permanent bool
	// Page is the number of the only page that failed, or 0 if the whole document failed.
	Page int
	// Limit is the exceeded time limit, for ReasonTimeout.
	Limit time.Duration
	// Pages is the number of pages of the document and MaxPages the limit, for ReasonTooManyPages.
	Pages, MaxPages int
	// MaxNesting is the limit of levels, for ReasonNesting; 0 if unknown.
	MaxNesting int
}

// Cause returns Detail as one line, without colons and full stops at its end.
func (e *Error) Cause() string {
	return strings.TrimRight(strings.Join(strings.Fields(e.Detail), " "), ":.")
}

// Resource is a resource of the machine that can run short.
type Resource string

// The resources of an [Error] with [ReasonMachineLimit].
const (
	ResourceDescriptors Resource = "descriptors"
	ResourceMemory      Resource = "memory"
	ResourceProcesses   Resource = "processes"
)

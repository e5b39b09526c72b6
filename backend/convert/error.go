package convert

import (
	"errors"
	"strings"
	"time"
)

// ErrClosed is the error of calls after Close, and of those that it cuts short.
var ErrClosed = errors.New("convert: closed")

// Reason classes what went wrong with a document or its converter.
type Reason string

// The reasons of an [Error].
const (
	ReasonDamaged    Reason = "damaged"                // not readable as what it is
	ReasonProtected  Reason = "password-protected"     // needs a password
	ReasonPassword   Reason = "wrong-password"         // needs another password
	ReasonEncryption Reason = "unsupported-encryption" // cannot be decrypted, with any password
	ReasonTimeout    Reason = "timeout"                // passed the deadline
	ReasonMemory     Reason = "memory"                 // passed the memory limit
	ReasonCrashed    Reason = "crashed"                // the converter died
	ReasonEmpty      Reason = "empty"                  // nothing that could be shown
	ReasonSheets     Reason = "hidden-sheets"          // all sheets are hidden
	ReasonSlides     Reason = "hidden-slides"          // all slides are hidden
	ReasonPages      Reason = "pages"                  // more pages than there may be
	ReasonNesting    Reason = "nesting"                // nested more deeply than it may be
	ReasonNoEngine   Reason = "no-engine"              // LibreOffice cannot be used
	ReasonMachine    Reason = "machine-limit"          // a limit of the machine, not of the document
	ReasonNoPage     Reason = "no-page"                // no page of that number
)

// Error says why a document could not be converted or a page not drawn.
type Error struct {
	Reason Reason
	// Detail is what the converter said, for the log; for ReasonNoEngine, why
	// LibreOffice cannot be used, as a part of a sentence.
	Detail string
	// Killed says of ReasonCrashed that the converter was killed by a signal that was not of
	// its own making nor of ours, and so most likely not for the document's sake.
	Killed bool
	// Resource is what there is too little of, for ReasonMachine. With Standing its limit is too low for any document;
	// otherwise there may be enough of it soon.
	Resource Resource
	Standing bool
	// Page is the only page that failed; 0 where it is the document.
	Page int
	// Limit is the bound that was passed, for ReasonTimeout.
	Limit time.Duration
	// Pages and MaxPages are how many there are and may be, for ReasonPages.
	Pages, MaxPages int
	// MaxNesting is how many levels there may be, for ReasonNesting; 0 where that cannot be said.
	MaxNesting int
}

// Cause gives Detail as one line, which what a program has said need not be.
func (e *Error) Cause() string {
	return strings.TrimRight(strings.Join(strings.Fields(e.Detail), " "), ":.")
}

// Resource is what a machine gives too little of.
type Resource string

// The resources of an [Error] with [ReasonMachine].
const (
	ResourceDescriptors Resource = "descriptors"
	ResourceMemory      Resource = "memory"
	ResourceProcesses   Resource = "processes"
)

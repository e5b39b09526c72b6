// Package convert drives the converter processes: it starts them, hands them
// documents, bounds their time, memory and number, and replaces those that die.
// No byte of a document is parsed in this package.
package convert

import (
	"strings"
	"time"
)

// Config says where the converters are and what bounds them.
type Config struct {
	// Converter is the path of the lectern-converter program.
	Converter string
	// LibreOffice is the engine's folder, the one that holds program/soffice.bin;
	// empty where none was found.
	LibreOffice string
	// Soffice has each Office document converted by a program of LibreOffice's own instead of by
	// a child of one that is forked: more slowly, and confined by nothing.
	Soffice bool
	// Fonts is a folder of further fonts; may be empty.
	Fonts string
	// TempDir is a private folder; each process works in a folder of its own below it.
	TempDir string
	// Deadline bounds one conversion or one request to a PDF process.
	Deadline time.Duration
	// Memory bounds the address space of a process that parses, in bytes.
	Memory int64
	// Workers is how many Office conversions run at once.
	Workers int
	// MaxPages is how many pages a document may have, and 0 the default, 20,000.
	MaxPages int
	// MaxSide is how long a page's longer side may be, in points, and 0 the default,
	// 14,400, which is 200 inches: a larger page is shown smaller.
	MaxSide float64
	// MaxPixels is how many pixels an image may have, and 0 the default, 50 million: it
	// is drawn at a smaller scale.
	MaxPixels float64
	// MaxSVG is how many bytes an SVG may have, and 0 the default, 64 MiB: a page
	// beyond comes as an image.
	MaxSVG int64
	// MaxNesting is how many levels deep elements, or groups of an RTF, may lie within each
	// other, and 0 the default, 256.
	MaxNesting int
	// Idle is how long a process without work is kept.
	Idle time.Duration
	// Metrics count what is done; may be nil.
	Metrics *Metrics
}

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

package wire

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// # Lines
//
// The office converter speaks in lines of tab-separated fields, because its end
// of the talk is C. No field holds a control character; what a field would hold
// of them is turned into spaces. The server writes, on standard input:
//
//	convert  JOB  FOLDER  EXTENSION  FAMILY
//	kill     JOB
//
// JOB is a number that the server gives each job once. FOLDER is the absolute
// path of a folder in which the document lies as "input"; it is moved away from
// there. EXTENSION is that of the document's type, without a dot; FAMILY is what
// it must turn out to be: text, sheet or slides. A warm spare takes the job,
// or a new child where none is ready. A killed job fails as any other. The
// converter writes, on standard output:
//
//	ready                        the engine is loaded
//	fatal   DETAIL               it cannot be; the process ends
//	spare                        one more spare is warm
//	first   JOB                  FOLDER/first.pdf is there: page 1
//	single  JOB                  FOLDER/first.pdf is the whole document. The end of the job
//	whole   JOB                  FOLDER/whole.pdf is there. The end of the job
//	failed  JOB  REASON  DETAIL  the end of the job
//
// A file is there when it is whole. REASON is one of the Failed constants.
const (
	// OfficeInput is the name of a document in its job's folder.
	OfficeInput = "input"
	// OfficeFirst is the name of the PDF with page 1.
	OfficeFirst = "first.pdf"
	// OfficeWhole is the name of the PDF with all pages.
	OfficeWhole = "whole.pdf"
)

// OfficeLineMax bounds a line of the office converter, in bytes.
const OfficeLineMax = 8192

// OfficeConvert orders a conversion.
type OfficeConvert struct {
	Job       uint64
	Folder    string
	Extension string
	Family    string
}

// The families of documents.
const (
	OfficeText   = "text"
	OfficeSheet  = "sheet"
	OfficeSlides = "slides"
)

// Line encodes the order. It fails where the folder's path cannot be sent.
func (c OfficeConvert) Line() (string, error) {
	return officeLine("convert", strconv.FormatUint(c.Job, 10), c.Folder, c.Extension, c.Family)
}

// OfficeKill encodes the order to kill a job.
func OfficeKill(job uint64) string {
	return "kill\t" + strconv.FormatUint(job, 10) + "\n"
}

func officeLine(fields ...string) (string, error) {
	for _, field := range fields {
		if strings.ContainsFunc(field, isControl) {
			return "", fmt.Errorf("field %q: %w", field, ErrBadLine)
		}
	}
	line := strings.Join(fields, "\t") + "\n"
	if len(line) > OfficeLineMax {
		return "", fmt.Errorf("line of %d bytes: %w", len(line), ErrBadLine)
	}
	return line, nil
}

func isControl(r rune) bool { return r < 0x20 || r == 0x7f }

// OfficeKind is what a line of the office converter tells.
type OfficeKind string

// The kinds of an [OfficeEvent].
const (
	OfficeReady  OfficeKind = "ready"
	OfficeFatal  OfficeKind = "fatal"
	OfficeSpare  OfficeKind = "spare"
	OfficePage1  OfficeKind = "first"
	OfficeSingle OfficeKind = "single"
	OfficeDone   OfficeKind = "whole"
	OfficeFailed OfficeKind = "failed"
)

// Why a document failed, as the office converter says it.
const (
	FailedDamaged   = "damaged"   // it cannot be read as what it is
	FailedProtected = "protected" // it asks for a password
	FailedMemory    = "memory"    // it passed the memory limit
	FailedEmpty     = "empty"     // it has nothing to export
	FailedCrashed   = "crashed"   // its child died
)

// OfficeEvent is one line of the office converter. Fields that a kind does not
// have are zero.
type OfficeEvent struct {
	Kind   OfficeKind
	Job    uint64
	Reason string
	Detail string
}

// ErrBadLine is the error for a line that is no message.
var ErrBadLine = errors.New("not a message of the office converter")

// officeFields is how many fields a line of each kind has.
var officeFields = map[OfficeKind]int{
	OfficeReady: 1, OfficeFatal: 2, OfficeSpare: 1,
	OfficePage1: 2, OfficeSingle: 2, OfficeDone: 2, OfficeFailed: 4,
}

// ParseOffice decodes a line without its end.
func ParseOffice(line string) (OfficeEvent, error) {
	fields := strings.Split(line, "\t")
	event := OfficeEvent{Kind: OfficeKind(fields[0])}
	if want, known := officeFields[event.Kind]; !known || len(fields) != want {
		return OfficeEvent{}, fmt.Errorf("%.80q: %w", line, ErrBadLine)
	}
	switch event.Kind {
	case OfficeReady, OfficeSpare:
		return event, nil
	case OfficeFatal:
		event.Detail = fields[1]
		return event, nil
	case OfficeFailed:
		event.Reason, event.Detail = fields[2], fields[3]
	}
	job, err := strconv.ParseUint(fields[1], 10, 64)
	if err != nil {
		return OfficeEvent{}, fmt.Errorf("%.80q: %w", line, ErrBadLine)
	}
	event.Job = job
	return event, nil
}

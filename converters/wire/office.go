package wire

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// # Lines
//
// The office converter speaks in lines of tab-separated fields, because its end
// of the talk is C. No field holds a control character; what a field would hold
// of them is turned into spaces. The server writes, on standard input:
//
//	convert  JOB  FOLDER  EXTENSION  FAMILY  PASSWORD  SPEED
//	slow     JOB
//	kill     JOB
//
// JOB is a number that the server gives each job once. FOLDER is the absolute
// path of a folder in which the document lies as "input"; it is moved away from
// there. EXTENSION is that of the document's type, without a dot; FAMILY is what
// it must turn out to be: text, sheet or slides. PASSWORD opens it, in hexadecimal
// digits; it is empty where none is known. SPEED is "hurry" where page 1 is wanted
// before the whole, and else "steady". A warm spare takes the job,
// or a new child where none is ready. A slow job gets less of the processors from now
// on. A killed job fails as any other. The
// converter writes, on standard output:
//
//	ready                        the engine is loaded
//	fatal   DETAIL               it cannot be; the process ends
//	spare                        one more spare is warm
//	begun   JOB  PROCESS         the process with that number has it
//	first   JOB                  FOLDER/first.pdf is there: page 1; of long documents only
//	step    JOB  NAME  TIME  MEMORY  a step is done: in microseconds, and the peak
//	                             of resident memory in kibibytes
//	fact    JOB  NAME  VALUE     something that a reader might want to know
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

// The steps of a conversion, in their order.
const (
	StepLoad  = "load"
	StepFirst = "first"
	StepWhole = "whole"
)

// The facts.
const (
	FactAskedFont   = "asked-font"     // a family that the text is set in
	FactMissingFont = "missing-font"   // such a family that is not there, '|', and what is taken instead
	FactHiddenSheet = "hidden-sheet"   // its name; it is not shown
	FactHiddenSlide = "hidden-slide"   // its title; it is not shown
	FactHiddenCells = "hidden-cells"   // the name of a sheet of which rows or columns with content are hidden
	FactPrintArea   = "print-area"     // the name of a sheet that has content outside of what its author has printed
	FactFittedSheet = "fitted-sheet"   // its name; it was made to fit its page's width
	FactGathered    = "gathered-sheet" // its name; long stretches of it that are empty are left out
	FactCutText     = "cut-text"       // its name; long texts in it end at the edge of the page
	FactWideSheet   = "wide-sheet"     // its name; it is too wide for any page, and its columns go on on others
	FactLeftOut     = "left-out"       // without a value: an allocation failed, so that something may be missing
	FactEmptyArea   = "empty-area"     // the name of a sheet that is shown although nothing is in what its author has printed
)

// FatalDescriptors is the detail of a fatal message where too few descriptors may be open for the engine.
const FatalDescriptors = "too few descriptors may be open"

// OfficeLineMax bounds a line of the office converter, in bytes.
const OfficeLineMax = 8192

// OfficePasswordMax bounds a password, in bytes: no format takes a longer one.
const OfficePasswordMax = 1024

// OfficeConvert orders a conversion.
type OfficeConvert struct {
	Job       uint64
	Folder    string
	Extension string
	Family    string
	Hurry     bool   // page 1 is wanted before the whole
	Password  string // at most [OfficePasswordMax] bytes
}

// The families of documents.
const (
	OfficeText   = "text"
	OfficeSheet  = "sheet"
	OfficeSlides = "slides"
)

// Line encodes the order. It fails where the folder's path or the password cannot be sent.
func (c OfficeConvert) Line() (string, error) {
	if len(c.Password) > OfficePasswordMax {
		return "", fmt.Errorf("password of %d bytes: %w", len(c.Password), ErrBadLine)
	}
	speed := "steady"
	if c.Hurry {
		speed = "hurry"
	}
	return officeLine("convert", strconv.FormatUint(c.Job, 10), c.Folder, c.Extension, c.Family, hex.EncodeToString([]byte(c.Password)), speed)
}

// OfficeSlow encodes the order to give others more right to the processors.
func OfficeSlow(job uint64) string {
	return "slow\t" + strconv.FormatUint(job, 10) + "\n"
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
	OfficeBegun  OfficeKind = "begun"
	OfficePage1  OfficeKind = "first"
	OfficeStep   OfficeKind = "step"
	OfficeFact   OfficeKind = "fact"
	OfficeDone   OfficeKind = "whole"
	OfficeFailed OfficeKind = "failed"
)

// Why a document failed, as the office converter says it.
const (
	FailedDamaged    = "damaged"       // it cannot be read as what it is
	FailedProtected  = "protected"     // it asks for a password
	FailedPassword   = "password"      // it asks for another one
	FailedEncryption = "encryption"    // no password opens it, for the engine does not know its encryption
	FailedMemory     = "memory"        // it passed the memory limit
	FailedEmpty      = "empty"         // it has nothing to export
	FailedSheets     = "hidden-sheets" // all its sheets are hidden
	FailedSlides     = "hidden-slides" // all its slides are hidden
	FailedCrashed    = "crashed"       // its child died
	FailedMachine    = "machine"       // the machine gives too little of what the detail says: descriptors, processes or memory
	FailedKilled     = "killed"        // its child was killed, and not by its parent
)

// OfficeEvent is one line of the office converter. Fields that a kind does not
// have are zero.
type OfficeEvent struct {
	Kind   OfficeKind
	Job    uint64
	Reason string // of OfficeFailed
	Detail string // of OfficeFailed and OfficeFatal
	Name   string // of OfficeStep and OfficeFact
	Value  string // of OfficeFact
	Took   time.Duration
	Memory int64 // in bytes
	PID    int   // of OfficeBegun
}

// ErrBadLine is the error for a line that is no message.
var ErrBadLine = errors.New("not a message of the office converter")

// officeFields is how many fields a line of each kind has.
var officeFields = map[OfficeKind]int{
	OfficeReady: 1, OfficeFatal: 2, OfficeSpare: 1, OfficeBegun: 3,
	OfficePage1: 2, OfficeStep: 5, OfficeFact: 4, OfficeDone: 2, OfficeFailed: 4,
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
	}
	var err error
	if event.Job, err = strconv.ParseUint(fields[1], 10, 64); err == nil {
		err = event.parseRest(fields[2:])
	}
	if err != nil {
		return OfficeEvent{}, fmt.Errorf("%.80q: %w", line, ErrBadLine)
	}
	return event, nil
}

// parseRest decodes what follows the number of the job.
func (e *OfficeEvent) parseRest(fields []string) error {
	switch e.Kind {
	case OfficeFailed:
		e.Reason, e.Detail = fields[0], fields[1]
	case OfficeFact:
		e.Name, e.Value = fields[0], fields[1]
	case OfficeBegun:
		pid, err := strconv.ParseUint(fields[0], 10, 31)
		if err != nil {
			return err
		}
		e.PID = int(pid)
	case OfficeStep:
		e.Name = fields[0]
		took, err := strconv.ParseUint(fields[1], 10, 32)
		if err != nil {
			return err
		}
		memory, err := strconv.ParseUint(fields[2], 10, 40)
		if err != nil {
			return err
		}
		e.Took, e.Memory = time.Duration(took)*time.Microsecond, int64(memory)<<10
	}
	return nil
}

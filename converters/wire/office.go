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
// The office converter and the server exchange lines of tab-separated fields, because the converter is written in C.
// Control characters in a field become spaces. The server writes these lines to the converter's standard input:
//
//	convert  JOB  FOLDER  EXTENSION  FAMILY  PASSWORD  SPEED
//	slow     JOB
//	kill     JOB
//
// JOB is a number that the server assigns once. FOLDER is the absolute path of a folder that contains the document as
// "input"; the converter moves it away. EXTENSION is the extension of the document's type, without a dot. FAMILY is the
// family that the document must have: text, sheet or slides. PASSWORD is the password in hexadecimal digits, or empty
// if unknown. SPEED is "hurry" if page 1 is wanted before the whole document, else "steady". A warm spare processes the
// job: a child process that waits for a job after it has converted sample documents. If there is none, a new child
// process does. "slow" lowers the priority of a job. A killed job is reported as failed.
//
// The converter writes these lines to its standard output:
//
//	ready                        LibreOffice is loaded
//	fatal   DETAIL               LibreOffice cannot be loaded; the process ends
//	spare                        one more spare is warm
//	begun   JOB  PROCESS         the process with that id has the job
//	first   JOB                  FOLDER/first.pdf contains page 1; only for long documents
//	step    JOB  NAME  TIME  MEMORY  a step is done; its time in microseconds, and the peak
//	                             of resident memory in kibibytes
//	fact    JOB  NAME  VALUE     a property of the document that a reader may need to know
//	whole   JOB                  FOLDER/whole.pdf contains all pages; the job has ended
//	failed  JOB  REASON  DETAIL  the job has ended without a result
//
// A PDF is complete when its line is written. REASON is one of the Failed constants.
const (
	// OfficeInput is the name of a document in its job's folder.
	OfficeInput = "input"
	// OfficeFirst is the name of the PDF with page 1.
	OfficeFirst = "first.pdf"
	// OfficeWhole is the name of the PDF with all pages.
	OfficeWhole = "whole.pdf"
)

// The steps of a conversion, in order.
const (
	StepLoad  = "load"
	StepFirst = "first"
	StepWhole = "whole"
)

// The names of facts: properties of a document that a reader may need to know.
const (
	FactAskedFont   = "asked-font"     // a font family that the text uses
	FactMissingFont = "missing-font"   // a font family that is missing, '|', and its substitute
	FactHiddenSheet = "hidden-sheet"   // name of a hidden sheet
	FactHiddenSlide = "hidden-slide"   // title of a hidden slide
	FactHiddenCells = "hidden-cells"   // name of a sheet with hidden rows or columns that have content
	FactPrintArea   = "print-area"     // name of a sheet with content outside of its print area
	FactFittedSheet = "fitted-sheet"   // name of a sheet that was scaled to the width of the page
	FactGathered    = "gathered-sheet" // name of a sheet whose large empty areas are left out
	FactCutText     = "cut-text"       // name of a sheet with long texts that are cut off at the edge of the page
	FactWideSheet   = "wide-sheet"     // name of a sheet that is too wide for a page and continues on further pages
	FactLeftOut     = "left-out"       // no value: an allocation failed, so that content may be missing
	FactEmptyArea   = "empty-area"     // name of a sheet that is shown although its print area is empty
)

// FatalDescriptors is the detail of a fatal message if the limit of open descriptors is too low for LibreOffice.
const FatalDescriptors = "too few descriptors may be open"

// OfficeLineMax limits a line of the office converter, in bytes.
const OfficeLineMax = 8192

// OfficePasswordMax limits a password, in bytes. No format supports longer ones.
const OfficePasswordMax = 1024

// OfficeConvert is the order to convert a document.
type OfficeConvert struct {
	Job            uint64
	Folder         string
	Extension      string
	Family         string
	EarlyFirstPage bool   // page 1 is requested before the whole document
	Password       string // at most [OfficePasswordMax] bytes
}

// The families of documents.
const (
	OfficeText   = "text"
	OfficeSheet  = "sheet"
	OfficeSlides = "slides"
)

// Line encodes the order. It fails if the folder's path or the password cannot be encoded.
func (c OfficeConvert) Line() (string, error) {
	if len(c.Password) > OfficePasswordMax {
		return "", fmt.Errorf("password of %d bytes: %w", len(c.Password), ErrBadLine)
	}
	speed := "steady"
	if c.EarlyFirstPage {
		speed = "hurry"
	}
	return officeLine("convert", strconv.FormatUint(c.Job, 10), c.Folder, c.Extension, c.Family, hex.EncodeToString([]byte(c.Password)), speed)
}

// OfficeSlow encodes the order to lower the priority of a job.
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

// OfficeKind is the kind of a line of the office converter.
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

// Reasons for the failure of a document.
const (
	FailedDamaged    = "damaged"       // the document cannot be read as its type
	FailedProtected  = "protected"     // a password is needed
	FailedPassword   = "password"      // the password is wrong
	FailedEncryption = "encryption"    // LibreOffice does not support the encryption
	FailedMemory     = "memory"        // the memory limit was exceeded
	FailedEmpty      = "empty"         // the document has no content to export
	FailedSheets     = "hidden-sheets" // all sheets are hidden
	FailedSlides     = "hidden-slides" // all slides are hidden
	FailedCrashed    = "crashed"       // the child process died
	FailedMachine    = "machine"       // the machine lacks a resource that the detail names: descriptors, processes or memory
	FailedKilled     = "killed"        // the child process was killed, but not by its parent
)

// OfficeEvent is a line of the office converter. Fields that its kind does not use are zero.
type OfficeEvent struct {
	Kind   OfficeKind
	Job    uint64
	Reason string // of OfficeFailed
	Detail string // of OfficeFailed and OfficeFatal
	Name   string // of OfficeStep and OfficeFact
	Value  string // of OfficeFact
	Took   time.Duration
	Memory int64 // in bytes; of OfficeStep
	PID    int   // of OfficeBegun
}

// ErrBadLine is the error of a line that is no valid message.
var ErrBadLine = errors.New("not a message of the office converter")

// officeFields is the number of fields of each kind of line.
var officeFields = map[OfficeKind]int{
	OfficeReady: 1, OfficeFatal: 2, OfficeSpare: 1, OfficeBegun: 3,
	OfficePage1: 2, OfficeStep: 5, OfficeFact: 4, OfficeDone: 2, OfficeFailed: 4,
}

// ParseOffice decodes a line without its line end.
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

// parseRest decodes the fields after the number of the job.
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

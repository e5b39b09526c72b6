package document

import (
	"context"
	"slices"
	"time"

	"lectern/backend/convert/office"
	"lectern/backend/internal/tracing"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// Report describes the processing of a document: which programs made its pages, how the pages differ from the original,
// and how long each step took.
type Report struct {
	// Converter is the name and version of the program that converted the document, such as "LibreOffice 25.2"; empty
	// for a PDF.
	Converter string `json:"converter,omitempty"`
	// Renderer is the name and version of the program that draws the pages.
	Renderer string `json:"renderer,omitempty"`
	// Reused is true if the PDF is from an earlier conversion of the same bytes.
	Reused bool          `json:"reused,omitempty"`
	Facts  []office.Fact `json:"facts,omitempty"`
	// Warnings are sentences for readers. Further sentences are derived from the facts.
	Warnings []sentence.Sentence `json:"warnings,omitempty"`
	Steps    []Step              `json:"steps,omitempty"`
}

// Step is a step of the processing. Steps of a conversion that is reused were done for another document.
type Step struct {
	office.Step
	Reused bool `json:"reused,omitempty"`
}

// The names of known facts, which are findings about a document. The comments describe their values. A report lists
// facts with other names, too, by their names and values.
const (
	FactEncrypted      office.FactName = "encrypted"       // without a value
	FactRequestedFont  office.FactName = "asked-font"      // a font family that the document requests
	FactMissingFont    office.FactName = "missing-font"    // a requested font that is not installed, followed by '|' and its replacement
	FactBlockedLink    office.FactName = "blocked-link"    // an address from which nothing was fetched
	FactUnreadableLink office.FactName = "unreadable-link" // the kind of link, such as image, if the address cannot be read
	FactMacro          office.FactName = "macro"           // the name of a macro that was not run
	FactMacroSheet     office.FactName = "macro-sheet"     // the name of a sheet of Excel 4 macros
	FactHiddenMacros   office.FactName = "hidden-macros"   // the name of a hidden sheet of Excel 4 macros
	FactConnection     office.FactName = "data-connection" // the name of a data source that was not queried
	FactRefreshed      office.FactName = "refreshed"       // the name of a data source that is queried when a program opens the document
	FactControl        office.FactName = "control"         // the class of an ActiveX control or an add-in that was not run
	FactHiddenSheet    office.FactName = "hidden-sheet"    // the name of a sheet that is left out
	FactHiddenSlide    office.FactName = "hidden-slide"    // the title of a slide that is left out
	FactHiddenCells    office.FactName = "hidden-cells"    // the name of a sheet with content in hidden rows or columns
	FactPrintArea      office.FactName = "print-area"      // the name of a sheet of which only the print area is shown
	FactFittedSheet    office.FactName = "fitted-sheet"    // the name of a sheet that was scaled to the width of its page
	FactCompacted      office.FactName = "gathered-sheet"  // the name of a sheet of which long empty ranges are left out
	FactWideSheet      office.FactName = "wide-sheet"      // the name of a sheet whose columns continue on further pages
	FactEmptyArea      office.FactName = "empty-area"      // the name of a sheet that is shown although its print area is empty
	FactCutText        office.FactName = "cut-text"        // the name of a sheet with long texts that are cut off at the edge of the page
	FactLeftOut        office.FactName = "left-out"        // without a value: a part that needs too much memory may be missing
	FactSigned         office.FactName = "signed"          // without a value: a digital signature, which is not checked
	FactEmbedded       office.FactName = "embedded"        // the number of embedded objects
	FactComments       office.FactName = "comments"        // how many
	FactNotes          office.FactName = "notes"           // how many pages of speaker's notes, which are left out
	FactReplaced       office.FactName = "replaced"        // without a value: page 1 first looked different
	FactWarning        office.FactName = "warning"         // a sentence for a person; only in reports of earlier versions
)

// The names of the steps that process a document, in their order.
const (
	StepReceived        = "received"
	StepFetched         = "fetched"
	StepDetected        = "detected"
	StepMeasured        = "measured" // checked the unpacked size of a package; recorded only if it is too large
	StepQueued          = "queued"
	StepLoaded          = "loaded"
	StepCut             = "cut"
	StepProvisional     = "cut copy converted"
	StepProvisionalOpen = "cut copy opened"
	StepProvisionalDraw = "cut copy drawn"
	StepFirst           = "first page converted"
	StepFirstOpen       = "first page opened"
	StepFirstDraw       = "first page drawn"
	StepWhole           = "whole converted"
	StepDecrypted       = "decrypted"
	StepOpened          = "opened"
	StepDrawn           = "page 1 drawn"
	StepIndexed         = "indexed"
)

// engineSteps maps the names of steps within the converter to the names of steps in a report.
var engineSteps = map[string]string{wire.StepLoad: StepLoaded, wire.StepFirst: StepFirst, wire.StepWhole: StepWhole,
	office.StepCut: StepCut, office.StepAhead: StepProvisional}

// AddStep adds a step to the report and to the trace of ctx. The argument begin is the time at which the step began;
// the step ends now.
func (r *Report) AddStep(ctx context.Context, name string, begin time.Time) {
	tracing.AddStep(ctx, "document "+name, begin, nil)
	r.AddDuration(name, time.Since(begin))
}

// EndStep is like AddStep, for a step that may have failed with err.
func (r *Report) EndStep(ctx context.Context, name string, begin time.Time, err error) {
	tracing.AddStep(ctx, "document "+name, begin, err)
	r.Steps = append(r.Steps, Step{Step: office.Step{Name: name, Took: time.Since(begin), Stopped: err != nil}})
}

func (r *Report) AddDuration(name string, duration time.Duration) {
	r.Steps = append(r.Steps, Step{Step: office.Step{Name: name, Took: duration}})
}

// AddQueueTime increases the duration of the last step “queued” by d. That step covers the time in the queue, and the
// time until a converter is free.
func (r *Report) AddQueueTime(d time.Duration) {
	for i, step := range slices.Backward(r.Steps) {
		if step.Name == StepQueued {
			r.Steps[i].Took += d
			return
		}
	}
	r.AddDuration(StepQueued, d)
}

// AddConversion adds the report of a converter. Steps of that report, which include the used memory, replace steps with
// the same names.
func (r *Report) AddConversion(report office.Report) {
	r.Converter = report.Engine
	r.Facts = append(r.Facts, report.Facts...)
	var steps []Step
	for _, step := range report.Steps {
		if name, known := engineSteps[step.Name]; known {
			step.Name = name
		}
		steps = append(steps, Step{Step: step})
	}
	measured := func(s Step) bool {
		return slices.ContainsFunc(steps, func(step Step) bool { return step.Name == s.Name })
	}
	r.Steps = append(steps, slices.DeleteFunc(r.Steps, measured)...)
}

// AsReused returns the report for another document that reuses the conversion.
func (r Report) AsReused() Report {
	r.Reused = true
	r.Steps = slices.Clone(r.Steps)
	for i := range r.Steps {
		r.Steps[i].Reused = true
	}
	return r
}

// Append returns a report with the facts, warnings and steps of r, followed by those of a later report.
func (r Report) Append(later Report) *Report {
	later.Facts = slices.Concat(r.Facts, later.Facts)
	later.Warnings = slices.Concat(r.Warnings, later.Warnings)
	later.Steps = slices.Concat(r.Steps, later.Steps)
	return &later
}

func (r *Report) HasFact(name office.FactName) bool {
	return slices.ContainsFunc(r.Facts, func(f office.Fact) bool { return f.Name == name })
}

func (r *Report) Warn(sentences ...sentence.Sentence) {
	r.Warnings = append(r.Warnings, sentences...)
}

func (r *Report) AddFact(name office.FactName, value string) {
	r.Facts = append(r.Facts, office.Fact{Name: name, Value: value})
}

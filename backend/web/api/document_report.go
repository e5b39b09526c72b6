package api

import (
	"context"
	"net/http"
	"time"

	"lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/document/pages"
	"lectern/backend/document/report"
	"lectern/backend/web/api/route"
	"lectern/converters/wire"
)

// Report describes how faithful the pages of a document are to the original, and what the conversion cost.
type Report struct {
	Type         string           `json:"type" doc:"File type detected from the content; empty if it is not supported or not known yet." example:"docx"`
	Converter    string           `json:"converter" doc:"The program that converted the document to PDF, with its version; empty for a PDF." example:"LibreOffice 25.2.3.2"`
	Renderer     string           `json:"renderer" doc:"The program that draws the pages, with its version." example:"MuPDF 1.28.0"`
	Shown        document.Shown   `json:"shown" enum:"none,provisional,first,all" doc:"What can be viewed: nothing, a provisional page 1 that was converted from the beginning of the document alone, the final page 1, or all pages. A provisional page is replaced if it differs in the complete document."`
	Reused       bool             `json:"reused" doc:"Whether an earlier conversion of the same bytes was reused; the steps show this as well."`
	Encryption   ReportEncryption `json:"encryption"`
	Fonts        ReportFonts      `json:"fonts"`
	BlockedLinks []string         `json:"blockedLinks" nullable:"false" doc:"External files and addresses that the document refers to. None of them was loaded."`
	Macros       []string         `json:"macros" nullable:"false" doc:"Macros and scripts in the document. None of them was run."`
	Connections  []string         `json:"connections" nullable:"false" doc:"Names of data connections, queries and pivot tables in the document. None of them was queried or refreshed; those that a program refreshes when it opens the document are marked." example:"[\"Sales (refreshed when opened)\"]"`
	Controls     []string         `json:"controls" nullable:"false" doc:"Classes of ActiveX controls and add-ins in the document. None of them was run."`
	Hidden       []string         `json:"hidden" nullable:"false" doc:"Names of hidden sheets and slides, which are omitted."`
	Fitted       []string         `json:"fitted" nullable:"false" doc:"Names of sheets that were scaled down because they were wider than their page and had no print settings."`
	Gathered     []string         `json:"gathered" nullable:"false" doc:"Names of sheets in which long ranges of empty rows or columns are omitted; one row or column of each range is kept."`
	Warnings     []string         `json:"warnings" nullable:"false" doc:"Further warnings for readers, as sentences."`
	Other        []ReportFact     `json:"other" nullable:"false" doc:"Other messages of the converter."`
	Steps        []ReportStep     `json:"steps" nullable:"false" doc:"The steps of the processing so far."`
}

// ReportEncryption is the encryption of the original.
type ReportEncryption struct {
	Encrypted bool   `json:"encrypted" doc:"Whether the original is encrypted, with or without a password."`
	Method    string `json:"method,omitempty" doc:"The encryption method, if it is known." example:"Standard V4 R4 128-bit AES"`
}

// ReportFonts lists the fonts that a document requests and the fonts that its pages use.
type ReportFonts struct {
	Asked   []string            `json:"asked" nullable:"false" doc:"Fonts that the original names, if the converter reports them."`
	Used    []ReportFont        `json:"used" nullable:"false" doc:"Fonts in the PDF from which the pages are drawn, once the complete document is converted."`
	Missing []ReportMissingFont `json:"missing" nullable:"false" doc:"Requested fonts that are neither in the document nor on the server."`
}

// ReportFont is a font that the pages use.
type ReportFont struct {
	Name     string `json:"name" doc:"PostScript name." example:"LiberationSerif-Bold"`
	Type     string `json:"type" example:"TrueType"`
	Embedded bool   `json:"embedded" doc:"Whether the font is embedded in the PDF."`
}

// ReportMissingFont is a requested font that is neither embedded nor installed.
type ReportMissingFont struct {
	Name       string `json:"name" example:"Frutiger"`
	Substitute string `json:"substitute,omitempty" doc:"The font that is used instead, if it is known." example:"Liberation Sans"`
}

// ReportFact is an observation of a converter.
type ReportFact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// ReportStep is a step of the conversion.
type ReportStep struct {
	Name         string  `json:"name" doc:"Name of the step: received, fetched, detected, queued, measured, loaded, first page converted, first page opened, first page drawn, whole converted, decrypted, opened, page 1 drawn, indexed, or a name from a converter. A step can occur more than once: a job waits in each of its queues." example:"opened"`
	Milliseconds float64 `json:"milliseconds" doc:"Duration of the step in milliseconds." example:"12.5"`
	Memory       int64   `json:"memory,omitempty" doc:"Peak resident memory of the converter in bytes, if it is known." example:"52428800"`
	Reused       bool    `json:"reused,omitempty" doc:"Whether the result was taken from an earlier conversion instead of being computed for this document."`
	Stopped      bool    `json:"stopped,omitempty" doc:"Whether the step was not completed: it ran for this time until the document failed or processing started again."`
}

// reportHandler serves reports on the fidelity of documents.
type reportHandler struct {
	documents *document.Service
	pages     *pages.Cache
	reports   *report.Reports
}

func (h *reportHandler) routes(r *route.Router) {
	route.Add(r, getReport, h.get)
}

var getReport = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/document/{id}/report",
	ID:      "get-report",
	Summary: "Get a document's fidelity report",
	Description: "Returns how faithful the pages are to the original, and the cost of the conversion: converters and their " +
		"versions, fonts, content that was blocked, omitted or not run, and each step with its time and memory. For a document " +
		"that is being processed, the report has what is known so far.",
	Errors: []int{http.StatusNotFound},
}

type reportOutput struct{ Body Report }

func (h *reportHandler) get(ctx context.Context, in *documentInput) (*reportOutput, error) {
	doc, err := h.documents.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	found, err := h.reports.Find(ctx, &doc)
	if err != nil {
		return nil, err
	}
	var details wire.Details
	if doc.HasAllPages() {
		details, err = h.pages.Details(ctx, &doc)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	out := newReport(&doc, found, &details)
	if err != nil {
		out.Warnings = append(out.Warnings, "The fonts of the document could not be listed.")
	}
	return &reportOutput{out}, nil
}

func newReport(doc *document.Document, r document.Report, details *wire.Details) Report {
	r = report.WithPDFExtras(r, &details.Extras)
	out := Report{
		Type: string(doc.Type), Converter: r.Converter, Renderer: r.Renderer, Shown: doc.Shown(), Reused: r.Reused,
		Fonts:        ReportFonts{Asked: []string{}, Used: []ReportFont{}, Missing: []ReportMissingFont{}},
		BlockedLinks: []string{}, Macros: []string{}, Connections: []string{}, Controls: []string{}, Hidden: []string{}, Fitted: []string{},
		Gathered: []string{}, Warnings: []string{}, Other: []ReportFact{},
		Steps: make([]ReportStep, len(r.Steps)),
	}
	for _, fact := range r.Facts {
		out.addFact(fact)
	}
	for _, difference := range report.Differences(&r, details) {
		out.Warnings = append(out.Warnings, difference.String())
	}
	for i, step := range r.Steps {
		milliseconds := float64(step.Took.Round(10*time.Microsecond)) / float64(time.Millisecond)
		out.Steps[i] = ReportStep{Name: step.Name, Milliseconds: milliseconds, Memory: step.Memory, Reused: step.Reused, Stopped: step.Stopped}
	}
	out.addDetails(details)
	out.addMissing(report.MissingFonts(&r, details))
	return out
}

// addFact adds an observation of a converter to the part of the report that its kind belongs to.
func (r *Report) addFact(fact office.Fact) {
	switch fact.Name {
	case document.FactEncrypted:
		r.Encryption.Encrypted = true
	case document.FactRequestedFont:
		r.Fonts.Asked = append(r.Fonts.Asked, fact.Value)
	case document.FactMissingFont: // addMissing reports them
	case document.FactPrintArea, document.FactHiddenCells, document.FactEmptyArea, document.FactCutText, document.FactWideSheet,
		document.FactLeftOut, document.FactWarning: // reported as warnings
	case document.FactBlockedLink, document.FactUnreadableLink:
		r.BlockedLinks = append(r.BlockedLinks, report.FactValue(fact).String())
	case document.FactMacro:
		r.Macros = append(r.Macros, fact.Value)
	case document.FactMacroSheet:
		r.Macros = append(r.Macros, "Excel 4 macro sheet “"+fact.Value+"”")
	case document.FactHiddenMacros:
		r.Macros = append(r.Macros, "Excel 4 macro sheet “"+fact.Value+"” (hidden)")
	case document.FactConnection:
		r.Connections = append(r.Connections, fact.Value)
	case document.FactRefreshed:
		r.Connections = append(r.Connections, fact.Value+" (refreshed when opened)")
	case document.FactControl:
		r.Controls = append(r.Controls, fact.Value)
	case document.FactHiddenSheet, document.FactHiddenSlide:
		r.Hidden = append(r.Hidden, fact.Value)
	case document.FactFittedSheet:
		r.Fitted = append(r.Fitted, fact.Value)
	case document.FactCompacted:
		r.Gathered = append(r.Gathered, fact.Value)
	default:
		r.Other = append(r.Other, ReportFact{Name: string(fact.Name), Value: fact.Value})
	}
}

// addDetails adds the properties of the PDF that the pages are drawn from.
func (r *Report) addDetails(details *wire.Details) {
	r.Encryption.Method = details.Metadata.Encryption
	if details.Scripts {
		r.Macros = append(r.Macros, "Scripts or actions of the PDF")
	}
	for _, font := range details.Fonts {
		r.Fonts.Used = append(r.Fonts.Used, ReportFont{Name: font.Name, Type: font.Type, Embedded: font.Embedded})
	}
}

func (r *Report) addMissing(fonts []report.MissingFont) {
	for _, font := range fonts {
		r.Fonts.Missing = append(r.Fonts.Missing, ReportMissingFont{Name: font.Name, Substitute: font.Substitute})
	}
}

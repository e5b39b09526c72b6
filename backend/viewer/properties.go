package viewer

import (
	"encoding/json"
	"net/http"
	"slices"

	"lectern/backend/convert"
	"lectern/backend/document"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// properties are what a reader may know of a document beside its pages.
type properties struct {
	Type     string        `json:"type"` // such as docx
	Metadata wire.Metadata `json:"metadata"`
	// Differences tell in what the pages differ from what their author sees.
	Differences []told `json:"differences"`
}

var blockedLink = sentence.New("fact-blocked-link", "Not fetched: {value}")

// facts are what a reader is told of single facts of a report.
var facts = map[convert.FactName]sentence.Sentence{
	document.FactHiddenSheet:    sentence.New("fact-hidden-sheet", "Left out, because it is hidden: the sheet “{value}”"),
	document.FactHiddenSlide:    sentence.New("fact-hidden-slide", "Left out, because it is hidden: the slide “{value}”"),
	document.FactFittedSheet:    sentence.New("fact-fitted-sheet", "Made smaller to fit its page: the sheet “{value}”"),
	document.FactGathered:       sentence.New("fact-gathered-sheet", "Shown without its long empty stretches: the sheet “{value}”"),
	document.FactComments:       sentence.New("fact-comments", "Comments: {value}"),
	document.FactNotes:          sentence.New("fact-notes", "Left out: pages of speaker’s notes ({value})"),
	document.FactEmbedded:       sentence.New("fact-embedded", "Objects of other programs: {value}"),
	document.FactMacro:          sentence.New("fact-macro", "Not run: the macro “{value}”"),
	document.FactBlockedLink:    blockedLink,
	document.FactUnreadableLink: blockedLink,
	document.FactSigned:         sentence.New("fact-signed", "It is signed. The signature was not checked."),
}

// differences gives what a report tells readers.
func differences(report *document.Report, details *wire.Details) []sentence.Sentence {
	var single, warnings []sentence.Sentence
	for _, f := range report.Facts {
		if said, ok := facts[f.Name]; ok {
			single = append(single, said.With("value", document.FactValue(f)))
		} else if f.Name == document.FactWarning {
			warnings = append(warnings, sentence.English(f.Value))
		}
	}
	return slices.Concat(single, document.LeftOut(report.Facts), document.PageWarnings(details), warnings, report.Warnings)
}

// properties answers what is known of the document.
func (v *Viewer) properties(w http.ResponseWriter, r *http.Request, g grant) error {
	details, err := v.pages.Details(r.Context(), &g.document)
	if err != nil {
		return err
	}
	report, err := v.documents.Report(r.Context(), &g.document)
	if err != nil {
		return err
	}
	data, err := json.Marshal(properties{string(g.document.Type), details.Metadata, v.languages.of(r).tellAll(differences(&report, &details))})
	if err != nil {
		return err
	}
	w.Header().Add("Vary", "Accept-Language")
	answer(w, "application/json", "no-store", data) // the report is written after the last version
	return nil
}

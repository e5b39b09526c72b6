package viewer

import (
	"encoding/json"
	"net/http"
	"slices"

	"lectern/backend/convert"
	"lectern/backend/document"
	"lectern/converters/wire"
)

// properties are what a reader may know of a document beside its pages.
type properties struct {
	Type     string        `json:"type"` // such as docx
	Metadata wire.Metadata `json:"metadata"`
	// In what the pages differ from what their author sees.
	Facts    []fact   `json:"facts"`
	Warnings []string `json:"warnings"` // sentences
}

// fact is one of a report's.
type fact struct {
	Name  convert.FactName `json:"name"`
	Value string           `json:"value"`
}

// told are the facts that a reader is told of one by one; of others sentences tell.
var told = map[convert.FactName]bool{
	document.FactHiddenSheet: true, document.FactHiddenSlide: true, document.FactFittedSheet: true,
	document.FactGathered: true, document.FactComments: true, document.FactNotes: true,
	document.FactEmbedded: true, document.FactMacro: true, document.FactBlockedLink: true, document.FactSigned: true,
}

func newProperties(doc *document.Document, report document.Report, details *wire.Details) properties {
	p := properties{Type: string(doc.Type), Metadata: details.Metadata, Facts: []fact{},
		Warnings: append([]string{}, slices.Concat(document.LeftOut(report.Facts), document.PageWarnings(details))...)}
	for _, f := range report.Facts {
		switch {
		case told[f.Name]:
			p.Facts = append(p.Facts, fact{f.Name, f.Value})
		case f.Name == document.FactWarning:
			p.Warnings = append(p.Warnings, f.Value)
		}
	}
	return p
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
	data, err := json.Marshal(newProperties(&g.document, report, &details))
	if err != nil {
		return err
	}
	v.give(w, r, g, "application/json", data)
	return nil
}

package viewer

import (
	"encoding/json"
	"net/http"
	"slices"

	"lectern/backend/document/report"
	"lectern/converters/wire"
)

// properties are what a reader may know of a document beside its pages.
type properties struct {
	Type     string        `json:"type"` // such as docx
	Metadata wire.Metadata `json:"metadata"`
	// Differences tell in what the pages differ from what their author sees.
	Differences []told `json:"differences"`
}

// properties answers what is known of the document.
func (v *Viewer) properties(w http.ResponseWriter, r *http.Request, g grant) error {
	details, err := v.pages.Details(r.Context(), &g.document)
	if err != nil {
		return err
	}
	found, err := v.reports.Find(r.Context(), &g.document)
	if err != nil {
		return err
	}
	found = report.WithPDFExtras(found, &details.Beyond)
	differences := slices.Concat(report.SingleFacts(&found), report.Differences(&found, &details))
	data, err := json.Marshal(properties{string(g.document.Type), details.Metadata, v.languages.of(r).tellAll(differences)})
	if err != nil {
		return err
	}
	w.Header().Add("Vary", "Accept-Language")
	answer(w, r, "application/json", "no-store", data) // the report is written after the last version
	return nil
}

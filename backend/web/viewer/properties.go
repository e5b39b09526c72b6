package viewer

import (
	"encoding/json"
	"net/http"
	"slices"

	"lectern/backend/document/report"
	"lectern/converters/wire"
)

// properties contains the properties of a document that readers may see.
type properties struct {
	Type     string        `json:"type"` // such as docx
	Metadata wire.Metadata `json:"metadata"`
	// Differences are known differences between the pages and the original.
	Differences []translated `json:"differences"`
}

// properties serves the properties of the document.
func (v *Viewer) properties(w http.ResponseWriter, r *http.Request, g grant) error {
	details, err := v.pages.Details(r.Context(), &g.document)
	if err != nil {
		return err
	}
	found, err := v.reports.Find(r.Context(), &g.document)
	if err != nil {
		return err
	}
	found = report.WithPDFExtras(found, &details.Extras)
	differences := slices.Concat(report.SingleFacts(&found), report.Differences(&found, &details))
	data, err := json.Marshal(properties{string(g.document.Type), details.Metadata, v.languages.forRequest(r).translateAll(differences)})
	if err != nil {
		return err
	}
	w.Header().Add("Vary", "Accept-Language")
	answer(w, r, "application/json", "no-store", data) // not cached, because the report changes without a new version
	return nil
}

package viewer

import (
	"encoding/json"
	"net/http"
)

// fonts serves the list of fonts that the document needs and the server does not have.
func (v *Viewer) fonts(w http.ResponseWriter, r *http.Request, g grant) error {
	lack, err := v.reports.FindFontGaps(r.Context(), &g.document)
	if err != nil {
		return err
	}
	if g.checkPermission(textPermission) != nil {
		lack.MissingGlyphs = lack.MissingGlyphs[:0] // they would reveal characters of the text
	}
	data, err := json.Marshal(lack)
	if err != nil {
		return err
	}
	v.serveRendered(w, r, g, "application/json", data)
	return nil
}

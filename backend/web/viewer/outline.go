package viewer

import "net/http"

// outline serves the outline of the document.
func (v *Viewer) outline(w http.ResponseWriter, r *http.Request, g grant) error {
	data, err := v.pages.Outline(r.Context(), &g.document)
	if err != nil {
		return err
	}
	v.serveRendered(w, r, g, "application/json", data)
	return nil
}

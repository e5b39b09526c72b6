package viewer

import (
	"encoding/json"
	"net/http"
	"strconv"
)

// serveRendered responds with data that was rendered from the document.
func (v *Viewer) serveRendered(w http.ResponseWriter, r *http.Request, g grant, mediaType string, data []byte) {
	answer(w, r, mediaType, v.cacheControl(g, r.URL.Query().Get("v")), data)
}

// answer responds with data of the document and a Cache-Control header.
func answer(w http.ResponseWriter, r *http.Request, mediaType, cacheControl string, data []byte) {
	header := w.Header()
	header.Set("Content-Type", mediaType)
	header.Set("X-Content-Type-Options", "nosniff")
	// If a drawing is opened on its own, it is a document of this origin. This policy disables everything that the
	// drawing could do.
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox")
	header.Set("Cache-Control", cacheControl)
	send(w, r, http.StatusOK, data)
}

// sendJSON serves a value as JSON that must not be cached.
func sendJSON(w http.ResponseWriter, r *http.Request, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	send(w, r, http.StatusOK, append(data, '\n'))
	return nil
}

// cacheControl returns a header that lets browsers cache a page with a version in its address until the session ends.
func (v *Viewer) cacheControl(g grant, version string) string {
	if version != strconv.FormatInt(g.document.Version, 10) {
		return "no-store"
	}
	return "private, immutable, max-age=" + strconv.Itoa(int(v.sessions.Remaining(g.session).Seconds()))
}

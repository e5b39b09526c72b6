package viewer

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"lectern/backend/document"
	"lectern/backend/document/pages"
	"lectern/backend/internal/fault"
)

// longPollTime is how long a request that waits for a newer state is kept open. It is shorter than the idle timeout of
// common proxies.
const longPollTime = 25 * time.Second

// state serves the state of the document. If the request contains a revision, state waits until the document has a
// newer revision. The wait ends after the time [longPollTime], or when the session ends.
func (v *Viewer) state(w http.ResponseWriter, r *http.Request, g grant) error {
	if known := r.URL.Query().Get("revision"); known != "" {
		revision, err := strconv.ParseInt(known, 10, 64)
		if err != nil {
			return fault.Field("revision", "The revision must be a number.")
		}
		if g, err = v.awaitChange(r.Context(), g, revision); err != nil {
			return err
		}
	}
	sizes, err := v.documents.Sizes(r.Context(), &g.document)
	if err != nil {
		return err
	}
	return sendJSON(w, r, v.newState(g, v.languages.forRequest(r), sizes))
}

// awaitChange waits until the document has a newer revision than the given revision. The wait ends after the time
// [longPollTime], or when the session ends. awaitChange returns the current grant.
func (v *Viewer) awaitChange(ctx context.Context, g grant, revision int64) (grant, error) {
	wait, cancel := v.sessions.UntilEnd(ctx, g.session)
	defer cancel()
	wait, stop := context.WithTimeout(wait, longPollTime)
	defer stop()
	// The grant is loaded again, because it may have changed before the subscription or during the wait.
	g, err := v.findGrant(ctx, g.id)
	if err != nil {
		return g, err
	}
	_, err = v.documents.Await(wait, g.document.ID, func(d document.Document) bool { return d.Revision > revision })
	if err != nil && !fault.Is(err, fault.NotFound) {
		return g, err
	}
	return v.findGrant(ctx, g.id)
}

// page serves a page of the document in one of its media types.
func (v *Viewer) page(w http.ResponseWriter, r *http.Request, g grant) error {
	number, kind, err := pages.ParsePage(r.PathValue("page"))
	if err != nil {
		return err
	}
	if kind != pages.Image {
		// Drawings require the permission for text, because each glyph in them identifies its character.
		if err := g.checkPermission(textPermission); err != nil {
			return err
		}
	}
	scale, err := parseScale(r.URL.Query().Get("scale"))
	if err != nil {
		return err
	}
	page, err := v.pages.Render(r.Context(), clientKey(r, &g), &g.document, kind, number, scale)
	if err != nil {
		return err
	}
	if !page.Font.Empty() {
		w.Header().Set(fontHeader, fmt.Sprintf("%d-%d", page.Font.Start, page.Font.End))
	}
	v.serveRendered(w, r, g, kind.MediaType(), page.Data)
	return nil
}

// fontHeader is a header of the response with a drawing. It contains the position of the style element with the
// drawing's font: the offset of the element's first byte, "-", and the offset after its last byte. The viewer's script
// removes the element before the browser parses the drawing, because the page's policy forbids style elements.
const fontHeader = "Page-Font"

// outline serves the outline of the document.
func (v *Viewer) outline(w http.ResponseWriter, r *http.Request, g grant) error {
	data, err := v.pages.Outline(r.Context(), &g.document)
	if err != nil {
		return err
	}
	v.serveRendered(w, r, g, "application/json", data)
	return nil
}

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

func parseScale(s string) (float64, error) {
	if s == "" {
		return 1, nil
	}
	scale, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, fault.Field("scale", "The scale must be a number.")
	}
	return scale, nil
}

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

// patience is how long a question for news is kept open. It is under the idle
// time of the usual proxies.
const patience = 25 * time.Second

// state answers the document's state: with a revision, as soon as there is a
// newer one, or as it is when the patience or the session ends.
func (v *Viewer) state(w http.ResponseWriter, r *http.Request, g grant) error {
	if known := r.URL.Query().Get("revision"); known != "" {
		revision, err := strconv.ParseInt(known, 10, 64)
		if err != nil {
			return fault.Field("revision", "The revision is a number.")
		}
		if g, err = v.awaitNews(r.Context(), g, revision); err != nil {
			return err
		}
	}
	sizes, err := v.documents.Sizes(r.Context(), &g.document)
	if err != nil {
		return err
	}
	return sendJSON(w, r, v.newState(g, v.languages.of(r), sizes))
}

// awaitNews gives what is granted when there is news of the document since a revision, when it
// was waited for long enough, or when the session ends.
func (v *Viewer) awaitNews(ctx context.Context, g grant, revision int64) (grant, error) {
	wait, cancel := v.sessions.Until(ctx, g.session)
	defer cancel()
	wait, stop := context.WithTimeout(wait, patience)
	defer stop()
	// Found again once its end would be heard of, and when the wait is over.
	g, err := v.find(ctx, g.id)
	if err != nil {
		return g, err
	}
	_, err = v.documents.Await(wait, g.document.ID, func(d document.Document) bool { return d.Revision > revision })
	if err != nil && !fault.Is(err, fault.NotFound) {
		return g, err
	}
	return v.find(ctx, g.id)
}

// page answers one page of the document, in one of its forms.
func (v *Viewer) page(w http.ResponseWriter, r *http.Request, g grant) error {
	number, kind, err := pages.ParsePage(r.PathValue("page"))
	if err != nil {
		return err
	}
	if kind != pages.Image {
		// Drawings are text, too: each letter says which one it is.
		if err := g.permit(giveText); err != nil {
			return err
		}
	}
	scale, err := parseScale(r.URL.Query().Get("scale"))
	if err != nil {
		return err
	}
	page, err := v.pages.Render(r.Context(), readerOf(r, &g), &g.document, kind, number, scale)
	if err != nil {
		return err
	}
	if !page.Font.Empty() {
		w.Header().Set(fontHeader, fmt.Sprintf("%d-%d", page.Font.Start, page.Font.End))
	}
	v.give(w, r, g, kind.MediaType(), page.Data)
	return nil
}

// fontHeader is the header of a drawing with the position of the style that has the font of its text: the offset of its
// first byte, "-", and the offset behind its last byte. The script takes the style out before the browser, which allows no
// such style, parses the drawing.
const fontHeader = "Page-Font"

// outline answers the document's outline.
func (v *Viewer) outline(w http.ResponseWriter, r *http.Request, g grant) error {
	data, err := v.pages.Outline(r.Context(), &g.document)
	if err != nil {
		return err
	}
	v.give(w, r, g, "application/json", data)
	return nil
}

// fonts answers what the document lacks of fonts.
func (v *Viewer) fonts(w http.ResponseWriter, r *http.Request, g grant) error {
	lack, err := v.reports.FindFontGaps(r.Context(), &g.document)
	if err != nil {
		return err
	}
	if g.permit(giveText) != nil {
		lack.Unseen = lack.Unseen[:0] // they are characters of the text
	}
	data, err := json.Marshal(lack)
	if err != nil {
		return err
	}
	v.give(w, r, g, "application/json", data)
	return nil
}

// give answers what was drawn from the document.
func (v *Viewer) give(w http.ResponseWriter, r *http.Request, g grant, mediaType string, data []byte) {
	answer(w, r, mediaType, v.cacheControl(g, r.URL.Query().Get("v")), data)
}

// answer gives data of the document, which may be kept as a Cache-Control says.
func answer(w http.ResponseWriter, r *http.Request, mediaType, cacheControl string, data []byte) {
	header := w.Header()
	header.Set("Content-Type", mediaType)
	header.Set("X-Content-Type-Options", "nosniff")
	// Opened on its own, a drawing is a document of this origin: it may do nothing.
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox")
	header.Set("Cache-Control", cacheControl)
	send(w, r, http.StatusOK, data)
}

// sendJSON answers with a value as JSON that may be another one a moment later.
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

// cacheControl lets the reader's browser keep a page whose address names its
// version, for as long as the session lasts.
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
		return 0, fault.Field("scale", "The scale is a number.")
	}
	return scale, nil
}

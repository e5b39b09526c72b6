package viewer

import (
	"fmt"
	"net/http"
	"strconv"

	"lectern/backend/document/pages"
	"lectern/backend/internal/fault"
)

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

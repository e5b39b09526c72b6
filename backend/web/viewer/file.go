package viewer

import (
	"context"
	"net/http"
	"strconv"

	"lectern/backend/document"
	"lectern/backend/document/pages"
	"lectern/backend/internal/fault"
	"lectern/backend/web/attachment"
)

// download serves a file of the document, or the ranges of it that are requested.
func (v *Viewer) download(open func(context.Context, *document.Document) (document.Download, error)) handler {
	return func(w http.ResponseWriter, r *http.Request, g grant) error {
		f, err := open(r.Context(), &g.document)
		if err != nil {
			return err
		}
		defer f.Close()
		attachment.Serve(w, r, f)
		return nil
	}
}

// text serves the text of all pages, separated by form feeds.
func (v *Viewer) text(w http.ResponseWriter, r *http.Request, g grant) error {
	write, err := v.documents.Text(r.Context(), &g.document, g.session.ID)
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", pages.Text.MediaType())
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	if err := write(w); err != nil {
		panic(http.ErrAbortHandler) // cut the connection, so that a part of the text does not look complete
	}
	return nil
}

// standardThumbnail is the default width of a thumbnail, in pixels.
const standardThumbnail = 240

// thumbnail serves a small image of page 1.
func (v *Viewer) thumbnail(w http.ResponseWriter, r *http.Request, g grant) error {
	width := standardThumbnail
	if given := r.URL.Query().Get("width"); given != "" {
		var err error
		if width, err = strconv.Atoi(given); err != nil {
			return fault.Field("width", "The width must be a number of pixels.")
		}
	}
	sizes, err := v.documents.Sizes(r.Context(), &g.document)
	if err != nil {
		return err
	}
	data, err := v.pages.Thumbnail(r.Context(), clientKey(r, &g), &g.document, sizes, width)
	if err != nil {
		return err
	}
	v.serveRendered(w, r, g, pages.Image.MediaType(), data)
	return nil
}

package docs

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"lectern/frontend"
)

// pagePolicy is the Content-Security-Policy of a documentation page, which may load its own script, styles, pictures
// and fonts.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// addPages adds the documentation pages, their script, their styles and their pictures to mux. Each file has its own
// route. A single route for the whole folder would not work, because the server's public address may have a path that
// also begins with /docs.
func addPages(mux *http.ServeMux) error {
	built, err := fs.Sub(frontend.FS(), "docs")
	if err != nil {
		return fmt.Errorf("load documentation: %w", err)
	}
	pages, err := fs.Glob(built, "*.html")
	if err != nil {
		return fmt.Errorf("load documentation: %w", err)
	}
	if len(pages) == 0 {
		return errors.New("load documentation: the front end was not built into this program: run 'make build'")
	}
	for _, name := range pages {
		page, err := fs.ReadFile(built, name)
		if err != nil {
			return fmt.Errorf("load documentation: %w", err)
		}
		mux.HandleFunc("GET /docs/"+strings.TrimSuffix(name, ".html"), servePage(page))
	}
	parts, err := fs.Glob(built, "docs-*")
	if err != nil {
		return fmt.Errorf("load documentation: %w", err)
	}
	for _, name := range parts {
		mux.HandleFunc("GET /docs/public/"+name, func(w http.ResponseWriter, r *http.Request) {
			header := w.Header()
			header.Set("X-Content-Type-Options", "nosniff")
			header.Set("Cache-Control", "public, max-age=31536000, immutable") // the name contains a hash of the content
			http.ServeFileFS(w, r, built, name)
		})
	}
	return nil
}

// servePage returns a handler that serves a documentation page.
func servePage(page []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Type", "text/html; charset=utf-8")
		header.Set("Content-Security-Policy", pagePolicy)
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Cache-Control", "no-cache")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(page))
	}
}

package api

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

// docsPolicy lets a page of the documentation load its style and its pictures. It has no script.
const docsPolicy = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// docs adds the pages of the documentation to mux, with their parts, each under its own path: another path below /docs may
// be one of the server's public address.
func docs(mux *http.ServeMux) error {
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
		mux.HandleFunc("GET /docs/"+strings.TrimSuffix(name, ".html"), docsPage(page))
	}
	parts, err := fs.Glob(built, "docs-*")
	if err != nil {
		return fmt.Errorf("load documentation: %w", err)
	}
	for _, name := range parts {
		mux.HandleFunc("GET /docs/public/"+name, func(w http.ResponseWriter, r *http.Request) {
			header := w.Header()
			header.Set("X-Content-Type-Options", "nosniff")
			header.Set("Cache-Control", "public, max-age=31536000, immutable") // its name has a hash of its content
			http.ServeFileFS(w, r, built, name)
		})
	}
	return nil
}

// docsPage returns the handler of a page of the documentation.
func docsPage(page []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Type", "text/html; charset=utf-8")
		header.Set("Content-Security-Policy", docsPolicy)
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Cache-Control", "no-cache")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(page))
	}
}

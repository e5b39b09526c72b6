package api

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"time"

	"lectern/frontend"
)

// guidePolicy lets the guide load its style and its pictures. It has no script.
const guidePolicy = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guide adds the guide to the language of templates to mux, with its parts, each under its own path:
// what else lies below /docs may be a public path.
func guide(mux *http.ServeMux) error {
	built, err := fs.Sub(frontend.FS(), "guide")
	if err != nil {
		return fmt.Errorf("load guide: %w", err)
	}
	page, err := fs.ReadFile(built, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("load guide: the front end was not built into this program: run 'make build'")
	}
	if err != nil {
		return fmt.Errorf("load guide: %w", err)
	}
	mux.HandleFunc("GET /docs/templates", func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Type", "text/html; charset=utf-8")
		header.Set("Content-Security-Policy", guidePolicy)
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Cache-Control", "no-cache")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(page))
	})
	parts, err := fs.Glob(built, "guide-*")
	if err != nil {
		return fmt.Errorf("load guide: %w", err)
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

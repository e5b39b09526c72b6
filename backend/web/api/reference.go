package api

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"lectern/frontend"
)

// referencePolicy lets the reference page load its own parts and call this server, and nothing
// else. Styles are the one thing that its library writes into the page.
const referencePolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src " +
	"'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// reference adds the page that shows the description to mux, with its parts, each under its own
// path: what else lies below /docs may be a public path.
func reference(mux *http.ServeMux) error {
	built, err := fs.Sub(frontend.FS(), "reference")
	if err != nil {
		return fmt.Errorf("load reference: %w", err)
	}
	page, err := fs.ReadFile(built, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("load reference: the front end was not built into this program: run 'make build'")
	}
	if err != nil {
		return fmt.Errorf("load reference: %w", err)
	}
	mux.HandleFunc("GET /docs", func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Type", "text/html; charset=utf-8")
		header.Set("Content-Security-Policy", referencePolicy)
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Cache-Control", "no-cache")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(page))
	})
	parts, err := fs.Glob(built, "*.gz")
	if err != nil {
		return fmt.Errorf("load reference: %w", err)
	}
	for _, name := range parts {
		packed, err := fs.ReadFile(built, name)
		if err != nil {
			return fmt.Errorf("load reference: %w", err)
		}
		name = strings.TrimSuffix(name, ".gz")
		mux.Handle("GET /docs/public/"+name, servePacked(path.Ext(name), packed))
	}
	return nil
}

// servePacked answers with a file that is kept packed; its name has a hash of its content, so that
// browsers may keep it.
func servePacked(extension string, packed []byte) http.Handler {
	mediaType := map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}[extension]
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Type", mediaType)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
		header.Set("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			header.Set("Content-Encoding", "gzip")
			_, _ = w.Write(packed) // a caller that has gone needs no answer
			return
		}
		if unpacked, err := gzip.NewReader(bytes.NewReader(packed)); err == nil {
			_, _ = io.Copy(w, unpacked) // the same
		}
	})
}

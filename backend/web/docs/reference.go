// Package docs serves the documentation: the API reference at /docs, and below it the pages for users, integrators and
// operators.
package docs

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

// Routes adds all pages of the documentation to mux.
func Routes(mux *http.ServeMux) error {
	return errors.Join(addReference(mux), addPages(mux))
}

// referencePolicy is the Content-Security-Policy of the API reference. The page may load its own scripts and styles and
// call this server. 'unsafe-inline' is needed because the library that draws the page writes styles into it.
const referencePolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src " +
	"'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// addReference adds the API reference, a page that displays /openapi.json, to mux, with its scripts and styles. Each
// file has its own route. A single route for the whole folder would not work, because the server's public address may
// have a path that also begins with /docs.
func addReference(mux *http.ServeMux) error {
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
		mux.Handle("GET /docs/public/"+name, serveGzipped(path.Ext(name), packed))
	}
	return nil
}

// serveGzipped returns a handler that serves a gzip-compressed file, decompressed for clients that do not accept gzip.
// The name of the file contains a hash of its content, so browsers may cache it forever.
func serveGzipped(extension string, gzipped []byte) http.Handler {
	mediaType := map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}[extension]
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Type", mediaType)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
		header.Set("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			header.Set("Content-Encoding", "gzip")
			_, _ = w.Write(gzipped) // the client may have disconnected
			return
		}
		if unpacked, err := gzip.NewReader(bytes.NewReader(gzipped)); err == nil {
			_, _ = io.Copy(w, unpacked) // the client may have disconnected
		}
	})
}

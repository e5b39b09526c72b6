// Package studio serves the desktop window's page to browsers, so that everyone with an API key can use the same
// interface. The page itself contains no data. It calls the API with the key that its user enters.
package studio

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/klauspost/compress/gzhttp"

	"lectern/backend/internal/fault"
	"lectern/backend/web/problem"
	"lectern/frontend"
)

// errNotBuilt is returned by a program that was built without the front end.
var errNotBuilt = errors.New("load studio: the front end was not built into this program: run 'make build'")

// assetsPath is the path prefix of the page's scripts, styles and fonts. Their names contain a hash of their content.
const assetsPath = "/studio/"

// Studio serves the page with its scripts, styles and fonts.
type Studio struct {
	built fs.FS
	index []byte
}

// New loads the page from the built front end.
func New() (*Studio, error) {
	built, err := fs.Sub(frontend.FS(), "studio")
	if err != nil {
		return nil, fmt.Errorf("load studio: %w", err)
	}
	index, err := fs.ReadFile(built, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNotBuilt
	}
	if err != nil {
		return nil, fmt.Errorf("load studio: %w", err)
	}
	return &Studio{built, index}, nil
}

// Routes adds the page's routes to mux.
func (s *Studio) Routes(mux *http.ServeMux) error {
	pack, err := gzhttp.NewWrapper(gzhttp.EnableZstd(false))
	if err != nil {
		return fmt.Errorf("set up compression of studio: %w", err)
	}
	mux.Handle("GET /{$}", pack(http.HandlerFunc(s.servePage)))
	mux.Handle("GET "+assetsPath, pack(http.HandlerFunc(s.serveAsset)))
	return nil
}

// policy is the Content-Security-Policy of the page. The page may load its own files, and frame pages of this server.
// Inline styles are allowed, because drawings of pages set blend modes in style attributes.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; " +
	"font-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func (s *Studio) servePage(w http.ResponseWriter, _ *http.Request) {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cache-Control", "no-cache")
	_, _ = w.Write(s.index) // an error means that the client has disconnected
}

func (s *Studio) serveAsset(w http.ResponseWriter, r *http.Request) {
	name := path.Clean(strings.TrimPrefix(r.URL.Path, "/"))
	info, err := fs.Stat(s.built, name)
	if err != nil || info.IsDir() {
		problem.Write(w, r, problem.New(r.Context(), http.StatusNotFound, "There is no such file of the studio.").Coded(fault.RouteUnknown))
		return
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	http.ServeFileFS(w, r, s.built, name)
}

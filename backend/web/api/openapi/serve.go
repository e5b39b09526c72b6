package openapi

import (
	"encoding/json"
	"net/http"
	"net/url"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/web/problem"
)

// Serve adds routes to mux that serve the document as OpenAPI 3.1 and 3.0. The function publicURL returns the address
// under which clients reach the server. The document contains the path of this address as the base of all paths. Behind
// a proxy, this path differs from the path that the server itself uses.
func Serve(mux *http.ServeMux, document *huma.OpenAPI, publicURL func() string) {
	written := &cachedDocument{document: document}
	serve := func(pattern string, text func(path string) ([]byte, error)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			body, err := text(pathOf(publicURL()))
			if err != nil {
				problem.Write(w, r, err)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(body) // the client may have disconnected
		})
	}
	serve("GET /openapi.json", written.version31)
	serve("GET /openapi-3.0.json", written.version30)
}

// pathOf returns the path of a URL, or "" when it is not valid.
func pathOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return parsed.EscapedPath()
}

// cachedDocument caches the JSON of the document in both versions, because encoding it takes milliseconds and anyone
// may request it without an API key.
type cachedDocument struct {
	document *huma.OpenAPI
	mu       sync.Mutex
	path     string // the base path of the cached JSON
	text     []byte // nil until the document is encoded
	text30   []byte
}

// version31 returns the document as OpenAPI 3.1, for a server at a base path.
func (d *cachedDocument) version31(path string) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	err := d.encode(path)
	return d.text, err
}

// version30 returns the document as OpenAPI 3.0, for a server at a base path.
func (d *cachedDocument) version30(path string) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	err := d.encode(path)
	return d.text30, err
}

// encode encodes the document unless it is cached for the base path.
func (d *cachedDocument) encode(path string) error {
	if d.text != nil && d.path == path {
		return nil
	}
	document := *d.document
	if path != "" {
		document.Servers = []*huma.Server{{URL: path, Description: document.Servers[0].Description}}
	}
	text, err := json.Marshal(&document)
	if err != nil {
		return err
	}
	text30, err := toOpenAPI30(text)
	if err == nil {
		d.path, d.text, d.text30 = path, text, text30
	}
	return err
}

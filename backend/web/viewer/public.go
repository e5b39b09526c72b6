package viewer

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"lectern/frontend"
)

// publicMediaTypes are the files that pages of other sites load, and their media types. Their names never change.
var publicMediaTypes = map[string]string{
	"embed.js":        "text/javascript; charset=utf-8",
	"embed-frames.js": "text/javascript; charset=utf-8", // imported by embed.js
	"embed.d.ts":      "text/plain; charset=utf-8",      // the registered type of .ts is a video format
}

// publicFile is a file whose name never changes.
type publicFile struct {
	mediaType      string
	plain, gzipped []byte
	tag            string // hash of the content, in hex
}

// loadPublic loads the files that pages of other sites load.
func loadPublic() (map[string]publicFile, error) {
	files := map[string]publicFile{}
	for name, mediaType := range publicMediaTypes {
		plain, err := fs.ReadFile(frontend.FS(), "embed/"+name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, errNotBuilt
		}
		if err != nil {
			return nil, fmt.Errorf("load viewer: %w", err)
		}
		packed, err := gzipFile(plain)
		if err != nil {
			return nil, fmt.Errorf("load viewer: %w", err)
		}
		sum := sha256.Sum256(plain)
		files[name] = publicFile{mediaType, plain, packed, hex.EncodeToString(sum[:8])}
	}
	return files, nil
}

func gzipFile(plain []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(plain); err != nil {
		return nil, err
	}
	err = w.Close() // before the bytes are used, because Close writes the last ones
	return packed.Bytes(), err
}

// ServeHTTP serves the file to pages of any origin. Browsers soon revalidate the file, to get new versions. With the
// file's version in the query, the response never expires. A request for another version, which pages send while
// servers are being updated, gets the current file.
func (f publicFile) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", f.mediaType)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "public, max-age=300, stale-while-revalidate=86400")
	if r.URL.Query().Get("v") == f.tag {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	header.Set("Access-Control-Allow-Origin", "*")             // modules are loaded with CORS
	header.Set("Cross-Origin-Resource-Policy", "cross-origin") // pages with cross-origin isolation need it
	header.Set("Vary", "Accept-Encoding")
	content, tag := f.plain, f.tag
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		header.Set("Content-Encoding", "gzip")
		content, tag = f.gzipped, f.tag+"-gzip"
	}
	header.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

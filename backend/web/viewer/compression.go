package viewer

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/gzip"
)

// compressibleTypes are the media types that are worth compressing. Images and documents are compressed already.
var compressibleTypes = []string{"text/html", "text/css", "text/javascript", "text/plain", "image/svg+xml", "application/json"}

// minCompressed is the minimum size, in bytes, of a response that is compressed.
const minCompressed = 1 << 10

// newGzipMiddleware returns a function that wraps a handler so that its responses are compressed with gzip while they
// are written. Compression uses no memory between two writes, so that slow clients do not occupy memory.
func newGzipMiddleware() (func(http.Handler) http.HandlerFunc, error) {
	pack, err := gzhttp.NewWrapper(gzhttp.EnableZstd(false), gzhttp.ContentTypes(compressibleTypes),
		gzhttp.CompressionLevel(gzip.StatelessCompression))
	if err != nil {
		return nil, fmt.Errorf("set up compression: %w", err)
	}
	return pack, nil
}

// gzipWriters is a pool of gzip writers. Each uses a megabyte of memory.
var gzipWriters = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// send responds with data, if possible compressed. It compresses all data before it sends any, so that slow clients do
// not occupy a gzip writer.
func send(w http.ResponseWriter, r *http.Request, status int, data []byte) {
	header := w.Header()
	kind, _, _ := mime.ParseMediaType(header.Get("Content-Type")) // empty if it is malformed
	if slices.Contains(compressibleTypes, kind) {
		header.Add("Vary", "Accept-Encoding")
		if len(data) >= minCompressed && acceptsGzip(r) {
			header.Set("Content-Encoding", "gzip")
			data = gzipped(data)
		}
	}
	header.Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(status)
	_, _ = w.Write(data) // the client may have disconnected
}

func gzipped(data []byte) []byte {
	var out bytes.Buffer
	packer := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(packer)
	packer.Reset(&out)
	_, _ = packer.Write(data) // writing to memory cannot fail
	_ = packer.Close()
	return out.Bytes()
}

// acceptsGzip reports whether a client accepts gzip.
func acceptsGzip(r *http.Request) bool {
	for _, coding := range strings.Split(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, quality, _ := strings.Cut(coding, ";")
		value, weighted := strings.CutPrefix(strings.ReplaceAll(quality, " ", ""), "q=")
		weight, err := strconv.ParseFloat(value, 64)
		if strings.EqualFold(strings.TrimSpace(name), "gzip") && (!weighted || err == nil && weight > 0) {
			return true
		}
	}
	return false
}

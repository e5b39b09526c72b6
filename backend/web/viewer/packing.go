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

// packedTypes are what is smaller packed: pictures and files are packed already.
var packedTypes = []string{"text/html", "text/css", "text/javascript", "text/plain", "image/svg+xml", "application/json"}

// leastPacked is from how many bytes on it pays to pack an answer.
const leastPacked = 1 << 10

// newPacker returns what packs the answers of a handler with gzip while they are written, for answers of any length. It
// keeps no memory between two writes, so that clients that take their answers slowly hold none.
func newPacker() (func(http.Handler) http.HandlerFunc, error) {
	pack, err := gzhttp.NewWrapper(gzhttp.EnableZstd(false), gzhttp.ContentTypes(packedTypes),
		gzhttp.CompressionLevel(gzip.StatelessCompression))
	if err != nil {
		return nil, fmt.Errorf("pack what readers get: %w", err)
	}
	return pack, nil
}

// packers are writers of gzip. Each takes a megabyte of memory.
var packers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// send answers with data of the type that the header has, packed before anything is sent: a client that takes its
// answer slowly holds neither a packer nor what was packed.
func send(w http.ResponseWriter, r *http.Request, status int, data []byte) {
	header := w.Header()
	kind, _, _ := mime.ParseMediaType(header.Get("Content-Type")) // what cannot be read is of no kind
	if slices.Contains(packedTypes, kind) {
		header.Add("Vary", "Accept-Encoding")
		if len(data) >= leastPacked && takesGzip(r) {
			header.Set("Content-Encoding", "gzip")
			data = packed(data)
		}
	}
	header.Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(status)
	_, _ = w.Write(data) // a reader who has gone needs no answer
}

func packed(data []byte) []byte {
	var out bytes.Buffer
	packer := packers.Get().(*gzip.Writer)
	defer packers.Put(packer)
	packer.Reset(&out)
	_, _ = packer.Write(data) // memory takes all
	_ = packer.Close()
	return out.Bytes()
}

// takesGzip reports whether a client accepts answers packed with gzip.
func takesGzip(r *http.Request) bool {
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

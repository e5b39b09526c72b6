package viewer

import (
	"fmt"
	"net/http"

	"github.com/klauspost/compress/gzhttp"
)

// packedTypes are what is smaller packed: pictures and files are packed already.
var packedTypes = []string{"text/html", "text/css", "text/javascript", "text/plain", "image/svg+xml", "application/json"}

// newPacker makes what lets a handler's answers go packed with gzip to whoever takes that: a
// drawing has a fifth of its bytes then. Small ones go as they are.
func newPacker() (func(http.Handler) http.HandlerFunc, error) {
	pack, err := gzhttp.NewWrapper(gzhttp.EnableZstd(false), gzhttp.ContentTypes(packedTypes))
	if err != nil {
		return nil, fmt.Errorf("pack what readers get: %w", err)
	}
	return pack, nil
}

// Package attachment serves documents as downloads.
package attachment

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"lectern/backend/document"
	"lectern/backend/web/problem"
)

// Serve responds with a file, or with the ranges of it that the client requests. It does not close the file.
func Serve(w http.ResponseWriter, r *http.Request, f document.Download) {
	header := w.Header()
	header.Set("Content-Type", f.MediaType)
	header.Set("Content-Disposition", Disposition(f.Name))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "private, no-cache")
	header.Set("ETag", `"`+f.Tag+`"`)
	http.ServeContent(&rangeErrorWriter{w, r, false}, r, "", time.Time{}, f)
}

// rangeErrorWriter replaces the responses of net/http to invalid ranges and failed preconditions by problem documents
// (RFC 9457), like all other errors. Net/http would send plain text or no body.
type rangeErrorWriter struct {
	http.ResponseWriter
	request *http.Request
	refused bool
}

// refusals are the error messages for the statuses that net/http sends for ranges and preconditions.
var refusals = map[int]string{
	http.StatusRequestedRangeNotSatisfiable: "The requested range of bytes is outside the file. The header Content-Range has the " +
		"size of the file.",
	http.StatusPreconditionFailed: "The file was changed: it does not match If-Match or If-Unmodified-Since. Request " +
		"it again.",
}

// WriteHeader implements [http.ResponseWriter].
func (w *rangeErrorWriter) WriteHeader(status int) {
	message, refused := refusals[status]
	if w.refused = refused; !refused {
		w.ResponseWriter.WriteHeader(status)
		return
	}
	w.Header().Del("Content-Disposition")
	problem.Write(w.ResponseWriter, w.request, problem.New(w.request.Context(), status, message))
}

// Write implements [http.ResponseWriter].
func (w *rangeErrorWriter) Write(p []byte) (int, error) {
	if w.refused {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// Unwrap lets [http.ResponseController] reach the connection.
func (w *rangeErrorWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Disposition returns the Content-Disposition header that makes a browser save a file under a name. The header contains
// the name in ASCII for old clients, and the complete name (RFC 6266, appendix D, encoded as in RFC 8187).
func Disposition(name string) string {
	const plain = "!#$&+-.^_`|~" // the characters of RFC 8187's attr-char that are not letters or digits
	var ascii, encoded strings.Builder
	for _, r := range name {
		if r < ' ' || r > '~' || r == '"' || r == '\\' || r == '%' {
			r = '_'
		}
		ascii.WriteRune(r)
	}
	for _, b := range []byte(name) {
		switch {
		case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', '0' <= b && b <= '9', strings.IndexByte(plain, b) >= 0:
			encoded.WriteByte(b)
		default:
			encoded.WriteString("%" + strings.ToUpper(strconv.FormatInt(int64(b)+0x100, 16)[1:]))
		}
	}
	value := `attachment; filename="` + ascii.String() + `"`
	if ascii.String() != name {
		value += "; filename*=UTF-8''" + encoded.String()
	}
	return value
}

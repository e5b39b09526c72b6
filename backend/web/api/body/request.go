// Package body reads the bodies of requests: JSON objects, forms with files, and files. Handlers embed its types in
// their inputs. It replaces the parsing of huma, which would read files into memory and repeat the received values,
// including secrets, in its error messages.
package body

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/internal/bodymemory"
	"lectern/backend/internal/fault"
	"lectern/backend/web/problem"
)

// Request is a request whose body the handler reads. Request and the types that embed it must be exported, because huma
// ignores embedded types that are not exported.
type Request struct {
	operation *huma.Operation
	request   *http.Request
	response  http.ResponseWriter
}

// Resolve implements [huma.Resolver].
func (in *Request) Resolve(ctx huma.Context) []error {
	in.operation = ctx.Operation()
	in.request, in.response = humago.Unwrap(ctx)
	return nil
}

// ReserveMemory reserves memory for a body. The argument total is the maximum size of the body in bytes, and inMemory
// is the maximum number of bytes of the body that are held in memory. ReserveMemory waits while other bodies occupy the
// memory; if too many requests wait, the error is a fault of kind Busy.
func (in *Request) ReserveMemory(total, inMemory int64) error {
	return bodymemory.Reserve(in.request, total, inMemory)
}

// mediaType returns the media type of the body, in lower case and without parameters, or "" if it is missing or
// malformed.
func (in *Request) mediaType() string {
	name, _, _ := mime.ParseMediaType(in.request.Header.Get("Content-Type"))
	return name
}

// isJSON reports whether name is a JSON media type.
func isJSON(name string) bool { return name == "application/json" || strings.HasSuffix(name, "+json") }

// IsMultipart reports whether the body is a multipart form, which may contain files.
func (in *Request) IsMultipart() bool { return strings.HasPrefix(in.mediaType(), "multipart/") }

// readParts calls read with each part of a multipart body.
func readParts(ctx context.Context, r *http.Request, read func(*multipart.Part) error) error {
	form, err := r.MultipartReader()
	if err != nil {
		return problem.New(ctx, http.StatusBadRequest, "The form cannot be read: its Content-Type must be multipart/form-data "+
			"with a boundary.")
	}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return readEpilogue(ctx, r.Body)
		}
		if err == nil {
			err = read(part)
		} else {
			err = brokenForm(ctx, err)
		}
		if err != nil {
			return err
		}
	}
}

// ReadParts reserves memory for a multipart body, as [Request.ReserveMemory] does, and calls read with each part.
func (in *Request) ReadParts(ctx context.Context, total, inMemory int64, read func(*multipart.Part) error) error {
	in.request.Body = receivedBody{in.request.Body}
	if err := in.ReserveMemory(total, inMemory); err != nil {
		return err
	}
	return readParts(ctx, in.request, read)
}

// maxEpilogue is how many bytes may follow the last part of a form.
const maxEpilogue = 64 << 10

// readEpilogue skips the bytes after the last part of a form. They are read to detect a compressed body that is broken
// after the last part.
func readEpilogue(ctx context.Context, body io.Reader) error {
	if _, err := io.CopyN(io.Discard, body, maxEpilogue); err != nil && !errors.Is(err, io.EOF) {
		return brokenForm(ctx, err)
	}
	return nil
}

// brokenForm returns the error for a form that cannot be read between two parts.
func brokenForm(ctx context.Context, err error) error {
	if fault.IsFault(err) { // for example because the compressed data is broken
		return err
	}
	return problem.New(ctx, http.StatusBadRequest, "The form cannot be read: it is incomplete or malformed.")
}

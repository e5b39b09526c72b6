package api

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/internal/bodies"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/jsonobject"
	"lectern/backend/web/problem"
)

// maxJSON bounds a body of JSON, in bytes.
const maxJSON = 1 << 20

// JSONInput is a request whose body is a JSON object. It is read here rather than by huma,
// which would echo it in errors. (It has a large initial because huma passes over embedded
// types that have none.)
type JSONInput struct {
	request  *http.Request
	response http.ResponseWriter
	most     int64 // bytes of the body, where those are more than maxJSON
}

// Resolve implements huma.Resolver.
func (in *JSONInput) Resolve(ctx huma.Context) []error {
	in.request, in.response = humago.Unwrap(ctx)
	return nil
}

// read returns the body, which says that it is JSON. No body, or one of null, is refused, whatever it says to be.
func (in *JSONInput) read(ctx context.Context) ([]byte, error) {
	kind, _, _ := mime.ParseMediaType(in.request.Header.Get("Content-Type")) // what cannot be read is of no kind
	if !isJSON(kind) {
		return nil, in.refuseKind(ctx, "The body is a JSON object: send it with Content-Type: application/json.")
	}
	text, err := in.readOptional()
	if err == nil && len(text) == 0 {
		err = errNoBody
	}
	return text, err
}

// errNoBody refuses a request without the body that its route needs.
var errNoBody = fault.New(fault.Malformed, "The request has no body, or null: it needs a JSON object, with Content-Type: application/json.")

// refuseKind refuses a body for its Content-Type, with a message, and a request without a body for that.
func (in *JSONInput) refuseKind(ctx context.Context, message string) error {
	if in.request.ContentLength <= longestNull {
		body := rawFile("", receivedBody{in.request.Body})
		if n, err := io.CopyN(io.Discard, body, 1); n == 0 {
			if errors.Is(err, io.EOF) {
				return errNoBody
			}
			return unreadable(ctx, err)
		}
	}
	return problem.New(ctx, http.StatusUnsupportedMediaType, message)
}

// isJSON reports whether a media type is one of JSON.
func isJSON(kind string) bool { return kind == "application/json" || strings.HasSuffix(kind, "+json") }

// parse reads the object that the body is, without its fields' values.
func (in *JSONInput) parse(ctx context.Context) (map[string]json.RawMessage, error) {
	text, err := in.read(ctx)
	if err != nil {
		return nil, err
	}
	return jsonobject.Parse(text)
}

// decode reads the object that the body is into a struct, as [jsonobject.Set] does.
func (in *JSONInput) decode(ctx context.Context, into any) error {
	fields, err := in.parse(ctx)
	if err != nil {
		return err
	}
	return jsonobject.Set(fields, into)
}

// decodeOptional reads the object that the body is, where there is one, of whatever it says to be.
func (in *JSONInput) decodeOptional(into any) error {
	body, err := in.bounded()
	if err != nil {
		return err
	}
	return jsonobject.DecodeOptional(body, into)
}

// readOptional gives the body, which may be empty, of whatever it says to be.
func (in *JSONInput) readOptional() ([]byte, error) {
	body, err := in.bounded()
	if err != nil {
		return nil, err
	}
	return jsonobject.Read(body)
}

// bounded returns the body, for which there is memory.
func (in *JSONInput) bounded() (io.Reader, error) {
	most := max(in.most, maxJSON)
	in.request.Body = http.MaxBytesReader(in.response, receivedBody{in.request.Body}, most)
	err := bodies.Hold(in.request, most, most)
	return in.request.Body, err
}

// describeBody describes the body of an operation, a JSON object.
func describeBody(op *huma.Operation, schema *huma.Schema) {
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}
}

package api

import (
	"context"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/jsonobject"
	"lectern/backend/problem"
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

// read gives the body, which says that it is JSON.
func (in *JSONInput) read(ctx context.Context) ([]byte, error) {
	kind, _, _ := mime.ParseMediaType(in.request.Header.Get("Content-Type")) // what cannot be read is of no kind
	if kind != "application/json" && !strings.HasSuffix(kind, "+json") {
		return nil, problem.New(ctx, http.StatusUnsupportedMediaType, "The body is a JSON object: send it with Content-Type: application/json.")
	}
	return jsonobject.Read(in.bounded())
}

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
	return jsonobject.DecodeOptional(in.bounded(), into)
}

// readOptional gives the body, which may be empty, of whatever it says to be.
func (in *JSONInput) readOptional() ([]byte, error) { return jsonobject.Read(in.bounded()) }

func (in *JSONInput) bounded() io.Reader {
	return http.MaxBytesReader(in.response, receivedBody{in.request.Body}, max(in.most, maxJSON))
}

// describeBody describes the body of an operation, a JSON object.
func describeBody(op *huma.Operation, schema *huma.Schema) {
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}
}

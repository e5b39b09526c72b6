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
	text, err := io.ReadAll(http.MaxBytesReader(in.response, patient(in.request.Body, in.response), maxJSON))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return nil, problem.New(ctx, http.StatusRequestEntityTooLarge, "The body is larger than 1 MiB.")
	}
	if err != nil {
		return nil, problem.New(ctx, http.StatusBadRequest, "The body is cut off.")
	}
	return text, nil
}

// decode reads the body into a struct, as [jsonobject.Set] does.
func (in *JSONInput) decode(ctx context.Context, into any) error {
	text, err := in.read(ctx)
	if err != nil {
		return err
	}
	fields, err := parseObject(ctx, text)
	if err != nil {
		return err
	}
	return jsonobject.Set(fields, into)
}

// parseObject reads an object without its fields' values.
func parseObject(ctx context.Context, text []byte) (map[string]json.RawMessage, error) {
	fields, err := jsonobject.Parse(text)
	if errors.Is(err, jsonobject.ErrNone) {
		err = problem.New(ctx, http.StatusBadRequest, "The body is not a JSON object.")
	}
	return fields, err
}

// readOptional reads a JSON object, where there is one.
func readOptional(body io.Reader, into any) error {
	text, err := io.ReadAll(body)
	if err != nil || len(text) == 0 {
		return err
	}
	return json.Unmarshal(text, into)
}

// describeBody describes the body of an operation, a JSON object.
func describeBody(op *huma.Operation, schema *huma.Schema) {
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}
}

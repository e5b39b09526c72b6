package body

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/jsonobject"
	"lectern/backend/web/api/route"
	"lectern/backend/web/problem"
)

// JSON is a request whose body is a JSON object. Its size is limited by the declaration of the route.
type JSON struct {
	Request
	limit int64 // bytes; 0 for the limit of the route
}

// SetLimit raises the size limit of the body, in bytes. It has no effect if limit is below the limit of the route.
func (in *JSON) SetLimit(limit int64) { in.limit = limit }

// Read returns the body. It rejects bodies whose Content-Type is not JSON, and bodies that are missing or null.
func (in *JSON) Read(ctx context.Context) ([]byte, error) {
	if !in.IsJSON() {
		return nil, in.RefuseType(ctx, "The body must be a JSON object. Send it with Content-Type: application/json.")
	}
	text, err := in.ReadOptional()
	if err == nil && len(text) == 0 {
		err = errNoBody
	}
	return text, err
}

// errNoBody is returned for a request without a body, or with the body null, on a route that needs one.
var errNoBody = fault.New(fault.Malformed, "The request has no body, or null. Send a JSON object with Content-Type: "+
	"application/json.")

// IsJSON reports whether the Content-Type of the body is a JSON type.
func (in *JSON) IsJSON() bool { return isJSON(in.mediaType()) }

// RefuseType returns an error with the message for a body that has the wrong Content-Type. If the body is missing, it
// returns the error for a missing body instead.
func (in *JSON) RefuseType(ctx context.Context, message string) error {
	if in.request.ContentLength <= maxNullBody {
		body := rawFile("", receivedBody{in.request.Body})
		if n, err := io.CopyN(io.Discard, body, 1); n == 0 {
			if errors.Is(err, io.EOF) {
				return errNoBody
			}
			return Incomplete(ctx, err)
		}
	}
	return problem.New(ctx, http.StatusUnsupportedMediaType, message)
}

// Parse parses the object in the body and returns its fields. The values of the fields are not parsed.
func (in *JSON) Parse(ctx context.Context) (map[string]json.RawMessage, error) {
	text, err := in.Read(ctx)
	if err != nil {
		return nil, err
	}
	return jsonobject.Parse(text)
}

// Decode decodes the object in the body, as [jsonobject.Set] does, into the struct to which into points.
func (in *JSON) Decode(ctx context.Context, target any) error {
	fields, err := in.Parse(ctx)
	if err != nil {
		return err
	}
	return jsonobject.Set(fields, target)
}

// DecodeOptional decodes the object in the body, if there is one, into the struct to which into points. DecodeOptional
// ignores the Content-Type.
func (in *JSON) DecodeOptional(into any) error {
	body, err := in.limitedBody()
	if err != nil {
		return err
	}
	return jsonobject.DecodeOptional(body, into)
}

// ReadOptional returns the body, which may be empty. It ignores the Content-Type.
func (in *JSON) ReadOptional() ([]byte, error) {
	body, err := in.limitedBody()
	if err != nil {
		return nil, err
	}
	return jsonobject.Read(body)
}

// SetPresent decodes a JSON object into a struct. The argument target is a pointer to the struct. Fields that are null
// are treated as missing.
func SetPresent(text []byte, target any) error {
	fields, err := jsonobject.Parse(text)
	if err != nil {
		return err
	}
	maps.DeleteFunc(fields, func(_ string, value json.RawMessage) bool { return string(value) == "null" })
	return jsonobject.Set(fields, target)
}

// limitedBody returns a reader of the body that fails beyond the size limit. Memory for the body is reserved.
func (in *JSON) limitedBody() (io.Reader, error) {
	limit := max(in.limit, in.operation.MaxBodyBytes)
	in.request.Body = http.MaxBytesReader(in.response, receivedBody{in.request.Body}, limit)
	err := in.ReserveMemory(limit, limit)
	return in.request.Body, err
}

// Object describes a body that is a JSON object with the fields of T.
func Object[T any](h huma.API, _ *huma.Operation) *huma.RequestBody {
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: route.SchemaOf[T](h)}}}
}

// OptionalObject describes a body that may be missing, or is a JSON object with the fields of T.
func OptionalObject[T any](h huma.API, op *huma.Operation) *huma.RequestBody {
	described := Object[T](h, op)
	described.Required = false
	return described
}

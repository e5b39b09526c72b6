package route

import (
	"net/http"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// StreamsJSON describes a successful response with JSON that the handler streams.
func StreamsJSON(op *huma.Operation, description string, schema *huma.Schema) {
	op.Responses = map[string]*huma.Response{strconv.Itoa(http.StatusOK): {
		Description: description,
		Content:     map[string]*huma.MediaType{"application/json": {Schema: schema}},
	}}
}

// SchemaOf returns the schema of T, which becomes a component of the document.
func SchemaOf[T any](h huma.API) *huma.Schema {
	return h.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[T](), true, "")
}

// ArrayOf returns the schema of an array.
func ArrayOf(items *huma.Schema) *huma.Schema {
	return &huma.Schema{Type: huma.TypeArray, Items: items}
}

// ReturnsFile describes a successful response that is a file.
func ReturnsFile(op *huma.Operation, description, mediaType string) {
	op.Responses = map[string]*huma.Response{strconv.Itoa(http.StatusOK): {
		Description: description,
		Content:     map[string]*huma.MediaType{mediaType: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}},
	}}
}

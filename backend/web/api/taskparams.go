package api

import "github.com/danielgtaylor/huma/v2"

// TaskParams are the parameters of a template, as the description has them: a JSON object with any
// values.
type TaskParams map[string]any

// Schema implements [huma.SchemaProvider].
func (TaskParams) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
}

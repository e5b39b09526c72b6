package objects

import (
	"slices"

	"lectern/converters/template/opc"
)

// IsOwned are the relationships to parts that belong to one slide alone.
func IsOwned(r *opc.Relation) bool {
	return !r.External() && slices.ContainsFunc([]string{"chart", "notesSlide", "diagramData", "diagramDrawing", "package",
		"comments", "tags"}, r.Is)
}

package objects

import (
	"slices"

	"lectern/converters/template/opc"
)

// IsOwned reports whether a relationship leads to a part that belongs to one slide or chart alone.
func IsOwned(r *opc.Relation) bool {
	return !r.External() && slices.ContainsFunc([]string{"chart", "notesSlide", "diagramData", "diagramDrawing", "package",
		"comments", "tags"}, r.Is)
}

package objects

import (
	"slices"

	"lectern/converters/template/opc"
)

// IsOwned reports whether a relationship refers to a part that belongs to a single slide or chart.
func IsOwned(r *opc.Relation) bool {
	return !r.External() && slices.ContainsFunc([]string{"chart", "notesSlide", "diagramData", "diagramDrawing", "package",
		"comments", "tags"}, r.Is)
}

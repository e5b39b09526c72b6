package facts

import (
	"lectern/converters/ooxml/opc"
)

// undrawn are the parts of a document that its pages show otherwise than the program that made
// it, or not at all.
type undrawn struct {
	played  map[string]bool // films and sounds
	charts  map[string]bool // of kinds that LibreOffice does not know
	filters map[string]bool // slicers and timelines
}

func newUndrawn() undrawn {
	return undrawn{played: map[string]bool{}, charts: map[string]bool{}, filters: map[string]bool{}}
}

// relation notes a part by what it is to another.
func (u *undrawn) relation(r opc.Relation) {
	to := map[string]map[string]bool{
		"media": u.played, "video": u.played, "audio": u.played, "chartEx": u.charts, "slicer": u.filters, "timeline": u.filters,
	}[r.Kind]
	if to != nil && len(to) < opc.MaxParts {
		to[r.Key] = true
	}
}

package facts

import (
	"lectern/converters/ooxml/opc"
)

// notDrawn are parts of a document that LibreOffice draws differently or not at all.
type notDrawn struct {
	media   map[string]bool // videos and sounds
	charts  map[string]bool // charts of types that LibreOffice does not support
	filters map[string]bool // slicers and timelines
}

func newNotDrawn() notDrawn {
	return notDrawn{media: map[string]bool{}, charts: map[string]bool{}, filters: map[string]bool{}}
}

// record records a part by the kind of the relationship to it.
func (u *notDrawn) record(r opc.Relation) {
	to := map[string]map[string]bool{
		"media": u.media, "video": u.media, "audio": u.media, "chartEx": u.charts, "slicer": u.filters, "timeline": u.filters,
	}[r.Kind]
	if to != nil && len(to) < opc.MaxParts {
		to[r.Key] = true
	}
}

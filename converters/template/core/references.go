package core

import (
	"lectern/converters/template/markup"
)

// References are the targets that the markup of a part refers to by ids.
type References struct {
	Document  *Document
	Part      string            // the part with the relationships
	Addresses map[string]string // link addresses that have tags, by the ids of their relationships
	Targets   map[string]Target // charts and notes, by TargetKey
	// Repeated reports whether the part is written once for each reference to it: its ids must not be repeated, and it
	// is compiled even if it has no tags.
	Repeated bool
}

// Target is a chart or a note.
type Target interface {
	// Reference returns the node of a tag of the markup that refers to the target.
	Reference(t *markup.Token) Node
}

// TargetKey returns the key of a target in References, by the name of the tags that refer to it, and its id.
func TargetKey(tag, id string) string { return tag + " " + id }

// target returns the node of a tag of the markup that refers to a target; nil for other tags.
func (r *References) target(t *markup.Token) Node {
	if len(r.Targets) == 0 {
		return nil
	}
	var attribute string
	switch t.Name {
	case "c:chart":
		attribute = "r:id"
	case "w:footnoteReference", "w:endnoteReference":
		attribute = "w:id"
	default:
		return nil
	}
	id, _ := t.Attribute(attribute)
	if found := r.Targets[TargetKey(t.Name, id)]; found != nil {
		return found.Reference(t)
	}
	return nil
}

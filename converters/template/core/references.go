package core

import (
	"lectern/converters/template/markup"
)

// References resolves the ids by which the markup of a part refers to links, charts and notes.
type References struct {
	Document  *Document
	Part      string            // the part that has the relationships
	Addresses map[string]string // link addresses with tags, by the ids of their relationships
	Targets   map[string]Target // charts and notes, by the result of TargetKey
	// Repeated states that the part is rendered once for each reference to it. Therefore it is compiled even if it has
	// no tags, and each rendering writes new ids.
	Repeated bool
}

// Target is a chart or a note that the markup refers to.
type Target interface {
	// Reference returns the node for an XML element that refers to the target.
	Reference(t *markup.Token) Node
}

// TargetKey returns the key of a target in References: the name of the referring XML elements and the id of the target.
func TargetKey(tag, id string) string { return tag + " " + id }

// target returns the node for an XML element that refers to a target, or nil for other elements.
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

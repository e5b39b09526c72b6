package core

import (
	"lectern/converters/template/markup"
)

// References are what the markup of a part leads to, by the ids that it has there.
type References struct {
	Document  *Document
	Part      string            // whose relationships they are
	Addresses map[string]string // those of links that have tags
	Targets   map[string]Target // by the tags of the markup that refer to them
	// Repeated says that the part is written wherever another one refers to it: none of its ids may come
	// twice, and it is compiled without tags, too.
	Repeated bool
}

// Target is a chart or a note that a tag of the markup refers to.
type Target interface {
	// Reference returns the node of a tag that refers to the target.
	Reference(t *markup.Token) Node
}

// TargetKey returns the key of the target that the tags of a name refer to by an id.
func TargetKey(tag, id string) string { return tag + " " + id }

// target returns the node of a tag of the markup that refers to a target; nil if it refers to none.
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

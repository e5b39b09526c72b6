package template

import "lectern/converters/template/markup"

// references are what the markup of a part leads to, by the ids that it has there.
type references struct {
	document  *document
	part      string            // whose relationships they are
	addresses map[string]string // those of links that have tags
	targets   map[string]target // by the tags of the markup that refer to them
	// again says that the part is written wherever another one refers to it: none of its ids may come
	// twice, and it is compiled without tags, too.
	again bool
}

// target is a chart or a note that a tag of the markup refers to.
type target interface {
	// reference returns the node of a tag that refers to the target.
	reference(t *markup.Token) node
}

// targetKey returns the key of the target that the tags of a name refer to by an id.
func targetKey(tag, id string) string { return tag + " " + id }

// target returns the node of a tag of the markup that refers to a target; nil if it refers to none.
func (r *references) target(t *markup.Token) node {
	if len(r.targets) == 0 {
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
	if found := r.targets[targetKey(t.Name, id)]; found != nil {
		return found.reference(t)
	}
	return nil
}

// references gives those of a part.
func (d *document) references(part string, f *format) references {
	found := references{document: d, part: part, addresses: d.addresses(part), targets: map[string]target{}}
	if f.isWord() {
		d.addCharts(part, found.targets)
	}
	return found
}

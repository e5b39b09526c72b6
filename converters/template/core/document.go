package core

import (
	"reflect"
	"slices"
	"strconv"

	"lectern/converters/template/opc"
	"lectern/converters/wire"
)

// Document is a template that becomes a document.
type Document struct {
	*opc.Package
	Kind, Main string
	Language   *Language
	Found      ProblemList
	Fetched    map[string][]byte    // what addresses lead to
	copied     int                  // bytes of the parts that were copied into it
	Requested  []string             // addresses of what is to be fetched
	Files      map[string][]byte    // those of the package, by their names
	Programs   map[string]*Program  // by their parts
	pending    []func()             // what is to be written before anything else changes the parts
	extensions map[reflect.Type]any // what the formats keep with the document
}

// Program is a part to be rendered.
type Program struct {
	Part  string
	Nodes []Node
	// Repeat is what a slide is repeated for; nil where it is not.
	Repeat *Tag
}

// Addresses gives those that a part's links lead to that have tags, by the ids of the relationships.
func (d *Document) Addresses(part string) map[string]string {
	relations, err := d.Relations(part)
	if err != nil {
		return nil // which is told when the part is read
	}
	var found map[string]string
	for _, one := range relations.All {
		if !one.External() || !one.Is("hyperlink") {
			continue
		}
		if target := UnescapeTags(one.Target); hasTags(target) {
			if found == nil {
				found = make(map[string]string)
			}
			found[one.ID] = target
		}
	}
	return found
}

// OnFlush has write called when the pending parts are written.
func (d *Document) OnFlush(write func()) { d.pending = append(d.pending, write) }

// Flush writes the pending parts.
func (d *Document) Flush() {
	pending := d.pending
	d.pending = nil
	for _, write := range pending {
		write()
	}
}

// Request notes that what an address leads to is to be fetched.
func (d *Document) Request(address string) {
	switch {
	case slices.Contains(d.Requested, address):
	case len(d.Fetched)+len(d.Requested) >= wire.MaxTemplateAddresses:
		d.Found.Add(TooManyAddresses())
	default:
		d.Requested = append(d.Requested, address)
	}
}

func TooManyAddresses() wire.TemplateProblem {
	return wire.TemplateProblem{Code: "addresses-too-many", Values: map[string]string{"most": strconv.Itoa(wire.MaxTemplateAddresses)}}
}

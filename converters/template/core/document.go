package core

import (
	"reflect"
	"slices"
	"strconv"

	"lectern/converters/template/opc"
	"lectern/converters/wire"
)

// Document is a template while it is turned into a document.
type Document struct {
	*opc.Package
	Kind, Main string
	Language   *Language
	Problems   ProblemList
	Fetched    map[string][]byte    // the content of addresses; empty if an address could not be fetched
	copied     int                  // the number of bytes of the parts that were copied
	Requested  []string             // addresses that must be fetched before the document can be rendered
	Files      map[string][]byte    // the files of the package of templates, by their names
	Programs   map[string]*Program  // the compiled parts, by their names
	pending    []func()             // functions that write parts that were changed
	extensions map[reflect.Type]any // the states of the formats, by their types
}

// Program is a compiled part.
type Program struct {
	Part  string
	Nodes []Node
	// Repeat is the tag that repeats a slide; nil if there is none.
	Repeat *Tag
}

// Addresses returns the link addresses of a part that have tags, by the ids of their relationships.
func (d *Document) Addresses(part string) map[string]string {
	relations, err := d.Relations(part)
	if err != nil {
		return nil // the error is reported when the part is read
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

// OnFlush adds a function that Flush calls once.
func (d *Document) OnFlush(write func()) { d.pending = append(d.pending, write) }

// Flush writes the parts that the formats have changed.
func (d *Document) Flush() {
	pending := d.pending
	d.pending = nil
	for _, write := range pending {
		write()
	}
}

// Request adds an address to those that must be fetched.
func (d *Document) Request(address string) {
	switch {
	case slices.Contains(d.Requested, address):
	case len(d.Fetched)+len(d.Requested) >= wire.MaxTemplateAddresses:
		d.Problems.Add(TooManyAddresses())
	default:
		d.Requested = append(d.Requested, address)
	}
}

// TooManyAddresses returns the problem that a rendering needs too many addresses.
func TooManyAddresses() wire.TemplateProblem {
	return wire.TemplateProblem{Code: "addresses-too-many", Values: map[string]string{"most": strconv.Itoa(wire.MaxTemplateAddresses)}}
}

package core

import (
	"reflect"
	"slices"
	"strconv"

	"lectern/converters/template/opc"
	"lectern/converters/wire"
)

// Document is a template that is being turned into a document.
type Document struct {
	*opc.Package
	Kind, Main string
	Language   *Language
	Problems   ProblemList
	Fetched    map[string][]byte    // the contents of addresses; empty if an address could not be fetched
	copied     int                  // total size of the parts that were copied, in bytes
	Requested  []string             // addresses that must be fetched before the document can be rendered
	Files      map[string][]byte    // the files of the package of templates, by their names
	Programs   map[string]*Program  // the compiled parts, by their names
	pending    []func()             // functions that write changed parts
	extensions map[reflect.Type]any // state that the document formats store, by type; see Extension
}

// Program is a compiled part of a template.
type Program struct {
	Part  string
	Nodes []Node
	// Repeat is the tag that repeats the slide, or nil if the slide is not repeated.
	Repeat *Tag
}

// Addresses returns the hyperlink addresses of a part that contain template tags, by the ids of their relationships.
func (d *Document) Addresses(part string) map[string]string {
	relations, err := d.Relations(part)
	if err != nil {
		return nil // reading the part reports the error
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

// OnFlush registers a function that the next call of Flush runs.
func (d *Document) OnFlush(write func()) { d.pending = append(d.pending, write) }

// Flush runs the functions that were registered with OnFlush, and removes them from the list. These functions write the
// parts that the document formats have changed.
func (d *Document) Flush() {
	pending := d.pending
	d.pending = nil
	for _, write := range pending {
		write()
	}
}

// Request adds an address that must be fetched before the document can be rendered. It reports a problem if there are
// too many addresses.
func (d *Document) Request(address string) {
	switch {
	case slices.Contains(d.Requested, address):
	case len(d.Fetched)+len(d.Requested) >= wire.MaxTemplateAddresses:
		d.Problems.Add(TooManyAddresses())
	default:
		d.Requested = append(d.Requested, address)
	}
}

// TooManyAddresses returns the problem for a rendering that needs too many addresses.
func TooManyAddresses() wire.TemplateProblem {
	return wire.TemplateProblem{Code: "addresses-too-many", Values: map[string]string{"most": strconv.Itoa(wire.MaxTemplateAddresses)}}
}

package layout

import (
	"slices"

	"lectern/converters/wire"
)

// Kind is what an element of the structure tree is, in the numbering of text/api.h.
type Kind int

const (
	inlineElement Kind = iota
	artifactElement
	paragraphElement
	headingElement
	heading1Element
	heading6Element Kind = heading1Element + 5
)

const (
	sectionElement Kind = heading6Element + 1 + iota
	listElement
	itemElement
	tableElement
	rowElement
	cellElement
	captionElement
)

// Element is one of the structure tree of a tagged PDF. Elements are numbered from 1.
type Element struct {
	Parent int // its number; 0 for none
	Kind   Kind
	Index  int // among those of the same parent
}

// role is what an element makes of its text.
type role struct {
	block            int // the element that is the block, by number; 0 where none tells
	kind             wire.BlockKind
	level            int
	table, row, cell int // elements around it, by number; 0 where it is in no table
}

// roleOf is the role of an element, by its number.
func roleOf(elements []Element, number int) role {
	var r role
	sections, lists := 0, 0
	for ; number > 0; number = elements[number-1].Parent {
		switch kind := elements[number-1].Kind; kind {
		case sectionElement:
			sections++
		case listElement:
			lists++
		case cellElement, rowElement, tableElement:
			r.setTable(kind, number)
		default:
			r.setBlock(kind, number)
		}
	}
	r.setLevels(sections, lists)
	return r
}

// take makes the element the block where it is one. The innermost is, but for what is in
// an item of a list.
func (r *role) setBlock(kind Kind, number int) {
	is := blockKind(kind)
	if is == "" || r.block != 0 && !(is == wire.BlockItem && r.kind == wire.BlockParagraph) && is != wire.BlockOther {
		return
	}
	r.block, r.kind = number, is
	if kind >= heading1Element && kind <= heading6Element {
		r.level = int(kind-heading1Element) + 1
	}
}

func blockKind(kind Kind) wire.BlockKind {
	switch {
	case kind == artifactElement:
		return wire.BlockOther
	case kind == paragraphElement:
		return wire.BlockParagraph
	case kind >= headingElement && kind <= heading6Element:
		return wire.BlockHeading
	case kind == itemElement:
		return wire.BlockItem
	case kind == captionElement:
		return wire.BlockCaption
	}
	return ""
}

// enter notes the table, of which the outermost counts.
func (r *role) setTable(kind Kind, number int) {
	switch kind {
	case cellElement:
		r.cell = number
	case rowElement:
		r.row = number
	case tableElement:
		r.table = number
	}
}

// settle sets the levels that follow from the numbers of sections and lists around.
func (r *role) setLevels(sections, lists int) {
	switch r.kind {
	case wire.BlockHeading:
		if r.level == 0 {
			r.level = min(max(sections, 1), 6)
		}
	case wire.BlockItem:
		r.level = max(lists, 1)
	}
	if r.table == 0 || r.row == 0 || r.cell == 0 {
		r.table, r.row, r.cell = 0, 0, 0
	}
}

// path is the place of an element in the order of reading: its index and those of the
// elements that it is in, the outermost first.
func path(elements []Element, number int) []int {
	var places []int
	for ; number > 0; number = elements[number-1].Parent {
		places = append(places, elements[number-1].Index)
	}
	slices.Reverse(places)
	return places
}

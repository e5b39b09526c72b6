package layout

import (
	"slices"

	"lectern/converters/wire"
)

// Kind is the kind of a structure element, with the values of text/api.h.
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

// Element is an element of the structure tree of a tagged PDF. Elements are numbered from 1.
type Element struct {
	Parent int // number of the parent; 0 for none
	Kind   Kind
	Index  int // position among the children of the parent
}

// role is the meaning of text, derived from its structure elements.
type role struct {
	block            int // number of the element that is the block; 0 for none
	kind             wire.BlockKind
	level            int
	table, row, cell int // numbers of the enclosing elements; 0 outside of tables
}

// roleOf returns the role of text in the element with a number.
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

// setBlock sets the block of the text to an element whose kind is a block. It is called for the innermost element
// first, and later calls have no effect, with two exceptions: a list item replaces a paragraph inside of it, and an
// artifact replaces any block.
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

// setTable sets the table, row or cell of the text. It is called for the innermost element first, so the outermost
// table, row and cell remain.
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

// setLevels sets the level of a heading or list item from the number of enclosing sections or lists. It also clears
// table, row and cell if one of them is missing.
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

// path returns the position of an element in reading order: the indices of its ancestors, the outermost first, followed
// by its own index.
func path(elements []Element, number int) []int {
	var places []int
	for ; number > 0; number = elements[number-1].Parent {
		places = append(places, elements[number-1].Index)
	}
	slices.Reverse(places)
	return places
}

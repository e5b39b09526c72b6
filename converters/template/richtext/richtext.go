// Package richtext reads HTML, and Markdown, into paragraphs and tables that a document can be
// written with. It reads them as browsers do (https://html.spec.whatwg.org/multipage/parsing.html):
// what is broken is mended, nothing is run, and nothing is fetched.
package richtext

import (
	"errors"
	"strings"

	"golang.org/x/net/html"

	"lectern/converters/template/picture"
)

// Why a text is not read.
var (
	ErrTooLarge = errors.New("it is too large")
	ErrTooDeep  = errors.New("its elements lie too deep in each other")
)

// Switch says whether something is wanted; Unsaid leaves it as it is.
type Switch int8

// The positions of a switch.
const (
	Unsaid Switch = iota
	On
	Off
)

// Shift is where text stands on its line.
type Shift int8

// The shifts.
const (
	OnLine Shift = iota
	Raised
	Lowered
)

// Look is that of characters; what it does not say is as around them.
type Look struct {
	Bold, Italic, Underline, Strike, Capitals Switch
	Shift                                     Shift
	Color, Background                         string  // such as 1F497D; empty where unsaid
	Font                                      string  // empty where unsaid
	Points                                    float64 // the size; 0 where unsaid
	Scale                                     float64 // the size as a multiple of that around; 0 for the same
}

// Span is some text in one look, or what stands in it.
type Span struct {
	Text  string // it may have tabs
	Break bool   // a line ends here
	Image *Image
	Look  Look
	Link  string // the address that it leads to; empty for none. Nobody has looked whether it is safe
}

// Image is a picture in the text.
type Image struct {
	Source, Alt   string
	Width, Height Length
}

// Length is one in EMU, or a share of the room that there is; it is neither where unsaid.
type Length struct {
	EMU   int64
	Share float64
}

// In gives the length where there is so much room, in EMU; 0 where it is unsaid.
func (l Length) In(room int64) int64 {
	if l.Share > 0 {
		return int64(l.Share * float64(room))
	}
	return l.EMU
}

// Block is a *Paragraph or a *Table.
type Block interface{ isBlock() }

// Align is how the lines of a paragraph stand; empty where unsaid.
type Align string

// The ways to align.
const (
	Left    Align = "left"
	Center  Align = "center"
	Right   Align = "right"
	Justify Align = "justify"
)

// Paragraph is one, or a line across where it is a rule.
type Paragraph struct {
	Spans      []Span
	Heading    int // 1 to 6; 0 for none
	Item       *Item
	Quote      int // how many quotations it lies in
	Preformed  bool
	Rule       bool
	PageBreak  bool // a page begins with it
	Align      Align
	RightLeft  bool   // it is written from right to left
	Background string // as that of [Look]
	Indent     int64  // beyond what is around, in EMU
	FirstLine  int64  // of its first line, beyond the others, in EMU
	// LineHeight is a multiple of the usual one, LinePoints the least in points; 0 where unsaid.
	LineHeight, LinePoints float64
}

// Item says that a paragraph belongs to an item of a list.
type Item struct {
	List  *List
	Level int // 0 for the outermost list
	// Number is that of the item in its list; Goes says that the item began with a paragraph before.
	Number int
	Goes   bool
}

// List is one whose items are counted by themselves.
type List struct {
	Kind  ListKind
	Start int
}

// ListKind is what stands before the items of a list.
type ListKind string

// The kinds of lists.
const (
	Disc       ListKind = "disc"
	Circle     ListKind = "circle"
	Square     ListKind = "square"
	Plain      ListKind = "none"
	Decimal    ListKind = "decimal"
	LowerAlpha ListKind = "lower-alpha"
	UpperAlpha ListKind = "upper-alpha"
	LowerRoman ListKind = "lower-roman"
	UpperRoman ListKind = "upper-roman"
)

// Counts says whether the items have numbers.
func (k ListKind) Counts() bool {
	switch k {
	case Disc, Circle, Square, Plain:
		return false
	}
	return true
}

// Table is one whose rows all have cells for all columns, those too that others reach into.
type Table struct {
	Rows    []Row
	Columns []Length
	Width   Length
	Align   Align
	Border  *Border // around it; nil where unsaid
	Inner   bool    // the border is between the cells, too
	Padding Length  // of cells
	Indent  int64   // in EMU
}

// Row is one of a table.
type Row struct {
	Header bool // it is repeated on each page
	Cells  []Cell
}

// Cell is one of a table.
type Cell struct {
	Blocks []Block
	Across int  // columns
	Down   bool // it reaches into the row below
	Goes   bool // it is reached into from the row above, and has no blocks
	// Background is as that of [Look]; Vertical is top, center, bottom or empty.
	Background, Vertical string
	Borders              [4]*Border // top, left, bottom, right; nil where unsaid
}

// Border is a line.
type Border struct {
	Style  string  // single, double, dotted, dashed, none
	Points float64 // how thick it is
	Color  string
}

func (*Paragraph) isBlock() {}
func (*Table) isBlock()     {}

// ReadHTML reads HTML, a whole document or a part of one. The error is [ErrTooLarge] or
// [ErrTooDeep]; nothing else is one.
func ReadHTML(source string) ([]Block, error) {
	source = strings.ToValidUTF8(source, "\ufffd")
	if err := checkBounds(source); err != nil {
		return nil, err
	}
	// With scripts on, what <noscript> has would be one text.
	root, err := html.ParseWithOptions(strings.NewReader(source), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, ErrTooDeep // a text has no other
	}
	if tooDeep(root) {
		return nil, ErrTooDeep
	}
	r := &reader{}
	r.children(root, style{})
	r.endParagraph()
	if r.tooLarge {
		return nil, ErrTooLarge
	}
	return r.blocks, nil
}

const pixel = picture.Pixel

// Package richtext converts HTML and Markdown into paragraphs and tables, which other packages convert into the markup
// of documents. It parses HTML as browsers do (https://html.spec.whatwg.org/multipage/parsing.html): errors are
// repaired. It does not run scripts or load resources.
package richtext

import (
	"errors"
	"strings"

	"golang.org/x/net/html"

	"lectern/converters/template/picture"
)

// Errors for texts that are not converted.
var (
	ErrTooLarge = errors.New("it is too large")
	ErrTooDeep  = errors.New("its elements are nested too deeply")
)

// Switch turns a character format on or off. Unset leaves it unchanged.
type Switch int8

// The values of a Switch.
const (
	Unset Switch = iota
	On
	Off
)

// Shift is the vertical position of text: superscript, subscript, or neither.
type Shift int8

// The values of a Shift.
const (
	Baseline Shift = iota
	Superscript
	Subscript
)

// Format is a character format. Zero values leave the inherited format unchanged.
type Format struct {
	Bold, Italic, Underline, Strike, Capitals Switch
	Shift                                     Shift
	Color, Background                         string  // six hexadecimal digits, such as 1F497D; empty if not set
	Font                                      string  // empty if not set
	Points                                    float64 // the font size; 0 if not set
	Scale                                     float64 // a factor for the inherited font size; 0 for no change
}

// Span is text in a single format, or a picture or a line break within text.
type Span struct {
	Text   string // can contain tabs
	Break  bool   // the span is a line break
	Image  *Image
	Format Format
	Link   string // the unchecked address of a link; empty if there is none
}

// Image is a picture within text.
type Image struct {
	Source, Alt   string
	Width, Height Length
}

// Length is a length in EMU, or a share of the available width. Both fields are 0 if the length is not set.
type Length struct {
	EMU   int64
	Share float64
}

// Resolve returns the length in EMU, given the available width. It returns 0 if the length is not set.
func (l Length) Resolve(available int64) int64 {
	if l.Share > 0 {
		return int64(l.Share * float64(available))
	}
	return l.EMU
}

// Block is a *Paragraph or a *Table.
type Block interface{ isBlock() }

// Align is the alignment of a paragraph; empty if it is not set.
type Align string

// The alignments of a paragraph.
const (
	Left    Align = "left"
	Center  Align = "center"
	Right   Align = "right"
	Justify Align = "justify"
)

// Paragraph is a paragraph, or a horizontal rule.
type Paragraph struct {
	Spans        []Span
	Heading      int // the level from 1 to 6; 0 if it is not a heading
	Item         *Item
	Quote        int // the number of block quotes that contain it
	Preformatted bool
	Rule         bool
	PageBreak    bool // the paragraph starts a new page
	Align        Align
	RTL          bool   // the text runs from right to left
	Background   string // a color, as in [Format]
	Indent       int64  // in EMU, added to the indent of the template
	FirstLine    int64  // additional indent of the first line, in EMU
	// LineHeight is a multiple of the normal line height. LinePoints is the minimal line height in points. Each is 0 if
	// it is not set.
	LineHeight, LinePoints float64
}

// Item is the list item that a paragraph belongs to.
type Item struct {
	List  *List
	Level int // 0 for the outermost list
	// Number is the number of the item. Continues states that the paragraph is not the first of the item.
	Number    int
	Continues bool
}

// List is a list whose items are numbered consecutively.
type List struct {
	Kind  ListKind
	Start int
}

// ListKind is the kind of bullets or numbers of a list.
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

// IsNumbered reports whether the items of lists of this kind have numbers.
func (k ListKind) IsNumbered() bool {
	switch k {
	case Disc, Circle, Square, Plain:
		return false
	}
	return true
}

// Table is a table. Each row has cells for all columns, including cells that are covered by a cell of a row above.
type Table struct {
	Rows         []Row
	Columns      []Length
	Width        Length
	Align        Align
	Border       *Border // the border around the table; nil if not set
	InnerBorders bool    // whether the border is also drawn between the cells
	Padding      Length  // padding of the cells
	Indent       int64   // in EMU
}

// Row is a row of a [Table]. Its cells are in the order of the columns.
type Row struct {
	Header bool // the row is repeated on each page
	Cells  []Cell
}

// Cell is a cell of a [Row]. It can span several columns and rows.
type Cell struct {
	Blocks         []Block
	Columns        int  // the number of columns that the cell spans
	ContinuesBelow bool // the cell continues in the row below
	Continued      bool // the cell continues a cell of the row above; it has no blocks
	// Background is a color in the notation of [Format]. Vertical is "top", "center", "bottom" or empty.
	Background, Vertical string
	Borders              [4]*Border // top, left, bottom, right; nil if not set
}

// Border is the line around a table or on one side of a cell.
type Border struct {
	Style  string  // single, double, dotted, dashed, none
	Points float64 // the width of the line
	Color  string
}

func (*Paragraph) isBlock() {}
func (*Table) isBlock()     {}

// ReadHTML converts an HTML document or fragment. Errors are [ErrTooLarge] or [ErrTooDeep].
func ReadHTML(source string) ([]Block, error) {
	source = strings.ToValidUTF8(source, "\ufffd")
	if err := checkBounds(source); err != nil {
		return nil, err
	}
	// Scripting is disabled; otherwise the parser would return the content of <noscript> as text.
	root, err := html.ParseWithOptions(strings.NewReader(source), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, ErrTooDeep // parsing from a string can only fail because of the depth
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

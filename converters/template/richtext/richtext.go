// Package richtext converts HTML and Markdown into paragraphs and tables, from which the formats write their markup. It
// parses HTML as browsers do (https://html.spec.whatwg.org/multipage/parsing.html): errors are repaired, scripts do not
// run, and nothing is fetched.
package richtext

import (
	"errors"
	"strings"

	"golang.org/x/net/html"

	"lectern/converters/template/picture"
)

// Errors of texts that are not read.
var (
	ErrTooLarge = errors.New("it is too large")
	ErrTooDeep  = errors.New("its elements lie too deep in each other")
)

// Switch turns a format on or off; Unsaid leaves it unchanged.
type Switch int8

// Positions of a switch.
const (
	Unsaid Switch = iota
	On
	Off
)

// Shift raises or lowers text.
type Shift int8

// Positions of text on its line.
const (
	OnLine Shift = iota
	Raised
	Lowered
)

// Format is a character format. Zero values leave the format around it unchanged.
type Format struct {
	Bold, Italic, Underline, Strike, Capitals Switch
	Shift                                     Shift
	Color, Background                         string  // six hexadecimal digits, such as 1F497D; empty if not set
	Font                                      string  // empty if not set
	Points                                    float64 // the font size; 0 if not set
	Scale                                     float64 // a multiple of the font size around it; 0 for the same
}

// Span is text with one format, or a picture or line break within text.
type Span struct {
	Text   string // can contain tabs
	Break  bool   // the span is a line break
	Image  *Image
	Format Format
	Link   string // the address of the link, which was not checked; empty if there is none
}

// Image is a picture within text.
type Image struct {
	Source, Alt   string
	Width, Height Length
}

// Length is a length in EMU, or a share of the available width; both are 0 if it is not set.
type Length struct {
	EMU   int64
	Share float64
}

// In returns the length in EMU if room is available; 0 if it is not set.
func (l Length) In(room int64) int64 {
	if l.Share > 0 {
		return int64(l.Share * float64(room))
	}
	return l.EMU
}

// Block is a *Paragraph or a *Table.
type Block interface{ isBlock() }

// Align is the alignment of a paragraph; empty if not set.
type Align string

// Alignments.
const (
	Left    Align = "left"
	Center  Align = "center"
	Right   Align = "right"
	Justify Align = "justify"
)

// Paragraph is a paragraph, or a horizontal rule.
type Paragraph struct {
	Spans      []Span
	Heading    int // 1 to 6; 0 if it is no heading
	Item       *Item
	Quote      int // the number of quotations around it
	Preformed  bool
	Rule       bool
	PageBreak  bool // it begins a page
	Align      Align
	RightLeft  bool   // its direction is from right to left
	Background string // as in [Look]
	Indent     int64  // in addition to that of the template, in EMU
	FirstLine  int64  // indent of the first line, in EMU
	// LineHeight is a multiple of the normal height, LinePoints the least height in points; 0 if not set.
	LineHeight, LinePoints float64
}

// Item is the item of a list that a paragraph belongs to.
type Item struct {
	List  *List
	Level int // 0 for the outermost list
	// Number is the number of the item. Goes reports whether the item began with an earlier paragraph.
	Number    int
	Continues bool
}

// List is a list whose items are counted together.
type List struct {
	Kind  ListKind
	Start int
}

// ListKind is the kind of bullets or numbers of a list.
type ListKind string

// Kinds of lists.
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

// Counts reports whether the items have numbers.
func (k ListKind) Counts() bool {
	switch k {
	case Disc, Circle, Square, Plain:
		return false
	}
	return true
}

// Table is a table. All of its rows have cells for all columns, including cells that are covered by others.
type Table struct {
	Rows    []Row
	Columns []Length
	Width   Length
	Align   Align
	Border  *Border // around the table; nil if not set
	Inner   bool    // the border is also between the cells
	Padding Length  // of the cells
	Indent  int64   // in EMU
}

// Row is a row of a table.
type Row struct {
	Header bool // it is repeated on each page
	Cells  []Cell
}

// Cell is a cell of a table.
type Cell struct {
	Blocks         []Block
	Columns        int  // the number of columns that it spans
	ContinuesBelow bool // it continues in the row below
	Continued      bool // it continues a cell of the row above, and has no blocks
	// Background is as in [Look]; Vertical is top, center, bottom or empty.
	Background, Vertical string
	Borders              [4]*Border // top, left, bottom, right; nil if not set
}

// Border is a border line.
type Border struct {
	Style  string  // single, double, dotted, dashed, none
	Points float64 // the width of the line
	Color  string
}

func (*Paragraph) isBlock() {}
func (*Table) isBlock()     {}

// ReadHTML reads an HTML document or fragment. It returns [ErrTooLarge], [ErrTooDeep] or no error.
func ReadHTML(source string) ([]Block, error) {
	source = strings.ToValidUTF8(source, "\ufffd")
	if err := checkBounds(source); err != nil {
		return nil, err
	}
	// With scripting enabled, the content of <noscript> would be a text.
	root, err := html.ParseWithOptions(strings.NewReader(source), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, ErrTooDeep // parsing a text has no other error
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

package wire

import (
	"math"
	"strings"
)

// Words are the words of a page in reading order. Lengths are in points (1/72 inch), rounded to hundredths. Positions
// are relative to the page's top left corner, y down.
type Words struct {
	Page   int     `json:"page"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Lines  []Line  `json:"lines"`
	// Blocks are the blocks that the lines form, in the same order. Each line is in one block.
	Blocks []Block `json:"blocks"`
	Links  []Link  `json:"links"`
}

// Text returns the text of the words, with spaces between words, line breaks between lines and empty lines between
// blocks. It also returns the byte offset of each word.
func (w *Words) Text() (text string, starts []int) {
	var all strings.Builder
	block := 0
	for number := range w.Lines {
		if block < len(w.Blocks) && number == w.Blocks[block].First {
			if block++; block > 1 {
				all.WriteByte('\n')
			}
		}
		for i, word := range w.Lines[number].Words {
			if i > 0 {
				all.WriteByte(' ')
			}
			starts = append(starts, all.Len())
			all.WriteString(word.Text)
		}
		all.WriteByte('\n')
	}
	return all.String(), starts
}

// Block is a sequence of lines that belong together.
type Block struct {
	Kind BlockKind `json:"kind"`
	// Level is the level of a heading, from 1 to 6, or the nesting level of a list item, from 1. It is 0 for other
	// kinds.
	Level int `json:"level,omitempty"`
	// First is the index of the block's first line, and Count is the number of its lines.
	First int `json:"first"`
	Count int `json:"count"`
	// Rows are the rows of a table: for each cell, the number of its lines, which may be 0.
	Rows [][]int `json:"rows,omitempty"`
	// Breaks are the indices of lines, counted from the first line of the block, that the author ended with a line
	// break.
	Breaks []int `json:"breaks,omitempty"`
	// Continues reports whether a paragraph or list item continues on the next page.
	Continues bool `json:"continues,omitempty"`
}

// BlockKind is the kind of a block.
type BlockKind string

// The kinds of blocks.
const (
	BlockHeading   BlockKind = "heading"
	BlockParagraph BlockKind = "paragraph"
	BlockItem      BlockKind = "item" // a list item, with its mark
	BlockTable     BlockKind = "table"
	BlockCaption   BlockKind = "caption"
	BlockOther     BlockKind = "other" // text around the content, such as the page number
)

// Link is a rectangle on a page that leads to a target.
type Link struct {
	Box    Box    `json:"box"`
	Target Target `json:"target"`
}

// Line is a line of words.
type Line struct {
	Box   Box    `json:"box"`
	Words []Word `json:"words"`
}

// Word is a run of characters without white space.
type Word struct {
	Text string `json:"text"`
	Box  Box    `json:"box"`
	// Fixed reports whether the characters divide the box evenly, as in monospaced fonts. Otherwise their positions in
	// the box are unknown. It is false for a single character.
	Fixed bool `json:"fixed,omitempty"`
}

// Box is a rectangle: x0, y0, x1, y1.
type Box [4]float64

// Join returns the smallest box that contains both boxes.
func (b Box) Join(o Box) Box {
	return Box{min(b[0], o[0]), min(b[1], o[1]), max(b[2], o[2]), max(b[3], o[3])}
}

// Hundredths rounds to two decimals. It returns 0 for infinity and NaN.
func Hundredths(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return math.Round(v*100) / 100
}

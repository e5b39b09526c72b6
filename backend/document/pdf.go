package document

import (
	"lectern/backend/convert/filetype"
	"lectern/converters/wire"
)

// PDF is what is known of a PDF from which pages are drawn. It holds for every
// document that has the PDF.
type PDF struct {
	Key   string // of its content
	Pages int
	Sizes Sizes
	// Indexed is how many pages, from the first, have their text stored, and Unread
	// how many of them have none because it could not be read.
	Indexed, Unread int
	// UnreadPages are the latter.
	UnreadPages []UnreadPages
	// Unseen are the characters of the former that no font has, by kind.
	Unseen []wire.Unseen
}

// ConversionKey says of what a conversion is one: the same bytes, taken for the same
// type, by the same engine, become the same PDF.
type ConversionKey struct {
	Original string // content key
	Type     filetype.Type
	Engine   string // the converter, its version, and that of our own rules
}

// Conversion is one that is done. Those of documents with a password are never kept.
type Conversion struct {
	ConversionKey
	PDF    string // content key
	Report Report // of the conversion alone
}

// Texts are the texts of pages that follow on each other.
type Texts struct {
	First int // page, counted from 1
	Count int // pages
	// Pages are the texts of the first of them; the rest has none.
	Pages []string
	// Unread are those of which the text could not be read, or not all.
	Unread []UnreadPages
	// Unseen are the characters that are not seen on these pages, unless they had to be
	// read one by one.
	Unseen []wire.Unseen
}

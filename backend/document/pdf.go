package document

import (
	"lectern/backend/convert/filetype"
	"lectern/converters/wire"
)

// PDF is the record of a PDF from which pages are drawn. All documents with the same PDF share it.
type PDF struct {
	Key   string // key of its content
	Pages int
	Sizes Sizes
	// Indexed is the number of pages, counted from page 1, whose text is stored. Unread is how many of these pages have
	// no text because their text could not be read.
	Indexed, Unread int
	// UnreadPages are the pages whose text could not be read, or not completely.
	UnreadPages []UnreadPages
	// MissingGlyphs counts the characters on the indexed pages that are in no font. It has one entry for each kind of
	// character, such as a script.
	MissingGlyphs []wire.MissingGlyphKind
}

// ConversionKey identifies a conversion. The same bytes, read as the same type by the same version of the same
// converter, become the same PDF.
type ConversionKey struct {
	Original string // content key
	Type     filetype.Type
	Engine   string // name and version of the converter, and rulesVersion of package conversion
}

// Conversion is the record of a finished conversion. Conversions of documents with a password are not recorded.
type Conversion struct {
	ConversionKey
	PDF    string // content key
	Report Report // report about the conversion only
}

// Texts are the texts of consecutive pages.
type Texts struct {
	First int // first page, counted from 1
	Count int // number of pages
	// Pages are the texts of the pages from page First on. If it has fewer than Count texts, the last pages have no
	// text.
	Pages []string
	// Unread are the pages whose text could not be read, or not completely.
	Unread []UnreadPages
	// MissingGlyphs counts the characters on these pages that are in no font. It is empty if the pages had to be read
	// one by one, because these characters are not counted then.
	MissingGlyphs []wire.MissingGlyphKind
}

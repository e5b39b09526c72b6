package document

import (
	"context"
	"strconv"

	"lectern/backend/convert/filetype"
	"lectern/backend/internal/fault"
	"lectern/converters/wire"
)

// rules is the version of what this package itself does to a document on its way to
// readers. It is counted up when earlier results should not be taken any more.
const rules = 1

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

// conversionKey gives the key under which the result for a document is kept and
// looked for; false where there is none: nothing of a document that came with a
// password is shared, and an engine of unknown version makes nothing lasting.
func (s *Service) conversionKey(doc *Document) (ConversionKey, bool) {
	if len(doc.Password) > 0 {
		return ConversionKey{}, false
	}
	engine := s.engine(doc.Type)
	key := ConversionKey{Original: doc.Original, Type: doc.Type, Engine: engine + ", rules " + strconv.Itoa(rules)}
	return key, engine != ""
}

// engine names what makes the pages of a type, with its version.
func (s *Service) engine(kind filetype.Type) string {
	if kind.Office() {
		return s.converter.Version()
	}
	return s.pages.renderer.Version()
}

// reuse returns an earlier conversion of the same bytes and its PDF; false where there
// was none, or its PDF is lost: then the conversion still names it.
func (s *Service) reuse(ctx context.Context, key ConversionKey) (Conversion, PDF, bool, error) {
	done, err := s.store.FindConversion(ctx, key)
	if fault.Is(err, fault.NotFound) {
		return Conversion{}, PDF{}, false, nil
	}
	if err != nil {
		return Conversion{}, PDF{}, false, err
	}
	there, err := s.content.Has(ctx, done.PDF)
	if err != nil || !there { // lost content is made again
		return done, PDF{}, false, err
	}
	pdf, err := s.store.FindPDF(ctx, done.PDF)
	return done, pdf, err == nil, err
}

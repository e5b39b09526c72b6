package office

import (
	"context"
	"os"
)

// Completeness is how much of a document a delivered PDF contains.
type Completeness int

// The PDFs of a conversion, in the order in which they are delivered.
const (
	// Provisional is a PDF of the beginning of a long document. Page 1 of this PDF most likely equals page 1 of the
	// whole document. It is omitted if the PDF of a text document has only one page.
	Provisional   Completeness = iota + 1
	FirstPage                  // a PDF with page 1 only
	WholeDocument              // a PDF with every page
)

// Receiver receives the progress and the results of a conversion, see [Converter.Convert]. Its methods are called one
// at a time, with the context of the conversion. If a method returns an error, the conversion ends and returns the same
// error. An error about a provisional PDF is only logged, because a better PDF follows.
type Receiver interface {
	// Begin is called once, when the document gets its turn, before a converter reads it.
	Begin(ctx context.Context) error
	// Receive is called with each PDF. The file is open for reading; it is closed and deleted when Receive returns.
	Receive(ctx context.Context, completeness Completeness, pdf *os.File) error
}

// ReceiverFunc is a [Receiver] that only receives the PDFs.
type ReceiverFunc func(completeness Completeness, pdf *os.File) error

// Begin returns nil.
func (ReceiverFunc) Begin(context.Context) error { return nil }

// Receive calls f.
func (f ReceiverFunc) Receive(_ context.Context, completeness Completeness, pdf *os.File) error {
	return f(completeness, pdf)
}

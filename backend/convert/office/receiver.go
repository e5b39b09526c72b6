package office

import (
	"context"
	"os"

	"lectern/backend/convert/filetype"
)

// Stage is the completeness of a PDF that a conversion delivers.
type Stage int

// The stages, in the order in which they are delivered.
const (
	// Provisional is a PDF of the beginning of a long document. Page 1 of this PDF most likely equals page 1 of the
	// whole document. This stage is omitted if the PDF of a text document has only one page.
	Provisional   Stage = iota + 1
	FirstPage           // a PDF with page 1 only
	WholeDocument       // a PDF with every page
)

// Receiver receives the progress and the results of a conversion, see [Converter.Convert]. Its methods are called one
// at a time, with the context of the conversion. If a method returns an error, the conversion ends and returns the same
// error.
type Receiver interface {
	// Begin is called once, when the document gets its turn, before a converter reads it.
	Begin(ctx context.Context) error
	// Receive is called with the PDF of each stage. The file is open for reading; it is closed and deleted when Receive
	// returns.
	Receive(ctx context.Context, stage Stage, pdf *os.File) error
}

// ReceiverFunc is a [Receiver] that only receives the PDFs.
type ReceiverFunc func(stage Stage, pdf *os.File) error

// Begin returns nil.
func (ReceiverFunc) Begin(context.Context) error { return nil }

// Receive calls f.
func (f ReceiverFunc) Receive(_ context.Context, stage Stage, pdf *os.File) error {
	return f(stage, pdf)
}

// InflationGuard is a [Receiver] that rejects an Office Open XML package whose uncompressed size is more than Limit
// bytes, before a converter reads the package.
type InflationGuard struct {
	Receiver
	Package *os.File
	Limit   int64
}

// Begin checks the package.
func (g InflationGuard) Begin(ctx context.Context) error {
	info, err := g.Package.Stat()
	if err != nil {
		return err
	}
	if err := filetype.CheckInflation(ctx, g.Package, info.Size(), g.Limit); err != nil {
		return err
	}
	return g.Receiver.Begin(ctx)
}

package office

import (
	"context"
	"errors"
	"io"
	"os"

	"lectern/backend/convert/filetype"
	"lectern/backend/convert/schedule"
)

// PDFConverter converts Office documents to PDF, such as a [Converter].
type PDFConverter interface {
	Convert(ctx context.Context, order Order, to Receiver) (Report, error)
}

// Original is a document for [ToPDF].
type Original struct {
	File *os.File
	Kind filetype.Type
	// MaxInflation is the maximum uncompressed size of an Office Open XML package, in bytes; 0 means
	// [filetype.DefaultMaxInflation]. A larger package is rejected before a converter reads it.
	MaxInflation int64
}

// ToPDF converts a document, and calls receive with the PDF of the whole document. The PDF is closed and deleted when
// receive returns. A preempted conversion is repeated in its next turn.
func ToPDF(ctx context.Context, converter PDFConverter, original Original, receive func(pdf *os.File) error) error {
	order := Order{In: original.File, Kind: original.Kind}
	for {
		if _, err := order.In.Seek(0, io.SeekStart); err != nil {
			return err
		}
		_, err := converter.Convert(ctx, order, wholeReceiver{original, receive})
		preempted, ok := errors.AsType[*schedule.PreemptedError](err)
		if !ok {
			return err
		}
		order.Preemptions = max(preempted.Preemptions, order.Preemptions+1)
	}
}

// wholeReceiver is a [Receiver] that receives only the PDF of the whole document.
type wholeReceiver struct {
	original Original
	receive  func(pdf *os.File) error
}

// Begin rejects a package whose uncompressed size exceeds the limit.
func (w wholeReceiver) Begin(ctx context.Context) error {
	return filetype.CheckFile(ctx, w.original.File, w.original.Kind, w.original.MaxInflation, filetype.CheckInflation)
}

// Receive implements [Receiver].
func (w wholeReceiver) Receive(_ context.Context, completeness Completeness, pdf *os.File) error {
	if completeness != WholeDocument {
		return nil
	}
	return w.receive(pdf)
}

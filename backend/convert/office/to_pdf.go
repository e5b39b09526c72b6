package office

import (
	"context"
	"errors"
	"io"
	"os"

	"lectern/backend/convert/schedule"
)

// PDFConverter converts Office documents to PDF, such as a [Converter].
type PDFConverter interface {
	Convert(ctx context.Context, order Order, to Receiver) (Report, error)
}

// ToPDF converts the document of an order and passes the PDF of the whole document to a receiver. A preempted conversion
// is repeated in its next turn.
func ToPDF(ctx context.Context, converter PDFConverter, order Order, to Receiver) error {
	for {
		if _, err := order.In.Seek(0, io.SeekStart); err != nil {
			return err
		}
		_, err := converter.Convert(ctx, order, wholeOnly{to})
		preempted, ok := errors.AsType[*schedule.PreemptedError](err)
		if !ok {
			return err
		}
		order.Preemptions = max(preempted.Preemptions, order.Preemptions+1)
	}
}

// wholeOnly passes on only the PDF of the whole document.
type wholeOnly struct{ Receiver }

// Receive implements [Receiver].
func (w wholeOnly) Receive(ctx context.Context, stage Stage, pdf *os.File) error {
	if stage != WholeDocument {
		return nil
	}
	return w.Receiver.Receive(ctx, stage, pdf)
}

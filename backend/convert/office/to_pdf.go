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
	Convert(ctx context.Context, order Order, on func(Stage, *os.File) error) (Report, error)
}

// ToPDF converts the document of an order and passes the complete PDF to done. A preempted conversion is repeated in
// its next turn.
func ToPDF(ctx context.Context, converter PDFConverter, order Order, done func(pdf *os.File) error) error {
	for {
		if _, err := order.In.Seek(0, io.SeekStart); err != nil {
			return err
		}
		_, err := converter.Convert(ctx, order, func(stage Stage, pdf *os.File) error {
			if stage != Whole {
				return nil
			}
			return done(pdf)
		})
		preempted, ok := errors.AsType[*schedule.PreemptedError](err)
		if !ok {
			return err
		}
		order.Stopped = max(preempted.Stopped, order.Stopped+1)
	}
}

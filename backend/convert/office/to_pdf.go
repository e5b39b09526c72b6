package office

import (
	"context"
	"errors"
	"io"
	"os"

	"lectern/backend/convert/schedule"
)

// Converter makes PDFs of Office documents, as [Office.Convert] does.
type PDFConverter interface {
	Convert(ctx context.Context, order Order, on func(Stage, *os.File) error) (Report, error)
}

// ToPDF has the whole document of an order converted, and hands the PDF to done. One that is
// stopped for others waits for its turn anew.
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
		crowded, ok := errors.AsType[*schedule.PreemptedError](err)
		if !ok {
			return err
		}
		order.Stopped = max(crowded.Stopped, order.Stopped+1)
	}
}

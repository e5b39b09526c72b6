package office

import (
	"context"
	"os"
	"slices"

	"lectern/backend/convert/inspect"
)

// withoutLarge converts a document that LibreOffice has not survived once more without the pictures that are too large to be
// drawn: it does not survive one among others of a slide (seen with 25.2). Where there is none, the report and the error of
// the crash stand.
func (o *Converter) withoutLarge(ctx context.Context, order Order, report Report, crash error, attempt func(Order) (Report, error)) (Report,
	error) {
	original, ok := order.In.(*os.File)
	if !ok || !order.Kind.OpenXML() || order.Password != "" {
		return report, crash
	}
	copied, err := os.CreateTemp(o.cfg.TempDir, "small-")
	if err != nil {
		o.log.WarnContext(ctx, "a document is not converted without its large pictures", "error", err)
		return report, crash
	}
	defer os.Remove(copied.Name())
	defer copied.Close()
	made, err := inspect.New(o.cfg).WithoutLarge(ctx, original, order.Kind, copied)
	if err == nil && made {
		_, err = copied.Seek(0, 0)
	}
	if err != nil && ctx.Err() == nil {
		o.log.WarnContext(ctx, "a document is not converted without its large pictures", "error", err)
	}
	if err != nil || !made {
		return report, crash
	}
	order.In = copied
	second, err := attempt(order)
	second.Steps = slices.Concat(report.Steps, second.Steps)
	return second, err
}

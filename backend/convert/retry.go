package convert

import (
	"context"
	"errors"
	"log/slog"
)

// Retry calls do, which uses a process. If the process crashed, it calls do once more, because the crash need not be
// the document's fault: the kernel may have killed the process for lack of memory.
func Retry(ctx context.Context, log *slog.Logger, do func() error) error {
	err := do()
	cause, ok := errors.AsType[*Error](err)
	if !ok || cause.Reason != ReasonCrashed || ctx.Err() != nil {
		return err
	}
	log.WarnContext(ctx, "converter died, trying again", "detail", cause.Cause())
	return do()
}

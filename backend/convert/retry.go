package convert

import (
	"context"
	"errors"
	"log/slog"
)

// Retry calls do, which needs a process, and calls it once more if the process crashed: somebody else may have killed it.
func Retry(ctx context.Context, log *slog.Logger, do func() error) error {
	err := do()
	cause, ok := errors.AsType[*Error](err)
	if !ok || cause.Reason != ReasonCrashed || ctx.Err() != nil {
		return err
	}
	log.WarnContext(ctx, "converter died, trying again", "detail", cause.Cause())
	return do()
}

package failure

import (
	"context"
	"errors"
	"log/slog"

	"lectern/backend/convert"
)

// The maximum numbers of deaths of converters before an operation fails: crashes, which may be caused by another
// request or by the load of the machine, and all deaths, crashes and kills.
const (
	maxCrashes = 2
	maxDeaths  = 3
)

// Deaths counts how often converters have died while they did something.
type Deaths struct{ all, crashes int }

// KillsOnly makes [Retry] repeat only attempts whose converter was killed. The caller handles crashes.
var KillsOnly = Deaths{crashes: maxCrashes - 1}

// shouldRetry counts an attempt that ended with err, and reports whether it is to be repeated.
func (d *Deaths) shouldRetry(ctx context.Context, err error) bool {
	cause, ok := errors.AsType[*convert.Error](err)
	if !ok || cause.Reason != convert.ReasonCrashed || ctx.Err() != nil {
		return false
	}
	d.all++
	if !cause.Killed {
		d.crashes++
	}
	return d.crashes < maxCrashes && d.all < maxDeaths
}

// Retry calls create, which needs a converter, and repeats it if the converter dies, until there are too many deaths.
// It counts from dead on.
func Retry[T any](ctx context.Context, dead Deaths, create func() (T, error)) (T, error) {
	return retryNotifying(ctx, dead, func(int, error) {}, create)
}

// retryNotifying is like Retry, but calls notify before each repetition, with its number and the previous error.
func retryNotifying[T any](ctx context.Context, dead Deaths, notify func(int, error), create func() (T, error)) (T, error) {
	made, err := create()
	for dead.shouldRetry(ctx, err) {
		notify(dead.all+1, err)
		made, err = create()
	}
	return made, err
}

// RetryLogged calls do, which needs a converter, and repeats it if the converter dies. It logs each repetition.
func RetryLogged(ctx context.Context, log *slog.Logger, do func() error) error {
	notify := func(try int, err error) {
		var output string
		if dead, ok := errors.AsType[*convert.Error](err); ok {
			output = dead.Cause()
		}
		log.WarnContext(ctx, "converter died, trying again", "try", try, slog.Any("error", err), "detail", output)
	}
	_, err := retryNotifying(ctx, Deaths{}, notify, func() (struct{}, error) { return struct{}{}, do() })
	return err
}

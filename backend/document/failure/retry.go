package failure

import (
	"context"
	"errors"
	"log/slog"

	"lectern/backend/convert"
)

// How often a converter may die while it does something before that fails: by crashing, which may be due to another request or
// to the load of the machine; and altogether, killed or crashed.
const (
	mostCrashes = 2
	mostDeaths  = 3
)

// Deaths counts how often converters have died while they did something.
type Deaths struct{ all, crashes int }

// KillsOnly has [Retry] repeat only what was killed. The caller handles crashes.
var KillsOnly = Deaths{crashes: mostCrashes - 1}

// again counts an attempt that ended with err, and reports whether it is to be repeated.
func (d *Deaths) again(ctx context.Context, err error) bool {
	cause, ok := errors.AsType[*convert.Error](err)
	if !ok || cause.Reason != convert.ReasonCrashed || ctx.Err() != nil {
		return false
	}
	d.all++
	if !cause.Killed {
		d.crashes++
	}
	return d.crashes < mostCrashes && d.all < mostDeaths
}

// Retry calls create, which needs a converter, and repeats it if the converter dies, until there are too many deaths. It counts
// from dead on.
func Retry[T any](ctx context.Context, dead Deaths, create func() (T, error)) (T, error) {
	return retryTelling(ctx, dead, func(int, error) {}, create)
}

// retryTelling is Retry. It calls tell before each repetition, with its number and the error of the one before.
func retryTelling[T any](ctx context.Context, dead Deaths, tell func(int, error), create func() (T, error)) (T, error) {
	made, err := create()
	for dead.again(ctx, err) {
		tell(dead.all+1, err)
		made, err = create()
	}
	return made, err
}

// RetryLogged calls do, which needs a converter, and repeats it if the converter dies. It logs each repetition.
func RetryLogged(ctx context.Context, log *slog.Logger, do func() error) error {
	tell := func(try int, err error) {
		var said string
		if dead, ok := errors.AsType[*convert.Error](err); ok {
			said = dead.Cause()
		}
		log.WarnContext(ctx, "converter died, trying again", "try", try, slog.Any("error", err), "detail", said)
	}
	_, err := retryTelling(ctx, Deaths{}, tell, func() (struct{}, error) { return struct{}{}, do() })
	return err
}

package failure

import (
	"context"
	"errors"
	"log/slog"

	"lectern/backend/convert"
)

// How often a converter may die under something before that is given up: by a crash of its
// own, which may have come of another's doing, or of the load; and in all, be it killed or not.
const (
	mostCrashes = 2
	mostDeaths  = 3
)

// Deaths counts how often a converter has died under something.
type Deaths struct{ all, crashes int }

// KillsOnly leaves what is to become of crashes to the caller.
var KillsOnly = Deaths{crashes: mostCrashes - 1}

// again counts what ended with err, and says whether there is sense in trying it again.
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

// Retry makes what needs a converter, again where the converter died under it, as often as it
// may after those Deaths.
func Retry[T any](ctx context.Context, dead Deaths, make func() (T, error)) (T, error) {
	return retryTelling(ctx, dead, func(int, error) {}, make)
}

// retryTelling is Retry, and tells of each further try which one it is, and why.
func retryTelling[T any](ctx context.Context, dead Deaths, tell func(int, error), make func() (T, error)) (T, error) {
	made, err := make()
	for dead.again(ctx, err) {
		tell(dead.all+1, err)
		made, err = make()
	}
	return made, err
}

// RetryLogged does what needs a converter, and again where that died under it.
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

package failure

import (
	"context"
	"errors"
	"log/slog"

	"lectern/backend/convert"
)

// The maximum numbers of converter deaths before an operation fails. maxCrashes counts only crashes, which may be
// caused by another request or by the load of the machine. maxDeaths counts crashes and kills.
const (
	maxCrashes = 2
	maxDeaths  = 3
)

// Deaths counts how often converters have died during an operation.
type Deaths struct{ all, crashes int }

// KillsOnly is an argument of [Retry]. It makes Retry repeat an attempt only if its converter was killed. The caller
// handles crashes.
var KillsOnly = Deaths{crashes: maxCrashes - 1}

// ShouldRetry counts an attempt that ended with err, and reports whether it is to be repeated.
func (d *Deaths) ShouldRetry(ctx context.Context, err error) bool {
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

// ShouldRetryLogged counts an attempt that ended with err, and reports whether the attempt is to be repeated. It logs
// each attempt that is to be repeated.
func (d *Deaths) ShouldRetryLogged(ctx context.Context, log *slog.Logger, err error) bool {
	if !d.ShouldRetry(ctx, err) {
		return false
	}
	var output string
	if dead, ok := errors.AsType[*convert.Error](err); ok {
		output = dead.Cause()
	}
	log.WarnContext(ctx, "converter died, trying again", "try", d.all+1, slog.Any("error", err), "detail", output)
	return true
}

// Retry calls create, which needs a converter. It repeats the call if the converter dies, until there are too many
// deaths. The argument deaths contains the number of earlier deaths.
func Retry[T any](ctx context.Context, deaths Deaths, create func() (T, error)) (T, error) {
	made, err := create()
	for deaths.ShouldRetry(ctx, err) {
		made, err = create()
	}
	return made, err
}

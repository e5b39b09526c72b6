package observe

import (
	"context"
	"database/sql/driver"
	"errors"
	"log/slog"

	"lectern/backend/internal/tracing"
)

// LogHandler adds the ids of the request, and of its trace where there is one, to every line that is logged with its context.
// What failed as an engine is away is a line for debugging: that it is away is told once, by who looks after it.
func LogHandler(inner slog.Handler) slog.Handler { return logHandler{inner} }

type logHandler struct{ slog.Handler }

func (h logHandler) Handle(ctx context.Context, record slog.Record) error {
	if record.Level > slog.LevelInfo && tellsOfLoss(record) {
		if record.Level = slog.LevelDebug; !h.Enabled(ctx, record.Level) {
			return nil
		}
	}
	if id := RequestID(ctx); id != "" {
		record.AddAttrs(slog.String("request", id))
	}
	if id := tracing.ID(ctx); id != "" {
		record.AddAttrs(slog.String("trace", id))
	}
	return h.Handler.Handle(ctx, record)
}

func (h logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return logHandler{h.Handler.WithAttrs(attrs)}
}

func (h logHandler) WithGroup(name string) slog.Handler {
	return logHandler{h.Handler.WithGroup(name)}
}

// tellsOfLoss says whether a line is there as an engine could not be reached.
func tellsOfLoss(record slog.Record) (is bool) {
	record.Attrs(func(attr slog.Attr) bool {
		err, _ := attr.Value.Any().(error)
		is = attr.Key == "error" && IsLoss(err)
		return !is
	})
	return is
}

// IsLoss says whether an error tells that an engine of several servers cannot be reached, or has let go who works
// with it.
func IsLoss(err error) bool {
	if errors.Is(err, driver.ErrBadConn) {
		return true
	}
	lost, ok := errors.AsType[interface {
		error
		Unavailable() bool
	}](err)
	return ok && lost.Unavailable()
}

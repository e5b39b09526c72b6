package observe

import (
	"context"
	"database/sql/driver"
	"errors"
	"log/slog"

	"lectern/backend/internal/tracing"
)

// LogHandler returns a handler that adds the ids of the request and of its trace to each line that is logged with the
// request's context. Lines about a lost connection to the database or the bucket get the debug level, because the loss
// itself is logged once elsewhere.
func LogHandler(inner slog.Handler) slog.Handler { return logHandler{inner} }

type logHandler struct{ slog.Handler }

func (h logHandler) Handle(ctx context.Context, record slog.Record) error {
	if record.Level > slog.LevelInfo && isLossRecord(record) {
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

// isLossRecord reports whether a log line is about a database or bucket that cannot be reached.
func isLossRecord(record slog.Record) (found bool) {
	record.Attrs(func(attr slog.Attr) bool {
		err, _ := attr.Value.Any().(error)
		found = attr.Key == "error" && IsConnectionLoss(err)
		return !found
	})
	return found
}

// IsConnectionLoss reports whether an error means that the shared database or bucket cannot be reached, or has
// disconnected this server.
func IsConnectionLoss(err error) bool {
	if errors.Is(err, driver.ErrBadConn) {
		return true
	}
	lost, ok := errors.AsType[interface {
		error
		Unavailable() bool
	}](err)
	return ok && lost.Unavailable()
}

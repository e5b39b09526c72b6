// Package observe makes what the server does visible: an id for each request that
// runs through its log lines, jobs and answers, an access log, and metrics.
package observe

import (
	"context"
	"crypto/rand"
	"log/slog"
	"strings"

	"lectern/backend/tracing"
)

type requestKey struct{}

// WithRequestID gives a context that carries a request's id.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestKey{}, id)
}

// RequestID gives the id of the request that ctx belongs to, or "".
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey{}).(string)
	return id
}

func newRequestID() string { return strings.ToLower(rand.Text()[:16]) }

// LogHandler adds the ids of the request, and of its trace where there is one, to every line that is logged with its context.
func LogHandler(inner slog.Handler) slog.Handler { return logHandler{inner} }

type logHandler struct{ slog.Handler }

func (h logHandler) Handle(ctx context.Context, record slog.Record) error {
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

// Package observe makes the work of the server visible: an id for each request that its log lines, jobs and response have, an
// access log, and metrics.
package observe

import (
	"context"
)

type requestKey struct{}

// WithRequestID returns a context that carries the id of a request.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestKey{}, id)
}

// RequestID returns the id of the request that ctx belongs to, or "".
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey{}).(string)
	return id
}

// Package observe makes the work of the server observable. It assigns an id to each request, which is also in the
// request's log lines, jobs and response. It writes the access log, and collects metrics.
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

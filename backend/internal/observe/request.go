// Package observe makes what the server does visible: an id for each request that
// runs through its log lines, jobs and answers, an access log, and metrics.
package observe

import (
	"context"
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

// Package ctxio provides readers that stop when a context ends.
package ctxio

import (
	"context"
	"io"
)

type reader struct {
	ctx  context.Context
	from io.Reader
}

// NewReader returns a reader that reads from another reader until ctx ends. After that, Read returns the error of ctx.
// A call of Read that is in progress when ctx ends is not interrupted.
func NewReader(ctx context.Context, from io.Reader) io.Reader { return reader{ctx, from} }

// Read implements [io.Reader].
func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.from.Read(p)
}

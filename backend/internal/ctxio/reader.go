// Package ctxio reads for as long as a context lasts.
package ctxio

import (
	"context"
	"io"
)

type reader struct {
	ctx  context.Context
	from io.Reader
}

// NewReader gives a reader of what another one reads, until ctx has ended: then each read gives the
// error of ctx. One that is under way is not broken off.
func NewReader(ctx context.Context, from io.Reader) io.Reader { return reader{ctx, from} }

// Read implements [io.Reader].
func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.from.Read(p)
}

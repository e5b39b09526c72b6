package outbound

import (
	"context"
	"io"
)

// body is the content of a response, up to the client's size limit. The limit applies to the decompressed content,
// because the HTTP transport has already decompressed it.
type body struct {
	client      *Client
	parent, ctx context.Context
	cancel      context.CancelFunc
	in          io.ReadCloser
	remaining   int64
}

// Read implements [io.Reader]. It returns an error once the content exceeds the limit.
func (b *body) Read(p []byte) (int, error) {
	if b.remaining < 0 {
		return 0, &Error{Reason: ReasonSize, Limit: b.client.maxBytes}
	}
	if int64(len(p)) > b.remaining {
		p = p[:b.remaining+1] // one more byte shows whether the content exceeds the limit
	}
	n, err := b.in.Read(p)
	if b.remaining -= int64(n); b.remaining < 0 {
		return n - 1, &Error{Reason: ReasonSize, Limit: b.client.maxBytes}
	}
	if err == nil || err == io.EOF {
		return n, err
	}
	return n, b.client.explain(b.parent, b.ctx, err)
}

// Close closes the connection, even if the content has not been read.
func (b *body) Close() error {
	b.cancel()
	return b.in.Close()
}

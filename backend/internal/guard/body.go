package guard

import (
	"context"
	"io"
)

// body is an answer's content, which ends at the client's caps. The transport has
// decompressed it, so a compressed bomb is as large here as what it inflates to.
type body struct {
	client      *Client
	parent, ctx context.Context
	cancel      context.CancelFunc
	in          io.ReadCloser
	left        int64
}

// Read reads as io.Reader does, and fails once more than the cap has come.
func (b *body) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, &Error{Reason: ReasonSize, Limit: b.client.maxBytes}
	}
	if int64(len(p)) > b.left {
		p = p[:b.left+1] // one more byte tells whether there is more
	}
	n, err := b.in.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n - 1, &Error{Reason: ReasonSize, Limit: b.client.maxBytes}
	}
	if err != nil && err != io.EOF {
		err = b.client.explain(b.parent, b.ctx, err)
	}
	return n, err
}

// Close ends the connection, read or not.
func (b *body) Close() error {
	b.cancel()
	return b.in.Close()
}

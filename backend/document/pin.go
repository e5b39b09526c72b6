package document

import (
	"context"
	"io/fs"
	"os"

	"gocloud.dev/gcerrors"
)

// Pin keeps all content that is there, for a backup: what is not needed any more goes when it
// is unpinned.
func (s *Service) Pin() (unpin func(context.Context)) {
	s.content.pin()
	return func(ctx context.Context) {
		for _, key := range s.content.unpin() {
			s.content.hold(key)
			s.release(ctx, key)
		}
	}
}

// OpenThere opens the content under a key as a file, which the caller closes. The error is
// [fs.ErrNotExist] where there is none.
func (c *Content) OpenThere(ctx context.Context, key string) (*os.File, error) {
	file, err := c.open(ctx, key)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, fs.ErrNotExist
	}
	return file, err
}

func (c *Content) pin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pins++
}

// unpin gives what was to be discarded meanwhile, when nobody pins any more.
func (c *Content) unpin() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pins--; c.pins > 0 {
		return nil
	}
	later := c.later
	c.later = nil
	return later
}

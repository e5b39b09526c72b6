package document

import (
	"context"
	"io"
	"os"
)

// Shared provides other packages with access to the content store, for their own records that need content. Content is
// removed when no record of any kind needs it.
type Shared struct{ service *Service }

// Shared returns the store of content for other packages.
func (s *Service) Shared() Shared { return Shared{s} }

// Add stores the bytes of r, as [content.Store.Add] does. The caller must call Release as soon as a record needs the
// bytes, or as soon as it is certain that no record will need them.
func (s Shared) Add(ctx context.Context, r io.Reader, limit int64) (key string, size int64, err error) {
	return s.service.content.Add(ctx, r, limit)
}

// Release ends the caller's hold of a key. The content is removed if no other hold exists and no record needs it.
func (s Shared) Release(ctx context.Context, key string) { s.service.content.Release(ctx, key) }

// Forget removes content that no record needs any more.
func (s Shared) Forget(ctx context.Context, keys ...string) {
	s.service.content.ReleaseUnheld(ctx, keys...)
}

// Open opens content as a file, which the caller closes.
func (s Shared) Open(ctx context.Context, key string) (*os.File, error) {
	return s.service.content.Open(ctx, key)
}

// MaxUpload returns how many bytes a posted file may have.
func (s Shared) MaxUpload() int64 { return s.service.limits.Load().Upload }

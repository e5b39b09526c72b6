package document

import (
	"context"
	"io"
	"os"
)

// Shared is the documents' content as others keep theirs in it, under their own records. It is
// counted by its users all together: [Store.UsesContent] knows them.
type Shared struct{ service *Service }

// Shared gives the content for others than documents.
func (s *Service) Shared() Shared { return Shared{s} }

// Add stores what r gives, as [Content.Add] does. The caller lets the key go when there is a
// record of it, or is to be none.
func (s Shared) Add(ctx context.Context, r io.Reader, limit int64) (key string, size int64, err error) {
	return s.service.content.Add(ctx, r, limit)
}

// LetGo ends a hold of a key, and removes what then nobody holds and no record needs.
func (s Shared) LetGo(ctx context.Context, key string) { s.service.content.Release(ctx, key) }

// Forget removes what no record needs any more.
func (s Shared) Forget(ctx context.Context, keys ...string) {
	s.service.content.ReleaseUnheld(ctx, keys...)
}

// Open gives the bytes under a key as a file, which the caller closes.
func (s Shared) Open(ctx context.Context, key string) (*os.File, error) {
	return s.service.content.Open(ctx, key)
}

// MaxUpload gives how many bytes a file may have that is taken in.
func (s Shared) MaxUpload() int64 { return s.service.limits.Load().Upload }

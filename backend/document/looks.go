package document

import (
	"context"
	"encoding/json"
	"errors"

	"golang.org/x/sync/singleflight"

	"lectern/backend/convert"
	"lectern/converters/wire"
)

// mostFailedLooks is how often a look into the same original may fail before it is not tried again while that is remembered.
const mostFailedLooks = 3

// errNoFurtherLook means that the last looks into an original have failed.
var errNoFurtherLook = errors.New("no further look into the original: the last ones failed")

// facts returns what the original of an Office document has beside its pages. It is kept while there is room.
func (s *Service) facts(ctx context.Context, doc *Document) (facts wire.Facts, err error) {
	key := doc.Original + " facts"
	text, err := shareLook(ctx, &s.looks, key, func(ctx context.Context) ([]byte, error) {
		return s.pages.kept(key, func() ([]byte, error) { return s.lookOnce(ctx, doc) })
	})
	if err != nil {
		return facts, err
	}
	return facts, json.Unmarshal(text, &facts)
}

// shareLook returns what look does. Callers of the same key at the same time share one call, as each look starts a process;
// the call goes on where a caller's context ends.
func shareLook(ctx context.Context, group *singleflight.Group, key string, look func(context.Context) ([]byte, error)) ([]byte, error) {
	looked := group.DoChan(key, func() (any, error) { return look(context.WithoutCancel(ctx)) })
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case result := <-looked:
		text, _ := result.Val.([]byte)
		return text, result.Err
	}
}

// lookOnce returns the facts of an original as JSON. It counts how often that fails because of the document, and returns
// errNoFurtherLook after too many failures.
func (s *Service) lookOnce(ctx context.Context, doc *Document) ([]byte, error) {
	key := doc.Original + " failed looks" // a byte for each
	failed, _ := s.pages.cache.GetIfPresent(key)
	if len(failed.Data) >= mostFailedLooks {
		return nil, errNoFurtherLook
	}
	original, err := s.content.Open(ctx, doc.Original)
	if err != nil {
		return nil, err
	}
	defer original.Close()
	facts, err := s.looker.Facts(ctx, original, doc.Type)
	if _, ofDocument := errors.AsType[*convert.Error](err); ofDocument && !isShortage(err) {
		s.pages.cache.Set(key, wire.Page{Data: make([]byte, len(failed.Data)+1)})
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(facts)
}

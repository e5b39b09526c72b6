package document

import (
	"context"
	"log/slog"
)

// Delete removes a document. With the last one that has them go its original, its PDF, its
// pages and their index. Its sessions are over.
func (s *Service) Delete(ctx context.Context, id string) error {
	doc, err := s.store.DeleteDocument(ctx, id)
	if err != nil {
		return err
	}
	s.deleted(ctx, &doc)
	return nil
}

// deleted does what follows when a document's record is gone.
func (s *Service) deleted(ctx context.Context, doc *Document) {
	s.attempts.stop(doc.ID, doc.Attempt)
	s.notify(doc.ID)
	s.forget(ctx, doc)
}

// forget removes the content that a document had and that nothing needs any more.
func (s *Service) forget(ctx context.Context, doc *Document) {
	if isFirstPage(doc.PDF) {
		if err := s.content.dropOwn(context.WithoutCancel(ctx), doc.PDF); err != nil {
			s.untidy.Store(true)
			s.log.WarnContext(ctx, "a first page is left", "document", doc.ID, slog.Any("error", err))
		}
	}
	s.forgetContent(ctx, doc.Original, doc.PDF)
}

// forgetContent removes content that nothing needs any more, and what was known of it. What is
// left when that fails, or the server is killed meanwhile, the next start sweeps away.
func (s *Service) forgetContent(ctx context.Context, keys ...string) {
	ctx = context.WithoutCancel(ctx)
	keys, err := s.store.ForgetContent(ctx, keys...)
	if err != nil {
		s.untidy.Store(true)
		s.log.WarnContext(ctx, "bytes that nobody needs are left", slog.Any("error", err))
		return
	}
	for _, key := range keys {
		s.content.hold(key)
		s.release(ctx, key)
	}
}

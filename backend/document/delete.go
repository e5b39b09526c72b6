package document

import (
	"context"
	"log/slog"

	"lectern/backend/document/content"
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
	if content.IsFirstPage(doc.PDF) {
		if err := s.content.RemoveTemporary(context.WithoutCancel(ctx), doc.PDF); err != nil {
			s.content.NoteLeftovers()
			s.log.WarnContext(ctx, "a first page is left", "document", doc.ID, slog.Any("error", err))
		}
	}
	s.content.Forget(ctx, doc.Original, doc.PDF)
}

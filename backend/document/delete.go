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
	forgetContent(ctx, s.content, doc, s.log)
}

// forgetContent removes the content that a document had and that nothing needs any more.
func forgetContent(ctx context.Context, from *content.Store, doc *Document, log *slog.Logger) {
	if content.IsFirstPage(doc.PDF) {
		if err := from.RemoveTemporary(context.WithoutCancel(ctx), doc.PDF); err != nil {
			from.NoteLeftovers()
			log.WarnContext(ctx, "a first page is left", "document", doc.ID, slog.Any("error", err))
		}
	}
	from.Forget(ctx, doc.Original, doc.PDF)
}

package document

import (
	"context"
	"log/slog"

	"lectern/backend/document/content"
)

// Delete removes a document and ends its sessions. Its original, its PDF, its pages and their index are removed with
// the last document that uses them.
func (s *Service) Delete(ctx context.Context, id string) error {
	doc, err := s.store.DeleteDocument(ctx, id)
	if err != nil {
		return err
	}
	s.cleanUpDeleted(ctx, &doc)
	return nil
}

// cleanUpDeleted stops the jobs of a document whose record was deleted, notifies subscribers, and removes its content.
func (s *Service) cleanUpDeleted(ctx context.Context, doc *Document) {
	s.attempts.stop(doc.ID, doc.Attempt)
	s.notify(doc.ID)
	removeUnusedContent(ctx, s.content, doc, s.log)
}

// removeUnusedContent removes the original and the PDF of a document if no record needs them any more.
func removeUnusedContent(ctx context.Context, from *content.Store, doc *Document, log *slog.Logger) {
	if content.IsFirstPage(doc.PDF) {
		if err := from.RemoveFirstPages(context.WithoutCancel(ctx), doc.PDF); err != nil {
			from.NoteLeftovers()
			log.WarnContext(ctx, "a first page was not removed", "document", doc.ID, slog.Any("error", err))
		}
	}
	from.Forget(ctx, doc.Original, doc.PDF)
}

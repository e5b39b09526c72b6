package document

import (
	"context"
	"fmt"

	"lectern/backend/document/content"
	"lectern/backend/internal/fault"
)

// Retry processes a failed document again as if it had just been posted. If password is not empty, it is the new
// password of the document. A document that was never fetched is fetched. Retry also converts a ready document again if
// its PDF is missing. For any other document the error is a fault of kind Conflict.
func (s *Service) Retry(ctx context.Context, id, password string) (Document, error) {
	if err := validatePassword(password); err != nil {
		return Document{}, err
	}
	sealed, err := sealPassword(s.sealer, password, id)
	if err != nil {
		return Document{}, err
	}
	lost, err := lostPDF(ctx, s.store, s.content, id)
	if err != nil {
		return Document{}, err
	}
	before := ""
	doc, err := s.Update(ctx, id, Update{AddJob: true, MaxQueue: s.limits.Load().Queue, Report: &Report{}, Change: func(d *Document) error {
		if isLost := d.Status == Ready && d.PDF == lost; d.Status != Failed && !isLost {
			return fault.New(fault.Conflict, "Only a failed document can be retried, but this one is %s.", d.Status)
		}
		before = d.PDF
		d.restart(sealed)
		d.Type = "" // with a password, another type may be detected
		return nil
	}})
	if err == nil && before != "" {
		s.content.ReleaseUnheld(ctx, before)
	}
	return doc, err
}

// lostPDF returns the content key of the PDF of a ready document if the store does not have that PDF, else "". If the
// original is missing, too, the error is a fault of kind Missing.
func lostPDF(ctx context.Context, store Store, from *content.Store, id string) (key string, err error) {
	doc, err := store.FindDocument(ctx, id)
	if err != nil || doc.Status != Ready || doc.PDF == doc.Original {
		return "", err
	}
	there, err := from.Has(ctx, doc.PDF)
	if err != nil || there {
		return "", err
	}
	original, err := from.Has(ctx, doc.Original)
	if err == nil && !original {
		err = fault.MissingOriginal(fmt.Errorf("content %s is missing from its store", doc.Original))
	}
	return doc.PDF, err
}

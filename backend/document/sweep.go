package document

import (
	"context"
	"errors"
	"fmt"
	"io"

	"gocloud.dev/blob"

	"lectern/backend/fault"
)

// Sweep removes what a killed process left in the content: uploads that never
// became documents, half-written files, first pages of documents that have long been
// converted, and what was known of PDFs that nothing needs. It runs before anything is taken in.
func (s *Service) Sweep(ctx context.Context) error {
	if err := s.store.ForgetPDFs(ctx); err != nil {
		return err
	}
	return s.content.each(ctx, func(key string) error {
		used, err := s.uses(ctx, key)
		if err != nil || used {
			return err
		}
		s.log.InfoContext(ctx, "left by a killed process, removed", "content", key)
		return s.content.Remove(ctx, key)
	})
}

// uses says whether a document needs the content under key.
func (s *Service) uses(ctx context.Context, key string) (bool, error) {
	id, isFirstPage := firstPageOf(key)
	if !isFirstPage {
		return s.store.UsesContent(ctx, key)
	}
	doc, err := s.store.FindDocument(ctx, id)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return doc.PDF == key, err
}

// each calls visit for every key, of half-written files too; visit may remove it.
// It goes folder by folder: a bucket of files walks all that it lists anew for
// every thousand keys.
func (c *Content) each(ctx context.Context, visit func(key string) error) error {
	folders := []string{firstPages}
	for first := range 256 {
		folders = append(folders, fmt.Sprintf("%02x/", first))
	}
	for _, folder := range folders {
		if err := c.eachIn(ctx, folder, visit); err != nil {
			return err
		}
	}
	return nil
}

func (c *Content) eachIn(ctx context.Context, folder string, visit func(key string) error) error {
	for list := c.bucket.List(&blob.ListOptions{Prefix: folder}); ; {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("list content: %w", err)
		}
		if err := visit(object.Key); err != nil {
			return err
		}
	}
}

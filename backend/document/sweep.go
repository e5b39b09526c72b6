package document

import (
	"context"
	"errors"
	"io"
	"strings"

	"gocloud.dev/blob"

	"lectern/backend/fault"
)

// Sweep removes what a killed process left in the content: PDFs of first pages
// whose documents have long been converted. It runs before jobs do.
func (s *Service) Sweep(ctx context.Context) error {
	return s.content.eachFirstPage(ctx, func(key, id string) error {
		doc, err := s.store.FindDocument(ctx, id)
		if err == nil && doc.PDF == key {
			return nil
		}
		if err != nil && !fault.Is(err, fault.NotFound) {
			return err
		}
		return s.content.Remove(ctx, key)
	})
}

const firstPages = "first/"

// firstPageKey is where the PDF of a converting document's first page is kept.
func firstPageKey(id string) string { return firstPages + id }

func (c *Content) eachFirstPage(ctx context.Context, visit func(key, id string) error) error {
	var keys []string // listed to the end before anything is removed
	for list := c.bucket.List(&blob.ListOptions{Prefix: firstPages}); ; {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		keys = append(keys, object.Key)
	}
	for _, key := range keys {
		if err := visit(key, strings.TrimPrefix(key, firstPages)); err != nil {
			return err
		}
	}
	return nil
}

package document

import (
	"context"
	"errors"
	"fmt"
	"io"

	"gocloud.dev/blob"
	"golang.org/x/sync/errgroup"
)

// sweepers is how many folders are swept at once: one waits for the disk while
// another one computes.
const sweepers = 4

// Sweep removes what a killed process left in the content: uploads that never
// became documents, half-written files, first pages of documents that have long been
// converted, and what was known of PDFs that nothing needs. It runs before anything is taken in.
func (s *Service) Sweep(ctx context.Context) error {
	if err := s.store.ForgetPDFs(ctx); err != nil {
		return err
	}
	sweeping, ctx := errgroup.WithContext(ctx)
	sweeping.SetLimit(sweepers)
	for _, folder := range contentFolders() {
		sweeping.Go(func() error { return s.sweepFolder(ctx, folder) })
	}
	return sweeping.Wait()
}

// contentFolders gives the folders in which all content lies. It is gone through by
// them, as a bucket of files walks all that it lists anew for every thousand keys,
// and the store tells with one question what of a folder is needed.
func contentFolders() []string {
	folders := []string{firstPages}
	for first := range 256 {
		folders = append(folders, fmt.Sprintf("%02x/", first))
	}
	return folders
}

// sweepFolder removes of a folder what no document needs.
func (s *Service) sweepFolder(ctx context.Context, folder string) error {
	used, err := s.store.ListUsedContent(ctx, folder)
	if err != nil {
		return err
	}
	return s.content.eachIn(ctx, folder, func(key string) error {
		if used[key] {
			return nil
		}
		s.log.InfoContext(ctx, "left by a killed process, removed", "content", key)
		return s.content.Remove(ctx, key)
	})
}

// eachIn calls visit for every key in a folder, of half-written files too; visit may
// remove it.
func (c *Content) eachIn(ctx context.Context, folder string, visit func(key string) error) error {
	return c.eachObject(ctx, folder, func(object *blob.ListObject) error { return visit(object.Key) })
}

// eachObject is eachIn for all that a listing tells.
func (c *Content) eachObject(ctx context.Context, folder string, visit func(*blob.ListObject) error) error {
	for list := c.bucket.List(&blob.ListOptions{Prefix: folder}); ; {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return c.word(ctx, fmt.Errorf("list content: %w", err))
		}
		if err := visit(object); err != nil {
			return err
		}
	}
}

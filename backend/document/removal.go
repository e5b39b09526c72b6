package document

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
	"golang.org/x/sync/errgroup"

	"lectern/backend/internal/fault"
)

// How much shared content is removed at a time: who waits to write waits no longer; and how much of it
// at once.
const (
	removalBatch = 50
	removers     = 8
)

// RemoveLeft removes shared content that was noted some time ago and that nothing needs. One node at a
// time may call it.
func (s *Service) RemoveLeft(ctx context.Context, grace time.Duration) error {
	for more := s.content.leaving != nil; more; {
		keys, left, err := s.content.leaving.BeginRemovals(ctx, time.Now().Add(-grace), removalBatch)
		if err != nil {
			return err
		}
		if err := s.content.removeAll(ctx, keys); err != nil {
			return err // it is begun again, when the store has forgotten what is on its way
		}
		if err := s.content.leaving.EndRemovals(ctx, keys); err != nil {
			return err
		}
		more = left
	}
	return nil
}

func (c *Content) removeAll(ctx context.Context, keys []string) error {
	removing, ctx := errgroup.WithContext(ctx)
	removing.SetLimit(removers)
	for _, key := range keys {
		removing.Go(func() error {
			c.cache.Remove(key)
			return c.Remove(ctx, key)
		})
	}
	return removing.Wait()
}

// DropRemoved removes the copies of content that was removed from the store since a time.
func (s *Service) DropRemoved(ctx context.Context, since time.Time) error {
	if s.content.leaving == nil {
		return nil
	}
	keys, err := s.content.leaving.ListRemoved(ctx, since)
	for _, key := range keys {
		s.content.cache.Remove(key)
	}
	return err
}

// SweepShared looks for shared content that no record names and that has been there for some time. It is removed after
// 30 days, unless a record names it by then; first pages, which can be made again, after the grace. Younger content may be
// on its way into a record.
func (s *Service) SweepShared(ctx context.Context, grace time.Duration) error {
	if s.content.leaving == nil {
		return nil
	}
	if err := s.store.ForgetPDFs(ctx); err != nil {
		return err
	}
	before := time.Now().Add(-grace)
	for _, folder := range contentFolders() {
		unknown, err := s.listUnknown(ctx, folder, before)
		if err != nil {
			return err
		}
		if folder == firstPages {
			err = s.content.leaving.LeaveContent(ctx, unknown)
		} else {
			err = s.setSharedAside(ctx, unknown)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// listUnknown returns the keys in a folder of shared content from before a time that no record names.
func (s *Service) listUnknown(ctx context.Context, folder string, before time.Time) (unknown []string, err error) {
	used, err := s.store.ListUsedContent(ctx, folder)
	if err != nil {
		return nil, err
	}
	err = s.content.eachObject(ctx, folder, func(object *blob.ListObject) error {
		if !used[object.Key] && !object.ModTime.After(before) {
			unknown = append(unknown, object.Key)
		}
		return nil
	})
	return unknown, err
}

func (s *Service) setSharedAside(ctx context.Context, keys []string) error {
	added, err := s.content.leaving.SetContentAside(ctx, keys, time.Now().Add(SetAsideTime))
	for _, key := range added {
		s.log.WarnContext(ctx, "no record names this object of the bucket: it is removed after 30 days", "content", key)
	}
	return err
}

// Remove deletes the bytes under key, if there are any.
func (c *Content) Remove(ctx context.Context, key string) error {
	err := c.bucket.Delete(ctx, key)
	if _, isFile := errors.AsType[*fs.PathError](err); isFile && c.cache == nil {
		err = c.removeFile(ctx, key)
	}
	if ignoreGone(err) != nil {
		return c.word(ctx, fmt.Errorf("remove content %s: %w", key, err))
	}
	c.findings.note(key, Whole) // nothing needs it
	return nil
}

// removeFile deletes a file of this machine. What is in its way is set aside.
func (c *Content) removeFile(ctx context.Context, key string) error {
	err := c.clearWay(key)
	if err == nil {
		err = ignoreGone(c.bucket.Delete(ctx, key))
	}
	if err != nil {
		return fault.Unstorable(err)
	}
	return nil
}

// ignoreGone returns err unless it says that an object is not there.
func ignoreGone(err error) error {
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil
	}
	return err
}

// dropOwn removes bytes that no other record ever needs: at once, or, where another node may be about
// to read them, later.
func (c *Content) dropOwn(ctx context.Context, keys ...string) error {
	if c.leaving != nil {
		return c.leaving.LeaveContent(ctx, keys)
	}
	var errs []error
	for _, key := range keys {
		errs = append(errs, c.Remove(ctx, key))
	}
	return errors.Join(errs...)
}

package content

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

// removalBatch is the maximum number of keys of a shared bucket that are removed before the removals are recorded in a
// transaction. removalsAtOnce is how many of these keys are removed concurrently.
const (
	removalBatch   = 50
	removalsAtOnce = 8
)

// RemoveExpired removes shared content that was scheduled for removal longer ago than the grace period and that no
// record needs. Only one node at a time may call it.
func (c *Cleaner) RemoveExpired(ctx context.Context, grace time.Duration) error {
	for more := c.content.removals != nil; more; {
		keys, left, err := c.content.removals.BeginRemovals(ctx, time.Now().Add(-grace), removalBatch)
		if err != nil {
			return err
		}
		if err := c.removeAll(ctx, keys); err != nil {
			return err // a later call of BeginRemovals returns the keys again
		}
		if err := c.content.removals.EndRemovals(ctx, keys); err != nil {
			return err
		}
		more = left
	}
	return nil
}

func (c *Cleaner) removeAll(ctx context.Context, keys []string) error {
	removing, ctx := errgroup.WithContext(ctx)
	removing.SetLimit(removalsAtOnce)
	for _, key := range keys {
		removing.Go(func() error {
			c.content.cache.Remove(key)
			return c.content.Remove(ctx, key)
		})
	}
	return removing.Wait()
}

// EvictRemoved removes from the cache of this node the copies of content that was removed from the bucket since a time.
func (c *Cleaner) EvictRemoved(ctx context.Context, since time.Time) error {
	if c.content.removals == nil {
		return nil
	}
	keys, err := c.content.removals.ListRemoved(ctx, since)
	for _, key := range keys {
		c.content.cache.Remove(key)
	}
	return err
}

// SweepShared schedules the removal of shared content that no record needs and that is older than the grace period. The
// content is removed after 30 days, unless a record needs it by then. First pages are removed after the grace period
// already, because they can be made again.
func (c *Cleaner) SweepShared(ctx context.Context, grace time.Duration) error {
	if c.content.removals == nil {
		return nil
	}
	if err := c.records.ForgetPDFs(ctx); err != nil {
		return err
	}
	before := time.Now().Add(-grace)
	for _, folder := range allFolders() {
		unknown, err := c.listUnknown(ctx, folder, before)
		if err != nil {
			return err
		}
		if folder == FirstPages {
			err = c.content.removals.ScheduleRemoval(ctx, unknown)
		} else {
			err = c.setSharedAside(ctx, unknown)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// listUnknown returns the keys in a folder of the bucket that are older than a time and that no record needs.
func (c *Cleaner) listUnknown(ctx context.Context, folder string, before time.Time) (unknown []string, err error) {
	used, err := c.records.ListUsedContent(ctx, folder)
	if err != nil {
		return nil, err
	}
	err = c.visitObjects(ctx, folder, func(object *blob.ListObject) error {
		if !used[object.Key] && !object.ModTime.After(before) {
			unknown = append(unknown, object.Key)
		}
		return nil
	})
	return unknown, err
}

func (c *Cleaner) setSharedAside(ctx context.Context, keys []string) error {
	added, err := c.content.removals.SetContentAside(ctx, keys, time.Now().Add(SetAsideTime))
	for _, key := range added {
		c.log.WarnContext(ctx, "an object of the bucket is not in the database: it is removed after 30 days", "content", key)
	}
	return err
}

// Remove deletes the bytes under key, if there are any.
func (s *Store) Remove(ctx context.Context, key string) error {
	err := s.objects.bucket.Delete(ctx, key)
	if _, isFile := errors.AsType[*fs.PathError](err); isFile && s.cache == nil {
		err = s.removeFile(ctx, key)
	}
	if ignoreGone(err) != nil {
		return s.wrapUnavailable(ctx, fmt.Errorf("remove content %s: %w", key, err))
	}
	s.findings.note(key, Intact) // removed content is not a fault, because no record needs it
	return nil
}

// removeFile deletes a local file. If the path leads to something other than a file, that is set aside instead.
func (s *Store) removeFile(ctx context.Context, key string) error {
	err := s.objects.setAsideObstacle(key)
	if err == nil {
		err = ignoreGone(s.objects.bucket.Delete(ctx, key))
	}
	if err != nil {
		return fault.UnwritableFile(err)
	}
	return nil
}

// ignoreGone returns err, or nil if it means that an object does not exist.
func ignoreGone(err error) error {
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil
	}
	return err
}

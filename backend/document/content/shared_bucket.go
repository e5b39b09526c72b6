package content

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"gocloud.dev/gcerrors"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/filecache"
	"lectern/backend/internal/retry"
)

// RemovalLog records the removals of shared content for all nodes. Each removal has a number; later removals have
// higher numbers.
type RemovalLog interface {
	// FindRemoval returns the number of the last removal of content, or 0, and whether it has ended.
	FindRemoval(ctx context.Context, key string) (number int64, ended bool, err error)
	// ScheduleRemoval records that content is to be removed. The content is removed later, unless a record needs it by
	// then.
	ScheduleRemoval(ctx context.Context, keys []string) error
	// SetContentAside records content that no record needs. The content is removed at the given time, unless a record
	// needs it by then. SetContentAside returns the keys that were not set aside before.
	SetContentAside(ctx context.Context, keys []string, until time.Time) (added []string, err error)
	// BeginRemovals begins to remove content that was scheduled for removal before a time and that no record needs. It
	// returns at most limit keys, and whether there are more. The keys include those whose removal has begun but not
	// ended.
	BeginRemovals(ctx context.Context, before time.Time, limit int) (keys []string, more bool, err error)
	// EndRemovals records that content was removed.
	EndRemovals(ctx context.Context, keys []string) error
	// ListRemoved returns the keys of content that was removed since a time, if the removal is still recorded.
	ListRemoved(ctx context.Context, since time.Time) ([]string, error)
}

// MarkerObject is the object in a shared bucket that names the library to which the content in the bucket belongs.
const MarkerObject = "lectern-library.json"

// Shared contains the dependencies of a [Store] whose bucket other nodes use, too.
type Shared struct {
	Cache    *filecache.Cache // cache of the content that this node reads and stores
	Removals RemovalLog
}

// OpenCache opens a cache of content in a folder, of up to limit bytes. It removes cached first pages: a power
// failure may have damaged them, and their keys are not hashes with which they could be verified.
func OpenCache(folder string, limit int64) (*filecache.Cache, error) {
	if err := os.RemoveAll(filepath.Join(folder, FirstPages)); err != nil {
		return nil, err
	}
	return filecache.Open(folder, limit, func(key string, sum []byte) bool {
		return !IsKey(key) || key == keyOfHash(sum)
	})
}

// putShared stores the content of r in the bucket and in the cache. The position of r must be its beginning.
func (s *Store) putShared(ctx context.Context, key string, r io.ReadSeeker) error {
	if err := s.cache.Put(key, r); err != nil {
		return err
	}
	return s.uploadCopy(ctx, key)
}

// uploadCopy stores the cached copy of content in the bucket. It replaces an existing object, because the object may be
// damaged and the copy may be the only intact one.
func (s *Store) uploadCopy(ctx context.Context, key string) error {
	number, err := s.awaitRemoval(ctx, key)
	if err != nil {
		return err
	}
	file, err := s.cache.Find(key)
	if err != nil {
		return fmt.Errorf("share content %s: %w", key, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("share content %s: %w", key, err)
	}
	s.verified.add(key, info) // the cache has compared the file with its key
	if err := s.write(ctx, key, file); err != nil {
		return err
	}
	s.holds.mu.Lock()
	defer s.holds.mu.Unlock()
	s.holds.removals[key] = max(number, s.holds.removals[key])
	return nil
}

// releaseShared ends a hold of a key, and schedules the removal of the content if no record needs it. The content is
// not removed at once, because another node may be about to use it.
func (s *Store) releaseShared(ctx context.Context, key string) error {
	s.Unhold(key)
	brief, cancel := context.WithTimeout(ctx, releaseTime)
	defer cancel()
	inUse, err := s.records.UsesContent(brief, key)
	if err == nil && !inUse {
		err = s.removals.ScheduleRemoval(brief, []string{key})
	}
	if err != nil && brief.Err() != nil {
		return fault.StoreUnavailable(err)
	}
	return err
}

// releaseTime limits how long a caller waits for a release. If the time is exceeded, a later sweep finds the content.
const releaseTime = 2 * time.Second

// removalPoll is how often the end of a removal is checked. A removal takes milliseconds.
const removalPoll = 20 * time.Millisecond

// awaitRemoval waits for the end of the last removal of content, and returns its number.
func (s *Store) awaitRemoval(ctx context.Context, key string) (int64, error) {
	limited, cancel := context.WithTimeout(ctx, maxRemovalWait)
	defer cancel()
	for {
		number, ended, err := s.removals.FindRemoval(limited, key)
		if err != nil || ended {
			return number, err
		}
		if !retry.Sleep(limited, removalPoll) {
			if ctx.Err() != nil {
				return 0, ctx.Err()
			}
			return 0, fault.StoreUnavailable(fmt.Errorf("content %s is being removed", key))
		}
	}
}

// maxRemovalWait is how long a caller waits for a removal. A removal that takes longer waits for the bucket, or for a
// dead node to be replaced.
const maxRemovalWait = 5 * time.Second

// LastRemoval returns the number of the content's last removal that had ended before this node stored the content. It
// returns 0 if there was no removal.
func (s *Store) LastRemoval(key string) int64 {
	s.holds.mu.Lock()
	defer s.holds.mu.Unlock()
	return s.holds.removals[key]
}

// Restore stores removed content again, after its removal has ended. The error is a fault of kind Unavailable for
// content that this node does not hold.
func (s *Store) Restore(ctx context.Context, keys []string) error {
	for _, key := range keys {
		if !s.holds.has(key) {
			return fault.StoreUnavailable(fmt.Errorf("content %s was removed", key))
		}
		if err := s.uploadCopy(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// openCopy opens the cached copy of content. If there is no copy, it downloads the content.
func (s *Store) openCopy(ctx context.Context, key string) (*os.File, error) {
	return s.cache.Open(ctx, key, func(ctx context.Context, w io.Writer) error {
		if err := s.objects.bucket.Download(ctx, key, w, nil); err != nil {
			return s.wrapUnavailable(ctx, fmt.Errorf("download content %s: %w", key, err))
		}
		return nil
	})
}

// wrapUnavailable returns err, or a fault of kind Unavailable if err is due to a shared bucket that cannot be reached.
func (s *Store) wrapUnavailable(ctx context.Context, err error) error {
	local := s.cache == nil || fault.IsFault(err) || errors.Is(err, syscall.ENOSPC)
	if err == nil || local || ctx.Err() != nil || gcerrors.Code(err) == gcerrors.NotFound || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	select {
	case s.outages <- struct{}{}:
	default: // a notification is waiting already
	}
	return fault.StoreUnavailable(err)
}

// Outages returns a channel that receives a value when the bucket could not be used. It is nil for a local folder.
func (s *Store) Outages() <-chan struct{} { return s.outages }

// ErrBucketGone means that the bucket does not exist any more.
var ErrBucketGone = errors.New("the bucket is gone")

// CheckReachable returns an error if the shared bucket cannot be used now. For a local folder it returns nil.
func (s *Store) CheckReachable(ctx context.Context) error {
	if s.cache == nil {
		return nil
	}
	there, err := s.objects.bucket.Exists(ctx, MarkerObject)
	if err == nil && !there { // perhaps only the marker is missing: IsAccessible is slower, but certain
		there, err = s.objects.bucket.IsAccessible(ctx)
	}
	if err == nil && !there {
		err = ErrBucketGone
	}
	return s.wrapUnavailable(ctx, err)
}

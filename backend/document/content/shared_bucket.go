package content

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/filecache"
	"lectern/backend/internal/retry"
)

// RemovalLog keeps account of content that nothing may need any more, for all nodes that share it. Each
// removal of content has a number.
type RemovalLog interface {
	// FindRemoval gives the number of the last removal of content, 0 for none, and whether it has ended.
	FindRemoval(ctx context.Context, key string) (number int64, ended bool, err error)
	// LeaveContent notes that nothing may need some content any more.
	LeaveContent(ctx context.Context, keys []string) error
	// SetContentAside notes content that no record names. It is removed after a time, unless a record names it by then.
	// SetContentAside returns the keys that were not noted before.
	SetContentAside(ctx context.Context, keys []string, until time.Time) (added []string, err error)
	// BeginRemovals begins to remove what was noted before a time and nothing needs, and gives it, at
	// most so much; also what was begun and not ended.
	BeginRemovals(ctx context.Context, before time.Time, most int) (keys []string, more bool, err error)
	// EndRemovals notes that content is removed.
	EndRemovals(ctx context.Context, keys []string) error
	// ListRemoved gives content that was removed since a time, as far as that is known.
	ListRemoved(ctx context.Context, since time.Time) ([]string, error)
}

// MarkerObject is the object of a shared bucket that says of which library it has the content.
const MarkerObject = "lectern-library.json"

// NewShared keeps content in a bucket that other nodes use, too. Copies of what is read or stored
// here are kept in a cache, and files on their way in temp.
func NewShared(bucket *blob.Bucket, temp string, cache *filecache.Cache, records Records, removals RemovalLog,
	log *slog.Logger) *Store {
	s := New(bucket, temp, records, log)
	s.objects.remote = true
	s.cache, s.holds.cache, s.removals, s.outages = cache, cache, removals, make(chan struct{}, 1)
	return s
}

// OpenCache opens a cache of content in a folder, of so many bytes at most. First pages, of which
// nobody can tell whether a loss of power has damaged them, do not outlive the program.
func OpenCache(folder string, limit int64) (*filecache.Cache, error) {
	if err := os.RemoveAll(filepath.Join(folder, FirstPages)); err != nil {
		return nil, err
	}
	return filecache.Open(folder, limit, func(key string, sum []byte) bool {
		return !IsKey(key) || key == keyOfHash(sum)
	})
}

// putShared stores r, which is at its beginning, in the bucket and in the cache.
func (s *Store) putShared(ctx context.Context, key string, r io.ReadSeeker) error {
	if err := s.cache.Put(key, r); err != nil {
		return err
	}
	return s.uploadCopy(ctx, key)
}

// uploadCopy stores what is in the cache in the bucket, also where the bucket has an object of that name: whether its bytes
// are the right ones could only be told by reading them, and the copy may be the only whole copy.
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
	s.verified.add(key, info) // the cache has compared it
	if err := s.write(ctx, key, file); err != nil {
		return err
	}
	s.holds.mu.Lock()
	defer s.holds.mu.Unlock()
	s.holds.removals[key] = max(number, s.holds.removals[key])
	return nil
}

// releaseShared ends a hold of a key, and has it leave where no record uses it: other nodes may be
// about to.
func (s *Store) releaseShared(ctx context.Context, key string) error {
	s.Unhold(key)
	brief, cancel := context.WithTimeout(ctx, releaseTime)
	defer cancel()
	inUse, err := s.records.UsesContent(brief, key)
	if err == nil && !inUse {
		err = s.removals.LeaveContent(brief, []string{key})
	}
	if err != nil && brief.Err() != nil {
		return fault.Away(err)
	}
	return err
}

// releaseTime is how long somebody who was answered already, or is to be, waits for what a sweep does as well.
const releaseTime = 2 * time.Second

// removalPoll is how often somebody looks who waits for the end of a removal: it takes milliseconds.
const removalPoll = 20 * time.Millisecond

// awaitRemoval gives the number of the last removal of content, when it has ended.
func (s *Store) awaitRemoval(ctx context.Context, key string) (int64, error) {
	patience, cancel := context.WithTimeout(ctx, maxRemovalWait)
	defer cancel()
	for {
		number, ended, err := s.removals.FindRemoval(patience, key)
		if err != nil || ended {
			return number, err
		}
		if !retry.Sleep(patience, removalPoll) {
			if ctx.Err() != nil {
				return 0, ctx.Err()
			}
			return 0, fault.Away(fmt.Errorf("content %s is being removed", key))
		}
	}
}

// maxRemovalWait is how long somebody waits for a removal: one that takes longer waits for the store, or
// for a node that has died.
const maxRemovalWait = 5 * time.Second

// LastRemoval gives the number of the last removal of content after which this node has seen that it
// is there, 0 for none.
func (s *Store) LastRemoval(key string) int64 {
	s.holds.mu.Lock()
	defer s.holds.mu.Unlock()
	return s.holds.removals[key]
}

// Restore stores content again that was removed, or waits for the end of that. What nobody here holds
// is a fault of kind Unavailable.
func (s *Store) Restore(ctx context.Context, keys []string) error {
	for _, key := range keys {
		if !s.holds.has(key) {
			return fault.Away(fmt.Errorf("content %s was removed", key))
		}
		if err := s.uploadCopy(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// openCopy opens the copy of content, which it fetches where there is none.
func (s *Store) openCopy(ctx context.Context, key string) (*os.File, error) {
	return s.cache.Open(ctx, key, func(ctx context.Context, w io.Writer) error {
		if err := s.objects.bucket.Download(ctx, key, w, nil); err != nil {
			return s.wrapUnavailable(ctx, fmt.Errorf("download content %s: %w", key, err))
		}
		return nil
	})
}

// wrapUnavailable makes an Unavailable fault of what the loss of a shared store led to.
func (s *Store) wrapUnavailable(ctx context.Context, err error) error {
	local := s.cache == nil || fault.IsAny(err) || fault.WordNoSpace(err) != err
	if err == nil || local || ctx.Err() != nil || gcerrors.Code(err) == gcerrors.NotFound || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	select {
	case s.outages <- struct{}{}:
	default: // somebody is told already
	}
	return fault.Away(err)
}

// Outages gives a channel that has something when the bucket could not be used, also by Reachable; nil
// where it is this machine's.
func (s *Store) Outages() <-chan struct{} { return s.outages }

// ErrBucketGone says that the store has the bucket no more.
var ErrBucketGone = errors.New("the bucket is gone")

// Reachable says why the bucket cannot be used now; nil where it can.
func (s *Store) Reachable(ctx context.Context) error {
	if s.cache == nil {
		return nil
	}
	there, err := s.objects.bucket.Exists(ctx, MarkerObject)
	if err == nil && !there { // which may have been removed: a list tells, but takes a store of much content long
		there, err = s.objects.bucket.IsAccessible(ctx)
	}
	if err == nil && !there {
		err = ErrBucketGone
	}
	return s.wrapUnavailable(ctx, err)
}

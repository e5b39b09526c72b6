package document

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/filecache"
	"lectern/backend/internal/retry"
)

// Leaving keeps account of content that nothing may need any more, for all nodes that share it. Each
// removal of content has a number.
type Leaving interface {
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

// NewSharedContent keeps content in a bucket that other nodes use, too. Copies of what is read or stored
// here are kept in a cache, and files on their way in temp.
func NewSharedContent(bucket *blob.Bucket, temp string, cache *filecache.Cache, leaving Leaving) *Content {
	c := NewContent(bucket, temp)
	c.cache, c.leaving, c.known, c.lost = cache, leaving, make(map[string]int64), make(chan struct{}, 1)
	return c
}

// OpenCache opens a cache of content in a folder, of so many bytes at most. First pages, of which
// nobody can tell whether a loss of power has damaged them, do not outlive the program.
func OpenCache(folder string, limit int64) (*filecache.Cache, error) {
	if err := os.RemoveAll(filepath.Join(folder, firstPages)); err != nil {
		return nil, err
	}
	return filecache.Open(folder, limit, func(key string, sum []byte) bool {
		return !IsContentKey(key) || key == contentKey(sum)
	})
}

// share stores r, which is at its beginning, in the bucket and in the cache.
func (c *Content) share(ctx context.Context, key string, r io.ReadSeeker) error {
	if err := c.cache.Put(key, r); err != nil {
		return err
	}
	return c.shareCopy(ctx, key)
}

// shareCopy stores what is in the cache in the bucket, also where the bucket has an object of that name: whether its bytes
// are the right ones could only be told by reading them, and the copy may be the only whole copy.
func (c *Content) shareCopy(ctx context.Context, key string) error {
	number, err := c.awaitRemoval(ctx, key)
	if err != nil {
		return err
	}
	file, err := c.cache.Find(key)
	if err != nil {
		return fmt.Errorf("share content %s: %w", key, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("share content %s: %w", key, err)
	}
	c.whole.add(key, info) // the cache has compared it
	if err := c.put(ctx, key, file); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known[key] = max(number, c.known[key])
	return nil
}

// discardShared ends a hold of a key, and has it leave where no record uses it: other nodes may be
// about to.
func (c *Content) discardShared(ctx context.Context, key string, used func(context.Context, string) (bool, error)) error {
	c.letGo(key)
	brief, cancel := context.WithTimeout(ctx, tidyTime)
	defer cancel()
	inUse, err := used(brief, key)
	if err == nil && !inUse {
		err = c.leaving.LeaveContent(brief, []string{key})
	}
	if err != nil && brief.Err() != nil {
		return fault.Away(err)
	}
	return err
}

// tidyTime is how long somebody who was answered already, or is to be, waits for what a sweep does as well.
const tidyTime = 2 * time.Second

// keepOwn stores a file, from its beginning, that no other record ever needs.
func (c *Content) keepOwn(ctx context.Context, key string, file *os.File) error {
	if c.cache != nil {
		if err := c.cache.Put(key, file); err != nil {
			return err
		}
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
	}
	return c.put(ctx, key, file)
}

// removalLook is how often somebody looks who waits for the end of a removal: it takes milliseconds.
const removalLook = 20 * time.Millisecond

// awaitRemoval gives the number of the last removal of content, when it has ended.
func (c *Content) awaitRemoval(ctx context.Context, key string) (int64, error) {
	patience, cancel := context.WithTimeout(ctx, mostPatience)
	defer cancel()
	for {
		number, ended, err := c.leaving.FindRemoval(patience, key)
		if err != nil || ended {
			return number, err
		}
		if !retry.Sleep(patience, removalLook) {
			if ctx.Err() != nil {
				return 0, ctx.Err()
			}
			return 0, fault.Away(fmt.Errorf("content %s is being removed", key))
		}
	}
}

// mostPatience is how long somebody waits for a removal: one that takes longer waits for the store, or
// for a node that has died.
const mostPatience = 5 * time.Second

// LastRemoval gives the number of the last removal of content after which this node has seen that it
// is there, 0 for none.
func (c *Content) LastRemoval(key string) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known[key]
}

// Restore stores content again that was removed, or waits for the end of that. What nobody here holds
// is a fault of kind Unavailable.
func (c *Content) Restore(ctx context.Context, keys []string) error {
	for _, key := range keys {
		if !c.holds(key) {
			return fault.Away(fmt.Errorf("content %s was removed", key))
		}
		if err := c.shareCopy(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

func (c *Content) holds(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.held[key] > 0
}

// openCopy opens the copy of content, which it fetches where there is none.
func (c *Content) openCopy(ctx context.Context, key string) (*os.File, error) {
	return c.cache.Open(ctx, key, func(ctx context.Context, w io.Writer) error {
		if err := c.bucket.Download(ctx, key, w, nil); err != nil {
			return c.word(ctx, fmt.Errorf("download content %s: %w", key, err))
		}
		return nil
	})
}

// The parts in which content is uploaded: few at once and small, so that large content takes little
// memory, and no more of them than a store takes
// (https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html).
const (
	partBytes   = 5 << 20
	partsAtOnce = 2
	mostParts   = 10_000
)

// writing says how content is written to the bucket.
func (c *Content) writing(r io.Reader) *blob.WriterOptions {
	o := &blob.WriterOptions{ContentType: "application/octet-stream"}
	if c.cache == nil {
		return o
	}
	o.BufferSize, o.MaxConcurrency = partBytes, partsAtOnce
	if file, ok := r.(*os.File); ok {
		if info, err := file.Stat(); err == nil {
			o.BufferSize = max(partBytes, int(info.Size()/mostParts)+1)
		}
	}
	return o
}

// word makes an Unavailable fault of what the loss of a shared store led to.
func (c *Content) word(ctx context.Context, err error) error {
	local := c.cache == nil || fault.IsAny(err) || fault.WordNoSpace(err) != err
	if err == nil || local || ctx.Err() != nil || gcerrors.Code(err) == gcerrors.NotFound || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	select {
	case c.lost <- struct{}{}:
	default: // somebody is told already
	}
	return fault.Away(err)
}

// Lost gives a channel that has something when the bucket could not be used, also by Reachable; nil
// where it is this machine's.
func (c *Content) Lost() <-chan struct{} { return c.lost }

// ErrBucketGone says that the store has the bucket no more.
var ErrBucketGone = errors.New("the bucket is gone")

// Reachable says why the bucket cannot be used now; nil where it can.
func (c *Content) Reachable(ctx context.Context) error {
	if c.cache == nil {
		return nil
	}
	there, err := c.bucket.Exists(ctx, MarkerObject)
	if err == nil && !there { // which may have been removed: a list tells, but takes a store of much content long
		there, err = c.bucket.IsAccessible(ctx)
	}
	if err == nil && !there {
		err = ErrBucketGone
	}
	return c.word(ctx, err)
}

package content

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// MissingShare is the number of content keys that records need, and how many of them are missing in the content store.
type MissingShare struct{ Missing, Needed int }

// IsMajority reports whether more than half of the content is missing, for example because the wrong disk is mounted.
func (g MissingShare) IsMajority() bool { return 2*g.Missing > g.Needed }

// sampleSize is how many keys [SampleMissing] looks up.
const sampleSize = 200

// lookupsAtOnce is how many keys are looked up at the same time. A single lookup in a bucket is slow.
const lookupsAtOnce = 16

// VisitKeys calls visit with each key that begins with prefix and whose content is needed by a record. It may visit a
// key more than once.
type VisitKeys func(ctx context.Context, prefix string, visit func(key string) error) error

// SampleMissing checks a random sample of the content that records need, and returns how much of the sample is missing.
// It calls exists for each key of the sample.
func SampleMissing(ctx context.Context, visitKeys VisitKeys,
	exists func(ctx context.Context, key string) (bool, error)) (MissingShare, error) {
	keys, err := sampleNeededKeys(ctx, visitKeys)
	if err != nil {
		return MissingShare{}, err
	}
	var missing atomic.Int64
	asking, ctx := errgroup.WithContext(ctx)
	asking.SetLimit(lookupsAtOnce)
	for _, key := range keys {
		asking.Go(func() error {
			there, err := exists(ctx, key)
			if err == nil && !there {
				missing.Add(1)
			}
			return err
		})
	}
	if err := asking.Wait(); err != nil {
		return MissingShare{}, fmt.Errorf("look for content: %w", err)
	}
	return MissingShare{int(missing.Load()), len(keys)}, nil
}

// minKeysPerFolder is the minimum number of keys per folder for sampling content by folder. With fewer keys, all 256
// folders together have only a few thousand keys, which are visited at once.
const minKeysPerFolder = 10

// sampleNeededKeys returns up to sampleSize randomly chosen keys that records need, or all keys if there are fewer. It
// visits whole folders, which is fair because the hash of content decides its folder. If folders have few keys, it
// visits all keys at once, instead of many folders.
func sampleNeededKeys(ctx context.Context, visitKeys VisitKeys) ([]string, error) {
	seen := make(map[string]bool)
	for _, folder := range shuffle(blobFolders()) {
		before := len(seen)
		err := addKeys(ctx, visitKeys, folder, seen)
		few := len(seen)-before < minKeysPerFolder
		if err == nil && few {
			err = addKeys(ctx, visitKeys, "", seen)
		}
		if err != nil {
			return nil, err
		}
		if few || len(seen) >= sampleSize {
			break
		}
	}
	keys := shuffle(slices.Collect(maps.Keys(seen)))
	return keys[:min(len(keys), sampleSize)], nil
}

// addKeys adds to a set those keys of needed content that begin with a prefix.
func addKeys(ctx context.Context, visitKeys VisitKeys, prefix string, keys map[string]bool) error {
	return visitKeys(ctx, prefix, func(key string) error {
		if IsKey(key) {
			keys[key] = true
		}
		return nil
	})
}

// shuffle puts texts in a random order, in place, and returns them.
func shuffle(texts []string) []string {
	rand.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	return texts
}

// CheckMissing returns how much of the content is missing if that is more than half of it, otherwise zero.
// [Checker.LastMissing] returns the same value until the next call. CheckMissing looks up a sample. It lists all
// content only when most of a sample is missing for the first time. An error means that the content store or the
// records cannot be read.
func (c *Checker) CheckMissing(ctx context.Context) (MissingShare, error) {
	missing, err := SampleMissing(ctx, c.records.VisitUsedContent, c.exists)
	if err == nil && missing.IsMajority() && missing.Needed >= sampleSize { // a smaller sample contains all keys
		if missing = c.LastMissing(); missing.Missing == 0 {
			missing, err = c.countMissing(ctx)
		}
	}
	if err != nil {
		return MissingShare{}, c.content.wrapUnavailable(ctx, err)
	}
	if !missing.IsMajority() {
		missing = MissingShare{}
	}
	c.missing.Store(&missing)
	return missing, nil
}

func (c *Checker) exists(ctx context.Context, key string) (bool, error) {
	there, err := c.content.objects.bucket.Exists(ctx, key)
	if c.content.cache == nil && errors.Is(markUnreadable(err), errDamaged) {
		return false, nil
	}
	return there, err
}

// countMissing counts missing content by comparing all content with the records.
func (c *Checker) countMissing(ctx context.Context) (MissingShare, error) {
	inventory, err := c.cleaner.TakeInventory(ctx)
	if err != nil {
		return MissingShare{}, err
	}
	return MissingShare{Missing: inventory.needed - inventory.knownCount, Needed: inventory.needed}, nil
}

// LastMissing returns the last result of [Checker.CheckMissing].
func (c *Checker) LastMissing() MissingShare {
	if missing := c.missing.Load(); missing != nil {
		return *missing
	}
	return MissingShare{}
}

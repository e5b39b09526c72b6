package document

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"

	"gocloud.dev/blob"
	"golang.org/x/sync/errgroup"
)

// Gap is how much of the content that records need is not in its store.
type Gap struct{ Missing, Needed int }

// IsMost reports whether more than half of the content is missing, as where its disk or bucket is not the one it was.
func (g Gap) IsMost() bool { return 2*g.Missing > g.Needed }

// sampleSize is for how much content [SampleGap] asks, which is more than enough to tell most of it from some.
const sampleSize = 200

// askers is how many of these questions are asked at once: a bucket takes its time.
const askers = 16

// VisitContent calls visit with the keys with a prefix of the content that records need, with some more than once.
type VisitContent func(ctx context.Context, prefix string, visit func(key string) error) error

// SampleGap looks in a store for some of the content that records need, picked at random.
func SampleGap(ctx context.Context, records VisitContent, exists func(ctx context.Context, key string) (bool, error)) (Gap, error) {
	keys, err := sampleKeys(ctx, records)
	if err != nil {
		return Gap{}, err
	}
	var missing atomic.Int64
	asking, ctx := errgroup.WithContext(ctx)
	asking.SetLimit(askers)
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
		return Gap{}, fmt.Errorf("look for content: %w", err)
	}
	return Gap{int(missing.Load()), len(keys)}, nil
}

// sampleKeys returns the keys of some folders: which one content lies in, its hash decides.
func sampleKeys(ctx context.Context, records VisitContent) ([]string, error) {
	folders := contentFolders()
	rand.Shuffle(len(folders), func(i, j int) { folders[i], folders[j] = folders[j], folders[i] })
	var keys []string
	for _, folder := range folders {
		if len(keys) >= sampleSize {
			break
		}
		seen := make(map[string]bool)
		err := records(ctx, folder, func(key string) error {
			if IsContentKey(key) && !seen[key] {
				seen[key] = true
				keys = append(keys, key)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	rand.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	return keys[:min(len(keys), sampleSize)], nil
}

// LookForGap looks whether most of the content is missing, remembers that, and returns how much it is then; zero where
// not. It asks for some of the content, and lists all of it only when most of that is missing for the first time: while it
// still is, the count stays. Where the store cannot be reached, nothing is known to be missing.
func (s *Service) LookForGap(ctx context.Context) (Gap, error) {
	gap, err := SampleGap(ctx, s.store.VisitUsedContent, s.content.exists)
	if err == nil && gap.IsMost() && gap.Needed >= sampleSize { // else it was asked for all
		if gap = s.LastGap(); gap.Missing == 0 {
			gap, err = s.countGap(ctx)
		}
	}
	if err != nil {
		return Gap{}, s.content.word(ctx, err)
	}
	if !gap.IsMost() {
		gap = Gap{}
	}
	s.gap.Store(&gap)
	return gap, nil
}

func (c *Content) exists(ctx context.Context, key string) (bool, error) {
	there, err := c.bucket.Exists(ctx, key)
	if c.cache == nil && errors.Is(markUnreadable(err), errDamaged) {
		return false, nil
	}
	return there, err
}

// countGap compares what records need with a list of the store.
func (s *Service) countGap(ctx context.Context) (gap Gap, err error) {
	for _, folder := range contentFolders() {
		used, err := s.store.ListUsedContent(ctx, folder)
		if err != nil {
			return gap, err
		}
		for key := range used {
			if !IsContentKey(key) {
				delete(used, key)
			}
		}
		gap.Needed += len(used)
		err = s.content.eachObject(ctx, folder, func(object *blob.ListObject) error {
			delete(used, object.Key)
			return nil
		})
		if err != nil {
			return gap, err
		}
		gap.Missing += len(used)
	}
	return gap, nil
}

// LastGap returns what [Service.LookForGap] has found last.
func (s *Service) LastGap() Gap {
	if gap := s.gap.Load(); gap != nil {
		return *gap
	}
	return Gap{}
}

package document

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

// fewKeys is the number of keys in a folder from which content is sampled by folder. Below that, the 256 folders have a few
// thousand keys together.
const fewKeys = 10

// sampleKeys returns up to sampleSize of the keys that records need, picked at random: all of them where there are fewer.
// It visits whole folders, which is fair because the hash of content decides its folder. Where folders have few keys it
// visits all keys at once, instead of asking for many folders.
func sampleKeys(ctx context.Context, records VisitContent) ([]string, error) {
	seen := make(map[string]bool)
	for _, folder := range shuffled(wholeFolders()) {
		before := len(seen)
		err := addKeys(ctx, records, folder, seen)
		few := len(seen)-before < fewKeys
		if err == nil && few {
			err = addKeys(ctx, records, "", seen)
		}
		if err != nil {
			return nil, err
		}
		if few || len(seen) >= sampleSize {
			break
		}
	}
	keys := shuffled(slices.Collect(maps.Keys(seen)))
	return keys[:min(len(keys), sampleSize)], nil
}

// addKeys adds the keys with a prefix of the content that records need.
func addKeys(ctx context.Context, records VisitContent, prefix string, to map[string]bool) error {
	return records(ctx, prefix, func(key string) error {
		if IsContentKey(key) {
			to[key] = true
		}
		return nil
	})
}

// shuffled puts texts in a random order, in place, and returns them.
func shuffled(texts []string) []string {
	rand.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	return texts
}

// LookForGap returns how much of the content is missing, or zero where it is not most, and keeps the answer for LastGap. It
// samples the content, and lists all of it only when most of the sample is missing for the first time: the count stays as
// long as most is missing. An error means that the store or the records cannot be read, and changes nothing.
func (s *Service) LookForGap(ctx context.Context) (Gap, error) {
	gap, err := SampleGap(ctx, s.store.VisitUsedContent, s.content.exists)
	if err == nil && gap.IsMost() && gap.Needed >= sampleSize { // a smaller sample has all content
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

// countGap compares all content with the records.
func (s *Service) countGap(ctx context.Context) (Gap, error) {
	stock, err := s.TakeStock(ctx)
	if err != nil {
		return Gap{}, err
	}
	return Gap{Missing: stock.needed - stock.known, Needed: stock.needed}, nil
}

// LastGap returns what [Service.LookForGap] has found last.
func (s *Service) LastGap() Gap {
	if gap := s.gap.Load(); gap != nil {
		return *gap
	}
	return Gap{}
}

package content

import (
	"context"
	"log/slog"
	"sync"

	"lectern/backend/internal/filecache"
)

// holds counts the holders of each key. Content that is held is on its way into a record, and is not removed. A backup
// postpones removals with pause.
type holds struct {
	mu        sync.Mutex
	cache     *filecache.Cache // keeps copies of what is held; nil where content has no cache
	counts    map[string]int
	removals  map[string]int64 // of held keys: the number of the last removal after which this node has stored the content
	pauses    int
	postponed []string // keys to release when no pause is left
}

func newHolds() holds {
	return holds{counts: make(map[string]int), removals: make(map[string]int64)}
}

func (h *holds) add(key string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.counts[key]++; h.counts[key] == 1 && h.cache != nil {
		h.cache.Pin(key)
	}
}

func (h *holds) remove(key string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.removeLocked(key)
}

// removeLocked is remove for a caller that has locked mu.
func (h *holds) removeLocked(key string) {
	if h.counts[key]--; h.counts[key] > 0 {
		return
	}
	delete(h.counts, key)
	delete(h.removals, key)
	if h.cache != nil {
		h.cache.Unpin(key)
	}
}

func (h *holds) has(key string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.counts[key] > 0
}

func (h *holds) pause() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.pauses++
}

// resume ends a pause. It returns the keys whose release was postponed, when no other pause is left.
func (h *holds) resume() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.pauses--; h.pauses > 0 {
		return nil
	}
	postponed := h.postponed
	h.postponed = nil
	return postponed
}

// Hold keeps content from being removed until [Store.Unhold] or [Store.Release] is called as often.
func (s *Store) Hold(key string) { s.holds.add(key) }

// Unhold ends a hold of content that a record needs by now.
func (s *Store) Unhold(key string) { s.holds.remove(key) }

// Release ends a hold of content, and removes the content if nobody holds it and no record needs it. Content that
// cannot be removed now stays for the next sweep.
func (s *Store) Release(ctx context.Context, key string) {
	ctx = context.WithoutCancel(ctx)
	if err := s.release(ctx, key); err != nil {
		s.NoteLeftovers()
		s.log.WarnContext(ctx, "bytes that nobody needs are left", "content", key, slog.Any("error", err))
	}
}

// release is Release, and returns why content could not be removed. Content in a shared bucket is removed later.
func (s *Store) release(ctx context.Context, key string) error {
	if s.removals != nil {
		return s.releaseShared(ctx, key)
	}
	s.holds.mu.Lock() // until it is removed, so that nobody begins to hold it
	defer s.holds.mu.Unlock()
	s.holds.removeLocked(key)
	if s.holds.counts[key] > 0 {
		return nil
	}
	if s.holds.pauses > 0 {
		s.holds.postponed = append(s.holds.postponed, key)
		return nil
	}
	if used, err := s.records.UsesContent(ctx, key); err != nil || used {
		return err
	}
	return s.Remove(ctx, key)
}

// Forget removes what the records know of content that nothing needs any more, and then the content. If that fails, or
// the server is killed meanwhile, the next start removes the rest.
func (s *Store) Forget(ctx context.Context, keys ...string) {
	ctx = context.WithoutCancel(ctx)
	keys, err := s.records.ForgetContent(ctx, keys...)
	if err != nil {
		s.NoteLeftovers()
		s.log.WarnContext(ctx, "bytes that nobody needs are left", slog.Any("error", err))
		return
	}
	s.ReleaseUnheld(ctx, keys...)
}

// ReleaseUnheld is [Store.Release] for content that the caller does not hold.
func (s *Store) ReleaseUnheld(ctx context.Context, keys ...string) {
	for _, key := range keys {
		s.Hold(key)
		s.Release(ctx, key)
	}
}

// NoteLeftovers notes that content is left that nobody needs.
func (s *Store) NoteLeftovers() { s.leftovers.Store(true) }

// HasLeftovers reports whether content is left that nobody needs, so that the next start has to call [Cleaner.Sweep].
func (s *Store) HasLeftovers() bool { return s.leftovers.Load() }

// PauseRemovals keeps all content that is there until resume is called, so that a backup can read it.
func (s *Store) PauseRemovals() (resume func(context.Context)) {
	s.holds.pause()
	return func(ctx context.Context) { s.ReleaseUnheld(ctx, s.holds.resume()...) }
}

package content

import (
	"context"
	"log/slog"
	"sync"

	"lectern/backend/internal/filecache"
)

// holds counts the holders of each content key. Content is held until a record refers to it, and is not removed while
// it is held. A backup calls pause to postpone removals.
type holds struct {
	mu        sync.Mutex
	cache     *filecache.Cache // keeps copies of held content; nil if the content has no cache
	counts    map[string]int
	removals  map[string]int64 // by held key: number of the last removal that ended before this node stored the content
	pauses    int
	postponed []string // keys to release when all pauses have ended
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

// removeLocked is like remove. The caller must have locked mu.
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

// resume ends a pause. After the last pause has ended, it returns the keys whose release was postponed.
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

// Hold keeps content from being removed until [Store.Unhold] or [Store.Release] was called as many times as Hold.
func (s *Store) Hold(key string) { s.holds.add(key) }

// Unhold ends a hold of content without removing the content. It is called when a record refers to the content.
func (s *Store) Unhold(key string) { s.holds.remove(key) }

// Release ends a hold of content, and removes the content if no other hold exists and no record needs it. Content that
// cannot be removed now is removed by the next [Cleaner.Sweep].
func (s *Store) Release(ctx context.Context, key string) {
	ctx = context.WithoutCancel(ctx)
	if err := s.release(ctx, key); err != nil {
		s.NoteLeftovers()
		s.log.WarnContext(ctx, "unused content was not removed", "content", key, slog.Any("error", err))
	}
}

// release is like Release, but returns the reason if content could not be removed. Content in a shared bucket is
// removed later.
func (s *Store) release(ctx context.Context, key string) error {
	if s.removals != nil {
		return s.releaseShared(ctx, key)
	}
	s.holds.mu.Lock() // locked until the content is removed, so that nobody can begin to hold it
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

// Forget removes the records about content that is no longer needed, and then the content. If that fails or is
// interrupted, the next start of the server removes what Forget has left.
func (s *Store) Forget(ctx context.Context, keys ...string) {
	ctx = context.WithoutCancel(ctx)
	keys, err := s.records.ForgetContent(ctx, keys...)
	if err != nil {
		s.NoteLeftovers()
		s.log.WarnContext(ctx, "unused content was not removed", slog.Any("error", err))
		return
	}
	s.ReleaseUnheld(ctx, keys...)
}

// ReleaseUnheld removes content that is not held and that no record needs. Unlike [Store.Release], it does not end a
// hold of the caller.
func (s *Store) ReleaseUnheld(ctx context.Context, keys ...string) {
	for _, key := range keys {
		s.Hold(key)
		s.Release(ctx, key)
	}
}

// NoteLeftovers records that there may be unneeded content.
func (s *Store) NoteLeftovers() { s.leftovers.Store(true) }

// HasLeftovers reports whether there may be unneeded content, so that the next start must call [Cleaner.Sweep].
func (s *Store) HasLeftovers() bool { return s.leftovers.Load() }

// PauseRemovals keeps all existing content until resume is called, so that a backup can read it.
func (s *Store) PauseRemovals() (resume func(context.Context)) {
	s.holds.pause()
	return func(ctx context.Context) { s.ReleaseUnheld(ctx, s.holds.resume()...) }
}

package notify

import (
	"context"
	"sync"
)

// Hub wakes goroutines that wait for the next change of one of many objects. Objects are identified by ids.
type Hub struct {
	mu      sync.Mutex
	topics  map[string]*topic
	closing Signal
}

// topic is an object for whose changes goroutines wait.
type topic struct {
	Signal
	subscribers int
}

// Subscribe returns a channel that is closed at the next change of the object with the given id. The caller must call
// unsubscribe.
func (h *Hub) Subscribe(id string) (changed <-chan struct{}, unsubscribe func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.topics == nil {
		h.topics = make(map[string]*topic)
	}
	t := h.topics[id]
	if t == nil {
		t = new(topic)
		h.topics[id] = t
	}
	t.subscribers++
	return t.Wait(), func() { h.unsubscribe(id, t) }
}

func (h *Hub) unsubscribe(id string, t *topic) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t.subscribers--; t.subscribers == 0 {
		delete(h.topics, id)
	}
}

// Notify wakes the goroutines that wait for a change of the object with the given id. An empty id wakes the goroutines
// that wait for a change of any object.
func (h *Hub) Notify(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if id == "" {
		for _, t := range h.topics {
			t.Notify()
		}
	} else if t := h.topics[id]; t != nil {
		t.Notify()
	}
}

// Close ends all calls of [Await], and closes the channel that [Hub.Done] returns.
func (h *Hub) Close() { h.closing.Close() }

// Done returns a channel that [Hub.Close] closes.
func (h *Hub) Done() <-chan struct{} { return h.closing.Wait() }

// Await returns the value that find returns for an object, as soon as reached returns true for this value. It calls
// find at once, and again after each change of the object. When ctx ends or the hub is closed, Await returns the last
// value without an error.
func Await[T any](ctx context.Context, h *Hub, id string, find func(context.Context, string) (T, error), reached func(T) bool) (T, error) {
	for {
		value, ended, err := awaitChange(ctx, h, id, find, reached)
		if ended || err != nil {
			return value, err
		}
	}
}

// awaitChange waits for at most one change of the object. The result ended is true if [Await] must return value without
// waiting any longer.
func awaitChange[T any](ctx context.Context, h *Hub, id string, find func(context.Context, string) (T, error),
	reached func(T) bool) (value T, ended bool, err error) {
	changed, unsubscribe := h.Subscribe(id) // subscribes before find is called, so that no change is missed
	defer unsubscribe()
	value, err = find(context.WithoutCancel(ctx), id)
	if err != nil || reached(value) {
		return value, true, err
	}
	select {
	case <-changed:
		return value, false, nil
	case <-ctx.Done():
	case <-h.Done():
	}
	return value, true, nil
}

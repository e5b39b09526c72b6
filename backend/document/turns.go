package document

import (
	"context"
	"sync"
)

// turns has those who would do the same thing do it one after the other, so that
// the later ones find it done, or failed.
type turns struct {
	mu    sync.Mutex
	taken map[string]*turn
}

// turn is one thing, and those who want to do it.
type turn struct {
	token  chan struct{} // holds one element while somebody is at it
	failed error         // belongs to who is at it
	users  int
}

// take waits for the turn at key. Who took it must leave; an error then is that of all who
// wait. Else the error is ctx's cause.
func (t *turns) take(ctx context.Context, key string) (leave func(failed error), err error) {
	own := t.join(key)
	leave = func(failed error) {
		own.failed = failed
		<-own.token
		t.leave(key, own)
	}
	select {
	case own.token <- struct{}{}:
		if err := own.failed; err != nil {
			leave(err)
			return nil, err
		}
		return leave, nil
	case <-ctx.Done():
		t.leave(key, own)
		return nil, context.Cause(ctx)
	}
}

func (t *turns) join(key string) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.taken == nil {
		t.taken = make(map[string]*turn)
	}
	own := t.taken[key]
	if own == nil {
		own = &turn{token: make(chan struct{}, 1)}
		t.taken[key] = own
	}
	own.users++
	return own
}

func (t *turns) leave(key string, own *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if own.users--; own.users == 0 {
		delete(t.taken, key)
	}
}

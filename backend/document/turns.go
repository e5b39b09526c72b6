package document

import (
	"context"
	"sync"
	"time"

	"lectern/backend/convert"
)

// remembered is how long a failure is known to those who come after it.
const remembered = time.Minute

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
// wait, and for a while of those who come later and ask for it, unless they are to begin anew.
// Else the error is ctx's cause.
func (t *turns) take(ctx context.Context, key string, later bool) (leave func(failed error), err error) {
	own := t.join(key)
	select {
	case own.token <- struct{}{}:
		return t.taker(key, own, later && !convert.IsCrowded(own.failed))
	default:
	}
	select {
	case own.token <- struct{}{}:
		return t.taker(key, own, true)
	case <-ctx.Done():
		t.leave(key, own)
		return nil, context.Cause(ctx)
	}
}

// taker has the turn, unless it shares the failure of the one before.
func (t *turns) taker(key string, own *turn, shares bool) (leave func(failed error), err error) {
	leave = func(failed error) {
		if own.failed = failed; failed == nil || convert.IsCrowded(failed) {
			t.leave(key, own)
		} else {
			time.AfterFunc(remembered, func() { t.leave(key, own) })
		}
		<-own.token
	}
	if failed := own.failed; shares && failed != nil {
		<-own.token
		t.leave(key, own)
		return nil, failed
	}
	return leave, nil
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

package document

import (
	"context"
	"sync"
	"time"

	"lectern/backend/convert/schedule"
)

// remembered is how long a failure is known to those who come after it.
const remembered = time.Minute

// keyLocks has those who would do the same thing do it one after the other, so that
// the later ones find it done, or failed.
type keyLocks struct {
	mu    sync.Mutex
	taken map[string]*keyLock
}

// keyLock is one thing, and those who want to do it.
type keyLock struct {
	token  chan struct{} // holds one element while somebody is at it
	failed error         // belongs to who is at it
	users  int
}

// take waits for the lock of a key. Who has it must leave it; an error then is that of all who
// wait, and for a while of those who come later and ask for it, unless they are to begin anew.
// Else the error is ctx's cause.
func (l *keyLocks) take(ctx context.Context, key string, later bool) (leave func(failed error), err error) {
	own := l.join(key)
	select {
	case own.token <- struct{}{}:
		return l.taker(key, own, later && !schedule.IsPreempted(own.failed))
	default:
	}
	select {
	case own.token <- struct{}{}:
		return l.taker(key, own, true)
	case <-ctx.Done():
		l.leave(key, own)
		return nil, context.Cause(ctx)
	}
}

// taker has the lock, unless it shares the failure of the one before.
func (l *keyLocks) taker(key string, own *keyLock, shares bool) (leave func(failed error), err error) {
	leave = func(failed error) {
		if own.failed = failed; failed == nil || schedule.IsPreempted(failed) {
			l.leave(key, own)
		} else {
			time.AfterFunc(remembered, func() { l.leave(key, own) })
		}
		<-own.token
	}
	if failed := own.failed; shares && failed != nil {
		<-own.token
		l.leave(key, own)
		return nil, failed
	}
	return leave, nil
}

func (l *keyLocks) join(key string) *keyLock {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.taken == nil {
		l.taken = make(map[string]*keyLock)
	}
	own := l.taken[key]
	if own == nil {
		own = &keyLock{token: make(chan struct{}, 1)}
		l.taken[key] = own
	}
	own.users++
	return own
}

func (l *keyLocks) leave(key string, own *keyLock) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if own.users--; own.users == 0 {
		delete(l.taken, key)
	}
}

package conversion

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/schedule"
	"lectern/backend/document"
)

// failureTTL is how long the failure of a lock's holder is shared with jobs that come later.
const failureTTL = time.Minute

// keyLocks contains a lock for each key. A job that has waited for a lock either finds the result of the previous
// holder, or shares its failure.
type keyLocks struct {
	mu    sync.Mutex
	locks map[string]*keyLock
}

// keyLock is the lock of one key.
type keyLock struct {
	token   chan struct{} // has an element while the lock is held
	failure error         // how the last holder has failed; only the holder uses it
	users   int           // number of holders, waiters and remembered failures
}

// heldLock is an acquired lock. Methods of a nil heldLock do nothing.
type heldLock struct {
	locks    *keyLocks
	key      string
	lock     *keyLock
	released bool
}

// acquire waits for the lock of a key. If the previous holder has failed, callers that were already waiting get its
// error. Later callers also get it if sharesFailure is true, unless the failure was a preemption. If ctx ends first,
// the error is the cause of the end of ctx.
func (l *keyLocks) acquire(ctx context.Context, key string, sharesFailure bool) (*heldLock, error) {
	held := &heldLock{locks: l, key: key, lock: l.join(key)}
	select {
	case held.lock.token <- struct{}{}:
		return held.checkFailure(sharesFailure && !schedule.IsPreempted(held.lock.failure))
	default:
	}
	select {
	case held.lock.token <- struct{}{}:
		return held.checkFailure(true)
	case <-ctx.Done():
		l.leave(key, held.lock)
		return nil, context.Cause(ctx)
	}
}

// checkFailure unlocks the key and returns the failure of the previous holder, if shares is true and there is one.
// Otherwise it returns h, which stays locked.
func (h *heldLock) checkFailure(shares bool) (*heldLock, error) {
	failed := h.lock.failure
	if !shares || failed == nil {
		return h, nil
	}
	<-h.lock.token
	h.locks.leave(h.key, h.lock)
	return nil, failed
}

// release unlocks the key. failed is the failure to share with other jobs, or nil. Further calls do nothing.
func (h *heldLock) release(failed error) {
	if h == nil || h.released {
		return
	}
	h.released = true
	if h.lock.failure = failed; failed == nil || schedule.IsPreempted(failed) {
		h.locks.leave(h.key, h.lock)
	} else {
		time.AfterFunc(failureTTL, func() { h.locks.leave(h.key, h.lock) })
	}
	<-h.lock.token
}

// join returns the lock of a key, and adds the caller to the number of its users.
func (l *keyLocks) join(key string) *keyLock {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.locks == nil {
		l.locks = make(map[string]*keyLock)
	}
	lock := l.locks[key]
	if lock == nil {
		lock = &keyLock{token: make(chan struct{}, 1)}
		l.locks[key] = lock
	}
	lock.users++
	return lock
}

func (l *keyLocks) leave(key string, lock *keyLock) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if lock.users--; lock.users == 0 {
		delete(l.locks, key)
	}
}

// lockTimeout is how long a job waits for another job with the same bytes. After that time the waiting job is
// preempted, so that other documents are processed.
const lockTimeout = 3 * time.Second

// lockConversion waits until no other job converts the same bytes. The key is nil for a document whose conversion is
// not shared with other documents.
func (w *Worker) lockConversion(ctx context.Context, a *attempt, key *document.ConversionKey) (*heldLock, error) {
	if a.preemptions == 0 {
		limited, cancel := context.WithTimeoutCause(ctx, lockTimeout, &schedule.PreemptedError{Preemptions: 1})
		defer cancel()
		ctx = limited
	}
	name := "document " + a.doc.ID
	if key != nil {
		name = fmt.Sprint("convert ", *key)
	}
	return w.locks.acquire(ctx, name, a.preemptions > 0)
}

// sharedFailure returns err if it means that a document takes too long, and nil otherwise. Sharing it avoids that other
// documents with the same bytes take as long, one after the other.
func sharedFailure(err error) error {
	cause, ok := errors.AsType[*convert.Error](err)
	if schedule.IsPreempted(err) || ok && cause.Reason == convert.ReasonTimeout {
		return err
	}
	return nil
}

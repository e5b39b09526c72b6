package viewer

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// slowDeadline is a response writer whose SetWriteDeadline takes a second. It must not be used after its handler has
// returned.
type slowDeadline struct {
	http.ResponseWriter
	t    *testing.T
	gone atomic.Bool
	set  int
}

func (s *slowDeadline) SetWriteDeadline(time.Time) error {
	time.Sleep(time.Second)
	if s.set++; s.gone.Load() {
		s.t.Error("the answer is touched after its handler has returned")
	}
	return nil
}

// TestInterruptibleEndsBeforeItsHandler disconnects the client at the moment at which the handler returns. The
// response writer must not be used after that.
//
// SECURITY.md, promise 46 (bounded requests)
func TestInterruptibleEndsBeforeItsHandler(t *testing.T) {
	for name, test := range map[string]struct{ leaves, panics bool }{
		"the client leaves":                         {leaves: true},
		"nothing happens":                           {},
		"the handler panics":                        {panics: true},
		"the client leaves, and the handler panics": {leaves: true, panics: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, leave := context.WithCancel(t.Context())
				defer leave()
				w := &slowDeadline{ResponseWriter: httptest.NewRecorder(), t: t}
				func() {
					defer func() { _ = recover(); w.gone.Store(true) }()
					ended, err := interruptible(ctx, w, func() error {
						if test.leaves {
							leave()
							synctest.Wait() // setting the deadline has started
						}
						if test.panics {
							panic(http.ErrAbortHandler)
						}
						return nil
					})
					if ended != test.leaves || err != nil {
						t.Errorf("it has ended: %t, %v", ended, err)
					}
				}()
				leave()
				time.Sleep(time.Minute)
				if want := map[bool]int{true: 2, false: 0}[test.leaves]; w.set != want {
					t.Errorf("the deadline is set %d times, want %d", w.set, want)
				}
			})
		})
	}
}

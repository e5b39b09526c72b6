package schedule

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"lectern/backend/convert"
)

// enter acquires a turn for a test.
func enter(t *testing.T, s *Scheduler) *Turn {
	t.Helper()
	turn, err := s.Acquire(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return turn
}

// A turn that has exceeded its quantum is slowed down and continues in the long class if there is room. If there is no
// room, the number of preempted turns equals the number of waiting callers.
func TestScheduleMovesToLongClass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{Quick: 3, Long: 1})
		var slow, moved, preempt atomic.Int64
		turns := make([]*Turn, 3)
		for i := range turns {
			turns[i] = enter(t, s)
			turns[i].OnPreempt(func() { slow.Add(1) }, func() { moved.Add(1) }, func(error) { preempt.Add(1) })
		}
		time.Sleep(maxQuantum)
		synctest.Wait()
		if want := (convert.Load{Busy: 3, Long: 1}); s.Load() != want || slow.Load() != 3 || moved.Load() != 1 || preempt.Load() != 0 {
			t.Errorf("%+v, %d slow, %d moved, %d stopped for nobody", s.Load(), slow.Load(), moved.Load(), preempt.Load())
		}
		other := enter(t, s)
		defer other.Release()
		waiting := make(chan error, 1)
		go func() {
			turn, err := s.Acquire(t.Context(), 0)
			turn.Release()
			waiting <- err
		}()
		time.Sleep(10 * retryPreempt)
		synctest.Wait()
		if slow.Load() != 3 || moved.Load() != 1 || preempt.Load() != 1 {
			t.Errorf("%d slow, %d moved, %d stopped; 1 waits", slow.Load(), moved.Load(), preempt.Load())
		}
		for _, turn := range turns {
			turn.Release()
			turn.Release()
		}
		if err := <-waiting; err != nil {
			t.Error(err)
		}
		if want := (convert.Load{Busy: 1}); s.Load() != want {
			t.Errorf("%+v", s.Load())
		}
	})
}

// A preempted caller waits for room in the long class, until its context ends.
func TestScheduleReacquiresAfterPreemption(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{Quick: 2, Long: 1})
		first, second := enter(t, s), enter(t, s)
		time.Sleep(maxQuantum)
		moved := 0
		for _, turn := range []*Turn{first, second} {
			turn.OnPreempt(func() {}, func() { moved++ }, func(error) { t.Error("it was stopped for nobody") })
			synctest.Wait()
		}
		if moved != 1 || !first.IsLong() || second.IsLong() {
			t.Errorf("%d moved; there is room for one", moved)
		}
		again := make(chan error, 1)
		ctx, cancel := context.WithCancel(t.Context())
		go func() { again <- second.Reacquire(ctx) }()
		synctest.Wait()
		if want := (convert.Load{Busy: 1, Long: 1, Waiting: 1}); s.Load() != want {
			t.Errorf("%+v", s.Load())
		}
		cancel()
		if err := <-again; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		go func() { again <- second.Reacquire(t.Context()) }()
		synctest.Wait()
		first.Release()
		if err := <-again; err != nil || !second.IsLong() {
			t.Errorf("%v", err)
		}
		second.Release()
		if s.Load() != (convert.Load{}) {
			t.Errorf("%+v", s.Load())
		}
	})
}

// Each turn of preempted work is longer than its previous turn. No turn is preempted while nobody waits.
func TestScheduleExtendsEachQuantum(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{Quick: 1, Long: 1})
		for stopped, want := range []time.Duration{maxQuantum, 2 * maxQuantum, 8 * maxQuantum, 32 * maxQuantum} {
			turn, err := s.Acquire(t.Context(), stopped)
			if err != nil {
				t.Fatal(err)
			}
			begin, preempt := time.Now(), make(chan error, 1)
			if stopped == 0 {
				s.long.permits.TryAcquire(1) // simulate another turn
			}
			turn.OnPreempt(func() {}, func() { t.Error("it was moved where there is no room") }, func(err error) { preempt <- err })
			waits := make(chan error)
			go func() {
				other, err := s.Acquire(t.Context(), stopped)
				other.Release()
				waits <- err
			}()
			if err := (*PreemptedError)(nil); !errors.As(<-preempt, &err) || err.Preemptions != stopped+1 {
				t.Errorf("stopped %d times, it is stopped with %+v", stopped, err)
			}
			if took := time.Since(begin); took != want {
				t.Errorf("stopped %d times, it has %s; want %s", stopped, took, want)
			}
			turn.Release()
			if err := <-waits; err != nil {
				t.Error(err)
			}
			if stopped == 0 {
				s.long.permits.Release(1)
			}
		}
	})
}

// Moving a turn to the long class counts as a preemption: if the turn is preempted there, it has been stopped twice.
func TestScheduleCountsMoveAsPreemption(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{Quick: 1, Long: 1})
		moved := enter(t, s)
		begin, preempt := time.Now(), make(chan error, 1)
		moved.OnPreempt(func() {}, func() {}, func(err error) { preempt <- err })
		time.Sleep(2 * maxQuantum)
		waits := make(chan error)
		go func() {
			other, err := s.Acquire(t.Context(), 1)
			other.Release()
			waits <- err
		}()
		if err := (*PreemptedError)(nil); !errors.As(<-preempt, &err) || err.Preemptions != 2 {
			t.Errorf("it is stopped with %+v", err)
		}
		if took := time.Since(begin); took != 3*maxQuantum {
			t.Errorf("it has %s", took)
		}
		moved.Release()
		if err := <-waits; err != nil {
			t.Error(err)
		}
	})
}

// If a hundred documents hang, a short document that waits behind them does not wait for the full quantum of each.
// Documents that come afterwards get the full quantum again.
func TestScheduleOfManyHangingDocuments(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{Quick: 1, Long: 1})
		s.long.permits.TryAcquire(1) // simulate another document that hangs
		const many = 100
		begin := time.Now()
		for range many {
			go func() {
				turn, err := s.Acquire(t.Context(), 0)
				if err != nil {
					t.Error(err)
					return
				}
				defer turn.Release()
				preempt := make(chan struct{})
				turn.OnPreempt(func() {}, func() {}, func(error) { close(preempt) })
				<-preempt
			}()
		}
		synctest.Wait()
		letter := enter(t, s)
		letter.OnPreempt(func() {}, func() {}, func(error) { t.Error("a letter has no time for itself") })
		if waited, most := time.Since(begin), 3*maxQuantum+many*minQuantum; waited > most {
			t.Errorf("the letter waits for %s, more than %s", waited, most)
		}
		go func() {
			waiting := enter(t, s)
			waiting.Release()
		}()
		time.Sleep(600 * time.Millisecond) // the typical time of a presentation
		letter.Release()
		synctest.Wait()
		for range 3 {
			enter(t, s).Release()
		}
		if got := s.quantum.get(); got != maxQuantum {
			t.Errorf("a letter has %s after all", got)
		}
	})
}

// A clock only counts time while it runs. Overlapping runs are counted once.
func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := false
		c := NewClock(10*time.Second, func() { late = true })
		run := func(d time.Duration) {
			c.Run()
			time.Sleep(d)
			synctest.Wait()
			c.Pause()
		}
		run(4 * time.Second)
		time.Sleep(time.Hour)
		c.Run()
		run(3 * time.Second)
		time.Sleep(2 * time.Second)
		c.Pause()
		if late {
			t.Error("a paused clock counts time")
		}
		run(time.Second)
		if !late {
			t.Error("it did not end")
		}
		var none *Clock
		none.Run()
		none.Watch(1)()
		none.Pause()
	})
}

package convert

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// enter has a turn be there for a test.
func enter(t *testing.T, s *schedule) *turn {
	t.Helper()
	turn, err := s.enter(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return turn
}

// Who has a turn for long is slowed down, and goes on in the long class while that has room. Where it has
// none, as many are stopped as others wait, and no more.
func TestScheduleMakesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchedule(3, 1)
		var slow, moved, crowded atomic.Int64
		turns := make([]*turn, 3)
		for i := range turns {
			turns[i] = enter(t, s)
			turns[i].watch(func() { slow.Add(1) }, func() { moved.Add(1) }, func() { crowded.Add(1) })
		}
		time.Sleep(longAfter)
		synctest.Wait()
		if want := (Load{Busy: 3, Long: 1}); s.load() != want || slow.Load() != 3 || moved.Load() != 1 || crowded.Load() != 0 {
			t.Errorf("%+v, %d slow, %d moved, %d stopped for nobody", s.load(), slow.Load(), moved.Load(), crowded.Load())
		}
		other := enter(t, s)
		defer other.leave()
		waiting := make(chan error, 1)
		go func() {
			turn, err := s.enter(t.Context())
			turn.leave()
			waiting <- err
		}()
		time.Sleep(10 * lookAgain)
		synctest.Wait()
		if slow.Load() != 3 || moved.Load() != 1 || crowded.Load() != 1 {
			t.Errorf("%d slow, %d moved, %d stopped; 1 waits", slow.Load(), moved.Load(), crowded.Load())
		}
		for _, turn := range turns {
			turn.leave()
			turn.leave()
		}
		if err := <-waiting; err != nil {
			t.Error(err)
		}
		if want := (Load{Busy: 1}); s.load() != want {
			t.Errorf("%+v", s.load())
		}
	})
}

// Who begins anew waits for the long class, or until nobody wants it any more.
func TestScheduleBeginsAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchedule(2, 1)
		first, second := enter(t, s), enter(t, s)
		time.Sleep(longAfter)
		moved := 0
		for _, turn := range []*turn{first, second} {
			turn.watch(func() {}, func() { moved++ }, func() { t.Error("it was stopped for nobody") })
			synctest.Wait()
		}
		if moved != 1 || !first.inLong() || second.inLong() {
			t.Errorf("%d moved; there is room for one", moved)
		}
		again := make(chan error, 1)
		ctx, cancel := context.WithCancel(t.Context())
		go func() { again <- second.again(ctx) }()
		synctest.Wait()
		if want := (Load{Busy: 1, Long: 1, Waiting: 1}); s.load() != want {
			t.Errorf("%+v", s.load())
		}
		cancel()
		if err := <-again; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		go func() { again <- second.again(t.Context()) }()
		synctest.Wait()
		first.leave()
		if err := <-again; err != nil || !second.inLong() {
			t.Errorf("%v", err)
		}
		second.leave()
		if s.load() != (Load{}) {
			t.Errorf("%+v", s.load())
		}
	})
}

// A clock counts the time while it runs, as often as that is, and only that.
func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := false
		c := NewClock(10*time.Second, func() { late = true })
		run := func(d time.Duration) {
			c.Run()
			time.Sleep(d)
			synctest.Wait()
			c.Stand()
		}
		run(4 * time.Second)
		time.Sleep(time.Hour)
		c.Run()
		run(3 * time.Second)
		time.Sleep(2 * time.Second)
		c.Stand()
		if late {
			t.Error("it counts time in which it stood")
		}
		run(time.Second)
		if !late {
			t.Error("it did not end")
		}
		var none *Clock
		none.Run()
		none.Stand()
	})
}

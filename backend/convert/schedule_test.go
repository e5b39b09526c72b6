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
	turn, err := s.enter(t.Context(), 0)
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
			turns[i].watch(func() { slow.Add(1) }, func() { moved.Add(1) }, func(error) { crowded.Add(1) })
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
			turn, err := s.enter(t.Context(), 0)
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
			turn.watch(func() {}, func() { moved++ }, func(error) { t.Error("it was stopped for nobody") })
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

// Who is stopped again and again has more time at each turn; nobody is stopped for none.
func TestScheduleGivesMoreTimeEachTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchedule(1, 1)
		for stopped, want := range []time.Duration{longAfter, 2 * longAfter, 8 * longAfter, 32 * longAfter} {
			turn, err := s.enter(t.Context(), stopped)
			if err != nil {
				t.Fatal(err)
			}
			begin, crowded := time.Now(), make(chan error, 1)
			if stopped == 0 {
				s.long.room.TryAcquire(1) // another has it
			}
			turn.watch(func() {}, func() { t.Error("it was moved where there is no room") }, func(err error) { crowded <- err })
			waits := make(chan error)
			go func() {
				other, err := s.enter(t.Context(), stopped)
				other.leave()
				waits <- err
			}()
			if err := (*CrowdedError)(nil); !errors.As(<-crowded, &err) || err.Stopped != stopped+1 {
				t.Errorf("stopped %d times, it is stopped with %+v", stopped, err)
			}
			if took := time.Since(begin); took != want {
				t.Errorf("stopped %d times, it has %s; want %s", stopped, took, want)
			}
			turn.leave()
			if err := <-waits; err != nil {
				t.Error(err)
			}
			if stopped == 0 {
				s.long.room.Release(1)
			}
		}
	})
}

// Who goes on in the long class has had a turn in that when it is stopped there.
func TestScheduleStopsWhoWasMoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchedule(1, 1)
		moved := enter(t, s)
		begin, crowded := time.Now(), make(chan error, 1)
		moved.watch(func() {}, func() {}, func(err error) { crowded <- err })
		time.Sleep(2 * longAfter)
		waits := make(chan error)
		go func() {
			other, err := s.enter(t.Context(), 1)
			other.leave()
			waits <- err
		}()
		if err := (*CrowdedError)(nil); !errors.As(<-crowded, &err) || err.Stopped != 2 {
			t.Errorf("it is stopped with %+v", err)
		}
		if took := time.Since(begin); took != 3*longAfter {
			t.Errorf("it has %s", took)
		}
		moved.leave()
		if err := <-waits; err != nil {
			t.Error(err)
		}
	})
}

// A hundred that hang do not take three seconds each from a letter that comes behind them,
// and letters get the time of letters again.
func TestScheduleOfManyThatHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchedule(1, 1)
		s.long.room.TryAcquire(1) // it hangs in there, too
		const many = 100
		begin := time.Now()
		for range many {
			go func() {
				turn, err := s.enter(t.Context(), 0)
				if err != nil {
					t.Error(err)
					return
				}
				defer turn.leave()
				crowded := make(chan struct{})
				turn.watch(func() {}, func() {}, func(error) { close(crowded) })
				<-crowded
			}()
		}
		synctest.Wait()
		letter := enter(t, s)
		letter.watch(func() {}, func() {}, func(error) { t.Error("a letter has no time for itself") })
		if waited, most := time.Since(begin), 3*longAfter+many*shortAfter; waited > most {
			t.Errorf("the letter waits for %s, more than %s", waited, most)
		}
		go func() {
			waiting := enter(t, s)
			waiting.leave()
		}()
		time.Sleep(600 * time.Millisecond) // what a presentation takes
		letter.leave()
		synctest.Wait()
		for range 3 {
			enter(t, s).leave()
		}
		if got := s.quantum.get(); got != longAfter {
			t.Errorf("a letter has %s after all", got)
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
		none.watch(1)()
		none.Stand()
	})
}

package notify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// visit is one call of the callback of [Stream.Follow].
type visit struct {
	values []string
	missed bool
}

// follow follows a stream, and sends the arguments of each call of the callback to a channel.
func follow(ctx context.Context, s *Stream[string]) <-chan visit {
	calls := make(chan visit)
	go func() {
		defer close(calls)
		_ = s.Follow(ctx, time.Minute, func(values []string, missed bool) error {
			calls <- visit{values, missed}
			return nil
		})
	}()
	return calls
}

func TestStreamPassesEachValueOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s Stream[string]
		ctx, cancel := context.WithCancel(t.Context())
		calls := follow(ctx, &s)
		if first := <-calls; !first.missed || len(first.values) > 0 {
			t.Errorf("it begins with %+v", first)
		}
		begin := time.Now()
		for range 3 {
			s.Publish("a")
			s.Publish("b")
		}
		got := <-calls
		want := []string{"a", "b"}
		if got.missed || !slices.Equal(got.values, want) || time.Since(begin) != gatherTime {
			t.Errorf("%+v after %s", got, time.Since(begin))
		}
		s.Publish("a")
		if got := <-calls; got.missed || !slices.Equal(got.values, []string{"a"}) {
			t.Errorf("the second time %+v", got)
		}
		begin = time.Now()
		if got := <-calls; got.missed || len(got.values) > 0 || time.Since(begin) != time.Minute {
			t.Errorf("a heartbeat is %+v after %s", got, time.Since(begin))
		}
		cancel()
		if _, more := <-calls; more {
			t.Error("it goes on after its end")
		}
		if len(s.subscribers) > 0 {
			t.Error("a subscriber that has gone is kept")
		}
	})
}

func TestStreamDropsValuesForSlowSubscribers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s Stream[string]
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		calls := follow(ctx, &s)
		<-calls
		for i := range 3 * maxPending {
			s.Publish(fmt.Sprint(i))
		}
		if got := <-calls; !got.missed || len(got.values) > 0 {
			t.Errorf("of too many it passes %d, missed %t", len(got.values), got.missed)
		}
		s.Publish("a")
		if got := <-calls; got.missed || len(got.values) != 1 {
			t.Errorf("then it passes %+v", got)
		}
		cancel()
		<-calls
	})
}

func TestStreamEnds(t *testing.T) {
	var s Stream[string]
	calls := follow(t.Context(), &s)
	<-calls
	s.Close()
	if _, more := <-calls; more {
		t.Error("it goes on after its end")
	}
	calls = follow(t.Context(), &s)
	if _, more := <-calls; more {
		t.Error("a later subscriber stays")
	}
	gone := errors.New("gone")
	if err := new(Stream[string]).Follow(t.Context(), time.Minute, func([]string, bool) error { return gone }); !errors.Is(err, gone) {
		t.Errorf("an error of visit is %v", err)
	}
}

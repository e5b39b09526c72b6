package news

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// told is one call of a follower.
type told struct {
	changes []Change
	reset   bool
}

// follow has somebody follow a stream, who is told through a channel.
func follow(ctx context.Context, s *Stream) <-chan told {
	calls := make(chan told)
	go func() {
		defer close(calls)
		_ = s.Follow(ctx, time.Minute, func(changes []Change, reset bool) error {
			calls <- told{changes, reset}
			return nil
		})
	}()
	return calls
}

func TestStreamTellsEachThingOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s Stream
		ctx, cancel := context.WithCancel(t.Context())
		calls := follow(ctx, &s)
		if first := <-calls; !first.reset || len(first.changes) > 0 {
			t.Errorf("it begins with %+v", first)
		}
		begin := time.Now()
		for range 3 {
			s.Tell(Document, "a")
			s.Topic(Session)("a")
			s.Tell(Document, "b")
		}
		got := <-calls
		want := []Change{{Document, "a"}, {Session, "a"}, {Document, "b"}}
		if got.reset || !slices.Equal(got.changes, want) || time.Since(begin) != gathering {
			t.Errorf("%+v after %s", got, time.Since(begin))
		}
		s.Tell(Document, "a")
		if got := <-calls; got.reset || !slices.Equal(got.changes, []Change{{Document, "a"}}) {
			t.Errorf("the second time %+v", got)
		}
		begin = time.Now()
		if got := <-calls; got.reset || len(got.changes) > 0 || time.Since(begin) != time.Minute {
			t.Errorf("a heartbeat is %+v after %s", got, time.Since(begin))
		}
		cancel()
		if _, more := <-calls; more {
			t.Error("it goes on after its end")
		}
		if len(s.followers) > 0 {
			t.Error("who has gone is still told")
		}
	})
}

func TestStreamTellsTheSlowToBeginAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s Stream
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		calls := follow(ctx, &s)
		<-calls
		for i := range 3 * mostGathered {
			s.Tell(Document, fmt.Sprint(i))
		}
		if got := <-calls; !got.reset || len(got.changes) > 0 {
			t.Errorf("of too many it tells %d, reset %t", len(got.changes), got.reset)
		}
		s.Tell(Document, "a")
		if got := <-calls; got.reset || len(got.changes) != 1 {
			t.Errorf("then it tells %+v", got)
		}
		cancel()
		<-calls
	})
}

func TestStreamEnds(t *testing.T) {
	var s Stream
	calls := follow(t.Context(), &s)
	<-calls
	s.Close()
	if _, more := <-calls; more {
		t.Error("it goes on after its end")
	}
	calls = follow(t.Context(), &s)
	<-calls
	if _, more := <-calls; more {
		t.Error("who comes after the end stays")
	}
	gone := errors.New("gone")
	if err := new(Stream).Follow(t.Context(), time.Minute, func([]Change, bool) error { return gone }); !errors.Is(err, gone) {
		t.Errorf("an error of visit is %v", err)
	}
	var nobody Listener
	nobody.Tell("a")
}

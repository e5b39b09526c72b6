package retry_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"lectern/backend/internal/retry"
)

func TestSleep(t *testing.T) {
	if !retry.Sleep(t.Context(), time.Nanosecond) {
		t.Error("an uninterrupted sleep reports that ctx has ended")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if retry.Sleep(ended, time.Hour) {
		t.Error("an interrupted sleep reports that ctx has not ended")
	}
}

func TestWaitFor(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	value, closed := make(chan int, 1), make(chan int)
	value <- 1
	close(closed)
	for _, test := range []struct {
		name  string
		ctx   context.Context
		event <-chan int
		limit time.Duration
		want  bool
	}{
		{"a value", t.Context(), value, time.Hour, true},
		{"a closed channel", t.Context(), closed, time.Hour, true},
		{"the time is over", t.Context(), nil, time.Nanosecond, false},
		{"ctx has ended", ended, nil, time.Hour, false},
	} {
		if got := retry.WaitFor(test.ctx, test.event, test.limit); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		busy, broken := errors.New("busy"), errors.New("broken")
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		for _, test := range []struct {
			name  string
			tries []error
			want  error
			pause time.Duration // sum of all pauses
		}{
			{"it succeeds at once", []error{nil}, nil, 0},
			{"it succeeds later", []error{busy, busy, nil}, nil, 2 * time.Second},
			{"an error that lasts", []error{busy, broken}, broken, time.Second},
			{"ctx ends", []error{busy, context.Canceled}, context.Canceled, time.Second},
		} {
			begin, tried := time.Now(), 0
			err := retry.Do(ctx, time.Second, func() error {
				err := test.tries[tried]
				if tried++; errors.Is(err, context.Canceled) {
					cancel()
				}
				return err
			}, func(err error) bool { return !errors.Is(err, broken) })
			if !errors.Is(err, test.want) || tried != len(test.tries) || time.Since(begin) != test.pause {
				t.Errorf("%s: %v after %d tries and %s", test.name, err, tried, time.Since(begin))
			}
		}
	})
}

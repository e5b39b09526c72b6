package webhook

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"lectern/backend/internal/notify"
)

// fullDisk is a store whose writes succeed only after a number of tries.
type fullDisk struct {
	plainSealer
	due    notify.Signal
	resume int // number of writes that still fail
	looked chan struct{}
}

func (f *fullDisk) ResumeLanes(context.Context, time.Time) error {
	if f.resume--; f.resume >= 0 {
		return errors.New("the disk is full")
	}
	return nil
}

func (f *fullDisk) ClampLanes(context.Context, time.Time, time.Time) error { return nil }
func (f *fullDisk) Due() *notify.Signal                                    { return &f.due }

func (f *fullDisk) TakeDue(context.Context, time.Time, Capacity) ([]DueDelivery, error) {
	close(f.looked) // panics if called twice; nothing is due
	return nil, nil
}

func (f *fullDisk) NextDue(context.Context, time.Time) (time.Time, error) { return time.Time{}, nil }

// A server that starts while its disk is full begins to deliver as soon as there is space, and logs each failed try
// before that.
//
// SECURITY.md, promise 38 (repeated deliveries)
func TestDeliveriesBeginWhenTheDiskHasRoom(t *testing.T) {
	var log bytes.Buffer
	disk := &fullDisk{resume: 3, looked: make(chan struct{})}
	s := newTest(t, time.Second)
	s.store, s.retryDelay, s.log = disk, time.Millisecond, slog.New(slog.NewTextHandler(&log, nil))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.Run(ctx, 0)
	}()
	select {
	case <-disk.looked:
	case <-ended:
		t.Fatal("it has given up")
	}
	cancel()
	<-ended
	if n := strings.Count(log.String(), "the disk is full"); n != 3 {
		t.Errorf("it is logged %d times: %s", n, log.String())
	}
}

// While deliveries cannot begin because of a full disk, the server can still be stopped.
func TestTheServerEndsWhileDeliveriesCannotBegin(t *testing.T) {
	s := newTest(t, time.Second)
	s.store, s.retryDelay = &fullDisk{resume: 1 << 30}, time.Hour
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.Run(ctx, time.Hour)
}

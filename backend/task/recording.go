package task

import (
	"context"
	"time"
)

// recordRequest is a row that is waiting to be recorded. The result is sent to done.
type recordRequest struct {
	row  Row
	done chan error
}

// record records a row in the store, and waits until that is done.
func (b *bulkRun) record(ctx context.Context, row Row) error {
	r := &recordRequest{row, make(chan error, 1)}
	select {
	case b.recording <- r:
		return <-r.done
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// progressInterval is the minimum time between two notifications about progress.
const progressInterval = 250 * time.Millisecond

// recordRows records rows until the channel b.recording is closed. It records all rows that are waiting in one
// transaction, and notifies subscribers of the progress.
func (b *bulkRun) recordRows(ctx context.Context) {
	tick := time.NewTicker(progressInterval)
	defer tick.Stop()
	changed := false
	for {
		select {
		case first, more := <-b.recording:
			if !more {
				return
			}
			b.recordTogether(ctx, first)
			changed = true
		case <-tick.C:
			if changed {
				b.run.service.notify(b.run.t.ID)
				changed = false
			}
		}
	}
}

// recordTogether records a row together with all other waiting rows.
func (b *bulkRun) recordTogether(ctx context.Context, first *recordRequest) {
	all := []*recordRequest{first}
	rows := []Row{first.row}
	for waiting := true; waiting; {
		select {
		case next, more := <-b.recording:
			if waiting = more; more {
				all, rows = append(all, next), append(rows, next.row)
			}
		default:
			waiting = false
		}
	}
	recorded, err := b.run.service.store.SaveTaskRows(ctx, b.run.t.ID, rows)
	if err == nil && !recorded {
		err = errCancelled
	}
	for _, r := range all {
		r.done <- err
	}
}

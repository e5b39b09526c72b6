package watch

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"syscall"
	"time"

	"lectern/backend/internal/retry"
	"lectern/backend/sentence"
)

// settleAll makes of the files whose documents have ended what the folder's settings say, as they
// end, until ctx does.
func (v *vigil) settleAll(ctx context.Context) {
	for ctx.Err() == nil {
		stored := v.store.Stored().Wait() // before looking, so that nothing is missed
		wait, settled := v.settleEnded(ctx)
		if !retry.Sleep(ctx, wait) {
			return
		}
		var retry <-chan time.Time
		if !settled {
			retry = time.After(v.pace.retry)
		}
		select {
		case <-stored:
		case <-retry:
		case <-ctx.Done():
		}
	}
}

// settleBatch is how many files are settled at a time.
const settleBatch = 200

// settleEnded settles what has ended, and returns how long to wait at least, and whether nothing is left to settle.
func (v *vigil) settleEnded(ctx context.Context) (wait time.Duration, settled bool) {
	var trouble error
	for after := int64(0); ; {
		v.ownFolders = nil // others may be there by now
		ended, err := v.store.ListEnded(ctx, v.folder.ID, after, settleBatch)
		if err != nil {
			if ctx.Err() == nil {
				v.log.ErrorContext(ctx, "files of a folder are put off", "folder", v.folder.ID, slog.Any("error", err))
			}
			return v.pace.wait, false
		}
		for i := range ended {
			after = ended[i].ID
			err := v.settle(ctx, &ended[i])
			if loop, is := errors.AsType[loopError](err); is {
				v.loops <- loop
				<-ctx.Done()
				return 0, false
			}
			if err != nil && ctx.Err() == nil {
				trouble = err
			}
		}
		if len(ended) > 0 {
			v.changed(v.folder.ID)
		}
		if len(ended) < settleBatch {
			break
		}
	}
	v.tellTrouble(trouble)
	waits, err := v.store.HasPending(ctx, v.folder.ID)
	return v.pace.settle, err == nil && !waits
}

// tellTrouble tells that originals wait to be moved, or that none does any more.
func (v *vigil) tellTrouble(err error) {
	v.tell(func() {
		v.stuck, v.stuckFull = "", isFull(err)
		if err != nil {
			v.stuck = wordTrouble(err).Keep()
		}
	})
}

// wordTrouble tells why originals wait to be moved.
func wordTrouble(err error) sentence.Sentence {
	if told, ok := errors.AsType[toldError](err); ok {
		return told.said
	}
	return sentence.New("originals-wait", "Originals wait to be moved: {reason}").With("reason", reason(err))
}

func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// jam is why nothing is moved to a folder for now.
type jam struct {
	err   error
	wait  time.Duration // until it is tried again, which grows
	until time.Time
}

// mostJam bounds how long nothing is moved to a folder, in the vigil's waits.
const mostJam = 30

// moveUnlessJammed moves an original, unless it is known what keeps all of them: not each of many
// is to be copied until the disk is full.
func (v *vigil) moveUnlessJammed(ctx context.Context, a *Arrival, folder string) (string, error) {
	j := v.jams[folder]
	if time.Now().Before(j.until) {
		return "", j.err
	}
	moved, err := v.moveOriginal(ctx, a, folder)
	if _, is := errors.AsType[targetError](err); is || isFull(err) {
		wait := min(max(2*j.wait, v.pace.wait), mostJam*v.pace.wait)
		v.jams[folder] = jam{err, wait, time.Now().Add(wait)}
	} else {
		delete(v.jams, folder)
	}
	return moved, err
}

// settle makes of a file what the end of its document asks for.
func (v *vigil) settle(ctx context.Context, e *Ended) error {
	if e.Failed && e.Stage == Taken { // first: a move may have to wait
		if err := v.noteEnd(ctx, e, func(a *Arrival) { a.Stage, a.Message = Failed, e.Reason }); err != nil {
			return err
		}
	}
	after := v.folder.after(e.Failed)
	gone := !e.GoneAt.IsZero() && e.Target == "" // else it may be on its way
	if !e.Found || after.Action != move || e.Moved || gone {
		return v.settled(ctx, e, nil)
	}
	moved, err := v.moveUnlessJammed(ctx, &e.Arrival, after.Folder)
	switch {
	case errors.Is(err, errChanged):
		v.lookAt(e.Path)
		return nil // it becomes a new version, which ends in turn
	case errors.Is(err, fs.ErrNotExist) && v.isGone(e.Path):
		return v.settled(ctx, e, nil)
	case err != nil:
		return err
	}
	err = v.settled(ctx, e, func(a *Arrival) { a.Moved, a.Target, a.GoneAt = true, moved, time.Now() })
	if err == nil && !v.isGone(e.Path) {
		v.lookAt(e.Path) // it came back before its move was recorded: until then it is taken for the one that was moved
	}
	return err
}

// settled notes that the end of a document has nothing to say any more.
func (v *vigil) settled(ctx context.Context, e *Ended, change func(*Arrival)) error {
	return v.noteEnd(ctx, e, func(a *Arrival) {
		a.Pending = false
		if change != nil {
			change(a)
		}
	})
}

// noteEnd notes what the end of a document means for its file, unless that is another by now.
func (v *vigil) noteEnd(ctx context.Context, e *Ended, change func(*Arrival)) error {
	return v.store.UpdateArrival(ctx, e.ID, func(a *Arrival) {
		if a.Pending && a.DocumentID == e.DocumentID && a.Mark == e.Mark {
			change(a)
		}
	})
}

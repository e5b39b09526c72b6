package watch

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"syscall"
	"time"

	"lectern/backend/internal/ownfolder"
	"lectern/backend/internal/retry"
	"lectern/backend/sentence"
)

// mover moves the originals of documents that have ended, where the folder's settings say so. One goroutine uses it.
type mover struct {
	*openFolder
	backoffs map[string]backoff  // by the target
	moves    map[string]pastMove // of originals that were moved, by the keys of their bytes
	// ownFolders are Lectern's, found once for each batch of files that are settled.
	ownFolders ownfolder.Set
	loops      chan loopError // has one where the folder is to be paused
}

func newMover(folder *openFolder) mover {
	return mover{openFolder: folder, backoffs: make(map[string]backoff), moves: make(map[string]pastMove), loops: make(chan loopError, 1)}
}

// run makes of the files whose documents have ended what the folder's settings say, as they
// end, until ctx does.
func (m *mover) run(ctx context.Context) {
	for ctx.Err() == nil {
		stored := m.store.Stored().Wait() // before looking, so that nothing is missed
		wait, settled := m.processEnded(ctx)
		if !retry.Sleep(ctx, wait) {
			return
		}
		var retry <-chan time.Time
		if !settled {
			retry = time.After(m.pace.endedRetry)
		}
		select {
		case <-stored:
		case <-retry:
		case <-ctx.Done():
		}
	}
}

// endedBatch is how many files are settled at a time.
const endedBatch = 200

// processEnded settles what has ended, and returns how long to wait at least, and whether nothing is left to settle.
func (m *mover) processEnded(ctx context.Context) (wait time.Duration, settled bool) {
	var trouble error
	for after := int64(0); ; {
		m.ownFolders = nil // others may be there by now
		ended, err := m.store.ListEnded(ctx, m.folder.ID, after, endedBatch)
		if err != nil {
			if ctx.Err() == nil {
				m.log.ErrorContext(ctx, "files of a folder are put off", "folder", m.folder.ID, slog.Any("error", err))
			}
			return m.pace.retry, false
		}
		for i := range ended {
			after = ended[i].ID
			err := m.process(ctx, &ended[i])
			if loop, is := errors.AsType[loopError](err); is {
				m.loops <- loop
				<-ctx.Done()
				return 0, false
			}
			if err != nil && ctx.Err() == nil {
				trouble = err
			}
		}
		if len(ended) > 0 {
			m.onChange(m.folder.ID)
		}
		if len(ended) < endedBatch {
			break
		}
	}
	m.reportBlocked(trouble)
	waits, err := m.store.HasPending(ctx, m.folder.ID)
	return m.pace.ended, err == nil && !waits
}

// reportBlocked tells that originals wait to be moved, or that none does any more.
func (m *mover) reportBlocked(err error) {
	m.updateStatus(func() {
		m.blocked, m.blockedByFullDisk = "", isFull(err)
		if err != nil {
			m.blocked = describeBlocked(err).Keep()
		}
	})
}

// describeBlocked tells why originals wait to be moved.
func describeBlocked(err error) sentence.Sentence {
	if told, ok := errors.AsType[describedError](err); ok {
		return told.message
	}
	return sentence.New("originals-wait", "Originals wait to be moved: {reason}").With("reason", describeError(err))
}

func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// backoff is why nothing is moved to a folder for now.
type backoff struct {
	err   error
	wait  time.Duration // until it is tried again, which grows
	until time.Time
}

// maxBackoff bounds how long nothing is moved to a folder, in the watcher's pauses.
const maxBackoff = 30

// moveWithBackoff moves an original, unless it is known what keeps all of them: not each of many
// is to be copied until the disk is full.
func (m *mover) moveWithBackoff(ctx context.Context, a *Arrival, folder string) (string, error) {
	j := m.backoffs[folder]
	if time.Now().Before(j.until) {
		return "", j.err
	}
	moved, err := m.moveOriginal(ctx, a, folder)
	if _, is := errors.AsType[targetError](err); is || isFull(err) {
		wait := min(max(2*j.wait, m.pace.retry), maxBackoff*m.pace.retry)
		m.backoffs[folder] = backoff{err, wait, time.Now().Add(wait)}
	} else {
		delete(m.backoffs, folder)
	}
	return moved, err
}

// process makes of a file what the end of its document asks for.
func (m *mover) process(ctx context.Context, e *Ended) error {
	if e.Failed && e.Stage == Taken { // first: a move may have to wait
		if err := m.updateEnded(ctx, e, func(a *Arrival) { a.Stage, a.Message = Failed, e.Reason }); err != nil {
			return err
		}
	}
	after := m.folder.afterEnd(e.Failed)
	gone := !e.GoneAt.IsZero() && e.Target == "" // else it may be on its way
	if !e.Found || after.Action != actionMove || e.Moved || gone {
		return m.finish(ctx, e, nil)
	}
	moved, err := m.moveWithBackoff(ctx, &e.Arrival, after.Folder)
	switch {
	case errors.Is(err, errChanged):
		m.inspectSoon(e.Path)
		return nil // it becomes a new version, which ends in turn
	case errors.Is(err, fs.ErrNotExist) && m.isGone(e.Path):
		return m.finish(ctx, e, nil)
	case err != nil:
		return err
	}
	err = m.finish(ctx, e, func(a *Arrival) { a.Moved, a.Target, a.GoneAt = true, moved, time.Now() })
	if err == nil && !m.isGone(e.Path) {
		m.inspectSoon(e.Path) // it came back before its move was recorded: until then it is taken for the one that was moved
	}
	return err
}

// finish notes that the end of a document has nothing to say any more.
func (m *mover) finish(ctx context.Context, e *Ended, change func(*Arrival)) error {
	return m.updateEnded(ctx, e, func(a *Arrival) {
		a.Pending = false
		if change != nil {
			change(a)
		}
	})
}

// updateEnded notes what the end of a document means for its file, unless that is another by now.
func (m *mover) updateEnded(ctx context.Context, e *Ended, change func(*Arrival)) error {
	return m.store.UpdateArrival(ctx, e.ID, func(a *Arrival) {
		if a.Pending && a.DocumentID == e.DocumentID && a.Mark == e.Mark {
			change(a)
		}
	})
}

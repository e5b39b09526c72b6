package watch

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"math"
	"syscall"
	"time"

	"lectern/backend/internal/ownfolder"
	"lectern/backend/internal/retry"
	"lectern/backend/sentence"
)

// mover moves originals, which are the files that documents were imported from, out of the folder when their documents
// are ready or have failed. It does so only if the settings of the folder require that. Only one goroutine uses it.
type mover struct {
	*openFolder
	backoffs map[string]backoff  // by path of the target folder
	moves    map[string]lastMove // by content key of the original
	// ownFolders are the folders with Lectern's own files. The folders are determined once for each batch.
	ownFolders ownfolder.Set
	loops      chan loopError // receives an error when the folder must be paused
}

func newMover(folder *openFolder) mover {
	return mover{openFolder: folder, backoffs: make(map[string]backoff), moves: make(map[string]lastMove), loops: make(chan loopError, 1)}
}

// run processes the files whose documents are ready or have failed, until ctx ends.
func (m *mover) run(ctx context.Context) {
	for ctx.Err() == nil {
		stored := m.store.Stored().Wait() // subscribed before the query, so that no change is missed
		wait, settled := m.processEnded(ctx)
		if !retry.Sleep(ctx, wait) {
			return
		}
		again := m.pace.endedRetry
		if settled {
			again = math.MaxInt64 // only a change can require another call
		}
		retry.WaitFor(ctx, stored, again)
	}
}

// endedBatch is the number of files that are processed at a time.
const endedBatch = 200

// processEnded processes all files whose documents are ready or have failed. It returns the minimum time until the next
// call. The result settled reports whether all of these files are processed.
func (m *mover) processEnded(ctx context.Context) (wait time.Duration, settled bool) {
	var trouble error
	for after := int64(0); ; {
		m.ownFolders = nil // determined again for each batch, because the folders may have changed
		ended, err := m.store.ListEnded(ctx, m.folder.ID, after, endedBatch)
		if err != nil {
			if ctx.Err() == nil {
				m.log.ErrorContext(ctx, "files of a folder are delayed", "folder", m.folder.ID, slog.Any("error", err))
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

// reportBlocked stores in the status of the folder why its originals cannot be moved. If err is nil, it removes the
// reason.
func (m *mover) reportBlocked(err error) {
	m.runner.updateStatus(func() {
		m.runner.blocked, m.runner.blockedByFullDisk = "", isFull(err)
		if err != nil {
			m.runner.blocked = describeBlocked(err).Encode()
		}
	})
}

// describeBlocked returns the message for the user about an error that prevents moving originals.
func describeBlocked(err error) sentence.Sentence {
	if described, ok := errors.AsType[describedError](err); ok {
		return described.message
	}
	return sentence.New("originals-wait", "Originals are waiting to be moved: {reason}").With("reason", describeError(err))
}

func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// backoff is an error that prevents moving originals to a folder, with the time of the next attempt.
type backoff struct {
	err   error
	wait  time.Duration // doubled after each failure
	until time.Time
}

// maxBackoff is the longest wait between two attempts, in units of pace.retry.
const maxBackoff = 30

// moveWithBackoff moves an original. After an error that affects all originals, such as a full disk, it returns the
// same error until the next attempt is due. Otherwise every attempt would copy a file in vain.
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

// process moves the original of a document that is ready or has failed, if the settings require that, and records the
// outcome.
func (m *mover) process(ctx context.Context, e *EndedArrival) error {
	if e.Failed && e.Stage == Taken { // recorded before the move, which may have to wait
		if err := m.updateEnded(ctx, e, func(a *Arrival) { a.Stage, a.Message = Failed, e.Reason }); err != nil {
			return err
		}
		e.Stage = Failed
	}
	after := m.folder.afterEnd(e.Failed)
	gone := !e.GoneAt.IsZero() && e.Target == "" // if a target is recorded, the file may have been moved there already
	if !e.Found || after.Action != actionMove || e.Moved || gone {
		return m.finish(ctx, e, nil)
	}
	moved, err := m.moveWithBackoff(ctx, &e.Arrival, after.Folder)
	switch {
	case errors.Is(err, errChanged):
		m.runner.inspectSoon(e.Path)
		return nil // the file is imported as a new version, and is processed when that version is ready or has failed
	case errors.Is(err, fs.ErrNotExist) && m.isGone(e.Path):
		return m.finish(ctx, e, nil)
	case err != nil:
		return err
	}
	err = m.finish(ctx, e, func(a *Arrival) { a.Moved, a.Target, a.GoneAt = true, moved, time.Now() })
	if err == nil && !m.isGone(e.Path) {
		// Somebody has put a file back at this path before the move was recorded. If it has been inspected already, it was
		// mistaken for the file that was to be moved. Therefore it is inspected again.
		m.runner.inspectSoon(e.Path)
	}
	return err
}

// finish marks the file as processed in its record. If change is not nil, finish also calls it to change the record. If
// the document has been retried since its failure was recorded, the file stays unprocessed until the retry ends.
func (m *mover) finish(ctx context.Context, e *EndedArrival, change func(*Arrival)) error {
	return m.updateEnded(ctx, e, func(a *Arrival) {
		a.Pending = a.Stage != e.Stage
		if change != nil {
			change(a)
		}
	})
}

// updateEnded changes the stored record of a file whose document is converted or has failed. It changes nothing if the
// file or its document has changed since e was read.
func (m *mover) updateEnded(ctx context.Context, e *EndedArrival, change func(*Arrival)) error {
	return m.store.UpdateArrival(ctx, e.ID, func(a *Arrival) {
		if a.Pending && a.DocumentID == e.DocumentID && a.Mark == e.Mark {
			change(a)
		}
	})
}

package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"lectern/backend/audit"
	"lectern/backend/library/marker"
	"lectern/backend/store/engine"
)

// Moved is the result of a move.
type Moved struct {
	Documents, Files, Bytes int64
	// Missing is the number of files that records refer to but the original library does not have.
	Missing int64
	// Lost names the missing files, with the records that need them.
	Lost []string
}

// Move copies a library to another place, and compares the copy with the original. Then it marks the original as moved,
// so that no server starts on the original. No server may use the original or the target during the move. The target
// must be empty, or contain the result of an interrupted move of this library, which Move then continues. Move calls
// progress with sentences about its progress.
func Move(ctx context.Context, from, to Place, log *slog.Logger, progress func(string)) (moved Moved, err error) {
	if from == to {
		return moved, errSamePlace
	}
	if isWithin(from.Data, to.Data) || isWithin(to.Data, from.Data) {
		return moved, errors.New("one of the folders is inside the other: choose a separate folder")
	}
	source, err := openSource(ctx, from, log)
	if err != nil {
		return moved, err
	}
	defer func() { err = errors.Join(err, source.closeTool()) }()
	if err := source.secrets().Check(ctx); err != nil {
		return moved, err
	}
	before, err := source.DB.Moves.MoveTarget(ctx)
	if err == nil && before != "" && before != to.name() {
		err = engine.ErrMoved(before)
	}
	if err != nil {
		return moved, err
	}
	target, err := openTarget(ctx, to, log)
	if err != nil {
		return moved, err
	}
	defer func() { err = errors.Join(err, target.release()) }()
	if same, err := isSame(ctx, source, target); err != nil || same {
		return moved, errors.Join(cmp.Or(err, errSamePlace), target.closeStores())
	}
	mover := mover{from: source, to: target, earlierTarget: before, progress: progress}
	err = source.DB.Moves.RunAlone(ctx, func() error { return mover.run(ctx) })
	if err = errors.Join(err, target.closeStores()); err == nil {
		err = target.publish()
	}
	if err != nil && mover.marked {
		err = &IncompleteMoveError{err}
	}
	return mover.moved, err
}

// isWithin reports whether one folder is below another. It returns false if one of the paths is empty.
func isWithin(folder, parent string) bool {
	if folder == "" || parent == "" {
		return false
	}
	path, err := filepath.Rel(parent, folder)
	return err == nil && path != "." && filepath.IsLocal(path)
}

var errSamePlace = errors.New("the library is already there: choose another destination")

// isSame reports whether two places have the same database, even under different addresses.
func isSame(ctx context.Context, a, b *Library) (bool, error) {
	if a.config.Database == "" || b.config.Database == "" {
		return false, nil
	}
	one, err := a.DB.Identity(ctx)
	if err != nil {
		return false, err
	}
	other, err := b.DB.Identity(ctx)
	return one == other, err
}

// IncompleteMoveError means that a move failed after everything had been copied. No server starts on either library
// until the move is repeated or undone.
type IncompleteMoveError struct{ cause error }

// Error implements error. The text includes the remedy.
func (e *IncompleteMoveError) Error() string {
	return fmt.Sprintf("all data is copied, but the move is not complete: run the same command again (%v)", e.cause)
}

// Unwrap returns the cause.
func (e *IncompleteMoveError) Unwrap() error { return e.cause }

// UndoMove removes the mark that the library has been moved, so that servers start on it again. It returns an error if
// there is no such mark.
func UndoMove(ctx context.Context, at Place, log *slog.Logger) (err error) {
	p, err := openSource(ctx, at, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.closeTool()) }()
	target, err := p.DB.Moves.MoveTarget(ctx)
	if err == nil && target == "" {
		err = errors.New("the library was not moved from there")
	}
	if err != nil {
		return err
	}
	return errors.Join(p.DB.Moves.ForgetMoved(ctx), p.DB.Audit.CreateAudit(ctx, CommandEntry("undo-move")))
}

// errMoving returns the error for a library that is still being moved from source to this place. It returns nil if
// source is empty.
func errMoving(source string) error {
	if source == "" {
		return nil
	}
	return fmt.Errorf("this library is still being moved here from %s: run the same 'lectern move' command again to continue", source)
}

// mover copies a library from one place to another.
type mover struct {
	from, to *Library
	// earlierTarget is the place to which an earlier, interrupted move has marked the original as moved. It is empty if
	// the original was not marked.
	earlierTarget string
	progress      func(string)
	moved         Moved
	marked        bool // the original is marked as moved
}

// run copies the key, the content and the records, and marks the original as moved.
func (m *mover) run(ctx context.Context) error {
	if done, err := m.resume(ctx); done || err != nil {
		return err
	}
	if m.to.config.Database != "" {
		// This check comes before anything is written. It accepts a bucket without a marker, which is new. The error
		// for such a bucket is ErrOtherStore.
		if err := marker.Check(ctx, m.to.DB, m.to.bucket); marker.IsForeign(err) &&
			!errors.Is(err, marker.ErrOtherStore) {
			return err
		}
	}
	err := m.to.DB.Moves.RunAlone(ctx, func() error { return m.to.DB.Moves.BeginMove(ctx, m.from.config.name()) })
	if err != nil {
		return err
	}
	if m.to.config.Database != "" {
		if err := marker.Claim(ctx, m.to.DB, m.to.bucket); err != nil {
			return err
		}
	}
	for _, step := range []func(context.Context) error{m.copyKey, m.copyContent, m.copyRecords} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	// The original is marked before the move ends at the target. So even after an interruption, servers can start on at
	// most one of the two libraries.
	if err := m.from.DB.Moves.MarkMoved(ctx, m.to.config.name()); err != nil {
		return err
	}
	m.marked = true
	return m.to.DB.Moves.EndMove(ctx, m.from.DB, CommandEntry(moveAction))
}

// resume checks whether an earlier move has already marked the original as moved to this place. The result done is true
// if that move had copied everything, and only the final renaming of the database is missing.
func (m *mover) resume(ctx context.Context) (done bool, err error) {
	if m.earlierTarget == "" {
		return false, nil
	}
	source, err := m.to.DB.Moves.MoveSource(ctx)
	if m.marked = source != ""; err != nil || m.marked {
		return false, err
	}
	ends, err := m.to.DB.Audit.ListAudit(ctx, audit.Selection{Action: moveAction, Limit: 1})
	switch {
	case err != nil:
		return false, err
	case len(ends) == 0: // the target was emptied after the earlier move
		return false, nil
	case m.to.pending == "":
		return false, engine.ErrMoved(m.earlierTarget)
	}
	m.marked = true
	return true, nil
}

// moveAction is the action of a move in the audit log.
const moveAction = "move-library"

// copyRecords copies the records, and compares the copies with the originals.
func (m *mover) copyRecords(ctx context.Context) error {
	err := m.to.DB.Moves.MoveRecords(ctx, m.from.DB, func(table string, rows int64) {
		if table == "document" {
			m.moved.Documents = rows
		}
		m.progress(fmt.Sprintf("records: %d of the table %s", rows, table))
	})
	if err != nil {
		return err
	}
	m.progress("records: comparing them")
	return m.to.DB.Moves.CheckRecords(ctx, m.from.DB)
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/backend/store/engine"
)

// Removals stores which content is being removed from a content store that several servers share. It implements
// [content.RemovalLog].
type Removals struct{ *database }

// Holder tracks the content that this program is about to use in records. Other programs may remove content from the
// same content store at any time.
//
// Each removal has a number. When a program stores content, it notes the number of the last completed removal of that
// content. A transaction that records a use of the content fails if another removal has begun since. Write transactions
// run one after the other, and a removal begins in a transaction that finds no use of the content. So all content that
// records use exists.
type Holder interface {
	// LastRemoval returns the number of the last completed removal of the content at the time when this program stored
	// the content; 0 if there was none.
	LastRemoval(key string) int64
	// Restore stores removed content again, or waits for the end of its removal. If this program does not have the
	// content, the error is a fault of kind Unavailable.
	Restore(ctx context.Context, keys []string) error
}

// SetHolder sets the [Holder] of this program. It must be called before any content is used.
func (db *DB) SetHolder(holder Holder) { db.holder = holder }

// The states of content that may be removed.
const (
	removalScheduled = "noted"    // it may be unused
	removalRunning   = "removing" // it is being removed
	removalDone      = "gone"     // it was removed
)

// removedError is the error of a transaction that uses content which was removed, or is being removed.
type removedError struct{ keys []string }

func (e *removedError) Error() string { return "content was removed: " + strings.Join(e.keys, ", ") }

// useContent must be called before a transaction records that it uses the content with the given keys. It returns a
// removedError if the content was removed or is being removed.
func useContent(ctx context.Context, tx *Tx, keys ...string) error {
	if keys = slices.DeleteFunc(keys, func(key string) bool { return key == "" }); tx.holder == nil || len(keys) == 0 {
		return nil
	}
	found, err := findRemovalStates(ctx, tx, keys)
	if err != nil || len(found) == 0 {
		return err
	}
	removed := &removedError{}
	for _, l := range found {
		if l.state == removalRunning || l.removal != 0 && l.removal != tx.holder.LastRemoval(l.key) {
			removed.keys = append(removed.keys, l.key)
		}
	}
	if len(removed.keys) > 0 {
		return removed
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM content_leaving WHERE key IN (`+placeholders(len(keys))+`)`, toArguments(keys)...)
	if err != nil {
		return fmt.Errorf("use content: %w", err)
	}
	return nil
}

// removalState is the state of content that may be removed.
type removalState struct {
	key, state string
	removal    int64
}

func findRemovalStates(ctx context.Context, tx *Tx, keys []string) (found []removalState, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT key, state, removal FROM content_leaving WHERE key IN (`+placeholders(len(keys))+`)`,
		toArguments(keys)...)
	if err != nil {
		return nil, fmt.Errorf("use content: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var l removalState
		if err := rows.Scan(&l.key, &l.state, &l.removal); err != nil {
			return nil, fmt.Errorf("use content: %w", err)
		}
		found = append(found, l)
	}
	return found, rows.Err()
}

// FindRemoval implements [content.RemovalLog].
func (r Removals) FindRemoval(ctx context.Context, key string) (number int64, ended bool, err error) {
	var state string
	err = r.read.QueryRowContext(ctx, `SELECT removal, state FROM content_leaving WHERE key = ?`, key).Scan(&number, &state)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, true, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("look for a removal of content: %w", err)
	}
	return number, state != removalRunning, nil
}

// ScheduleRemoval implements [content.RemovalLog].
func (r Removals) ScheduleRemoval(ctx context.Context, keys []string) error {
	_, err := r.recordUnused(ctx, keys, time.Now())
	return err
}

// SetContentAside implements [content.RemovalLog].
func (r Removals) SetContentAside(ctx context.Context, keys []string, until time.Time) (added []string, err error) {
	return r.recordUnused(ctx, keys, until)
}

// recordUnused records that content may be removed later, and returns the keys that were not recorded yet. It needs no
// write transaction: whether a record needs the content is checked when the removal begins.
func (r Removals) recordUnused(ctx context.Context, keys []string, since time.Time) (added []string, err error) {
	keys = slices.Compact(slices.Sorted(slices.Values(keys))) // always in the same order, so that transactions do not wait for each other
	for batch := range slices.Chunk(keys, pruneBatch) {
		row := `, (?, '` + removalScheduled + `', ` + strconv.FormatInt(since.UnixMilli(), 10) + `)`
		noted, err := engine.ListStrings(ctx, r.write, `INSERT INTO content_leaving (key, state, since) VALUES `+
			strings.TrimPrefix(strings.Repeat(row, len(batch)), ", ")+`
			ON CONFLICT (key) DO UPDATE SET state = excluded.state, since = excluded.since WHERE content_leaving.state = '`+removalDone+`'
			RETURNING key`, toArguments(batch)...)
		if err != nil {
			return nil, fmt.Errorf("record unused content: %w", err)
		}
		added = append(added, noted...)
	}
	return added, nil
}

// BeginRemovals implements [content.RemovalLog].
func (r Removals) BeginRemovals(ctx context.Context, before time.Time, limit int) (keys []string, more bool, err error) {
	err = r.update(ctx, func(tx *Tx) error {
		keys = nil
		noted, err := engine.ListStrings(ctx, tx, `SELECT key FROM content_leaving WHERE state = '`+removalRunning+`'
			UNION ALL (SELECT key FROM content_leaving WHERE state = '`+removalScheduled+`' AND since <= ? ORDER BY since LIMIT ?)`,
			before.UnixMilli(), limit)
		if err != nil {
			return err
		}
		more = len(noted) >= limit
		for _, key := range noted {
			removing, err := beginRemoval(ctx, tx, key)
			if err != nil {
				return err
			}
			if removing {
				keys = append(keys, key)
			}
		}
		return nil
	})
	if err != nil {
		return nil, false, fmt.Errorf("begin to remove content: %w", err)
	}
	return keys, more, nil
}

// beginRemoval begins the removal of content, unless records need the content. It reports whether the removal has
// begun.
func beginRemoval(ctx context.Context, tx *Tx, key string) (bool, error) {
	var used bool
	if err := tx.QueryRowContext(ctx, usesContentQuery, key).Scan(&used); err != nil {
		return false, err
	}
	if used {
		_, err := tx.ExecContext(ctx, `DELETE FROM content_leaving WHERE key = ?`, key)
		return false, err
	}
	if err := forgetPDF(ctx, tx, key); err != nil {
		return false, err
	}
	_, err := tx.ExecContext(ctx, `UPDATE content_leaving SET state = '`+removalRunning+
		`', removal = nextval('content_removal') WHERE key = ?`, key)
	return true, err
}

// EndRemovals implements [content.RemovalLog].
func (r Removals) EndRemovals(ctx context.Context, keys []string) error {
	for batch := range slices.Chunk(keys, pruneBatch) {
		_, err := r.write.ExecContext(ctx, `UPDATE content_leaving SET state = '`+removalDone+`', since = ?
			WHERE state = '`+removalRunning+`' AND key IN (`+placeholders(len(batch))+`)`,
			append([]any{time.Now().UnixMilli()}, toArguments(batch)...)...)
		if err != nil {
			return fmt.Errorf("end the removal of content: %w", err)
		}
	}
	return nil
}

// ListRemoved implements [content.RemovalLog].
func (r Removals) ListRemoved(ctx context.Context, since time.Time) (keys []string, err error) {
	keys, err = engine.ListStrings(ctx, r.read, `SELECT key FROM content_leaving WHERE state = '`+removalDone+`' AND since >= ?`,
		since.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("list removed content: %w", err)
	}
	return keys, nil
}

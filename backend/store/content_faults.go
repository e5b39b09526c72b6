package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"lectern/backend/document/content"
)

// Contents finds the content that records need, and stores which content is missing or damaged. It implements
// [content.Records] and [content.FaultRecords].
type Contents struct{ *database }

// SaveContentFault implements [content.FaultRecords].
func (r Contents) SaveContentFault(ctx context.Context, key string, condition content.Condition, at time.Time) error {
	err := r.update(ctx, func(tx *Tx) error { return saveContentFault(ctx, tx, key, condition, at) })
	if err != nil {
		return fmt.Errorf("record the fault of content %s: %w", key, err)
	}
	return nil
}

// SaveMissingContent records in one transaction that content is missing.
func (r Contents) SaveMissingContent(ctx context.Context, keys []string, at time.Time) error {
	err := r.update(ctx, func(tx *Tx) error {
		for _, key := range keys {
			if err := saveContentFault(ctx, tx, key, content.Missing, at); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("record missing content: %w", err)
	}
	return nil
}

func saveContentFault(ctx context.Context, tx *Tx, key string, condition content.Condition, at time.Time) error {
	return tx.execDeferred(ctx, `INSERT INTO content_fault (content, condition, found_at) VALUES (?, ?, ?)
		ON CONFLICT (content) DO UPDATE SET condition = excluded.condition`, key, string(condition), at.UnixMilli())
}

// ForgetContentFault implements [content.FaultRecords].
func (r Contents) ForgetContentFault(ctx context.Context, key string) (recorded bool, err error) {
	err = r.update(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, `DELETE FROM content_fault WHERE content = ?`, key)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		recorded = n > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("forget the fault of content %s: %w", key, err)
	}
	return recorded, nil
}

// listFaultsQuery lists faults in the order of their keys.
const listFaultsQuery = `SELECT content, condition, found_at FROM content_fault ORDER BY content`

// ListContentFaults implements [content.FaultRecords].
func (r Contents) ListContentFaults(ctx context.Context) ([]content.Fault, error) {
	return readFaults(ctx, r.read)
}

func readFaults(ctx context.Context, db *sql.DB) (faults []content.Fault, err error) {
	rows, err := db.QueryContext(ctx, listFaultsQuery)
	if err != nil {
		return nil, fmt.Errorf("list faults of content: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var fault content.Fault
		var at int64
		if err := rows.Scan(&fault.Key, &fault.Condition, &at); err != nil {
			return nil, fmt.Errorf("list faults of content: %w", err)
		}
		fault.FoundAt = time.UnixMilli(at)
		faults = append(faults, fault)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list faults of content: %w", err)
	}
	return faults, nil
}

// CountContentFaults implements [content.FaultRecords].
func (r Contents) CountContentFaults(ctx context.Context) (map[content.Condition]int, error) {
	rows, err := r.read.QueryContext(ctx, `SELECT condition, COUNT(*) FROM content_fault GROUP BY condition`)
	if err != nil {
		return nil, fmt.Errorf("count faults of content: %w", err)
	}
	defer rows.Close()
	counts := map[content.Condition]int{content.Missing: 0, content.Damaged: 0}
	for rows.Next() {
		var condition content.Condition
		var count int
		if err := rows.Scan(&condition, &count); err != nil {
			return nil, fmt.Errorf("count faults of content: %w", err)
		}
		counts[condition] = count
	}
	return counts, rows.Err()
}

// FindContentCheck implements [content.FaultRecords].
func (r Contents) FindContentCheck(ctx context.Context) (check content.Progress, err error) {
	var ended int64
	err = r.read.QueryRowContext(ctx, `SELECT position, ended_at FROM content_check`).Scan(&check.Position, &ended)
	if errors.Is(err, sql.ErrNoRows) {
		return check, nil
	}
	if err != nil {
		return check, fmt.Errorf("find the check of content: %w", err)
	}
	if ended > 0 {
		check.EndedAt = time.UnixMilli(ended)
	}
	return check, nil
}

// SaveContentCheck implements [content.FaultRecords].
func (r Contents) SaveContentCheck(ctx context.Context, check content.Progress) error {
	ended := int64(0)
	if !check.EndedAt.IsZero() {
		ended = check.EndedAt.UnixMilli()
	}
	err := r.updateNonDurable(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO content_check (id, position, ended_at) VALUES (1, ?, ?)
			ON CONFLICT (id) DO UPDATE SET position = excluded.position, ended_at = excluded.ended_at`, check.Position, ended)
		return err
	})
	if err != nil {
		return fmt.Errorf("record the check of content: %w", err)
	}
	return nil
}

// PeekContentFaults returns the faults that the database at an address has recorded. The argument limit is the number
// of faults that include the records that need the content. The database may have any version and is not changed. If
// there is no database, the result is empty.
func PeekContentFaults(ctx context.Context, address string, limit int) (faults []content.Fault, err error) {
	err = peekIf(ctx, address, "content_fault", "content", func(db *sql.DB, bind func(string) string) error {
		if faults, err = readFaults(ctx, db); err != nil {
			return err
		}
		for i := range faults[:min(len(faults), limit)] {
			if faults[i].Users, err = readUsers(ctx, db, bind(listUsersQuery), faults[i].Key); err != nil {
				return err
			}
		}
		return nil
	})
	return faults, err
}

// PeekUsedContent calls do with a function that visits the keys of all content that records of the database at an
// address need. It does nothing if there is no database, or if its version does not record faults of content.
func PeekUsedContent(ctx context.Context, address string, do func(content.VisitKeys) error) error {
	return peekIf(ctx, address, "content_fault", "content", func(db *sql.DB, bind func(string) string) error {
		query := bind(usedContentQuery)
		return do(func(ctx context.Context, prefix string, visit func(string) error) error {
			return visitKeys(ctx, db, query, prefix, visit)
		})
	})
}

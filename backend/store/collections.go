package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/backend/collection"
	"lectern/backend/internal/fault"
	"lectern/backend/search"
)

// Collections stores collections. It implements [collection.Store].
type Collections struct{ *database }

// collectionQuery reads collections with their numbers of documents outside the trash.
const collectionQuery = `SELECT id, collection.name, color, created_at, COALESCE(count, 0) FROM collection
	LEFT JOIN tally ON kind = 'collection' AND tally.name = collection.id`

// ListCollections implements [collection.Store].
func (r Collections) ListCollections(ctx context.Context) ([]collection.Collection, error) {
	rows, err := r.read.QueryContext(ctx, collectionQuery)
	if err != nil {
		return nil, fmt.Errorf("list collections: %w", err)
	}
	defer rows.Close()
	var all []collection.Collection
	for rows.Next() {
		c, err := scanCollection(rows)
		if err != nil {
			return nil, fmt.Errorf("list collections: %w", err)
		}
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b collection.Collection) int {
		return cmp.Or(strings.Compare(search.Fold(a.Name), search.Fold(b.Name)), strings.Compare(a.ID, b.ID))
	})
	return all, rows.Err()
}

// CountCollections implements [collection.Store].
func (r Collections) CountCollections(ctx context.Context) (count int, err error) {
	if err := r.read.QueryRowContext(ctx, `SELECT COUNT(*) FROM collection`).Scan(&count); err != nil {
		return 0, fmt.Errorf("count collections: %w", err)
	}
	return count, nil
}

// CreateCollection implements [collection.Store].
func (r Collections) CreateCollection(ctx context.Context, c collection.Collection) error {
	return r.update(ctx, func(tx *Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO collection VALUES (?, ?, ?, ?)`, c.ID, c.Name, c.Color,
			c.CreatedAt.UnixMilli()); err != nil {
			return fmt.Errorf("create collection: %w", err)
		}
		return nil
	})
}

// UpdateCollection implements [collection.Store].
func (r Collections) UpdateCollection(ctx context.Context, id string, change func(*collection.Collection) error) (c collection.Collection,
	err error) {
	err = r.update(ctx, func(tx *Tx) error {
		if c, err = findCollection(ctx, tx, id); err != nil {
			return err
		}
		if err := change(&c); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE collection SET name = ?, color = ? WHERE id = ?`, c.Name, c.Color, id); err != nil {
			return fmt.Errorf("update collection: %w", err)
		}
		return nil
	})
	return c, err
}

// DeleteCollection implements [collection.Store].
func (r Collections) DeleteCollection(ctx context.Context, id string) error {
	return r.update(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, `DELETE FROM collection WHERE id = ?`, id)
		if err != nil {
			return fmt.Errorf("delete collection: %w", err)
		}
		return checkRowChanged(result, fault.New(fault.NotFound, "There is no collection %q.", id))
	})
}

func findCollection(ctx context.Context, db querier, id string) (collection.Collection, error) {
	c, err := scanCollection(db.QueryRowContext(ctx, collectionQuery+` WHERE collection.id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return c, fault.New(fault.NotFound, "There is no collection %q.", id)
	}
	if err != nil {
		return c, fmt.Errorf("find collection: %w", err)
	}
	return c, nil
}

func scanCollection(row scanner) (c collection.Collection, err error) {
	var created int64
	err = row.Scan(&c.ID, &c.Name, &c.Color, &created, &c.Count)
	c.CreatedAt = time.UnixMilli(created).UTC()
	return c, err
}

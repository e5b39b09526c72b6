package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/document"
	"lectern/backend/internal/fault"
	"lectern/backend/search"
)

// facet is a set of bits that lists of documents are filtered by.
type facet int

// The bits of a facet, as migration 16 computes them.
const (
	facetDeleted facet = 1 << iota
	facetFavorite
	facetOpened
	facetProcessing
	facetFailed
	facetFamily // lowest bit of the family
)

// facetOf returns the bits that a query filters by, and their values.
func facetOf(q *document.Query) (mask, set facet) {
	want := func(bits, value facet) { mask, set = mask|bits, set|value }
	switch q.Place {
	case document.InLibrary:
		want(facetDeleted, 0)
	case document.InTrash:
		want(facetDeleted, facetDeleted)
	}
	switch q.Status {
	case document.Ready:
		want(facetProcessing|facetFailed, 0)
	case document.Processing:
		want(facetProcessing, facetProcessing)
	case document.Failed:
		want(facetFailed, facetFailed)
	}
	if q.Favorite {
		want(facetFavorite, facetFavorite)
	}
	if q.Opened {
		want(facetOpened, facetOpened)
	}
	if q.Family != "" {
		want(facetFamily*7, facetFamily*facet(slices.Index(families, q.Family)))
	}
	return mask, set
}

// families lists the document families. The index of a family is its number in a facet.
var families = []document.Family{"", document.FamilyPDF, document.FamilyText, document.FamilySheet, document.FamilySlides}

func (f facet) family() document.Family { return families[f/facetFamily] }

func (f facet) status() document.Status {
	switch {
	case f&facetProcessing != 0:
		return document.Processing
	case f&facetFailed != 0:
		return document.Failed
	}
	return document.Ready
}

// FindOverview implements [document.Store]. It reads only the stored counts (tallies), not the documents.
func (r Documents) FindOverview(ctx context.Context) (o document.Overview, err error) {
	err = r.inSnapshot(ctx, func(tx *sql.Tx) error {
		if err := countFacets(ctx, tx, &o); err != nil {
			return err
		}
		if o.Folders, err = tallies(ctx, tx, `SELECT name, count FROM tally WHERE kind = 'folder' AND count > ? ORDER BY name`, 0); err != nil {
			return err
		}
		o.Tags, err = tallies(ctx, tx,
			`SELECT name, count FROM tally WHERE kind = 'tag' ORDER BY count DESC, name LIMIT ?`, document.MaxListedTags)
		return err
	})
	if err != nil {
		return o, fmt.Errorf("count the library: %w", err)
	}
	slices.SortFunc(o.Tags, func(a, b document.Tally) int {
		return cmp.Or(strings.Compare(search.Fold(a.Name), search.Fold(b.Name)), strings.Compare(a.Name, b.Name))
	})
	return o, nil
}

func countFacets(ctx context.Context, tx *sql.Tx, o *document.Overview) error {
	rows, err := tx.QueryContext(ctx, `SELECT facet, count FROM facet_tally`)
	if err != nil {
		return err
	}
	defer rows.Close()
	o.Families = map[document.Family]int{document.FamilyPDF: 0, document.FamilyText: 0, document.FamilySheet: 0, document.FamilySlides: 0}
	for rows.Next() {
		var f facet
		var count int
		if err := rows.Scan(&f, &count); err != nil {
			return err
		}
		addFacet(o, f, count)
	}
	return rows.Err()
}

// addFacet adds a number of documents with the same facet to an overview.
func addFacet(o *document.Overview, f facet, count int) {
	if f&facetDeleted != 0 {
		o.Trash += count
		return
	}
	o.Total += count
	for bit, sum := range map[facet]*int{facetProcessing: &o.Processing, facetFailed: &o.Failed, facetFavorite: &o.Favorites,
		facetOpened: &o.Opened} {
		if f&bit != 0 {
			*sum += count
		}
	}
	if family := f.family(); family != "" {
		o.Families[family] += count
	}
}

// tallies returns the names and counts that a query selects. The query has one argument, a number.
func tallies(ctx context.Context, tx *sql.Tx, query string, number int) (all []document.Tally, err error) {
	rows, err := tx.QueryContext(ctx, query, number)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var t document.Tally
		if err := rows.Scan(&t.Name, &t.Count); err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, rows.Err()
}

// FindUsage implements [document.Store].
func (r Documents) FindUsage(ctx context.Context) (u document.Usage, err error) {
	err = r.read.QueryRowContext(ctx, `SELECT (SELECT COUNT(*) FROM document),
		(SELECT COALESCE(SUM(size), 0) FROM (SELECT MAX(size) AS size FROM document WHERE original <> '' GROUP BY original) AS one),
		COUNT(*), COALESCE(SUM(size), 0) FROM document WHERE deleted_at > 0`).
		Scan(&u.Documents, &u.Originals, &u.Trash, &u.TrashBytes)
	if err != nil {
		return u, fmt.Errorf("sum the sizes of documents: %w", err)
	}
	return u, nil
}

// Size returns the size of the database in bytes.
func (db *DB) Size(ctx context.Context) (int64, error) {
	bytes, err := db.engine.Size(ctx)
	if err != nil {
		return bytes, fmt.Errorf("measure database: %w", err)
	}
	return bytes, nil
}

// Vacuum returns the space of deleted records to the file system. Other writers wait meanwhile. It needs space for a
// temporary copy, and so does nothing if the disk is full.
func (db *DB) Vacuum(ctx context.Context) error {
	err := db.engine.Vacuum(ctx)
	if db.reserve != nil && fault.Is(asFullDisk(err), fault.NoSpace) {
		if _, err = db.reserve.Release(); err == nil {
			err = db.engine.TruncateLog(ctx) // the log has grown although the operation failed
		}
		db.reserve.Keep()
		db.log.WarnContext(ctx, "the database was not compacted, because that needs temporary disk space", "error", err)
	}
	if err != nil {
		return asFullDisk(fmt.Errorf("compact database: %w", err))
	}
	return nil
}

// SumSizes implements [document.Store].
func (r Documents) SumSizes(ctx context.Context) (bytes int64, err error) {
	if err := r.read.QueryRowContext(ctx, `SELECT COALESCE(SUM(size), 0) FROM document`).Scan(&bytes); err != nil {
		return 0, fmt.Errorf("sum sizes: %w", err)
	}
	return bytes, nil
}

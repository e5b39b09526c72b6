package store

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"strings"

	"lectern/backend/document"
	"lectern/backend/search"
	"lectern/backend/store/engine"
)

// statement is an SQL statement that is being built.
type statement struct {
	text      strings.Builder
	arguments []any
}

// add appends a part and the arguments of its question marks.
func (s *statement) add(part string, arguments ...any) {
	s.text.WriteString(part)
	s.arguments = append(s.arguments, arguments...)
}

// source is a set of documents that can be found without reading all documents.
type source struct {
	id    string // the column with the ids of the documents
	from  string // a table, and a condition with one placeholder
	value any    // the value of the placeholder
	// kind is the kind of the stored count (tally) of the documents outside the trash; "" if there is none.
	kind string
	few  bool // whether loading and sorting these documents is faster than reading the index of the list's order
}

// maxGathered is the maximum number of documents that are loaded and then sorted. Longer lists are read in order from
// an index.
const maxGathered = 2000

// sourcesOf returns the sources for the tags, the collection and the folder that a query selects.
func sourcesOf(q *document.Query) []source {
	place := map[document.Place]string{document.InLibrary: " AND deleted = FALSE", document.InTrash: " AND deleted = TRUE"}[q.Place]
	var sources []source
	for _, tag := range q.Tags {
		sources = append(sources, source{id: "document_id", from: "document_tag WHERE tag = ?" + place, value: tag, kind: "tag"})
	}
	if q.Collection != "" {
		sources = append(sources, source{id: "document_id", from: "document_collection WHERE collection_id = ?" + place, value: q.Collection,
			kind: "collection"})
	}
	if q.Folder != "" {
		sources = append(sources, source{id: "f.id", from: "document f WHERE f.folder_id = ? AND f.folder_id <> ''", value: q.Folder,
			kind: "folder"})
	}
	return sources
}

// documentQueries executes the queries of lists of documents, and builds their statements.
type documentQueries struct{ engine engine.Engine }

// smallestSource returns the smallest source of the documents of a query; nil if all documents have to be read.
func (r documentQueries) smallestSource(ctx context.Context, tx *sql.Tx, q *document.Query) (best *source, err error) {
	if len(q.IDs) > 0 {
		return &source{id: "value", from: "json_each(?)", value: idList(q.IDs), few: true}, nil
	}
	if q.ExternalID != "" {
		return &source{id: "e.id", from: "document e WHERE e.external_id = ? AND e.external_id <> ''", value: q.ExternalID, few: true}, nil
	}
	least := 0
	for _, s := range sourcesOf(q) {
		count, err := readTally(ctx, tx, &s)
		if err != nil {
			return nil, err
		}
		if best == nil || count < least {
			best, least = &s, count
		}
	}
	if best != nil {
		best.few = least <= maxGathered || q.Place == document.InTrash // the trash has few documents
	}
	if q.Name == "" || best != nil && best.few {
		return best, nil
	}
	named, err := r.listNamed(ctx, tx, q)
	if len(named) <= maxGathered {
		best = &source{id: "value", from: "json_each(?)", value: jsonText(named), few: true}
	}
	return best, err
}

// listNamed returns the ids of documents whose names match a query. It returns at most maxGathered+1 ids.
func (r documentQueries) listNamed(ctx context.Context, tx *sql.Tx, q *document.Query) ([]string, error) {
	mask, set := facetOf(q)
	rows, err := tx.QueryContext(ctx, `SELECT id FROM document`+r.engine.NameIndexHint()+`
		WHERE facet & ? = ? AND name_folded LIKE ? ESCAPE '\' LIMIT ?`, mask, set, namePattern(q), maxGathered+1)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	ids := []string{}
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// namePattern returns the LIKE pattern for the name that a query searches for.
func namePattern(q *document.Query) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(search.Fold(q.Name)) + "%"
}

// readTally returns how many documents of a source are outside the trash.
func readTally(ctx context.Context, tx *sql.Tx, s *source) (count int, err error) {
	err = tx.QueryRowContext(ctx, `SELECT count FROM tally WHERE kind = ? AND name = ?`, s.kind, s.value).Scan(&count)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return count, err
}

// countList counts all documents of a query. It reads the stored count (tally) if there is one for the query.
func (r documentQueries) countList(ctx context.Context, tx *sql.Tx, q *document.Query, src *source) (count int, err error) {
	var s statement
	mask, set := facetOf(q)
	sources := sourcesOf(q)
	plain := len(q.IDs) == 0 && q.ExternalID == "" && q.Name == "" && len(q.Metadata) == 0 && !q.Fetched
	switch {
	case plain && len(sources) == 0:
		s.add(`SELECT COALESCE(SUM(count), 0) FROM facet_tally WHERE facet & ? = ?`, mask, set)
	case plain && len(sources) == 1 && mask == facetDeleted && set == 0:
		return readTally(ctx, tx, &sources[0])
	case src == nil && q.Name != "":
		s.add(`SELECT COUNT(*) FROM document` + r.engine.NameIndexHint() + ` WHERE `)
		r.addConditions(&s, q, nil, false)
	default:
		s.add(`SELECT COUNT(*) FROM document WHERE `)
		r.addConditions(&s, q, src, src != nil)
	}
	err = tx.QueryRowContext(ctx, s.text.String(), s.arguments...).Scan(&count)
	return count, err
}

// orderColumn returns the column that a list is sorted by, and a function that returns the value of that column at a
// cursor.
func orderColumn(order document.Order) (column string, cursorValue func(*document.Cursor) any) {
	number := func(c *document.Cursor) any { return c.Number }
	switch order {
	case document.ByName:
		return "name_folded", func(c *document.Cursor) any { return search.Fold(c.Text) }
	case document.ByType:
		return "type", func(c *document.Cursor) any { return c.Text }
	case document.ByPages:
		return "page_count", number
	case document.ByPost:
		return "posted_at", number
	case document.ByOpening:
		return "opened_at", number
	case document.BySize:
		return "size", number
	case document.ByDeletion:
		return "deleted_at", number
	}
	return "created_at", number
}

// listQuery returns the SELECT statement for a query. Long lists are read from the index of their order, in which a
// list can be resumed at a cursor. The index includes the facet, so that documents that do not match are skipped
// without being read. If few documents match, they are loaded and sorted instead: the statement then sorts by
// COALESCE(column, column), for which there is no index.
func (r documentQueries) listQuery(q *document.Query, src *source) (s statement) {
	column, place := orderColumn(q.Order)
	gather := src != nil && src.few
	s.add("SELECT " + readColumns + " FROM document WHERE ")
	r.addConditions(&s, q, src, gather)
	comparison, direction := ">", "ASC"
	if q.Descending {
		comparison, direction = "<", "DESC"
	}
	sorted := column
	if gather {
		sorted = "COALESCE(" + column + ", " + column + ")"
	}
	if q.After != nil {
		s.add(" AND ("+sorted+", id) "+comparison+" (?, ?)", place(q.After), q.After.ID)
	}
	s.add(" ORDER BY "+sorted+" "+direction+", id "+direction+" LIMIT ? OFFSET ?", q.Limit, q.Offset)
	return s
}

// addConditions adds the conditions of a query to a statement. If gather is true, the statement selects only documents
// of the source src.
func (r documentQueries) addConditions(s *statement, q *document.Query, src *source, gather bool) {
	mask, set := facetOf(q)
	s.add("facet & ? = ?", mask, set)
	if gather {
		s.add(" AND id IN (SELECT "+src.id+" FROM "+src.from+")", src.value)
	}
	for _, member := range sourcesOf(q) {
		if !gather || member.from != src.from || member.value != src.value {
			s.add(" AND EXISTS (SELECT 1 FROM "+member.from+" AND "+member.id+" = document.id)", member.value)
		}
	}
	if len(q.IDs) > 0 && q.ExternalID != "" {
		s.add(" AND external_id = ?", q.ExternalID)
	}
	if q.Fetched {
		s.add(" AND original_url <> ''")
	}
	if q.Name != "" {
		s.add(` AND name_folded LIKE ? ESCAPE '\'`, namePattern(q))
	}
	for _, name := range slices.Sorted(maps.Keys(q.Metadata)) {
		condition, arguments := r.engine.MetadataCondition(name, q.Metadata[name])
		s.add(" AND "+condition, arguments...)
	}
}

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
)

// statement is one of SQL on its way.
type statement struct {
	text      strings.Builder
	arguments []any
}

// add adds a part, with what its question marks stand for.
func (s *statement) add(part string, arguments ...any) {
	s.text.WriteString(part)
	s.arguments = append(s.arguments, arguments...)
}

// source is where documents of a list are found without reading all that there are.
type source struct {
	id    string // the column that has their ids
	from  string // a table, and what is true of its rows
	value any    // what the question mark in it stands for
	// kind is that of the tally that counts those outside the trash; empty where none does.
	kind string
	few  bool // it is quicker to read and sort them than to go through a list in its order
}

// gathered is how many documents are gathered and sorted sooner than found in a list.
const gathered = 2000

// members gives what of a query is looked up: the documents with a tag, in a collection or of
// a folder.
func members(q *document.Query) []source {
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

// nearest gives the smallest source of a query's documents; nil where all are to be looked at.
func (r Documents) nearest(ctx context.Context, tx *sql.Tx, q *document.Query) (best *source, err error) {
	if len(q.IDs) > 0 {
		return &source{id: "value", from: "json_each(?)", value: idList(q.IDs), few: true}, nil
	}
	if q.ExternalID != "" {
		return &source{id: "e.id", from: "document e WHERE e.external_id = ? AND e.external_id <> ''", value: q.ExternalID, few: true}, nil
	}
	least := 0
	for _, s := range members(q) {
		count, err := tallied(ctx, tx, &s)
		if err != nil {
			return nil, err
		}
		if best == nil || count < least {
			best, least = &s, count
		}
	}
	if best != nil {
		best.few = least <= gathered || q.Place == document.InTrash // which no tally counts, and few fill
	}
	if q.Name == "" || best != nil && best.few {
		return best, nil
	}
	named, err := r.listNamed(ctx, tx, q)
	if len(named) <= gathered {
		best = &source{id: "value", from: "json_each(?)", value: jsonText(named), few: true}
	}
	return best, err
}

// listNamed gives the ids of documents whose name has what a query wants; more than are
// gathered where there are more.
func (r Documents) listNamed(ctx context.Context, tx *sql.Tx, q *document.Query) ([]string, error) {
	mask, set := facetOf(q)
	rows, err := tx.QueryContext(ctx, `SELECT id FROM document`+r.engine.NameIndexHint()+`
		WHERE facet & ? = ? AND name_folded LIKE ? ESCAPE '\' LIMIT ?`, mask, set, namePattern(q), gathered+1)
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

// namePattern gives what the folded names are like that a query wants.
func namePattern(q *document.Query) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(search.Fold(q.Name)) + "%"
}

// tallied gives how many documents outside the trash a source has.
func tallied(ctx context.Context, tx *sql.Tx, s *source) (count int, err error) {
	err = tx.QueryRowContext(ctx, `SELECT count FROM tally WHERE kind = ? AND name = ?`, s.kind, s.value).Scan(&count)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return count, err
}

// countList counts the documents of a query, wherever it begins. What the tally knows is not counted.
func (r Documents) countList(ctx context.Context, tx *sql.Tx, q *document.Query, near *source) (count int, err error) {
	var s statement
	mask, set := facetOf(q)
	sources := members(q)
	plain := len(q.IDs) == 0 && q.ExternalID == "" && q.Name == "" && len(q.Metadata) == 0 && !q.Fetched
	switch {
	case plain && len(sources) == 0:
		s.add(`SELECT COALESCE(SUM(count), 0) FROM facet_tally WHERE facet & ? = ?`, mask, set)
	case plain && len(sources) == 1 && mask == facetDeleted && set == 0:
		return tallied(ctx, tx, &sources[0])
	case near == nil && q.Name != "":
		s.add(`SELECT COUNT(*) FROM document` + r.engine.NameIndexHint() + ` WHERE `)
		r.conditions(&s, q, nil, false)
	default:
		s.add(`SELECT COUNT(*) FROM document WHERE `)
		r.conditions(&s, q, near, near != nil)
	}
	err = tx.QueryRowContext(ctx, s.text.String(), s.arguments...).Scan(&count)
	return count, err
}

// order gives the column that a list is sorted by, and the value at a place in it.
func order(by document.Order) (column string, place func(*document.Cursor) any) {
	number := func(c *document.Cursor) any { return c.Number }
	switch by {
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

// listQuery words a query. Each order has an index, in which a list goes on behind a row, and
// which says of a row that is passed over all that a facet says. Few documents are gathered
// and sorted: no index has what the call gives.
func (r Documents) listQuery(q *document.Query, near *source) (s statement) {
	column, place := order(q.Order)
	gather := near != nil && near.few
	s.add("SELECT " + readColumns + " FROM document WHERE ")
	r.conditions(&s, q, near, gather)
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

// conditions words what the documents of a query have. With gather, they are looked up by
// their ids from the source.
func (r Documents) conditions(s *statement, q *document.Query, near *source, gather bool) {
	mask, set := facetOf(q)
	s.add("facet & ? = ?", mask, set)
	if gather {
		s.add(" AND id IN (SELECT "+near.id+" FROM "+near.from+")", near.value)
	}
	for _, member := range members(q) {
		if !gather || member.from != near.from || member.value != near.value {
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

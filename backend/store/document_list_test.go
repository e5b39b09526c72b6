package store

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/convert/filetype"
	"lectern/backend/document"
	"lectern/backend/internal/sealedurl"
	"lectern/backend/search"
)

// listedLibrary is a library with a list of all its documents.
type listedLibrary struct {
	db   *DB
	docs []document.Document
}

// newListedLibrary creates documents with different values of all properties that lists can be filtered and sorted by.
func newListedLibrary(t *testing.T, count int, random *rand.Rand) *listedLibrary {
	t.Helper()
	s := &listedLibrary{db: newTest(t)}
	types := append(filetype.All(), "")
	for i := range count {
		d := testDocument(fmt.Sprintf("%04d", random.IntN(1000)*1000+i), time.UnixMilli(int64(random.IntN(50))))
		d.Name = fmt.Sprint([]string{"Ärger", "argus", "B_", "100%", "Brief"}[random.IntN(5)], random.IntN(20))
		d.Status = []document.Status{document.Ready, document.Processing, document.Failed}[random.IntN(3)]
		d.Type, d.Size, d.PageCount = types[random.IntN(len(types))], int64(random.IntN(9)), random.IntN(5)
		d.PostedAt = d.CreatedAt.Add(time.Duration(random.IntN(3)) * time.Millisecond)
		d.Favorite, d.FolderID = random.IntN(3) == 0, []string{"", "f1", "f2"}[random.IntN(3)]
		d.ExternalID = []string{"", "x1", "x2"}[random.IntN(3)]
		for _, tag := range []string{"red", "blue", "7"} {
			if random.IntN(2) == 0 {
				d.Tags = append(d.Tags, tag)
			}
		}
		d.OriginalURL = sealedurl.URL([]string{"", "https://example.com/a"}[random.IntN(2)])
		if random.IntN(2) == 0 {
			d.OpenedAt = time.UnixMilli(int64(1 + random.IntN(9)))
		}
		if random.IntN(4) == 0 {
			d.DeletedAt = time.UnixMilli(int64(1 + random.IntN(9)))
		}
		if random.IntN(2) == 0 {
			d.Metadata = json.RawMessage(`{"customer":7}`)
		}
		s.docs = append(s.docs, d)
	}
	if _, err := s.db.Documents.CreateDocuments(t.Context(), document.Post{Documents: s.docs}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.write.ExecContext(t.Context(), `INSERT INTO collection VALUES ('c1', '', '', 0), ('c2', '', '', 0)`); err != nil {
		t.Fatal(err)
	}
	for i := range s.docs {
		d := &s.docs[i]
		for _, id := range []string{"c1", "c2"} {
			if random.IntN(2) == 0 {
				continue
			}
			d.Collections = append(d.Collections, id)
			if _, err := s.db.write.ExecContext(t.Context(), `INSERT INTO document_collection VALUES (?, ?, ?)`, id, !d.DeletedAt.IsZero(),
				d.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	return s
}

// randomQuery returns a random query.
func (s *listedLibrary) randomQuery(random *rand.Rand) document.Query {
	one := func(of ...string) string { return of[random.IntN(len(of))] }
	q := document.Query{
		Place:  document.Place(random.IntN(3)),
		Status: document.Status(one("", "", "", "ready", "processing", "failed")), Family: document.Family(one("", "", "", "pdf", "text",
			"sheet", "slides")),
		Favorite: random.IntN(4) == 0, Opened: random.IntN(4) == 0, Name: one("", "", "", "ARG", "b_", "%", "1"), ExternalID: one("",
			"", "", "", "x1"),
		Collection: one("", "", "c1", "none"), Folder: one("", "", "f2"), Fetched: random.IntN(5) == 0, Descending: random.IntN(2) == 0,
		Limit: 1 + random.IntN(8),
		Order: document.Order(one("createdAt", "name", "pageCount", "postedAt", "openedAt", "size", "type", "deletedAt")),
	}
	if tags := one("", "", "red", "red blue", "7 7", "none"); tags != "" {
		q.Tags = strings.Fields(tags)
	}
	if random.IntN(6) == 0 {
		q.Metadata = map[string]json.RawMessage{"customer": json.RawMessage(one("7", `"7"`))}
	}
	if random.IntN(5) == 0 {
		for range 1 + random.IntN(50) {
			q.IDs = append(q.IDs, s.docs[random.IntN(len(s.docs))].ID)
		}
	}
	return q
}

// find returns the documents that match a query. It compares every document with the query in Go, without the database.
func (s *listedLibrary) find(q *document.Query) (found []document.Document) {
	for _, d := range s.docs {
		if wanted(&d, q) {
			found = append(found, d)
		}
	}
	slices.SortFunc(found, func(a, b document.Document) int {
		less := cmp.Or(compareBy(q.Order, &a, &b), strings.Compare(a.ID, b.ID))
		if q.Descending {
			return -less
		}
		return less
	})
	return found
}

func wanted(d *document.Document, q *document.Query) bool {
	families := map[document.Family]string{"pdf": "pdf", "text": "doc docx dotx rtf", "sheet": "xls xlsx",
		"slides": "ppt pps pot ppa potx pptx ppsx"}
	for _, tag := range q.Tags {
		if !slices.Contains(d.Tags, tag) {
			return false
		}
	}
	for _, value := range q.Metadata {
		if string(value) != "7" || d.Metadata == nil {
			return false
		}
	}
	return (len(q.IDs) == 0 || slices.Contains(q.IDs, d.ID)) &&
		(q.Place == document.Anywhere || (q.Place == document.InTrash) == !d.DeletedAt.IsZero()) &&
		(q.Status == "" || q.Status == d.Status) &&
		(q.Family == "" || d.Type != "" && slices.Contains(strings.Fields(families[q.Family]), string(d.Type))) &&
		(!q.Favorite || d.Favorite) && (!q.Opened || !d.OpenedAt.IsZero()) &&
		strings.Contains(search.Fold(d.Name), search.Fold(q.Name)) && (q.ExternalID == "" || q.ExternalID == d.ExternalID) &&
		(q.Collection == "" || slices.Contains(d.Collections, q.Collection)) && (q.Folder == "" || q.Folder == d.FolderID) &&
		(!q.Fetched || d.OriginalURL != "")
}

func compareBy(order document.Order, a, b *document.Document) int {
	switch order {
	case document.ByName:
		return strings.Compare(search.Fold(a.Name), search.Fold(b.Name))
	case document.ByPages:
		return cmp.Compare(a.PageCount, b.PageCount)
	case document.ByPost:
		return a.PostedAt.Compare(b.PostedAt)
	case document.ByOpening:
		return a.OpenedAt.Compare(b.OpenedAt)
	case document.BySize:
		return cmp.Compare(a.Size, b.Size)
	case document.ByType:
		return strings.Compare(string(a.Type), string(b.Type))
	case document.ByDeletion:
		return a.DeletedAt.Compare(b.DeletedAt)
	}
	return a.CreatedAt.Compare(b.CreatedAt)
}

func ids(docs []document.Document) (ids []string) {
	for _, d := range docs {
		ids = append(ids, d.ID)
	}
	return ids
}

// TestListsMatchRandomQueries compares the lists of random queries, from any offset, with the documents that
// [listedLibrary.find] returns.
func TestListsMatchRandomQueries(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	s := newListedLibrary(t, 300, random)
	seen := 0
	for range 3000 {
		q := s.randomQuery(random)
		want := s.find(&q)
		seen += len(want)
		begin := 0
		if len(want) > 0 {
			begin = random.IntN(len(want) + 1)
		}
		q.Offset = begin
		if begin > 0 && random.IntN(2) == 0 {
			q.After, q.Offset = document.CursorOf(q.Order, &want[begin-1]), 0
		}
		s.check(t, q, want, begin)
		if t.Failed() {
			t.Fatalf("the query was %+v", q)
		}
	}
	if seen < 3000 {
		t.Errorf("there were %d documents in all lists", seen)
	}
}

// check reads a page of a list by its offset and by its cursor, then the rest of the list, and compares them with want.
func (s *listedLibrary) check(t *testing.T, q document.Query, want []document.Document, begin int) {
	t.Helper()
	part := ids(want[begin:min(len(want), begin+q.Limit)])
	docs, total, err := s.db.Documents.ListWindow(t.Context(), q)
	if err != nil || total != len(want) || !slices.Equal(ids(docs), part) {
		t.Errorf("there are %v of %d, %v\nwant %v of %d", ids(docs), total, err, part, len(want))
	}
	err = s.db.inSnapshot(t.Context(), func(tx *sql.Tx) error {
		near, err := documentQueries{s.db.engine}.smallestSource(t.Context(), tx, &q)
		if near == nil || near.kind == "" {
			return err
		}
		near.few = !near.few
		docs, err = s.db.Documents.listWindow(t.Context(), tx, q, near, total)
		return err
	})
	if err != nil || !slices.Equal(ids(docs), part) {
		t.Errorf("the other way there are %v, %v\nwant %v", ids(docs), err, part)
	}
	q.Limit = 0
	var all []document.Document
	err = s.db.Documents.ListDocuments(t.Context(), q, func(d document.Document) error { all = append(all, d); return nil })
	if err != nil || !slices.Equal(ids(all), ids(want[begin:])) {
		t.Errorf("in all there are %v, %v\nwant %v", ids(all), err, ids(want[begin:]))
	}
	for _, d := range docs {
		at := slices.IndexFunc(want, func(w document.Document) bool { return w.ID == d.ID })
		if !slices.Equal(d.Collections, want[at].Collections) {
			t.Errorf("%s is in %v, want %v", d.ID, d.Collections, want[at].Collections)
		}
	}
}

// TestListsReadNoOtherRows checks the query plans of lists: each list is read from the index for its sort order, and
// this index contains the columns that the list is filtered by.
func TestListsReadNoOtherRows(t *testing.T) {
	onSQLite(t)
	db := newTest(t)
	for order, index := range map[document.Order]string{
		document.ByCreation: "time", document.ByName: "name", document.ByPages: "pages", document.ByPost: "post", document.ByOpening: "opening",
		document.BySize: "size", document.ByType: "type", document.ByDeletion: "deletion",
	} {
		for _, q := range []document.Query{{}, {Status: document.Ready, Favorite: true}, {Tags: []string{"a"}}, {Folder: "f"}} {
			q.Order, q.Limit = order, 100
			var near *source
			if sources := sourcesOf(&q); len(sources) > 0 {
				near = &sources[0]
			}
			if plan := explain(t, db, documentQueries{db.engine}.listQuery(&q, near)); !strings.HasPrefix(plan,
				"SCAN document USING INDEX document_by_"+index+"\n") ||
				strings.Contains(plan, "TEMP B-TREE") ||
				strings.Count(plan, "SCAN") > 1 {
				t.Errorf("%+v: %s", q, plan)
			}
		}
	}
	fetched := document.Query{Fetched: true, Order: document.ByCreation, Limit: 100}
	if plan := explain(t, db, documentQueries{db.engine}.listQuery(&fetched, nil)); !strings.HasPrefix(plan,
		"SCAN document USING INDEX document_fetched\n") ||
		strings.Contains(plan, "TEMP") {
		t.Errorf("fetched: %s", plan)
	}
	q := document.Query{Tags: []string{"a"}, Order: document.ByName, Limit: 100}
	near := &sourcesOf(&q)[0]
	near.few = true
	if plan := explain(t, db, documentQueries{db.engine}.listQuery(&q, near)); strings.Contains(plan, "SCAN document") ||
		!strings.Contains(plan, "document_tag USING PRIMARY KEY (tag=? AND deleted=?)") {
		t.Errorf("few: %s", plan)
	}
}

// explain returns the query plan of a statement.
func explain(t *testing.T, db *DB, s statement) (plan string) {
	t.Helper()
	rows, err := db.read.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+s.text.String(), s.arguments...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		plan += detail + "\n"
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return plan
}

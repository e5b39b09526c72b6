package store

import (
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/document"
	"lectern/backend/internal/fault"
	"lectern/backend/search"
	"lectern/backend/store/migration"
	"lectern/backend/store/sqlite"
)

// TestAnyQueryCanBeAsked checks that a query is always treated as text, and never as an expression of the index's query
// language.
func TestAnyQueryCanBeAsked(t *testing.T) {
	db := newTest(t)
	withPDF(t, db, "a", "aa/01", "near rowid rank words and or not 東京")
	for _, query := range []string{
		`"`, `""`, `"near"*`, `a AND`, `AND OR NOT`, `near(a, b)`, `words:near`, `{words} : near`, `-near`, `^near`, `near + and`, `(`, `);`,
		`' OR 1=1 --`, "\x00", "near\x00", `東"京`, `*`, `near**`, `NEAR/2 near`, `"near" "rowid`, strings.Repeat("a ", 500),
		strings.Repeat("ab ", 333),
		strings.Repeat("東京", 500), strings.Repeat(`"a" `, 250), strings.Repeat("a* b ", 200), distinct(300), distinct(250) + "*",
	} {
		q := parsed(t, query)
		if len(q.Phrases) == 0 {
			continue
		}
		if _, err := db.Search.ListMatches(t.Context(), q, math.MaxInt64, 10); err != nil {
			t.Errorf("%.40s: %v", query, err)
		}
	}
	for _, word := range strings.Fields("near rowid rank words and or not 東京 京") {
		if got := searched(t, db, "a", word); got != "1" {
			t.Errorf("%s is found on %q", word, got)
		}
	}
}

// distinct returns a text in which all words are different. The argument count is the number of words.
func distinct(count int) string {
	var words strings.Builder
	for i := range count {
		fmt.Fprintf(&words, "%x ", i)
	}
	return strings.TrimSpace(words.String())
}

// TestIndexAgreesWithText compares the pages that the index finds with those whose texts match.
func TestIndexAgreesWithText(t *testing.T) {
	db := newTest(t)
	texts := []string{
		"Der Käse und das Brot", "Brot, Wein\nund exam-\nple of it", "東京タワーに\n行く", "図PDF文書", "학교에서 집", "ภาษาไทย น้ำใจ", "בְּרֵאשִׁית בָּרָא",
		"السلام عليكم ١٢٣", "word¹ m² ﬁne", "हिन्दी भाषा", "The end.", "",
	}
	withPDF(t, db, "a", "aa/01", texts...)
	for _, query := range []string{
		"kase", "brot", `"und das"`, "example", `"an example"`, `"und example of"`, "ple", "東", "京タ", "タワーに行く", "書", "pdf文", "학교", "ไทย",
		"น้", "ברא",
		"123", "word", "m2", "m²", "fi*", "हि", "हिन्दी", "t*", "e* o*", `"das b"*`, "nothing", "the brot",
	} {
		q := parsed(t, query)
		var want []string
		for i, text := range texts {
			if len(q.Find(t.Context(), text)) > 0 {
				want = append(want, fmt.Sprint(i+1))
			}
		}
		if got := searched(t, db, "a", query); got != strings.Join(want, " ") {
			t.Errorf("%s is found on %q, and stands on %q", query, got, want)
		}
	}
}

func TestAllPagesAreListed(t *testing.T) {
	db := newTest(t)
	withPDF(t, db, "a", "aa/01", "one", "", "three", "four", "five")
	withPDF(t, db, "b", "bb/02", "other")
	for _, test := range []struct {
		after, limit int
		want         string
	}{{0, 100, "[{1 one} {3 three} {4 four} {5 five}]"}, {1, 2, "[{3 three} {4 four}]"}, {5, 100, "[]"}, {math.MaxInt, 100, "[]"}} {
		pages, err := db.Search.ListAllPages(t.Context(), 1, test.after, test.limit)
		if got := fmt.Sprint(pages); err != nil || got != test.want {
			t.Errorf("%d after %d are %s, %v, not %s", test.limit, test.after, got, err, test.want)
		}
	}
}

func TestMatchesAreRanked(t *testing.T) {
	db := newTest(t)
	withPDF(t, db, "a", "aa/01", "kuchen und brot und wein und kuchen", "kuchen kuchen", "brot")
	withPDF(t, db, "b", "bb/02", "ein kuchen unter vielen anderen sachen, die es gibt")
	withPDF(t, db, "c", "cc/03", "nichts davon")
	q := parsed(t, "kuchen")
	matches, err := db.Search.ListMatches(t.Context(), q, math.MaxInt64, 10)
	if err != nil || len(matches) != 3 {
		t.Fatalf("%+v, %v", matches, err)
	}
	for i, want := range []struct{ pdf, page int }{{2, 1}, {1, 2}, {1, 1}} {
		if got := matches[i]; got.PDF != int64(want.pdf) || got.Page != want.page {
			t.Errorf("match %d is %+v, want %+v", i, got, want)
		}
	}
	if !(matches[1].Score > matches[2].Score && matches[2].Score > matches[0].Score) {
		t.Errorf("%+v", matches)
	}
	if matches, err = db.Search.ListMatches(t.Context(), q, 2, 10); err != nil || len(matches) != 2 {
		t.Errorf("before the second: %+v, %v", matches, err)
	}
	if matches, err = db.Search.ListMatches(t.Context(), q, math.MaxInt64, 1); err != nil || len(matches) != 1 || matches[0].PDF != 2 {
		t.Errorf("one: %+v, %v", matches, err)
	}
}

func TestHoldersOfAPDF(t *testing.T) {
	db := newTest(t)
	withPDF(t, db, "a", "aa/01", "kuchen")
	at := time.UnixMilli(1000).UTC()
	for i, id := range []string{"x", "y", "z"} {
		d := testDocument(id, at.Add(time.Duration(i)*time.Second))
		d.PDF, d.Status, d.PageCount = "aa/01", document.Ready, 1
		if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{d}}); err != nil {
			t.Fatal(err)
		}
	}
	docs, err := db.Search.ListDocumentsOfPDF(t.Context(), &search.Filter{}, 1, 1, 2)
	if err != nil || len(docs) != 2 || docs[0].ID != "z" || docs[1].ID != "y" || !docs[1].CreatedAt.Equal(at.Add(time.Second)) ||
		docs[0].Status != "ready" {
		t.Errorf("%+v, %v", docs, err)
	}
	if source, err := db.Search.FindSource(t.Context(), "y"); err != nil || source != (search.Source{PDF: 1, Indexed: 1}) {
		t.Errorf("%+v, %v", source, err)
	}
	if _, err := db.Search.FindSource(t.Context(), "nobody"); !fault.Is(err, fault.NotFound) {
		t.Error(err)
	}
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument("new",
		at)}}); err != nil {
		t.Fatal(err)
	}
	if source, err := db.Search.FindSource(t.Context(), "new"); err != nil || source != (search.Source{}) {
		t.Errorf("%+v, %v", source, err)
	}
	if text, err := db.Search.FindText(t.Context(), 1, 7); err != nil || text != "" {
		t.Errorf("the text of no page is %q, %v", text, err)
	}
}

func TestHoldersOfAFilter(t *testing.T) {
	db := newTest(t)
	withPDF(t, db, "a", "aa/01", "kuchen")
	withPDF(t, db, "b", "bb/02", "kuchen")
	create := func(id, pdf string, change func(*document.Document)) {
		d := testDocument(id, time.UnixMilli(1000).UTC())
		d.PDF, d.Status, d.PageCount = pdf, document.Ready, 1
		change(&d)
		if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{d}}); err != nil {
			t.Fatal(err)
		}
	}
	create("tagged", "aa/01", func(d *document.Document) { d.Tags = []string{"spring", "cake"} })
	create("starred", "aa/01", func(d *document.Document) { d.Favorite = true })
	create("thrown", "bb/02", func(d *document.Document) { d.DeletedAt = time.UnixMilli(2000).UTC() })
	for _, test := range []struct {
		name   string
		filter search.Filter
		want   map[int64]int
	}{
		{"all", search.Filter{}, map[int64]int{1: 3, 2: 1}},
		{"tag", search.Filter{Tags: []string{"spring"}}, map[int64]int{1: 1}},
		{"all tags", search.Filter{Tags: []string{"spring", "cake"}}, map[int64]int{1: 1}},
		{"favorites", search.Filter{Favorite: true}, map[int64]int{1: 1}},
		{"none", search.Filter{Collection: "c-1"}, map[int64]int{}},
		{"injected", search.Filter{Folder: "' OR 1=1 --"}, map[int64]int{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := db.Search.CountDocumentsOfPDFs(t.Context(), &test.filter, []int64{1, 2, 99})
			if err != nil || !maps.Equal(got, test.want) {
				t.Errorf("got %v, %v, want %v", got, err, test.want)
			}
			docs, err := db.Search.ListDocumentsOfPDF(t.Context(), &test.filter, 1, 0, 10)
			if err != nil || len(docs) != test.want[1] {
				t.Errorf("listed %+v, %v", docs, err)
			}
		})
	}
}

// openBeforeMigration creates a database in the state before a migration.
func openBeforeMigration(t *testing.T, path string, version int) *sql.DB {
	t.Helper()
	onSQLite(t)
	on, err := sqlite.Open(path, true, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	files, err := migration.SQLite()
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(migration.Apply(t.Context(), on, files, version-1, slog.New(slog.DiscardHandler)), on.Close()); err != nil {
		t.Fatal(err)
	}
	raw, err := sql.Open("sqlite3", sqlite.DSN(path, ""))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// TestUpgradeRebuildsTheIndex opens a library from before Lectern split texts into words itself.
func TestUpgradeRebuildsTheIndex(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lectern.db")
	raw := openBeforeMigration(t, path, 11)
	const pages = 1001 // more than one batch of the indexing
	_, err := raw.Exec(`INSERT INTO pdf (id, content, pages, sizes, indexed) VALUES (7, 'aa/01', ?, '[]', ?)`, pages, pages)
	if err != nil {
		t.Fatal(err)
	}
	for page := 1; page <= pages; page++ {
		if _, err := raw.Exec(`INSERT INTO page_text (id, text) VALUES (?, ?)`, textID(7, page), fmt.Sprintf("Seite n%d 東京タワー",
			page)); err != nil {
			t.Fatal(err)
		}
	}
	_, err = raw.Exec(`INSERT INTO document (id, name, status, message, viewable, page_count, created_at, original_url, download_filename,
		original_saved, webhook_url, original, type, pdf, revision, version) VALUES ('a', '', 'ready', '', TRUE, ?, 0, '', '', TRUE, '',
			'', '', 'aa/01', 1, 1)`, pages)
	if err != nil {
		t.Fatal(err)
	}
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}

	db := openTest(t, path)
	for query, want := range map[string]string{"n1": "1", fmt.Sprintf(`"seite n%d"`, pages): fmt.Sprint(pages), "n1000 京タ": "1000",
		"unbekannt": ""} {
		if got := searched(t, db, "a", query); got != want {
			t.Errorf("%s is found on %q", query, got)
		}
	}
	if count, err := db.Search.CountPages(t.Context(), parsed(t, "タワー"), 7); err != nil || count != pages {
		t.Errorf("%d pages of %d are in the index, %v", count, pages, err)
	}
	// Removing a text removes its words from the index, and adding one adds them.
	if _, err := db.Documents.UpdateDocument(t.Context(), "a", update(func(d *document.Document) { d.PDF = "" })); err != nil {
		t.Fatal(err)
	}
	withPDF(t, db, "b", "bb/02", "Neue Seite")
	matches, err := db.Search.ListMatches(t.Context(), parsed(t, "seite"), math.MaxInt64, 10)
	if err != nil || len(matches) != 1 {
		t.Errorf("%+v, %v", matches, err)
	}
}

// Each search gets its own query plan. A generic plan would scan all pages even for a rare word.
func TestSearchesArePlannedForTheirWords(t *testing.T) {
	onPostgres(t)
	db := newTest(t)
	db.read.SetMaxOpenConns(1) // one connection, so that the statements that it has prepared can be inspected
	withPDF(t, db, "a", "aa/01", "needle in a page", "hay")
	for range 20 { // after a few executions PostgreSQL would use a generic plan
		if matches, err := db.Search.ListMatches(t.Context(), parsed(t, "needle"), math.MaxInt64, 10); err != nil || len(matches) != 1 {
			t.Fatalf("%v, %v", matches, err)
		}
	}
	var prepared, once int
	err := db.read.QueryRow(
		`SELECT COUNT(*), COALESCE(SUM(generic_plans) FILTER (WHERE statement LIKE 'SELECT id, TS_RANK%'), 0) FROM pg_prepared_statements`).
		Scan(&prepared, &once)
	if err != nil || prepared == 0 || once > 0 {
		t.Errorf("of %d statements, those that search had %d plans for any values, %v", prepared, once, err)
	}
}

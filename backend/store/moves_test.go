package store

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/audit"
	"lectern/backend/document"
	"lectern/backend/search"
	"lectern/backend/store/engine"
	"lectern/backend/store/postgres"
)

// leftTables are the tables that a move does not copy: tables that triggers maintain, tables about running programs,
// and jobs.
var leftTables = []string{"unsealed_table", "migration", "moving", "tally", "facet_tally", "arrival_tally", "node", "library",
	"content_leaving", "content_check"}

// listTables returns the names of the library's tables in a database.
func listTables(t *testing.T, db *DB) (tables []string) {
	t.Helper()
	query := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'page_index%'`
	if _, is := db.engine.(*postgres.Database); is {
		query = `SELECT table_name::TEXT FROM information_schema.tables WHERE table_schema = CURRENT_SCHEMA()`
	}
	all, err := engine.ListStrings(t.Context(), db.read, query)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range all {
		if !strings.HasPrefix(table, "river_") && !slices.Contains(leftTables, table) {
			tables = append(tables, table)
		}
	}
	slices.Sort(tables)
	return tables
}

// TestAllTablesAreMoved checks that every table is either moved or listed in leftTables, so that no new table is
// forgotten.
func TestAllTablesAreMoved(t *testing.T) {
	var want []string
	for _, table := range movedTables {
		want = append(want, table.name)
	}
	slices.Sort(want)
	if got := listTables(t, newTest(t)); !slices.Equal(got, want) {
		t.Errorf("there are %v\nmoved are %v", got, want)
	}
}

// TestTablesAreTheSameEverywhere compares the columns of the tables in SQLite and PostgreSQL.
func TestTablesAreTheSameEverywhere(t *testing.T) {
	onPostgres(t)
	one, other := newTest(t), openTest(t, filepath.Join(t.TempDir(), "lectern.db"))
	for _, table := range movedTables {
		ours, err := one.Moves.columnsOf(t.Context(), table)
		if err != nil {
			t.Fatal(err)
		}
		if theirs, err := other.Moves.columnsOf(t.Context(), table); err != nil || !slices.Equal(ours, theirs) {
			t.Errorf("%s has %v and %v, %v", table.name, ours, theirs, err)
		}
	}
}

// fillLibrary creates records of several kinds. One document is ready with text and tags, and another document waits
// for its conversion.
func fillLibrary(t *testing.T, db *DB) {
	t.Helper()
	ready, waiting := testDocument("a", time.UnixMilli(1_000)), testDocument("b", time.UnixMilli(2_000))
	ready.Tags, waiting.Name = []string{"draft", "légal"}, "with\x00NUL \xff"
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{ready, waiting}}); err != nil {
		t.Fatal(err)
	}
	pdf := document.PDF{Key: "aa/01", Pages: 2, Sizes: document.Sizes{{100, 200}, {100, 200}}}
	change := update(func(d *document.Document) {
		d.Status, d.Viewable, d.PageCount, d.PDF = document.Ready, true, 2, pdf.Key
	})
	change.PDF = &pdf
	if _, err := db.Documents.UpdateDocument(t.Context(), "a", change); err != nil {
		t.Fatal(err)
	}
	texts := document.Texts{First: 1, Count: 2, Pages: []string{"The quick fox", "jumps over Ωmega"}}
	if err := db.PDFs.AddTexts(t.Context(), pdf.Key, texts); err != nil {
		t.Fatal(err)
	}
}

// move moves a library to another database, as the command does.
func move(t *testing.T, from, to *DB) {
	t.Helper()
	ctx := t.Context()
	err := from.Moves.RunAlone(ctx, func() error {
		if err := to.Moves.BeginMove(ctx, from.engine.Name()); err != nil {
			return err
		}
		if err := to.Moves.MoveRecords(ctx, from, func(string, int64) {}); err != nil {
			return err
		}
		if err := to.Moves.CheckRecords(ctx, from); err != nil {
			return err
		}
		return to.Moves.EndMove(ctx, from, audit.Entry{Action: "move"})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestMovedLibraries moves a library from a file to PostgreSQL and back. Search results, waiting jobs and the next IDs
// must be the same.
func TestMovedLibraries(t *testing.T) {
	onPostgres(t)
	from := openTest(t, filepath.Join(t.TempDir(), "lectern.db"))
	fillLibrary(t, from)
	if _, err := from.write.Exec(`DELETE FROM event WHERE id = (SELECT MAX(id) FROM event)`); err != nil {
		t.Fatal(err)
	}
	var last int64
	if err := from.read.QueryRow(`SELECT seq FROM sqlite_sequence WHERE name = 'event'`).Scan(&last); err != nil {
		t.Fatal(err)
	}
	shared := newTest(t)
	move(t, from, shared)
	back := openTest(t, filepath.Join(t.TempDir(), "lectern.db"))
	move(t, shared, back)
	for _, db := range []*DB{shared, back} {
		var jobs int
		if err := db.read.QueryRow(`SELECT COUNT(*) FROM river_job WHERE kind = 'document.convert'`).Scan(&jobs); err != nil || jobs != 1 {
			t.Errorf("%s: %d jobs for what waits, %v", db.engine.Name(), jobs, err)
		}
		query, err := search.Parse("ωmega", search.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if count, err := db.engine.WordIndex().Count(t.Context(), query, 0, 1<<60); err != nil || count != 1 {
			t.Errorf("%s: %d pages are found, %v", db.engine.Name(), count, err)
		}
		if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument("c",
			time.Now())}}); err != nil {
			t.Fatal(err)
		}
		var next int64
		if err := db.read.QueryRow(`SELECT MIN(id) FROM event WHERE document_id = 'c'`).Scan(&next); err != nil || next != last+1 {
			t.Errorf("%s: the next event is %d, not %d, %v", db.engine.Name(), next, last+1, err)
		}
	}
}

// TestAMoveResumes interrupts a move. The move resumes where it was interrupted, and reports that the library has
// changed meanwhile. Until it ends, the database is marked as the target of a move.
func TestAMoveResumes(t *testing.T) {
	from, to := openTest(t, filepath.Join(t.TempDir(), "lectern.db")), newTest(t)
	fillLibrary(t, from)
	if err := to.Moves.BeginMove(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	if err := to.Moves.moveTable(t.Context(), from, movedTable{"document", "id"}, func(int64) {}); err != nil {
		t.Fatal(err)
	}
	if source, err := to.Moves.MoveSource(t.Context()); err != nil || source != "one" {
		t.Errorf("got the source %q, %v", source, err)
	}
	if err := to.Moves.BeginMove(t.Context(), "other"); err == nil || !strings.Contains(err.Error(), "from one") {
		t.Errorf("another library is taken: %v", err)
	}
	if err := to.Moves.BeginMove(t.Context(), "one"); err != nil {
		t.Error(err)
	}
	var tables []string
	if err := to.Moves.MoveRecords(t.Context(), from, func(table string, _ int64) { tables = append(tables, table) }); err != nil {
		t.Error(err)
	}
	if err := to.Moves.CheckRecords(t.Context(), from); err != nil {
		t.Error(err)
	}
	if _, err := from.Documents.UpdateDocument(t.Context(), "a", update(func(d *document.Document) { d.Name = "changed" })); err != nil {
		t.Fatal(err)
	}
	if err := to.Moves.CheckRecords(t.Context(), from); err == nil || !strings.Contains(err.Error(), "table document differs") {
		t.Errorf("the changes are not reported: %v", err)
	}
	if err := to.Moves.EndMove(t.Context(), from, audit.Entry{Action: "move"}); err != nil {
		t.Error(err)
	}
	if source, err := to.Moves.MoveSource(t.Context()); err != nil || source != "" {
		t.Errorf("after its end it is on its way from %q, %v", source, err)
	}
	if err := to.Moves.BeginMove(t.Context(), "one"); err == nil || !strings.Contains(err.Error(), "there is a library") {
		t.Errorf("a library is written over: %v", err)
	}
}

// TestAServerIsNotMoved checks that a library is not moved while a server uses it.
func TestAServerIsNotMoved(t *testing.T) {
	onPostgres(t)
	db := newTest(t)
	if err := db.engine.(*postgres.Database).Heartbeat(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := db.Moves.RunAlone(t.Context(), func() error { return nil }); err == nil || !strings.Contains(err.Error(), "stop it first") {
		t.Errorf("it is moved: %v", err)
	}
}

package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"lectern/backend/account"
	"lectern/backend/convert/filetype"
	"lectern/backend/document"
	"lectern/backend/document/failure"
	"lectern/backend/internal/fault"
	"lectern/backend/lab/engines"
	"lectern/backend/sentence"
	"lectern/backend/session"
	"lectern/backend/store/jobs"
	"lectern/backend/store/migration"
)

func openTest(t testing.TB, path string) *DB {
	t.Helper()
	db, err := Open(t.Context(), path, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func newTest(t testing.TB) *DB {
	t.Helper()
	return openTest(t, newAddress(t))
}

// newAddress returns the address of a database that does not exist yet, or is empty.
func newAddress(t testing.TB) string {
	t.Helper()
	if server == nil {
		// The path contains characters that must be encoded in a URL.
		return filepath.Join(t.TempDir(), "a folder?#%", "..", "lectern db?.db")
	}
	address, err := server.CreateDatabase(t.Context(), rand.Text(), empty())
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// empty returns the name of a database with all tables and no records.
var empty = sync.OnceValue(func() string {
	address, err := server.CreateDatabase(context.Background(), "empty", "")
	if err != nil {
		panic(err)
	}
	db, err := Open(context.Background(), address, slog.New(slog.DiscardHandler))
	if err != nil {
		panic(err)
	}
	if err := db.Close(); err != nil {
		panic(err)
	}
	return "empty"
})

// server is the PostgreSQL server with the databases of all tests, if they run on PostgreSQL.
var server *engines.Postgres

// The tests run on SQLite, or, with LECTERN_TEST_ENGINE=postgres, on a PostgreSQL server that TestMain starts.
func TestMain(m *testing.M) {
	if os.Getenv("LECTERN_TEST_ENGINE") != "postgres" {
		os.Exit(m.Run())
	}
	os.Exit(runOnPostgres(m))
}

func runOnPostgres(m *testing.M) int {
	folder, err := os.MkdirTemp("", "lectern-store-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	if server, err = engines.NewPostgres(context.Background(), folder, "127.0.0.1"); err != nil {
		panic(err)
	}
	defer server.Stop(false)
	return m.Run()
}

// onSQLite skips a test unless it runs on SQLite.
func onSQLite(t *testing.T) {
	t.Helper()
	if server != nil {
		t.Skip("it is of SQLite")
	}
}

func testDocument(id string, at time.Time) document.Document {
	return document.Document{
		ID: id, Name: "Letter.docx", Status: document.Processing, CreatedAt: at, OriginalURL: "http://example.com/a",
		DownloadFilename: "a.docx", OriginalSaved: true, WebhookURL: "http://example.com/hook",
		Original: "ab/cd", Type: filetype.Docx, Revision: 1,
		SourcePath: "/tmp/Letter.docx", FolderID: "f", Profile: "reading", Theme: "night",
	}
}

// update returns an Update with a change that cannot fail.
func update(change func(*document.Document)) document.Update {
	return document.Update{Change: func(d *document.Document) error { change(d); return nil }}
}

func TestDocumentsAreReadAsWritten(t *testing.T) {
	db := newTest(t)
	at := time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC)
	want := testDocument("a", at)
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{want}}); err != nil {
		t.Fatal(err)
	}
	got, err := db.Documents.FindDocument(t.Context(), "a")
	if err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("read %+v, %v\nwant %+v", got, err, want)
	}
	changed, err := db.Documents.UpdateDocument(t.Context(), "a", update(func(d *document.Document) {
		d.Status, d.Viewable, d.PageCount, d.PDF, d.Version = document.Ready, true, 3, "ef/01", 2
		d.Message, d.Reason, d.Name, d.Type = "none", failure.ReasonDamaged, "Other", filetype.Pdf
		d.Favorite, d.OpenedAt, d.DeletedAt, d.SourcePath = true, at.Add(time.Hour), at.Add(2*time.Hour), "/tmp/Other.pdf"
		d.Failure = sentence.New("damaged-as", "It is {cause}.").With("cause", sentence.New("damage-text", "cut {where}").With("where", "off"))
	}))
	if err != nil || changed.Revision != 2 {
		t.Errorf("revision %d, %v", changed.Revision, err)
	}
	if got, err = db.Documents.FindDocument(t.Context(), "a"); err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", changed) {
		t.Errorf("read %+v, %v\nwant %+v", got, err, changed)
	}
	if !reflect.DeepEqual(got.Failure, changed.Failure) {
		t.Errorf("failure %#v, want %#v", got.Failure, changed.Failure)
	}
}

func TestUnknownThingsAreNotFound(t *testing.T) {
	db := newTest(t)
	ctx := t.Context()
	checks := map[string]func() error{
		"document": func() error { _, err := db.Documents.FindDocument(ctx, "x"); return err },
		"update": func() error {
			_, err := db.Documents.UpdateDocument(ctx, "x", document.Update{AddJob: true})
			return err
		},
		"session": func() error { _, err := db.Sessions.FindSession(ctx, "x"); return err },
		"session of no document": func() error {
			return db.Sessions.CreateSession(ctx, session.Session{ID: "s", DocumentID: "x"})
		},
		"key":    func() error { _, err := db.Accounts.FindKey(ctx, "x"); return err },
		"revoke": func() error { _, err := db.Accounts.RevokeKey(ctx, "x", time.Now(), false); return err },
	}
	for name, check := range checks {
		if err := check(); !fault.Is(err, fault.NotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestListReturnsNewestFirst(t *testing.T) {
	db := newTest(t)
	at := time.UnixMilli(1_000_000)
	docs := []document.Document{testDocument("b", at), testDocument("c", at.Add(time.Second)), testDocument("a", at)}
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: docs}); err != nil {
		t.Fatal(err)
	}
	var order string
	err := db.Documents.ListDocuments(t.Context(), document.Query{Descending: true},
		func(d document.Document) error { order += d.ID; return nil })
	if err != nil || order != "cba" {
		t.Errorf("order %q, %v", order, err)
	}
	stop := errors.New("enough")
	if err := db.Documents.ListDocuments(t.Context(), document.Query{Descending: true},
		func(document.Document) error { return stop }); !errors.Is(err,
		stop) {
		t.Errorf("a visit's error is %v", err)
	}
}

// TestListReturnsEveryDocumentOnce lists more documents than are read at a time, many with the same creation time.
func TestListReturnsEveryDocumentOnce(t *testing.T) {
	db := newTest(t)
	const count = 2*listBatch + 1
	docs := make([]document.Document, count)
	for i := range docs {
		docs[i] = testDocument(fmt.Sprint(i), time.UnixMilli(int64(i/100)))
	}
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: docs}); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	last := time.UnixMilli(math.MaxInt64 / 2)
	err := db.Documents.ListDocuments(t.Context(), document.Query{Descending: true}, func(d document.Document) error {
		if d.CreatedAt.After(last) || seen[d.ID] {
			t.Errorf("%s comes late or twice", d.ID)
		}
		last, seen[d.ID] = d.CreatedAt, true
		return nil
	})
	if err != nil || len(seen) != count {
		t.Errorf("%d of %d documents, %v", len(seen), count, err)
	}
}

func TestKeysAreRevokedPermanently(t *testing.T) {
	db := newTest(t)
	ctx := t.Context()
	if err := db.Accounts.CreateKey(ctx, account.Key{ID: "k", Name: "n", Hash: "h", CreatedAt: time.UnixMilli(1)}); err != nil {
		t.Fatal(err)
	}
	first := time.UnixMilli(5).UTC()
	for _, at := range []time.Time{first, first.Add(time.Hour)} {
		if _, err := db.Accounts.RevokeKey(ctx, "k", at, false); err != nil {
			t.Fatal(err)
		}
	}
	if key, err := db.Accounts.FindKey(ctx, "h"); err != nil || !key.RevokedAt.Equal(first) {
		t.Errorf("key is %+v, %v", key, err)
	}
}

// TestManyWritersAndReaders reads and writes documents in many goroutines at once, without errors.
//
// SECURITY.md, promise 25 (concurrent writers)
func TestManyWritersAndReaders(t *testing.T) {
	db := newTest(t)
	const writers, each = 50, 10
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for i := range each {
				id := fmt.Sprintf("%d-%d", w, i)
				if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument(id,
					time.Now())}}); err != nil {
					t.Error(err)
				}
				if _, err := db.Documents.UpdateDocument(t.Context(), id,
					update(func(d *document.Document) { d.Status = document.Ready })); err != nil {
					t.Error(err)
				}
				if _, err := db.Documents.FindDocument(t.Context(), id); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if counts, err := db.Documents.CountDocuments(t.Context()); err != nil || counts[document.Ready] != writers*each {
		t.Errorf("counted %v, %v", counts, err)
	}
}

// other returns b for a, and a for b.
func other(id string) string {
	if id == "a" {
		return "b"
	}
	return "a"
}

// undoCompletion waits until the job of a document has ended, and then changes its record to the state before its end
// was stored.
func undoCompletion(t *testing.T, db *DB, id string) {
	t.Helper()
	for lost := int64(0); lost == 0; {
		result, err := db.write.ExecContext(t.Context(),
			`UPDATE river_job SET state = 'running', finalized_at = NULL WHERE state = 'completed' AND args ->> 'id' = ?`, id)
		if err == nil {
			lost, err = result.RowsAffected()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestARolledBackChangeHasNoJob makes a transaction fail after its job was inserted.
func TestARolledBackChangeHasNoJob(t *testing.T) {
	db := newTest(t)
	doc := testDocument("a", time.Now())
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{doc, doc}}); err == nil {
		t.Fatal("two documents have one id")
	}
	worked := make(chan string, 2)
	jobs := workTest(t, db, 1, time.Hour, func(id string) { worked <- id })
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument("b",
		time.Now())}}); err != nil {
		t.Fatal(err)
	}
	if id := <-worked; id != "b" {
		t.Errorf("worked on %q, which was rolled back", id)
	}
	if err := jobs.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

func workTest(t *testing.T, db *DB, many int, look time.Duration, do func(id string)) *jobs.Workers {
	t.Helper()
	workers := river.NewWorkers()
	river.AddWorker(workers, river.WorkFunc(func(_ context.Context, job *river.Job[document.ConvertJob]) error {
		do(job.Args.ID)
		return nil
	}))
	jobs, err := db.Work(t.Context(), workers, map[string]river.QueueConfig{document.OfficeQueue: {MaxWorkers: many}}, look)
	if err != nil {
		t.Fatal(err)
	}
	return jobs
}

func TestANewerDatabaseIsNotChanged(t *testing.T) {
	path := newAddress(t)
	db := openTest(t, path)
	tx, err := db.write.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.engine.RecordMigration(t.Context(), tx, migration.Migration{Version: 9999, OldestVersion: 9999}),
		tx.Commit()); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("it was opened")
	}
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mattn/go-sqlite3"

	"lectern/backend/account"
	"lectern/backend/collection"
	"lectern/backend/document"
	"lectern/backend/event"
	"lectern/backend/internal/fault"
	"lectern/backend/session"
	"lectern/backend/store/engine"
	"lectern/backend/task"
	"lectern/backend/webhook"
)

// secondRun runs the callback of each transaction twice, as happens when the first run fails because of a full disk or
// removed content.
type secondRun struct{ engine.Engine }

var errFirstRun = errors.New("the first run")

func (e secondRun) Transact(ctx context.Context, lasting bool, do func(*sql.Tx) error) error {
	err := e.Engine.Transact(ctx, lasting, func(tx *sql.Tx) error {
		if err := do(tx); err != nil {
			return err
		}
		return errFirstRun
	})
	if !errors.Is(err, errFirstRun) {
		return err
	}
	return e.Engine.Transact(ctx, lasting, do)
}

// TestRepeatedTransactionHasOneResult runs transactions twice, as after a full disk. Their results must contain nothing
// from the first run.
//
// SECURITY.md, promise 57 (start on a full disk)
func TestRepeatedTransactionHasOneResult(t *testing.T) {
	db := newTest(t)
	now := time.Now().UTC()
	var docs []document.Document
	for _, id := range []string{"a", "b"} {
		docs = append(docs, testDocument(id, now))
	}
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: docs}); err != nil {
		t.Fatal(err)
	}
	if err := db.Collections.CreateCollection(t.Context(), collection.Collection{ID: "c", Name: "c"}); err != nil {
		t.Fatal(err)
	}
	publish(t, db, "b", "http://a.example/", now, event.Ready)
	newTask(t, db, "t")
	saveRows(t, db, "t", rowOf(1, task.RowDone, "content"))
	db.engine = secondRun{db.engine}
	pass := func(*document.Document) error { return nil }
	results := func(o document.Outcome, err error) ([]string, error) {
		return append(o.Changed, refusedIDs(o.Refused)...), err
	}
	for _, test := range []struct {
		name string
		run  func() ([]string, error)
		want []string
	}{
		{"update", func() ([]string, error) {
			return results(db.Documents.UpdateDocuments(t.Context(), []string{"a", "missing"},
				func(d *document.Document) error { d.DeletedAt = now; return nil }))
		}, []string{"a", "missing"}},
		{"collect", func() ([]string, error) {
			return results(db.Documents.ChangeCollection(t.Context(), "c", []string{"b", "missing"}, true))
		}, []string{"b", "missing"}},
		{"delete", func() (ids []string, err error) {
			deleted, refused, err := db.Documents.DeleteDocuments(t.Context(), []string{"a", "missing"}, pass)
			for _, d := range deleted {
				ids = append(ids, d.ID)
			}
			return append(ids, refusedIDs(refused)...), err
		}, []string{"a", "missing"}},
		{"forget content", func() ([]string, error) { return db.Contents.ForgetContent(t.Context(), "k") }, []string{"k"}},
		{"drop results", func() ([]string, error) { return db.Tasks.DropRowResults(t.Context(), "t") }, []string{"content"}},
		{"take deliveries", func() (documents []string, err error) {
			taken, err := db.Webhooks.TakeDue(t.Context(), later(), webhook.Capacity{Free: 5, PerHost: 5})
			for _, d := range taken {
				documents = append(documents, d.DocumentID)
			}
			return documents, err
		}, []string{"a", "b"}},
	} {
		if got, err := test.run(); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, %v", test.name, got, err)
		}
	}
}

func refusedIDs(refused []document.Refusal) (ids []string) {
	for _, r := range refused {
		ids = append(ids, r.ID)
	}
	return ids
}

// TestDeferredStatements checks that deferred statements are executed in their order, and none of them if one fails.
func TestDeferredStatements(t *testing.T) {
	db := newTest(t)
	insert := func(tx *Tx, name string) error {
		return tx.execDeferred(t.Context(), `INSERT INTO setting (name, value) VALUES (?, '1')`, name)
	}
	count := func() (n int) {
		if err := db.read.QueryRow(`SELECT COUNT(*) FROM setting`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	err := db.update(t.Context(), func(tx *Tx) error {
		for i := range 250 {
			if err := insert(tx, fmt.Sprint(i)); err != nil {
				return err
			}
		}
		var seen int
		if err := tx.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM setting`).Scan(&seen); err != nil || seen != 250 {
			t.Errorf("the transaction sees %d of its statements, %v", seen, err)
		}
		if _, err := tx.ExecContext(t.Context(), `DELETE FROM setting WHERE name <> '7'`); err != nil {
			return err
		}
		return insert(tx, "after")
	})
	if got := count(); err != nil || got != 2 {
		t.Errorf("%d settings, %v", got, err)
	}
	err = db.update(t.Context(), func(tx *Tx) error {
		if err := insert(tx, "first"); err != nil {
			return err
		}
		return insert(tx, "7") // this name already exists
	})
	if got := count(); err == nil || got != 2 {
		t.Errorf("with one that fails: %d settings, %v", got, err)
	}
	if err := db.update(t.Context(), func(tx *Tx) error { return insert(tx, "next") }); err != nil || count() != 3 {
		t.Errorf("after one that failed: %v", err)
	}
}

// fill prevents the database from growing, as on a full disk.
func fill(t *testing.T, db *DB) {
	t.Helper()
	onSQLite(t)
	// SQLite treats a limit below the current size as the current size.
	if _, err := db.write.ExecContext(t.Context(), "PRAGMA max_page_count = 1"); err != nil {
		t.Fatal(err)
	}
}

// TestAFullDiskIsAFault checks the error of every kind of write on a full disk.
func TestAFullDiskIsAFault(t *testing.T) {
	long := strings.Repeat("long ", 200_000)
	now := time.Now()
	db := newTest(t)
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument("a", now)}}); err != nil {
		t.Fatal(err)
	}
	fill(t, db)
	other := testDocument("b", now)
	other.Name = long
	for name, write := range map[string]func() error{
		"documents": func() error {
			_, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{other}})
			return err
		},
		"session": func() error {
			return db.Sessions.CreateSession(t.Context(), session.Session{ID: long, DocumentID: "a", CreatedAt: now, ExpiresAt: now})
		},
		"key": func() error {
			return db.Accounts.CreateKey(t.Context(), account.Key{ID: "k", Name: long, CreatedAt: now})
		},
		"change": func() error {
			_, err := db.Documents.UpdateDocument(t.Context(), "a", update(func(d *document.Document) { d.Message = long }))
			return err
		},
	} {
		if err := write(); !fault.Is(err, fault.NoSpace) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// SQLite has further error codes for a full disk.
func TestFullDiskIsRecognised(t *testing.T) {
	for _, test := range []struct {
		err  error
		want bool
	}{
		{sqlite3.Error{Code: sqlite3.ErrFull}, true},
		{sqlite3.Error{Code: sqlite3.ErrIoErr, ExtendedCode: sqlite3.ErrIoErrWrite, SystemErrno: syscall.ENOSPC}, true},
		{sqlite3.Error{Code: sqlite3.ErrIoErr, ExtendedCode: sqlite3.ErrIoErrWrite, SystemErrno: syscall.EIO}, false},
		{sqlite3.Error{Code: sqlite3.ErrCantOpen, SystemErrno: syscall.ENOSPC}, true},
		{syscall.ENOSPC, true},
		{syscall.EACCES, false},
		{nil, false},
	} {
		err := test.err
		if err != nil {
			err = fmt.Errorf("commit transaction: %w", err)
		}
		if got := fault.Is(asFullDisk(err), fault.NoSpace); got != test.want {
			t.Errorf("%v: %v", err, got)
		}
	}
}

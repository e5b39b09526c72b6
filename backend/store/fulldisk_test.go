package store

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mattn/go-sqlite3"

	"lectern/backend/account"
	"lectern/backend/document"
	"lectern/backend/internal/fault"
	"lectern/backend/session"
)

// fill lets the database grow no more, as on a full disk.
func fill(t *testing.T, db *DB) {
	t.Helper()
	onSQLite(t)
	if _, err := db.write.ExecContext(t.Context(), "PRAGMA max_page_count = 1"); err != nil { // it takes the present count then
		t.Fatal(err)
	}
}

// What a full disk refuses is a fault that says so, whatever was to be written.
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

// SQLite tells a full disk in other ways, too.
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
		if got := fault.Is(wordNoSpace(err), fault.NoSpace); got != test.want {
			t.Errorf("%v: %v", err, got)
		}
	}
}

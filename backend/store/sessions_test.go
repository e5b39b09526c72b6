package store

import (
	"fmt"
	"io/fs"
	"math"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"lectern/backend/account"
	"lectern/backend/document"
	"lectern/backend/event"
	"lectern/backend/internal/fault"
	"lectern/backend/session"
	"lectern/backend/store/migration"
)

// TestSessionsInForceAreFoundByTheirEnd checks that SQLite finds active sessions by an index. Most sessions have
// expired, so a scan of the table would be slow.
func TestSessionsInForceAreFoundByTheirEnd(t *testing.T) {
	onSQLite(t)
	db := withSession(t, session.Options{})
	before := &session.Session{ID: "t", CreatedAt: viewTime}
	for index, queries := range map[string][]session.Query{
		"viewing_session_by_end":      {{ValidAt: viewTime, Limit: 10}, {ValidAt: viewTime, Limit: 10, Before: before}},
		"viewing_session_by_document": {{ValidAt: viewTime, Limit: 10, DocumentID: "d"}, {Limit: 10, DocumentID: "d"}},
		"viewing_session_by_time":     {{Limit: 10}, {Limit: 10, Before: before}},
	} {
		for _, q := range queries {
			query, arguments := sessionQuery(q)
			var id, parent, unused int
			var plan string
			err := db.read.QueryRow(`EXPLAIN QUERY PLAN `+query, arguments...).Scan(&id, &parent, &unused, &plan)
			if err != nil || !strings.Contains(plan+" ", index+" ") {
				t.Errorf("%+v is found so: %s, %v", q, plan, err)
			}
		}
	}
	for _, end := range []time.Duration{0, time.Hour} {
		found, err := db.Sessions.ListSessions(t.Context(), session.Query{ValidAt: viewTime.Add(end), Limit: 10, Before: &session.Session{ID: "z",
			CreatedAt: viewTime}})
		if want := 1 - int(end/time.Hour); err != nil || len(found) != want {
			t.Errorf("after %s there are %v, %v", end, found, err)
		}
	}
}

// TestSessionsOfBeforeGetReferences migrates a session that was stored without creator and reference.
//
// SECURITY.md, promise 48 (private sessions)
func TestSessionsOfBeforeGetReferences(t *testing.T) {
	db := withSession(t, session.Options{Maker: "k"})
	for _, statement := range []string{
		`DROP INDEX viewing_session_by_reference`, `DROP INDEX viewing_session_by_maker`, `ALTER TABLE viewing_session DROP COLUMN maker`,
		`ALTER TABLE viewing_session DROP COLUMN reference`, `DELETE FROM migration WHERE version >= 33`,
	} {
		if _, err := db.write.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	files, err := db.engine.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	const name = "0033_session_maker.sql"
	text, err := fs.ReadFile(files, name)
	if err != nil {
		t.Fatal(err)
	}
	if err := migration.Apply(t.Context(), db.engine, fstest.MapFS{name: {Data: text}}, math.MaxInt, db.log); err != nil {
		t.Fatal(err)
	}
	found, err := db.Sessions.FindReferredSession(t.Context(), session.ReferenceOf("s"))
	if err != nil || found.ID != "s" || found.Maker != "" {
		t.Errorf("found %+v, %v", found, err)
	}
}

// TestRevokedKeyMakesNoSession revokes a key while a request with that key creates a session. The session must not be
// stored.
//
// SECURITY.md, promise 48 (private sessions)
func TestRevokedKeyMakesNoSession(t *testing.T) {
	db := withSession(t, session.Options{})
	err := db.Accounts.CreateKey(t.Context(), account.Key{ID: "k", Name: "n", Hash: "h", CreatedAt: viewTime})
	if err == nil {
		_, err = db.Accounts.RevokeKey(t.Context(), "k", viewTime, false)
	}
	if err != nil {
		t.Fatal(err)
	}
	late := session.Session{ID: "late", DocumentID: "d", CreatedAt: viewTime, ExpiresAt: viewTime.Add(time.Hour),
		Options: session.Options{Maker: "k"}}
	if err := db.Sessions.CreateSession(t.Context(), late); !fault.Is(err, fault.Denied) {
		t.Errorf("the session is made: %v", err)
	}
}

// viewTime is the time at which the views of these tests begin.
var viewTime = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// withSession returns a database with a document and its session "s".
func withSession(t *testing.T, o session.Options) *DB {
	t.Helper()
	db := newTest(t)
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument("d",
		viewTime)}}); err != nil {
		t.Fatal(err)
	}
	addSession(t, db, "s", o)
	return db
}

func addSession(t *testing.T, db *DB, id string, o session.Options) {
	t.Helper()
	if err := db.Sessions.CreateSession(t.Context(), session.Session{ID: id, DocumentID: "d", CreatedAt: viewTime,
		ExpiresAt: viewTime.Add(time.Hour),
		Options:   o}); err != nil {
		t.Fatal(err)
	}
}

func openView(t *testing.T, db *DB, of, id string, after time.Duration) (session.Session, error) {
	t.Helper()
	return db.Sessions.AddView(t.Context(), session.View{ID: id, SessionID: of, OpenedAt: viewTime.Add(after)}, false)
}

// openings returns the number of stored events about opened sessions.
func openings(t *testing.T, db *DB) (n int) {
	t.Helper()
	if err := db.read.QueryRow(`SELECT COUNT(*) FROM event WHERE type = ?`, event.SessionOpened).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAViewCountsOnce(t *testing.T) {
	db := withSession(t, session.Options{MaxViews: 2, Notify: true})
	addSession(t, db, "other", session.Options{})
	for _, step := range []struct {
		of, id string
		views  int
		kind   fault.Kind
	}{
		{"s", "v", 1, 0}, {"s", "v", 1, 0}, {"other", "v", 0, fault.Conflict}, {"other", "s", 0, fault.Conflict}, {"s", "s", 0, fault.Conflict},
		{"s", "w", 2, 0}, {"s", "x", 0, fault.Gone}, {"s", "w", 2, 0}, {"s", "v", 2, 0}, {"none", "y", 0, fault.NotFound},
	} {
		got, err := openView(t, db, step.of, step.id, 0)
		if step.kind == 0 && (err != nil || got.Views != step.views) || step.kind != 0 && !fault.Is(err, step.kind) {
			t.Errorf("%s of %s: %d views, %v", step.id, step.of, got.Views, err)
		}
	}
	if views, err := db.Sessions.ListViews(t.Context(), "s"); err != nil || len(views) != 2 {
		t.Errorf("it keeps %v, %v", views, err)
	}
}

// TestNoViewAfterTheEnd ends a session, or deletes its document, after a view. After that no view is counted or
// continued.
//
// SECURITY.md, promise 34 (session ids and their expiry)
func TestNoViewAfterTheEnd(t *testing.T) {
	for name, over := range map[string]func(*DB) error{
		"ended":   func(db *DB) error { return db.Sessions.EndSession(t.Context(), "s", viewTime) },
		"deleted": func(db *DB) error { _, err := db.write.Exec(`DELETE FROM document`); return err },
	} {
		db := withSession(t, session.Options{Notify: true})
		if _, err := openView(t, db, "s", "before", 0); err != nil {
			t.Fatal(err)
		}
		if err := over(db); err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"before", "after"} {
			if _, err := openView(t, db, "s", id, time.Hour); !fault.Is(err, fault.Gone) {
				t.Errorf("%s, the view %s: %v", name, id, err)
			}
		}
		if s, err := db.Sessions.FindSession(t.Context(), "s"); err != nil || s.Views != 1 || openings(t, db) != 1 {
			t.Errorf("%s: %d views, %d events, %v", name, s.Views, openings(t, db), err)
		}
	}
}

// TestViewsAreBounded opens a session very often. Only a limited number of views is stored.
func TestViewsAreBounded(t *testing.T) {
	const more = session.KeptViews + 3
	for _, test := range []struct{ maxViews, kept, first int }{{0, session.KeptViews, 0}, {2 * more, more, 3}} {
		db := withSession(t, session.Options{MaxViews: test.maxViews})
		for i := range more {
			if _, err := openView(t, db, "s", fmt.Sprint(i), time.Duration(i)*time.Second); err != nil {
				t.Fatal(err)
			}
		}
		var kept int
		if err := db.read.QueryRow(`SELECT COUNT(*) FROM session_view`).Scan(&kept); err != nil || kept != test.kept {
			t.Errorf("of at most %d it keeps %d, %v", test.maxViews, kept, err)
		}
		listed, err := db.Sessions.ListViews(t.Context(), "s")
		if err != nil || len(listed) != session.KeptViews || listed[0].ID != fmt.Sprint(test.first) {
			t.Errorf("of at most %d it lists %d from %s on, %v", test.maxViews, len(listed), listed[0].ID, err)
		}
		if s, err := db.Sessions.FindSession(t.Context(), "s"); err != nil || s.Views != more {
			t.Errorf("it counts %d, %v", s.Views, err)
		}
	}
}

// TestOneOpeningEventAMinute opens a session repeatedly. At most one event per minute is created.
func TestOneOpeningEventAMinute(t *testing.T) {
	db := withSession(t, session.Options{Notify: true})
	for i, test := range []struct {
		after time.Duration
		told  int
	}{{0, 1}, {time.Second, 1}, {session.NotifyInterval - time.Millisecond, 1}, {session.NotifyInterval, 2}, {session.NotifyInterval +
		time.Second, 2}} {
		if _, err := openView(t, db, "s", fmt.Sprint(i), test.after); err != nil {
			t.Fatal(err)
		}
		if told := openings(t, db); told != test.told {
			t.Errorf("after %s, got %d openings", test.after, told)
		}
	}
}

// TestPruneRemovesAllThatIsOld prunes more old sessions and views than are removed in one step.
func TestPruneRemovesAllThatIsOld(t *testing.T) {
	db := withSession(t, session.Options{MaxViews: 2 * session.KeptViews})
	for i := range pruneBatch + 1 {
		if _, err := openView(t, db, "s", fmt.Sprint(i), 0); err != nil {
			t.Fatal(err)
		}
	}
	const more = 2*pruneBatch + 1
	if _, err := db.write.Exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO viewing_session (`+sessionColumns+
		`) SELECT 'old ' || i, 'd', 0, 0, NULL, '', '', FALSE, '', 0, 0, FALSE, FALSE, FALSE, '' FROM n`, more); err != nil {
		t.Fatal(err)
	}
	if _,
		err := db.write.Exec(`INSERT INTO session_view SELECT 'old ' || id, 'old 1', opened_at, seconds, pages FROM session_view`); err != nil {
		t.Fatal(err)
	}
	if err := db.Prune(t.Context(), viewTime); err != nil {
		t.Fatal(err)
	}
	for table, want := range map[string]int{"viewing_session": 1, "session_view": pruneBatch + 1} {
		var kept int
		if err := db.read.QueryRow(`SELECT COUNT(*) FROM ` + table).Scan(&kept); err != nil || kept != want {
			t.Errorf("of %s it keeps %d, %v", table, kept, err)
		}
	}
}

// TestSessionLocks stores a session with each lock: unset, off and on. A lock that is unset must stay unset.
func TestSessionLocks(t *testing.T) {
	db := withSession(t, session.Options{})
	for lock, id := range map[session.Lock]string{session.LockUnset: "s", session.LockOff: "off", session.LockOn: "on"} {
		if id != "s" {
			addSession(t, db, id, session.Options{Lock: lock})
		}
		if found, err := db.Sessions.FindSession(t.Context(), id); err != nil || found.Lock != lock {
			t.Errorf("session %s has the lock %d, %v", id, found.Lock, err)
		}
	}
}

// TestSessionsOfBeforeKeepTheirLock migrates sessions of a version in which a lock was either on or off, and never
// unset.
func TestSessionsOfBeforeKeepTheirLock(t *testing.T) {
	db := withSession(t, session.Options{Lock: session.LockOff})
	addSession(t, db, "on", session.Options{Lock: session.LockOn})
	statements := []string{`DELETE FROM migration WHERE version >= 35`}
	if server != nil {
		statements = append(statements, `ALTER TABLE viewing_session ALTER COLUMN locked SET NOT NULL`)
	}
	for _, statement := range statements {
		if _, err := db.write.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	files, err := db.engine.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	const name = "0035_session_lock.sql"
	text, err := fs.ReadFile(files, name)
	if err != nil {
		t.Fatal(err)
	}
	if err := migration.Apply(t.Context(), db.engine, fstest.MapFS{name: {Data: text}}, math.MaxInt, db.log); err != nil {
		t.Fatal(err)
	}
	addSession(t, db, "unset", session.Options{})
	for id, want := range map[string]session.Lock{"s": session.LockOff, "on": session.LockOn, "unset": session.LockUnset} {
		if found, err := db.Sessions.FindSession(t.Context(), id); err != nil || found.Lock != want {
			t.Errorf("session %s has the lock %d, want %d, %v", id, found.Lock, want, err)
		}
	}
}

package store

import (
	"io/fs"
	"math"
	"testing"
	"testing/fstest"

	"lectern/backend/session"
	"lectern/backend/store/migration"
)

// TestSessionLocks checks that a session that does not state whether its profile is enforced is stored as such.
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

// TestSessionsOfBeforeKeepTheirLock migrates sessions that were stored when a lock was either on or off.
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

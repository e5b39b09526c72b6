package store

import (
	"io/fs"
	"math"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"lectern/backend/account"
	"lectern/backend/internal/fault"
	"lectern/backend/session"
	"lectern/backend/store/migration"
)

// TestSessionsInForceAreFoundByTheirEnd asks SQLite how it would find them: those that are over
// are many more.
func TestSessionsInForceAreFoundByTheirEnd(t *testing.T) {
	onSQLite(t)
	db := withSession(t, session.Options{})
	before := &session.Session{ID: "t", CreatedAt: viewTime}
	for index, queries := range map[string][]session.Query{
		"viewing_session_by_end":      {{InForce: viewTime, Limit: 10}, {InForce: viewTime, Limit: 10, Before: before}},
		"viewing_session_by_document": {{InForce: viewTime, Limit: 10, DocumentID: "d"}, {Limit: 10, DocumentID: "d"}},
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
		found, err := db.Sessions.ListSessions(t.Context(), session.Query{InForce: viewTime.Add(end), Limit: 10, Before: &session.Session{ID: "z",
			CreatedAt: viewTime}})
		if want := 1 - int(end/time.Hour); err != nil || len(found) != want {
			t.Errorf("after %s there are %v, %v", end, found, err)
		}
	}
}

// TestSessionsOfBeforeGetReferences applies the migration to a session that was stored without maker and reference.
//
// promise 48
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

// TestRevokedKeyMakesNoSession has the end of a request come after the revocation of its key.
//
// promise 48
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

package store

import (
	"strings"
	"testing"
	"time"

	"lectern/backend/session"
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
		found, err := db.ListSessions(t.Context(), session.Query{InForce: viewTime.Add(end), Limit: 10, Before: &session.Session{ID: "z", CreatedAt: viewTime}})
		if want := 1 - int(end/time.Hour); err != nil || len(found) != want {
			t.Errorf("after %s there are %v, %v", end, found, err)
		}
	}
}

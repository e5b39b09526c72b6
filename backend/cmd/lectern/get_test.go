package main

import (
	"database/sql"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// records gives all that the server's database holds, by table, but notes, which are no changes: when
// a key was last used, to the minute, and who has read what is secret.
func (s *instance) records() map[string]string {
	s.t.Helper()
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(s.data, "lectern.db")+"?_query_only=1")
	if err != nil {
		s.t.Fatal(err)
	}
	defer db.Close()
	all := map[string]string{}
	for _, row := range s.rows(db, `SELECT name FROM sqlite_master WHERE type = 'table'`) {
		table, columns, which := row["name"].(string), "*", ""
		switch {
		case table == "river_job":
			columns = "id, kind, args" // a job goes on by itself
		case table == "audit":
			which = " WHERE action NOT IN ('get-backup', 'get-webhook-secret')"
		case table == "clock", strings.HasPrefix(table, "river_"):
			continue // which change by themselves
		}
		for _, record := range s.rows(db, `SELECT `+columns+` FROM "`+table+`"`+which) {
			delete(record, "last_used_at")
			delete(record, "counter") // of the library: notes count, too
			all[table] += fmt.Sprintf("%v\n", record)
		}
	}
	return all
}

// rows gives the rows of a query, by column.
func (s *instance) rows(db *sql.DB, query string) (all []map[string]any) {
	s.t.Helper()
	rows, err := db.QueryContext(s.t.Context(), query)
	if err != nil {
		s.t.Fatal(err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		s.t.Fatal(err)
	}
	for rows.Next() {
		values, places := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			places[i] = &values[i]
		}
		if err := rows.Scan(places...); err != nil {
			s.t.Fatal(err)
		}
		record := map[string]any{}
		for i, name := range names {
			record[name] = values[i]
		}
		all = append(all, record)
	}
	if err := rows.Err(); err != nil {
		s.t.Fatal(err)
	}
	return all
}

// TestGetChangesNothing asks for all that there is, and looks whether it is as before.
//
// promise 33
func TestGetChangesNothing(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t, allowReceivers...)
	hooked := s.postWithHook("b.pdf", sample(t, "sample.pdf"), receive(t, nil).server.URL)
	doc := s.upload("a.pdf", sample(t, "sample.pdf"))
	s.wait(doc.ID)
	told := s.deliveries(hooked, func(found []delivery) bool {
		return allEnded(found) && strings.Contains(found[len(found)-1].Body, "document.ready")
	})
	made, base := s.granted("documentId=" + doc.ID + "&maxViews=3&notify=true")
	_, plain := s.granted("documentId=" + doc.ID)
	before := s.records()
	s.getAll(doc.ID, told[0].ID, base[strings.LastIndexByte(base, '/')+1:])
	for _, session := range []string{base, plain} {
		for _, path := range append(resources, "/view") {
			s.asReader(http.MethodGet, session+path, "")
		}
	}
	s.asReader(http.MethodGet, made["viewerURL"].(string), "")
	s.unchanged(before)
}

// TestGetMakesNothing asks a new server for all that there may be.
//
// promise 33
func TestGetMakesNothing(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	before := s.records()
	s.getAll("none")
	s.unchanged(before)
}

// getAll asks for all that there is, of each of some ids.
func (s *instance) getAll(ids ...string) {
	s.t.Helper()
	for _, operation := range slices.Sorted(maps.Keys(s.operations())) {
		method, path, _ := strings.Cut(operation, " ")
		if method != http.MethodGet || strings.HasSuffix(path, "/events") || strings.HasSuffix(path, "/changes") ||
			strings.HasSuffix(path, "/stream") { // which go on and on
			continue
		}
		for _, id := range ids {
			s.call(http.MethodGet, s.URL+strings.NewReplacer("{id}", id, "{page}", "1.svg", "{name}", "default").Replace(path)+"?q=a", nil, nil)
		}
	}
}

// unchanged wants the records to be as they were.
func (s *instance) unchanged(before map[string]string) {
	s.t.Helper()
	after := s.records()
	for table := range after {
		if after[table] != before[table] {
			s.t.Errorf("%s: before\n%s\nafter\n%s", table, before[table], after[table])
		}
	}
	if len(after) == 0 || len(after) < len(before) {
		s.t.Errorf("there are records in %d tables, %d before", len(after), len(before))
	}
}

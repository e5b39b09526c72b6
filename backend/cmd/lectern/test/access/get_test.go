package access_test

import (
	"database/sql"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// records returns all rows of the server's database, by table. It omits the data that a GET request may change: the
// minute in which a key was last used, and the audit entries for reading secrets.
func records(s *lecterntest.Server) map[string]string {
	s.T.Helper()
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(s.Data, "lectern.db")+"?_query_only=1")
	if err != nil {
		s.T.Fatal(err)
	}
	defer db.Close()
	all := map[string]string{}
	for _, row := range lecterntest.QueryRows(s, db, `SELECT name FROM sqlite_master WHERE type = 'table'`) {
		table, columns, which := row["name"].(string), "*", ""
		switch {
		case table == "river_job":
			columns = "id, kind, args" // without the state of a job, which changes by itself
		case table == "audit":
			which = " WHERE action NOT IN ('get-backup', 'get-webhook-secret')"
		case table == "clock", strings.HasPrefix(table, "river_"):
			continue // the rows of these tables change without requests
		}
		for _, record := range lecterntest.QueryRows(s, db, `SELECT `+columns+` FROM "`+table+`"`+which) {
			delete(record, "last_used_at")
			delete(record, "counter") // the counter of changes, which also counts changes of the omitted rows
			all[table] += fmt.Sprintf("%v\n", record)
		}
	}
	return all
}

// TestGetChangesNothing sends a GET request for every resource, and checks that the database is unchanged.
//
// SECURITY.md, promise 33 (clean exit and safe GET)
func TestGetChangesNothing(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	hooked := s.PostWithWebhook("b.pdf", lecterntest.Sample(t, "sample.pdf"), lecterntest.NewReceiver(t, nil).Server.URL)
	doc := s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf"))
	s.Wait(doc.ID)
	told := s.Deliveries(hooked, func(found []lecterntest.Delivery) bool {
		return lecterntest.AllDelivered(found) && strings.Contains(found[len(found)-1].Body, "document.ready")
	})
	made, base := s.CreateSession("documentId=" + doc.ID + "&maxViews=3&notify=true")
	_, plain := s.CreateSession("documentId=" + doc.ID)
	before := records(s)
	getAll(s, doc.ID, told[0].ID, base[strings.LastIndexByte(base, '/')+1:])
	for _, session := range []string{base, plain} {
		for _, path := range append(resources, "/view") {
			s.CallWithoutKey(http.MethodGet, session+path, "")
		}
	}
	s.CallWithoutKey(http.MethodGet, made["viewerURL"].(string), "")
	unchanged(s, before)
}

// TestGetCreatesNothing sends every GET request to an empty server, and checks that nothing is created.
//
// SECURITY.md, promise 33 (clean exit and safe GET)
func TestGetCreatesNothing(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	lecterntest.Eventually(t, "the first content check to end", func() bool { return records(s)["content_check"] != "" })
	before := records(s)
	getAll(s, "none")
	unchanged(s, before)
}

// getAll sends a GET request to every path of the API. It uses each of the ids in every path that contains an id.
func getAll(s *lecterntest.Server, ids ...string) {
	s.T.Helper()
	for _, operation := range slices.Sorted(maps.Keys(s.Operations())) {
		method, path, _ := strings.Cut(operation, " ")
		if method != http.MethodGet || strings.HasSuffix(path, "/events") || strings.HasSuffix(path, "/changes") ||
			strings.HasSuffix(path, "/stream") { // streams do not end
			continue
		}
		for _, id := range ids {
			s.Call(http.MethodGet, s.URL+strings.NewReplacer("{id}", id, "{page}", "1.svg", "{name}", "default").Replace(path)+"?q=a", nil, nil)
		}
	}
}

// unchanged fails the test if the records of the database differ from the earlier records in the argument before.
func unchanged(s *lecterntest.Server, before map[string]string) {
	s.T.Helper()
	after := records(s)
	for table := range after {
		if after[table] != before[table] {
			s.T.Errorf("%s: before\n%s\nafter\n%s", table, before[table], after[table])
		}
	}
	if len(after) == 0 || len(after) < len(before) {
		s.T.Errorf("there are records in %d tables, %d before", len(after), len(before))
	}
}

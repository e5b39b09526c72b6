package api_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// Lists that are usually short are paged as well: the Link header has the URL of the next page.
//
// SECURITY.md, promise 46 (bounded requests)
func TestLongListsHavePages(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	s.Stop()
	const many = 2500
	picture := strings.Repeat("A", 10_000)
	insertMany(t, s, many, func(i int) (string, []any) {
		return `INSERT INTO api_key (id, name, hash, created_at) VALUES (?, ?, ?, ?)`, []any{fmt.Sprintf("k-%05d", i), fmt.Sprint("key ", i),
			fmt.Sprint(i), 1000 + i/100}
	})
	for _, noun := range []string{"profile", "theme"} {
		insertMany(t, s, many, func(i int) (string, []any) {
			return `INSERT INTO viewer_setting (noun, name, updated_at, properties) VALUES (?, ?, 1, ?)`, []any{noun, fmt.Sprintf("%c%05d", 'a'+i%20,
				i), `{"logo":"` + picture + `"}`}
		})
	}
	s = lecterntest.StartIn(t, s.Data, nil)
	for path, want := range map[string]int{"/key": many + 2, "/settings/viewer/profile": many + 1, "/settings/viewer/theme": many + 1} {
		for _, limit := range []string{"", "?limit=1000", "?limit=7", "?limit=1"} {
			seen, sorted := followList(s, path+limit)
			if len(seen) != want || len(slices.Compact(slices.Sorted(slices.Values(seen)))) != want || !sorted {
				t.Errorf("%s%s: %d entries in order %t, want %d", path, limit, len(seen), sorted, want)
			}
		}
	}
	for _, wrong := range []string{"/key?after=x", "/key?limit=1001", "/folder?after=x", "/folder?limit=0", "/settings/viewer/theme?limit=0"} {
		if status, text := s.Call(http.MethodGet, wrong, nil, nil); status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", wrong, status, text)
		}
	}
}

// TestFoldersHavePages reads a long list of folders page by page.
func TestFoldersHavePages(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	for range 5 {
		body, err := json.Marshal(map[string]string{"path": t.TempDir()})
		lecterntest.Check(t, err)
		s.SendJSON(http.StatusOK, http.MethodPost, "/folder", string(body), nil)
	}
	for _, limit := range []string{"", "?limit=1", "?limit=2", "?limit=5"} {
		if seen, _ := followList(s, "/folder"+limit); len(seen) != 5 || len(slices.Compact(slices.Sorted(slices.Values(seen)))) != 5 {
			t.Errorf("%s: %q", limit, seen)
		}
	}
}

// insertMany inserts rows into the database of a stopped server.
func insertMany(t *testing.T, s *lecterntest.Server, many int, row func(i int) (statement string, arguments []any)) {
	t.Helper()
	if lecterntest.DatabaseEnv(t, s.Data) != nil {
		t.Skip("the rows are inserted into SQLite")
	}
	db, err := sql.Open("sqlite3", filepath.Join(s.Data, "lectern.db"))
	lecterntest.Check(t, err)
	defer db.Close()
	tx, err := db.Begin()
	lecterntest.Check(t, err)
	for i := range many {
		statement, arguments := row(i)
		_, err := tx.Exec(statement, arguments...)
		lecterntest.Check(t, err)
	}
	lecterntest.Check(t, tx.Commit())
}

// followList returns the IDs or names of all entries of a list. It reports whether the names were in order and no page
// had more than 1,000 entries.
func followList(s *lecterntest.Server, path string) (seen []string, ordered bool) {
	s.T.Helper()
	ordered = true
	for address := s.APIBase + path; address != ""; {
		r, err := http.NewRequestWithContext(s.T.Context(), http.MethodGet, address, nil)
		if err != nil {
			s.T.Fatal(err)
		}
		r.Header.Set("Authorization", s.Key)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			s.T.Fatal(err)
		}
		var part []struct{ ID, Name, ETag string }
		err = json.NewDecoder(answer.Body).Decode(&part)
		_ = answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK {
			s.T.Fatalf("%s: %s %v", address, answer.Status, err)
		}
		ordered = ordered && len(part) <= 1000
		for _, entry := range part {
			name := entry.ID + entry.Name
			// the first entry is the default profile or theme
			if entry.ETag != "" && len(seen) > 1 && name < seen[len(seen)-1] {
				ordered = false
			}
			seen = append(seen, name)
		}
		address, _, _ = strings.Cut(strings.TrimPrefix(answer.Header.Get("Link"), "<"), ">")
	}
	return seen, ordered
}

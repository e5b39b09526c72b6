package store

import (
	"fmt"
	"maps"
	"path/filepath"
	"testing"

	"lectern/backend/document"
	"lectern/backend/watch"
)

// checkArrivals compares how many files are said to be in each stage with how many there are.
func checkArrivals(t *testing.T, db *DB, folder, after string) {
	t.Helper()
	want := map[watch.Stage]int{}
	err := db.Folders.listArrivals(t.Context(), `WHERE folder_id = ?`, []any{folder}, func(a watch.Arrival) { want[a.Stage]++ })
	if err != nil {
		t.Fatal(err)
	}
	if got, err := db.Folders.CountArrivals(t.Context(), folder); err != nil || !maps.Equal(got, want) {
		t.Errorf("after %s: %v, %v; want %v", after, got, err, want)
	}
}

// The files of a folder are counted as what becomes of them is noted, without looking at them all.
func TestCountOfArrivals(t *testing.T) {
	db := newTest(t)
	f, a := watchedFolder(t, db, watch.DefaultSettings())
	seeArrivals(t, db, f.ID, "b.pdf", "c.pdf")
	checkArrivals(t, db, f.ID, "arrivals")
	if err := postArrival(t, db, "d1", a.ID); err != nil {
		t.Fatal(err)
	}
	checkArrivals(t, db, f.ID, "a post")
	if err := db.Folders.UpdateArrival(t.Context(), a.ID, func(a *watch.Arrival) { a.Stage = watch.Failed }); err != nil {
		t.Fatal(err)
	}
	checkArrivals(t, db, f.ID, "a failure")
	for _, status := range []document.Status{document.Failed, document.Processing} {
		_, err := db.Documents.UpdateDocument(t.Context(), "d1",
			document.Update{Change: func(d *document.Document) error { d.Status = status; return nil }})
		if err != nil {
			t.Fatal(err)
		}
	}
	checkArrivals(t, db, f.ID, "a retry")
	if counts, _ := db.Folders.CountArrivals(t.Context(), f.ID); counts[watch.Taken] != 1 || counts[watch.Waiting] != 2 {
		t.Errorf("they are %v", counts)
	}
	if err := db.Folders.DeleteFolder(t.Context(), f.ID); err != nil {
		t.Fatal(err)
	}
	checkArrivals(t, db, f.ID, "the end of the folder")
	var left int
	if err := db.read.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM arrival_tally`).Scan(&left); err != nil || left > 0 {
		t.Errorf("%d counts are left, %v", left, err)
	}
}

// TestUpgradeCountsArrivals opens a library from before they were counted.
func TestUpgradeCountsArrivals(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lectern.db")
	const version = 22
	raw := openBefore(t, path, version)
	if _, err := raw.Exec(`INSERT INTO folder (id, path, settings, device, created_at) VALUES ('f1', '/inbox', '{}', '', 0)`); err != nil {
		t.Fatal(err)
	}
	for i, stage := range []watch.Stage{watch.Taken, watch.Taken, watch.Failed} {
		_, err := raw.Exec(`INSERT INTO folder_arrival (`+arrivalColumns+`) VALUES (?, ?, ?, '', '', '', 0, 0, 0, 0, 0, '', FALSE, FALSE, FALSE)`,
			"f1", fmt.Sprint(i), stage)
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
	db := openTest(t, path)
	checkArrivals(t, db, "f1", "the upgrade")
	seeArrivals(t, db, "f1", "0", "3")
	checkArrivals(t, db, "f1", "a change")
}

package store

import (
	"fmt"
	"maps"
	"path/filepath"
	"testing"
	"time"

	"lectern/backend/convert/filetype"
	"lectern/backend/document"
	"lectern/backend/watch"
)

// actualCounts is a query that counts documents in their own tables, for comparison with the stored counts (tallies).
const actualCounts = `
	SELECT 'facet' AS kind, CAST(facet AS TEXT) AS name, COUNT(*) AS count FROM document GROUP BY facet
	UNION ALL SELECT 'folder', folder_id, COUNT(*) FROM document WHERE folder_id <> '' AND deleted_at = 0 GROUP BY folder_id
	UNION ALL SELECT 'tag', value, COUNT(*) FROM document, json_each(CASE tags WHEN '' THEN '[]' ELSE tags END) AS tag
		WHERE deleted_at = 0 GROUP BY value
	UNION ALL SELECT 'collection', collection_id, COUNT(*) FROM document_collection
		JOIN document ON document.id = document_id WHERE deleted_at = 0 GROUP BY collection_id`

// storedCounts is a query for all stored counts.
const storedCounts = `
	SELECT 'facet' AS kind, CAST(facet AS TEXT) AS name, count FROM facet_tally UNION ALL SELECT kind, name, count FROM tally`

// checkTally fails the test unless the stored counts match the counted rows. The argument after names the preceding
// change.
func checkTally(t *testing.T, db *DB, after string) {
	t.Helper()
	rows, err := db.read.QueryContext(t.Context(), `SELECT kind, name, count
		FROM (SELECT * FROM (`+actualCounts+`) AS c EXCEPT SELECT * FROM (`+storedCounts+`) AS s) AS missing
		UNION ALL SELECT 'stored: ' || kind, name, count
		FROM (SELECT * FROM (`+storedCounts+`) AS s EXCEPT SELECT * FROM (`+actualCounts+`) AS c) AS more`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var kind, name string
		var count int
		if err := rows.Scan(&kind, &name, &count); err != nil {
			t.Fatal(err)
		}
		t.Errorf("after %s: %s %s %d", after, kind, name, count)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

// TestTalliesMatchTheTables checks the tallies after every kind of change that affects them.
func TestTalliesMatchTheTables(t *testing.T) {
	db := newTest(t)
	var docs []document.Document
	for i := range 6 {
		d := testDocument(fmt.Sprint("d", i), time.UnixMilli(int64(i)))
		d.Tags, d.FolderID = []string{"all", fmt.Sprint("tag", i%2), "7", fmt.Sprint("only", i)}, fmt.Sprint("folder", i%2)
		docs = append(docs, d)
	}
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: docs}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.write.ExecContext(t.Context(), `INSERT INTO collection VALUES ('c', 'Case', '', 0);
		INSERT INTO document_collection SELECT 'c', FALSE, id FROM document`); err != nil {
		t.Fatal(err)
	}
	checkTally(t, db, "posts")
	for name, change := range map[string]func(*document.Document){
		"a type":     func(d *document.Document) { d.Type = filetype.Xlsx },
		"a state":    func(d *document.Document) { d.Status = document.Failed },
		"a favorite": func(d *document.Document) { d.Favorite = true },
		"an opening": func(d *document.Document) { d.OpenedAt = time.UnixMilli(1) },
		"other tags": func(d *document.Document) { d.Tags = []string{"all", "new"} },
		"no tags":    func(d *document.Document) { d.Tags = nil },
		"no folder":  func(d *document.Document) { d.FolderID = "" },
	} {
		for _, id := range []string{"d0", "d1"} {
			if _, err := db.Documents.UpdateDocument(t.Context(), id, update(change)); err != nil {
				t.Fatal(err)
			}
		}
		checkTally(t, db, name)
	}
	for _, at := range []time.Time{time.UnixMilli(5), time.UnixMilli(6), {}, time.UnixMilli(7)} {
		for _, id := range []string{"d0", "d2", "d3"} {
			if _, err := db.Documents.UpdateDocument(t.Context(), id, update(func(d *document.Document) { d.DeletedAt = at })); err != nil {
				t.Fatal(err)
			}
		}
		checkTally(t, db, fmt.Sprint("trash at ", at))
	}
	for _, id := range []string{"d0", "d4"} {
		if _, err := db.Documents.DeleteDocument(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	checkTally(t, db, "deletion")
	if _, err := db.write.ExecContext(t.Context(), `DELETE FROM collection`); err != nil {
		t.Fatal(err)
	}
	checkTally(t, db, "deletion of a collection")
}

// TestUpgradeFillsTallies opens a library of a version that had no stored counts (tallies).
func TestUpgradeFillsTallies(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lectern.db")
	const version = 16
	raw := openBeforeMigration(t, path, version)
	for i, tags := range []string{`["red","7"]`, `["red"]`, ""} {
		_, err := raw.Exec(`INSERT INTO document (id, name, status, message, viewable, page_count, created_at, original_url, download_filename,
			original_saved, webhook_url, original, type, pdf, revision, version, tags) VALUES (?, '', 'ready', '', TRUE, 1, 0, '', '', TRUE,
				'', '', 'docx', '', 1, 1, ?)`,
			fmt.Sprint("d", i), tags)
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
	db := openTest(t, path)
	checkTally(t, db, "the upgrade")
	docs, total, err := db.Documents.ListWindow(t.Context(), document.Query{Tags: []string{"red"}, Family: document.FamilyText, Limit: 9})
	if err != nil || total != 2 || len(docs) != 2 {
		t.Errorf("%d of %d, %v", len(docs), total, err)
	}
	if _, err := db.Documents.UpdateDocument(t.Context(), "d0", update(func(d *document.Document) { d.Tags = nil })); err != nil {
		t.Fatal(err)
	}
	checkTally(t, db, "a change")
}

// checkArrivals compares the stored number of files in each stage with the actual number.
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

// The numbers of a folder's files by stage are updated with each change, without counting all files.
func TestCountOfArrivals(t *testing.T) {
	db := newTest(t)
	f, a := watchedFolder(t, db, watch.DefaultSettings())
	addArrivals(t, db, f.ID, "b.pdf", "c.pdf")
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

// TestUpgradeCountsArrivals opens a library of a version that did not store how many files a watched folder has in each
// stage.
func TestUpgradeCountsArrivals(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lectern.db")
	const version = 22
	raw := openBeforeMigration(t, path, version)
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
	addArrivals(t, db, "f1", "0", "3")
	checkArrivals(t, db, "f1", "a change")
}

package store

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"lectern/backend/document"
	"lectern/backend/internal/fault"
	"lectern/backend/watch"
)

// watchedFolder returns a watched folder with one file that waits to be imported.
func watchedFolder(t *testing.T, db *DB, settings watch.Settings) (f watch.Folder, a watch.Arrival) {
	t.Helper()
	f = watch.Folder{ID: "f1", Path: "/inbox", Settings: settings, CreatedAt: time.Now()}
	if err := db.Folders.CreateFolder(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	addArrivals(t, db, f.ID, "a.pdf")
	found, err := db.Folders.FindArrivals(t.Context(), f.ID, []string{"a.pdf", "b.pdf"})
	if err != nil || len(found) != 1 {
		t.Fatalf("found are %+v, %v", found, err)
	}
	return f, found["a.pdf"]
}

func addArrivals(t *testing.T, db *DB, folder string, paths ...string) {
	t.Helper()
	err := db.Folders.UpdateArrivals(t.Context(), folder, paths, func(a *watch.Arrival) bool {
		a.Stage, a.SeenAt = watch.Waiting, time.Now()
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
}

func postArrival(t *testing.T, db *DB, id string, arrival int64) error {
	t.Helper()
	now := time.Now()
	_, err := db.Documents.CreateDocuments(t.Context(), document.Post{ArrivalID: arrival, Documents: []document.Document{{
		ID: id, Name: "a.pdf", Status: document.Processing, CreatedAt: now, PostedAt: now, Original: "key", FolderID: "f1", Attempt: 1,
		Revision: 1}}})
	return err
}

// Recording a file as imported also creates its document, which is added to the folder's collection. If the file is no
// longer waiting, no document is created.
func TestImportCreatesItsDocument(t *testing.T) {
	db := newTest(t)
	if _, err := db.write.ExecContext(t.Context(),
		`INSERT INTO collection (id, name, color, created_at) VALUES ('c1', 'Post', '', 0)`); err != nil {
		t.Fatal(err)
	}
	settings := watch.DefaultSettings()
	settings.Collection = "c1"
	f, a := watchedFolder(t, db, settings)
	if err := postArrival(t, db, "d1", a.ID); err != nil {
		t.Fatal(err)
	}
	taken, err := db.Folders.FindArrival(t.Context(), f.ID, a.ID)
	if err != nil || taken.Stage != watch.Taken || taken.DocumentID != "d1" || taken.Content != "key" || !taken.Pending {
		t.Errorf("the file is %+v, %v", taken, err)
	}
	if doc, err := db.Documents.FindDocument(t.Context(), "d1"); err != nil || !slices.Equal(doc.Collections, []string{"c1"}) {
		t.Errorf("it is in the collections %q, %v", doc.Collections, err)
	}
	// A document that the user removed from the collection is not added again by its new versions.
	if _, err := db.Documents.ChangeCollection(t.Context(), "c1", []string{"d1"}, false); err != nil {
		t.Fatal(err)
	}
	replaced, err := db.Documents.UpdateDocument(t.Context(), "d1", document.Update{ArrivalID: a.ID,
		Change: func(d *document.Document) error { d.Original = "next"; return nil }})
	if err != nil || replaced.Original != "next" {
		t.Errorf("the new version is %+v, %v", replaced, err)
	}
	if doc, err := db.Documents.FindDocument(t.Context(), "d1"); err != nil || len(doc.Collections) > 0 {
		t.Errorf("the new version is in the collections %q, %v", doc.Collections, err)
	}
	if err := postArrival(t, db, "d2", a.ID+1); !fault.Is(err, fault.Conflict) {
		t.Errorf("a file that nobody waits for: %v", err)
	}
	if _, err := db.Documents.FindDocument(t.Context(), "d2"); !fault.Is(err, fault.NotFound) {
		t.Errorf("it is a document: %v", err)
	}
}

// A file whose document has failed is listed among the files whose conversion has ended, and a retry of the conversion
// is recorded.
func TestEndedArrivals(t *testing.T) {
	db := newTest(t)
	f, a := watchedFolder(t, db, watch.DefaultSettings())
	if err := postArrival(t, db, "d1", a.ID); err != nil {
		t.Fatal(err)
	}
	expect := func(when string, want int) {
		t.Helper()
		if ended, err := db.Folders.ListEnded(t.Context(), f.ID, 0, 10); err != nil || len(ended) != want {
			t.Errorf("%s: ended are %+v, %v", when, ended, err)
		}
	}
	set := func(status document.Status) {
		t.Helper()
		_, err := db.Documents.UpdateDocument(t.Context(), "d1",
			document.Update{Change: func(d *document.Document) error { d.Status = status; return nil }})
		if err != nil {
			t.Fatal(err)
		}
	}
	expect("while it is processed", 0)
	set(document.Failed)
	expect("when it has failed", 1)
	if err := db.Folders.UpdateArrival(t.Context(), a.ID, func(a *watch.Arrival) { a.Stage, a.Pending = watch.Failed, false }); err != nil {
		t.Fatal(err)
	}
	expect("when that is settled", 0)
	set(document.Processing)
	set(document.Ready)
	expect("when it was tried again", 1)
	if a, err := db.Folders.FindArrival(t.Context(), f.ID, a.ID); err != nil || a.Stage != watch.Taken {
		t.Errorf("then it is %+v, %v", a, err)
	}
}

// Records of files that were removed long ago are deleted. All records are deleted with their folder, however many
// there are.
func TestOldArrivalsAreDeleted(t *testing.T) {
	db := newTest(t)
	f, a := watchedFolder(t, db, watch.DefaultSettings())
	if err := postArrival(t, db, "d1", a.ID); err != nil {
		t.Fatal(err)
	}
	for i := range pruneBatch + 1 {
		addArrivals(t, db, f.ID, fmt.Sprintf("%d.pdf", i))
	}
	now := time.Now()
	err := db.Folders.UpdateArrivals(t.Context(), f.ID, []string{"1.pdf", "2.pdf"}, func(a *watch.Arrival) bool {
		a.GoneAt = now.Add(-time.Hour)
		return a.Path == "1.pdf"
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Folders.PruneArrivals(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	present := 0
	err = db.Folders.VisitPresent(t.Context(), f.ID, func(string) error { present++; return nil })
	if counts, _ := db.Folders.CountArrivals(t.Context(), f.ID); err != nil || present != pruneBatch+1 || counts[watch.Waiting] != pruneBatch {
		t.Errorf("%d are present, %v, %v", present, counts, err)
	}
	if err := db.Folders.DeleteFolder(t.Context(), f.ID); err != nil {
		t.Fatal(err)
	}
	if doc, err := db.Documents.FindDocument(t.Context(), "d1"); err != nil || doc.FolderID != "" {
		t.Errorf("the document is %+v, %v", doc, err)
	}
	if err := db.Folders.DeleteFolder(t.Context(), f.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("a second time: %v", err)
	}
}

// A folder whose deletion is interrupted counts as deleted: it is not watched, its path can be used again, and its
// files are not imported. The remaining records are deleted later.
func TestBrokenOffDeletionOfAFolder(t *testing.T) {
	onSQLite(t)
	db := newTest(t)
	f, a := watchedFolder(t, db, watch.DefaultSettings())
	if _, err := db.write.ExecContext(t.Context(),
		`CREATE TRIGGER broken BEFORE DELETE ON folder_arrival BEGIN SELECT RAISE(ABORT, 'broken'); END`); err != nil {
		t.Fatal(err)
	}
	if err := db.Folders.DeleteFolder(t.Context(), f.ID); err != nil {
		t.Fatal(err)
	}
	if all, err := db.Folders.ListFolders(t.Context()); err != nil || len(all) > 0 {
		t.Errorf("the folders are %+v, %v", all, err)
	}
	if err := postArrival(t, db, "d1", a.ID); !fault.Is(err, fault.Conflict) {
		t.Errorf("a file of it: %v", err)
	}
	if err := db.Folders.DeleteFolder(t.Context(), f.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("a second time: %v", err)
	}
	next := watch.Folder{ID: "f2", Path: f.Path, Settings: f.Settings, CreatedAt: time.Now()}
	if err := db.Folders.CreateFolder(t.Context(), next); err != nil {
		t.Errorf("in its place: %v", err)
	}
	if _, err := db.write.ExecContext(t.Context(), `DROP TRIGGER broken`); err != nil {
		t.Fatal(err)
	}
	if err := db.Folders.ForgetFolders(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Folders.FindArrival(t.Context(), f.ID, a.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("its file: %v", err)
	}
	var left int
	if err := db.read.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM folder`).Scan(&left); err != nil || left != 1 {
		t.Errorf("%d folders are left, %v", left, err)
	}
}

// TestSourceOfADocument checks the source path of a document whose file is renamed and moved, even if the path is not
// valid UTF-8.
func TestSourceOfADocument(t *testing.T) {
	db := newTest(t)
	f, a := watchedFolder(t, db, watch.DefaultSettings())
	if err := postArrival(t, db, "d1", a.ID); err != nil {
		t.Fatal(err)
	}
	become := func(path string, stage watch.Stage) {
		t.Helper()
		err := db.Folders.UpdateArrivals(t.Context(), f.ID, []string{path}, func(a *watch.Arrival) bool {
			a.Stage, a.DocumentID, a.SeenAt = stage, "d1", time.Now()
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	expect := func(want string) {
		t.Helper()
		if doc, err := db.Documents.FindDocument(t.Context(), "d1"); err != nil || doc.SourcePath != want {
			t.Errorf("it is %q, %v; want %q", doc.SourcePath, err, want)
		}
	}
	become("below/b.pdf", watch.Taken)
	expect("/inbox/below/b.pdf")
	become("c.pdf", watch.Duplicate)
	expect("/inbox/below/b.pdf")
	found, err := db.Folders.FindArrivals(t.Context(), f.ID, []string{"below/b.pdf"})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Folders.UpdateArrival(t.Context(), found["below/b.pdf"].ID, func(a *watch.Arrival) { a.Moved, a.Target = true, "/done/b.pdf" })
	if err != nil {
		t.Fatal(err)
	}
	expect("/done/b.pdf")
}

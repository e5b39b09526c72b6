package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"testing"
	"time"

	"lectern/backend/collection"
	"lectern/backend/document"
	"lectern/backend/event"
	"lectern/backend/store/engine"
	"lectern/backend/task"
	"lectern/backend/webhook"
)

// secondRun runs what fills a transaction twice, as where the disk was full or content was removed the first time.
type secondRun struct{ engine.Engine }

var errFirstRun = errors.New("the first run")

func (e secondRun) Transact(ctx context.Context, lasting bool, do func(*sql.Tx) error) error {
	err := e.Engine.Transact(ctx, lasting, func(tx *sql.Tx) error {
		if err := do(tx); err != nil {
			return err
		}
		return errFirstRun
	})
	if !errors.Is(err, errFirstRun) {
		return err
	}
	return e.Engine.Transact(ctx, lasting, do)
}

// TestASecondRunAddsNothing has transactions run twice: their results have nothing of the first run.
//
// promise 57
func TestASecondRunAddsNothing(t *testing.T) {
	db := newTest(t)
	now := time.Now().UTC()
	var docs []document.Document
	for _, id := range []string{"a", "b"} {
		docs = append(docs, testDocument(id, now))
	}
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: docs}); err != nil {
		t.Fatal(err)
	}
	if err := db.Collections.CreateCollection(t.Context(), collection.Collection{ID: "c", Name: "c"}); err != nil {
		t.Fatal(err)
	}
	tell(t, db, "b", "http://a.example/", now, event.Ready)
	newTask(t, db, "t")
	saveRows(t, db, "t", rowOf(1, task.RowDone, "content"))
	db.engine = secondRun{db.engine}
	pass := func(*document.Document) error { return nil }
	results := func(o document.Outcome, err error) ([]string, error) {
		return append(o.Changed, refusedIDs(o.Refused)...), err
	}
	for _, test := range []struct {
		name string
		run  func() ([]string, error)
		want []string
	}{
		{"update", func() ([]string, error) {
			return results(db.Documents.UpdateDocuments(t.Context(), []string{"a", "missing"},
				func(d *document.Document) error { d.DeletedAt = now; return nil }))
		}, []string{"a", "missing"}},
		{"collect", func() ([]string, error) {
			return results(db.Documents.CollectDocuments(t.Context(), "c", []string{"b", "missing"}, true))
		}, []string{"b", "missing"}},
		{"delete", func() (ids []string, err error) {
			deleted, refused, err := db.Documents.DeleteDocuments(t.Context(), []string{"a", "missing"}, pass)
			for _, d := range deleted {
				ids = append(ids, d.ID)
			}
			return append(ids, refusedIDs(refused)...), err
		}, []string{"a", "missing"}},
		{"forget content", func() ([]string, error) { return db.Contents.ForgetContent(t.Context(), "k") }, []string{"k"}},
		{"drop results", func() ([]string, error) { return db.Tasks.DropRowResults(t.Context(), "t") }, []string{"content"}},
		{"take deliveries", func() (documents []string, err error) {
			taken, err := db.Webhooks.TakeDue(t.Context(), later(), webhook.Room{Free: 5, PerHost: 5})
			for _, d := range taken {
				documents = append(documents, d.DocumentID)
			}
			return documents, err
		}, []string{"a", "b"}},
	} {
		if got, err := test.run(); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, %v", test.name, got, err)
		}
	}
}

func refusedIDs(refused []document.Refusal) (ids []string) {
	for _, r := range refused {
		ids = append(ids, r.ID)
	}
	return ids
}

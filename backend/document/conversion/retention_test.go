package conversion_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"gocloud.dev/blob/fileblob"

	"lectern/backend/document"
	"lectern/backend/document/content"
	"lectern/backend/internal/fault"
)

func TestRetention(t *testing.T) {
	l := openLibrary(t)
	old := l.post("old.pdf", "%PDF-1.7 old", document.Options{})
	same := l.post("same.pdf", "%PDF-1.7 old", document.Options{})
	young := l.post("young.pdf", "%PDF-1.7 young", document.Options{})
	for _, doc := range []document.Document{old, same, young} {
		l.wait(doc.ID)
	}
	l.backdate(old.ID, 2*time.Second)
	l.backdate(same.ID, time.Second)
	for _, step := range []struct {
		name string
		keep document.Retention
		left []document.Document
	}{
		{"for ever", document.Retention{}, []document.Document{old, same, young}},
		{"for an hour", document.Retention{Age: time.Hour}, []document.Document{old, same, young}},
		{"as much as there is", document.Retention{Bytes: 12 + 12 + 14}, []document.Document{old, same, young}},
		{"a byte less", document.Retention{Bytes: 12 + 12 + 13}, []document.Document{same, young}},
		{"the young one", document.Retention{Bytes: 14}, []document.Document{young}},
		{"for a moment", document.Retention{Age: 1}, nil},
	} {
		check(t, l.service.ApplyRetention(t.Context(), step.keep))
		left := 0
		for _, doc := range []document.Document{old, same, young} {
			if _, err := l.service.Find(t.Context(), doc.ID); err == nil {
				left++
			} else if !fault.Is(err, fault.NotFound) {
				t.Error(err)
			}
		}
		for _, doc := range step.left {
			if _, err := l.service.Find(t.Context(), doc.ID); err != nil {
				t.Errorf("kept %s: %s: %v", step.name, doc.Name, err)
			}
		}
		if left != len(step.left) {
			t.Errorf("kept %s: %d documents are left", step.name, left)
		}
	}
	if n := l.files(); n != 0 {
		t.Errorf("%d files are left", n)
	}
}

// backdate moves the time of a post into the past, because two documents may be posted within one millisecond.
func (l *library) backdate(id string, by time.Duration) {
	l.t.Helper()
	_, err := l.store.Documents.UpdateDocument(l.t.Context(), id, document.Update{Change: func(d *document.Document) error {
		d.PostedAt = d.PostedAt.Add(-by)
		return nil
	}})
	check(l.t, err)
}

// TestRetentionCountsFromTheVersion checks that the age of a replaced document counts from its current version.
func TestRetentionCountsFromTheVersion(t *testing.T) {
	l := openLibrary(t)
	replaced, other := l.post("a.pdf", "%PDF-1.7 a", document.Options{}), l.post("b.pdf", "%PDF-1.7 b", document.Options{})
	l.wait(replaced.ID)
	l.wait(other.ID)
	upload, err := l.service.Receive(t.Context(), "c.pdf", strings.NewReader("%PDF-1.7 c"))
	check(t, err)
	_, err = l.service.Replace(t.Context(), replaced.ID, upload, document.Options{})
	check(t, err)
	l.wait(replaced.ID)
	check(t, l.service.ApplyRetention(t.Context(), document.Retention{Bytes: 10}))
	if _, err := l.service.Find(t.Context(), replaced.ID); err != nil {
		t.Errorf("the newest version is gone: %v", err)
	}
	if _, err := l.service.Find(t.Context(), other.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("the older document: %v", err)
	}
}

// TestRetentionOfUnknownSizes checks that documents without a recorded size, which older versions stored, are not
// deleted: it is not known how much space that would free.
func TestRetentionOfUnknownSizes(t *testing.T) {
	l := openLibrary(t)
	old, young := l.post("a.pdf", "%PDF-1.7 a", document.Options{}), l.post("b.pdf", "%PDF-1.7 b", document.Options{})
	l.wait(old.ID)
	l.wait(young.ID)
	_, err := l.store.Documents.UpdateDocument(t.Context(), old.ID, document.Update{
		Change: func(d *document.Document) error { d.Size = 0; return nil },
	})
	check(t, err)
	check(t, l.service.ApplyRetention(t.Context(), document.Retention{Bytes: 9}))
	if _, err := l.service.Find(t.Context(), old.ID); err != nil {
		t.Error(err)
	}
	if _, err := l.service.Find(t.Context(), young.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("the other one: %v", err)
	}
}

// TestRetentionKeepsProcessingDocuments checks that a document that is being processed is not deleted.
func TestRetentionKeepsProcessingDocuments(t *testing.T) {
	l := openLibrary(t)
	check(t, l.stop())
	doc := l.post("a.pdf", "%PDF-1.7", document.Options{})
	check(t, l.service.ApplyRetention(t.Context(), document.Retention{Age: 1, Bytes: 1}))
	if _, err := l.service.Find(t.Context(), doc.ID); err != nil {
		t.Error(err)
	}
}

// TestTrashIsEmptied checks that documents are deleted after the configured time in the trash.
func TestTrashIsEmptied(t *testing.T) {
	l := openLibrary(t)
	posted := map[string]string{}
	for _, name := range []string{"old", "young", "kept"} {
		doc := l.post(name+".pdf", "%PDF-1.7 "+name, document.Options{})
		l.wait(doc.ID)
		posted[name] = doc.ID
	}
	_, err := l.service.Batch(t.Context(), document.Batch{Action: document.Trash, IDs: []string{posted["old"], posted["young"]}})
	check(t, err)
	_, err = l.store.Documents.UpdateDocument(t.Context(), posted["old"], document.Update{Change: func(d *document.Document) error {
		d.DeletedAt = d.DeletedAt.Add(-48 * time.Hour)
		return nil
	}})
	check(t, err)
	check(t, l.service.EmptyTrash(t.Context(), time.Now().Add(-24*time.Hour)))
	for name, gone := range map[string]bool{"old": true, "young": false, "kept": false} {
		if _, err := l.service.Find(t.Context(), posted[name]); fault.Is(err, fault.NotFound) != gone {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := l.files(); n != 2 {
		t.Errorf("%d files are left", n)
	}
}

// restoring is a store in which a document is restored as soon as it has been listed.
type restoring struct {
	document.Store
	id string
}

func (r restoring) ListDocuments(ctx context.Context, q document.Query, visit func(document.Document) error) error {
	err := r.Store.ListDocuments(ctx, q, visit)
	if err == nil {
		_, err = r.UpdateDocument(ctx, r.id, document.Update{Change: func(d *document.Document) error {
			d.DeletedAt = time.Time{}
			return nil
		}})
	}
	return err
}

// TestRestoredMeanwhile restores a document while the trash is emptied, automatically or by a batch. The document must
// not be deleted.
func TestRestoredMeanwhile(t *testing.T) {
	for name, empty := range map[string]func(*document.Service) error{
		"emptied": func(s *document.Service) error { return s.EmptyTrash(t.Context(), time.Now().Add(time.Hour)) },
		"batch": func(s *document.Service) error {
			ids, err := s.ListIDs(t.Context(), document.Query{Place: document.InTrash})
			check(t, err)
			outcome, err := s.Batch(t.Context(), document.Batch{Action: document.Delete, IDs: ids, InTrash: true})
			if len(outcome.Changed) != 1 || len(outcome.Refused) != 1 || !fault.Is(outcome.Refused[0].Err, fault.Conflict) {
				t.Errorf("the batch: %+v", outcome)
			}
			return err
		},
	} {
		l := openLibrary(t)
		trashed, restored := l.post("a.pdf", "%PDF-1.7 a", document.Options{}), l.post("b.pdf", "%PDF-1.7 b", document.Options{})
		l.wait(trashed.ID)
		l.wait(restored.ID)
		_, err := l.service.Batch(t.Context(), document.Batch{Action: document.Trash, IDs: []string{trashed.ID, restored.ID}})
		check(t, err)
		bucket, err := fileblob.OpenBucket(l.content(), &fileblob.Options{NoTempDir: true, Metadata: fileblob.MetadataDontWrite})
		check(t, err)
		check(t, empty(document.New(document.Config{
			Store: restoring{l.store.Documents, restored.ID},
			Content: content.New(content.Config{Bucket: bucket, TempDir: t.TempDir(), Records: l.store.Documents,
				Log: slog.New(slog.DiscardHandler)}),
			OnChange: func(string) {}, Log: slog.New(slog.DiscardHandler),
		})))
		check(t, bucket.Close())
		if _, err := l.service.Find(t.Context(), restored.ID); err != nil {
			t.Errorf("%s: the restored document: %v", name, err)
		}
		if _, err := l.service.Find(t.Context(), trashed.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("%s: the other one: %v", name, err)
		}
	}
}

package conversion_test

import (
	"context"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"gocloud.dev/blob/fileblob"

	"lectern/backend/document"
	"lectern/backend/document/content"
	"lectern/backend/document/conversion"
	"lectern/backend/document/pages"
	"lectern/backend/document/report"
	"lectern/backend/internal/outbound"
	"lectern/backend/internal/seal"
	"lectern/backend/store"
)

// library is a service with a real database and real files. The converters are fakes, because tests must make them hang
// and fail. backend/cmd/lectern/test tests the built program.
type library struct {
	t         *testing.T
	service   *document.Service
	stored    *content.Store
	cleaner   *content.Cleaner
	checker   *content.Checker
	pages     *pages.Cache
	reports   *report.Reports
	worker    *conversion.Worker
	store     *store.DB
	converter *fakeConverter
	looker    *fakeInspector
	renderer  *fakeRenderer
	data      string       // folder of the database and the content
	stop      func() error // waits for running jobs and starts no others

	mu   sync.Mutex
	told map[string][]document.Progress // progress of documents at each of their changes
}

// asideFolder returns the folder for files that no record refers to.
func (l *library) asideFolder() string { return filepath.Join(l.data, "set-aside") }

func openLibrary(t *testing.T) *library {
	t.Helper()
	return openLogged(t, slog.New(slog.DiscardHandler))
}

// openLogged opens a library with a logger.
func openLogged(t *testing.T, log *slog.Logger) *library {
	t.Helper()
	ctx := t.Context()
	l := &library{t: t, data: t.TempDir(), converter: &fakeConverter{version: "Fake Office 1"}, looker: &fakeInspector{},
		renderer: &fakeRenderer{}}
	var err error
	l.store, err = store.Open(ctx, filepath.Join(l.data, "lectern.db"), log)
	check(t, err)
	check(t, os.Mkdir(l.content(), 0o700))
	bucket, err := fileblob.OpenBucket(l.content(), &fileblob.Options{NoTempDir: true, Metadata: fileblob.MetadataDontWrite})
	check(t, err)
	l.stored = content.New(content.Config{Bucket: bucket, TempDir: t.TempDir(), Records: l.store.Documents, Log: log,
		SetAside: content.NewSetAside(l.content(), l.asideFolder())})
	l.cleaner, l.checker = content.NewCleaner(l.stored), content.NewChecker(l.stored, l.store.Documents)
	l.pages, err = pages.New(pages.Config{Renderer: l.renderer, Content: l.stored, DrawsPerReader: 2, MaxBytes: 1 << 20})
	check(t, err)
	client, err := outbound.New(outbound.Config{Allow: []string{"127.0.0.1"}, Timeout: time.Minute, MaxBytes: 1 << 20})
	check(t, err)
	sealer := seal.New(seal.NewKey())
	l.service = document.New(document.Config{
		Store: l.store.Documents, Content: l.stored, Client: client,
		Sealer: sealer,
		Limits: document.Limits{Upload: 1 << 20, Time: time.Minute}, OnChange: l.recordProgress, Log: log,
	})
	l.reports = report.New(report.Config{Store: l.store.Documents, Content: l.stored, Pages: l.pages, Inspector: l.looker,
		Pictures: l.renderer, Log: log})
	l.worker = conversion.New(conversion.Config{Documents: l.service, Store: l.store.Documents, Content: l.stored, Pages: l.pages,
		Converter: l.converter, Renderer: l.renderer, Client: client, Sealer: sealer, Log: log})
	workers := river.NewWorkers()
	l.worker.Register(workers)
	jobs, err := l.store.Work(ctx, workers, map[string]river.QueueConfig{
		document.QuickQueue: {MaxWorkers: 4}, document.OfficeQueue: {MaxWorkers: 4}, document.OfficeLongQueue: {MaxWorkers: 4},
		document.PDFQueue: {MaxWorkers: 4}, document.PDFLongQueue: {MaxWorkers: 4},
	}, time.Hour)
	check(t, err)
	l.stop = sync.OnceValue(func() error { return jobs.Stop(context.Background()) })
	t.Cleanup(func() {
		check(t, l.stop())
		check(t, bucket.Close())
		check(t, l.store.Close())
	})
	return l
}

// recordProgress records the current progress of a document. It is called when the document has changed.
func (l *library) recordProgress(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.told == nil {
		l.told = make(map[string][]document.Progress)
	}
	l.told[id] = append(l.told[id], l.service.Progress(&document.Document{ID: id, Attempt: 1}))
}

func (l *library) content() string { return filepath.Join(l.data, "content") }

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// post adds a file to the library.
func (l *library) post(name, content string, options document.Options) document.Document {
	l.t.Helper()
	upload, err := l.service.Receive(l.t.Context(), name, strings.NewReader(content))
	check(l.t, err)
	docs, _, err := l.service.PostUploads(l.t.Context(), []document.Upload{upload}, options)
	check(l.t, err)
	return docs[0]
}

// wait waits until a document is processed and returns it.
func (l *library) wait(id string) document.Document {
	l.t.Helper()
	return l.await(id, func(d document.Document) bool { return d.Status != document.Processing })
}

func (l *library) await(id string, reached func(document.Document) bool) document.Document {
	l.t.Helper()
	ctx, cancel := context.WithTimeout(l.t.Context(), time.Minute)
	defer cancel()
	doc, err := l.service.Await(ctx, id, reached)
	check(l.t, err)
	if !reached(doc) {
		l.t.Fatalf("the document does not get there: %+v", doc)
	}
	return doc
}

// wantReady waits until a document is processed, and fails the test unless it is ready with the given number of pages.
func (l *library) wantReady(id string, pages int) document.Document {
	l.t.Helper()
	doc := l.wait(id)
	if doc.Status != document.Ready || !doc.Viewable || doc.PageCount != pages || doc.Message != "" || doc.Reason != "" {
		l.t.Errorf("document is %+v, want it ready with %d pages", doc, pages)
	}
	return doc
}

// wantFailed waits until a document is processed, and fails the test unless it has failed with a message that contains
// the given text.
func (l *library) wantFailed(id, message string) document.Document {
	l.t.Helper()
	doc := l.wait(id)
	if doc.Status != document.Failed || !strings.Contains(doc.Message, message) {
		l.t.Errorf("document is %+v, want it failed with %q", doc, message)
	}
	return doc
}

// files returns the number of files in the content folder.
func (l *library) files() (n int) {
	l.t.Helper()
	check(l.t, filepath.WalkDir(l.content(), func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			n++
		}
		return err
	}))
	return n
}

package document_test

import (
	"context"
	"errors"
	"fmt"
	"io"
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

	"lectern/backend/convert"
	"lectern/backend/document"
	"lectern/backend/guard"
	"lectern/backend/seal"
	"lectern/backend/store"
	"lectern/converters/wire"
)

// library is a service over a real database and real files. Only the converters are
// stand-ins, for they must be made to hang and to fail; the built program is tested in
// backend/cmd/lectern.
type library struct {
	t         *testing.T
	service   *document.Service
	pages     *document.Pages
	store     *store.DB
	converter *fakeConverter
	renderer  *fakeRenderer
	data      string // folder of the database and the content
}

func openLibrary(t *testing.T) *library {
	t.Helper()
	ctx, log := t.Context(), slog.New(slog.DiscardHandler)
	l := &library{t: t, data: t.TempDir(), converter: &fakeConverter{version: "Fake Office 1"}, renderer: &fakeRenderer{}}
	var err error
	l.store, err = store.Open(ctx, filepath.Join(l.data, "lectern.db"), log)
	check(t, err)
	check(t, os.Mkdir(l.content(), 0o700))
	bucket, err := fileblob.OpenBucket(l.content(), &fileblob.Options{NoTempDir: true, Metadata: fileblob.MetadataDontWrite})
	check(t, err)
	content := document.NewContent(bucket, t.TempDir())
	l.pages, err = document.NewPages(l.renderer, content, 1<<20)
	check(t, err)
	client, err := guard.New(guard.Config{Allow: []string{"127.0.0.1"}, Timeout: time.Minute, MaxBytes: 1 << 20})
	check(t, err)
	l.service = document.New(document.Parts{
		Store: l.store, Content: content, Pages: l.pages, Converter: l.converter, Client: client,
		Sealer: seal.New(filepath.Join(l.data, "seal.key")),
		Limits: document.Limits{Upload: 1 << 20, Time: time.Minute}, Log: log,
	})
	workers := river.NewWorkers()
	l.service.Register(workers)
	jobs, err := l.store.Work(ctx, workers, map[string]river.QueueConfig{
		document.QuickQueue: {MaxWorkers: 4}, document.OfficeQueue: {MaxWorkers: 4}, document.PDFQueue: {MaxWorkers: 4},
	}, time.Hour)
	check(t, err)
	t.Cleanup(func() {
		check(t, jobs.Stop(context.Background()))
		check(t, bucket.Close())
		check(t, l.store.Close())
	})
	return l
}

func (l *library) content() string { return filepath.Join(l.data, "content") }

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// post takes a file in.
func (l *library) post(name, content string, options document.Options) document.Document {
	l.t.Helper()
	upload, err := l.service.Receive(l.t.Context(), name, strings.NewReader(content))
	check(l.t, err)
	docs, err := l.service.PostUploads(l.t.Context(), []document.Upload{upload}, options)
	check(l.t, err)
	return docs[0]
}

// wait gives the document when it has ended.
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

// wantReady wants the document to have become ready with some pages.
func (l *library) wantReady(id string, pages int) document.Document {
	l.t.Helper()
	doc := l.wait(id)
	if doc.Status != document.Ready || !doc.Viewable || doc.PageCount != pages || doc.Message != "" {
		l.t.Errorf("document is %+v, want it ready with %d pages", doc, pages)
	}
	return doc
}

// wantFailed wants the document to have failed with a message.
func (l *library) wantFailed(id, message string) document.Document {
	l.t.Helper()
	doc := l.wait(id)
	if doc.Status != document.Failed || !strings.Contains(doc.Message, message) {
		l.t.Errorf("document is %+v, want it failed with %q", doc, message)
	}
	return doc
}

// files counts what the content holds.
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

// office gives an Office document with pages of these texts, and pdf a PDF, as the
// stand-ins know them.
func office(pages ...string) string { return `{\rtf1 ` + strings.Join(pages, "\f") + "}" }
func pdf(pages ...string) string    { return "%PDF-fake\n" + strings.Join(pages, "\f") }

// sealedPDF is how an encrypted PDF begins, as the stand-ins know them.
const sealedPDF = "%PDF-sealed "

// lockedPDF gives a PDF that a password opens.
func lockedPDF(password string, pages ...string) string {
	return sealedPDF + password + "\n" + pdf(pages...)
}

// fakeConverter makes a PDF of the stand-in's kind.
type fakeConverter struct {
	version string
	// before is called with each order, and says how it fails; nil lets all succeed.
	before func(convert.Order) error
	report convert.Report // of each conversion; the engine is the version where it is empty

	mu     sync.Mutex
	orders int
}

func (c *fakeConverter) Version() string { return c.version }

func (c *fakeConverter) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.orders
}

func (c *fakeConverter) Convert(ctx context.Context, order convert.Order, on func(convert.Stage, *os.File) error) (convert.Report, error) {
	c.mu.Lock()
	c.orders++
	c.mu.Unlock()
	report := c.report
	if report.Engine == "" {
		report.Engine = c.version
	}
	if c.before != nil {
		if err := c.before(order); err != nil {
			return report, err
		}
	}
	in, err := io.ReadAll(order.In)
	if err != nil {
		return report, err
	}
	pages := strings.Split(strings.TrimSuffix(strings.TrimPrefix(string(in), `{\rtf1 `), "}"), "\f")
	if len(pages) > 1 {
		if err := give(on, convert.FirstPage, pages[:1]); err != nil {
			return report, err
		}
	}
	return report, give(on, convert.Whole, pages)
}

func give(on func(convert.Stage, *os.File) error, stage convert.Stage, pages []string) error {
	f, err := os.CreateTemp("", "")
	if err != nil {
		return err
	}
	defer f.Close()
	defer os.Remove(f.Name())
	if _, err := f.WriteString(pdf(pages...)); err != nil {
		return err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return on(stage, f)
}

// fakeRenderer reads PDFs of the stand-in's kind: pages of text.
type fakeRenderer struct {
	// before is called with each request, and says how it fails; nil lets all succeed.
	before func(op string, page int) error

	mu    sync.Mutex
	calls map[string]int
}

func (r *fakeRenderer) Version() string { return "Fake PDF 1" }

func (r *fakeRenderer) count(op string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.calls[op]
}

func (r *fakeRenderer) read(ctx context.Context, src convert.Source, op string, page int) ([]string, error) {
	r.mu.Lock()
	if r.calls == nil {
		r.calls = map[string]int{}
	}
	r.calls[op]++
	r.mu.Unlock()
	if r.before != nil {
		if err := r.before(op, page); err != nil {
			return nil, err
		}
	}
	f, err := src.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if strings.HasPrefix(string(text), sealedPDF) {
		return nil, &convert.Error{Reason: convert.ReasonProtected}
	}
	pages := strings.Split(strings.TrimPrefix(string(text), "%PDF-fake\n"), "\f")
	if err == nil && page > len(pages) {
		err = &convert.Error{Reason: convert.ReasonNoPage}
	}
	return pages, err
}

func (r *fakeRenderer) Info(ctx context.Context, src convert.Source) (wire.Info, error) {
	pages, err := r.read(ctx, src, "info", 1)
	var info wire.Info
	for range pages {
		info.AddPage(595.28, 841.89)
	}
	return info, err
}

func (r *fakeRenderer) Texts(ctx context.Context, src convert.Source, first, count int) ([]string, error) {
	pages, err := r.read(ctx, src, "texts", first)
	if err != nil {
		return nil, err
	}
	return pages[first-1 : min(first-1+count, len(pages))], nil
}

// Decrypt opens what [lockedPDF] made.
func (r *fakeRenderer) Decrypt(ctx context.Context, src convert.Source, password string, out *os.File) error {
	f, err := src.Open(ctx)
	if err != nil {
		return err
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	rest, ok := strings.CutPrefix(string(text), sealedPDF+password+"\n")
	if !ok {
		return &convert.Error{Reason: convert.ReasonPassword}
	}
	_, err = out.WriteString(rest)
	return err
}

func (r *fakeRenderer) SVG(ctx context.Context, src convert.Source, page int) ([]byte, error) {
	pages, err := r.read(ctx, src, "svg", page)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "<svg>%s</svg>", pages[page-1]), nil
}

func (r *fakeRenderer) Image(_ context.Context, _ convert.Source, page int, scale float64) ([]byte, error) {
	return fmt.Appendf(nil, "page %d at %.3f", page, scale), nil
}

func (r *fakeRenderer) Details(ctx context.Context, src convert.Source) (wire.Details, error) {
	_, err := r.read(ctx, src, "details", 1)
	return wire.Details{Outline: []wire.OutlineItem{{Title: "Chapter", Target: wire.Target{Page: 1}}}}, err
}

func (r *fakeRenderer) Words(context.Context, convert.Source, int) ([]byte, error) {
	return nil, errors.ErrUnsupported
}

func (r *fakeRenderer) Text(ctx context.Context, src convert.Source, page int) (string, error) {
	pages, err := r.read(ctx, src, "text", page)
	if err != nil {
		return "", err
	}
	return pages[page-1], nil
}

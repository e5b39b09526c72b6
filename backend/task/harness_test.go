package task_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"gocloud.dev/blob"
	"gocloud.dev/blob/memblob"

	"lectern/backend/convert/template"
	"lectern/backend/document"
	"lectern/backend/document/content"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/seal"
	"lectern/backend/store"
	"lectern/backend/store/jobs"
	"lectern/backend/task"
	"lectern/converters/wire"
)

// secret is a session that may be sent to the platform, but must not be stored or logged.
const secret = "00Dsecret!session.of.the.caller"

// harness is a fixture: a task service with a database, and with a simulated template engine, platform and library.
type harness struct {
	t      *testing.T
	dir    string
	db     *store.DB
	bucket *blob.Bucket
	docs   *document.Service
	log    bytes.Buffer
	logs   sync.Mutex
	config task.Config
	*task.Service
	jobs *jobs.Workers

	engine   func(template.Order) (template.Result, error)
	stopping chan struct{} // closed when the fixture is shut down
	held     chan struct{} // if not nil, the engine closes it and blocks until the task is cancelled
	platform platform
	library  library
}

// Write implements [io.Writer]. It collects the log.
func (h *harness) Write(p []byte) (int, error) {
	h.logs.Lock()
	defer h.logs.Unlock()
	return h.log.Write(p)
}

func (h *harness) Run(ctx context.Context, order template.Order) (template.Result, error) {
	if h.held != nil {
		close(h.held)
		<-ctx.Done()
		return template.Result{}, context.Cause(ctx)
	}
	made, err := h.engine(order)
	return made, cmp.Or(err, context.Cause(ctx))
}

// open returns a fixture that stores its data in a folder. Its tasks do not run until work is called.
func open(t *testing.T, dir string) *harness {
	t.Helper()
	return openOver(t, dir, memblob.OpenBucket(nil))
}

// openOver returns a fixture whose content is in an existing bucket.
func openOver(t *testing.T, dir string, bucket *blob.Bucket) *harness {
	t.Helper()
	h := &harness{t: t, dir: dir, bucket: bucket, stopping: make(chan struct{})}
	log := slog.New(slog.NewTextHandler(h, &slog.HandlerOptions{Level: slog.LevelDebug}))
	var err error
	if h.db, err = store.Open(t.Context(), filepath.Join(dir, "lectern.db"), log); err != nil {
		t.Fatal(err)
	}
	stored := content.New(content.Config{Bucket: bucket, TempDir: dir, Records: h.db.Documents, Log: log})
	h.docs = document.New(document.Config{Store: h.db.Documents, Content: stored, Limits: document.Limits{Upload: 1 << 20}, Log: log})
	h.engine = func(o template.Order) (template.Result, error) {
		return filled("a.docx", string(o.Template)+" "+string(o.Params)), nil
	}
	h.config = task.Config{
		Store: h.db.Tasks, Content: h.docs.Shared(), Templates: noTemplates{}, Engine: h, Library: &h.library, Platforms: &h.platform,
		Sealer: seal.New(seal.Key{}), CleanName: document.CleanName, Now: time.Now,
		Limits: task.Limits{Template: 1 << 20, Params: 1 << 20}, TempDir: dir, RowsAtOnce: 4, Log: log,
	}
	h.Service = task.New(h.config)
	return h
}

// configure replaces the service with one whose configuration is changed. It must be called before work.
func (h *harness) configure(change func(*task.Config)) {
	change(&h.config)
	h.Service = task.New(h.config)
}

// work starts running tasks until the test ends or the fixture is shut down.
func (h *harness) work() {
	h.t.Helper()
	workers := river.NewWorkers()
	h.Register(workers)
	jobs, err := h.db.Work(h.t.Context(), workers, map[string]river.QueueConfig{task.Queue: {MaxWorkers: 4}, task.RowsQueue: {MaxWorkers: 2}},
		time.Minute)
	if err != nil {
		h.t.Fatal(err)
	}
	h.jobs = jobs
	h.t.Cleanup(h.close)
}

// close shuts down the fixture.
func (h *harness) close() {
	if h.jobs == nil {
		return
	}
	close(h.stopping)
	h.Close()
	err := errors.Join(h.jobs.Stop(context.WithoutCancel(h.t.Context())), h.db.Close())
	if h.jobs = nil; err != nil {
		h.t.Error(err)
	}
}

func (h *harness) post(o task.Order) task.Task {
	h.t.Helper()
	posted, err := h.Post(h.t.Context(), o)
	if err != nil {
		h.t.Fatal(err)
	}
	return posted
}

func (h *harness) ended(id string) task.Task {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), time.Minute)
	defer cancel()
	t, err := h.Await(ctx, id, func(t task.Task) bool { return t.State.Ended() })
	if err != nil || !t.State.Ended() {
		h.t.Fatalf("%+v, %v", t, err)
	}
	return t
}

// received stores a template as an upload.
func (h *harness) received(text string) *task.Upload {
	h.t.Helper()
	u, err := h.Receive(h.t.Context(), "a.docx", strings.NewReader(text))
	if err != nil {
		h.t.Fatal(err)
	}
	return u
}

func filled(name, text string) template.Result {
	return template.Result{
		TemplateAnswer: wire.TemplateAnswer{Outputs: []wire.TemplateOutput{{Name: name, Type: "docx", Size: int64(len(text))}}},
		Bytes:          [][]byte{[]byte(text)}}
}

type noTemplates struct{}

func (noTemplates) FindVersion(context.Context, string, int) (task.FoundTemplate, error) {
	return task.FoundTemplate{}, fault.New(fault.NotFound, "There is none.")
}

// library is a simulated library that records the keys of added documents.
type library struct {
	mu   sync.Mutex
	keys []string
}

func (l *library) Add(_ context.Context, key, _, _ string, _ io.Reader) (string, string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.keys = append(l.keys, key)
	return "d", "s", nil
}

// platform is a simulated platform that records the calls of its methods.
type platform struct {
	mu    sync.Mutex
	asked []string
	fail  error // returned by Store
	// refuses maps records to the errors that Store returns for them.
	refuses map[string]error
	storing func(record string) // called at the start of Store; can be nil
}

func (p *platform) note(in task.Integration, what ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, fmt.Sprint(in.Type, " ", in.SessionID == secret, " ", fmt.Sprint(what...)))
}

func (*platform) Types() []string { return []string{"Folder", "Salesforce"} }

func (*platform) Check(in task.Integration) error {
	if in.Type == "Salesforce" && in.SessionID == "" {
		return fault.Field("/integration/sessionID", "The sessionID is missing.")
	}
	return nil
}

func (p *platform) Template(_ context.Context, in task.Integration, identifier string) (string, io.ReadCloser, error) {
	p.note(in, "template ", identifier)
	return "offer.docx", io.NopCloser(strings.NewReader("template")), nil
}

func (p *platform) Query(_ context.Context, in task.Integration, queries map[string]string, params []byte) (map[string]json.RawMessage,
	error) {
	p.note(in, "query ", queries, " ", string(params))
	return map[string]json.RawMessage{"city": []byte(`"Bern"`), "name": []byte(`"of the platform"`)}, nil
}

func (p *platform) Store(_ context.Context, in task.Integration, record, name string, file *os.File) (string, error) {
	if p.storing != nil {
		p.storing(record)
	}
	text, err := io.ReadAll(file)
	p.note(in, "store ", record, " ", name, " ", string(text))
	return "068", cmp.Or(p.refuses[record], p.fail, err)
}

// wantNowhere fails the test if a text occurs in the log or in any stored file.
func (h *harness) wantNowhere(text string) {
	h.t.Helper()
	if strings.Contains(h.log.String(), text) {
		h.t.Errorf("it is in the log: %s", &h.log)
	}
	files, err := filepath.Glob(filepath.Join(h.dir, "*"))
	if err != nil || len(files) == 0 {
		h.t.Fatalf("%v, %v", files, err)
	}
	for _, name := range files {
		if content, err := os.ReadFile(name); err != nil || bytes.Contains(content, []byte(text)) {
			h.t.Errorf("it is in %s, %v", name, err)
		}
	}
}

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

	"lectern/backend/convert"
	"lectern/backend/convert/template"
	"lectern/backend/document"
	"lectern/backend/document/content"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/seal"
	"lectern/backend/sentence"
	"lectern/backend/store"
	"lectern/backend/store/jobs"
	"lectern/backend/task"
	"lectern/converters/wire"
)

// secret is a session that may be sent to the platform, but must not be stored or logged.
const secret = "00Dsecret!session.of.the.caller"

// house is a fixture: a task service with a database, and with a simulated engine, platform and library.
type house struct {
	t      *testing.T
	dir    string
	db     *store.DB
	bucket *blob.Bucket
	docs   *document.Service
	log    bytes.Buffer
	logs   sync.Mutex
	*task.Service
	jobs *jobs.Workers

	engine   func(template.Order) (template.Result, error)
	stopping chan struct{} // closed when the fixture is shut down
	held     chan struct{} // if not nil, the engine closes it and blocks until the task is cancelled
	platform platform
	library  library
}

// Write implements [io.Writer]. It collects the log.
func (h *house) Write(p []byte) (int, error) {
	h.logs.Lock()
	defer h.logs.Unlock()
	return h.log.Write(p)
}

func (h *house) Run(ctx context.Context, order template.Order) (template.Result, error) {
	if h.held != nil {
		close(h.held)
		<-ctx.Done()
		return template.Result{}, context.Cause(ctx)
	}
	made, err := h.engine(order)
	return made, cmp.Or(err, context.Cause(ctx))
}

// open returns a fixture that stores its data in a folder. Its tasks do not run until work is called.
func open(t *testing.T, dir string) *house {
	t.Helper()
	return openOver(t, dir, memblob.OpenBucket(nil))
}

// openOver returns a fixture with the content of an earlier one.
func openOver(t *testing.T, dir string, bucket *blob.Bucket) *house {
	t.Helper()
	h := &house{t: t, dir: dir, bucket: bucket, stopping: make(chan struct{})}
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
	h.Service = task.New(task.Config{
		Store: h.db.Tasks, Content: h.docs.Shared(), Templates: noTemplates{}, Engine: h, Library: &h.library, Platforms: &h.platform,
		Sealer: seal.New(seal.Key{}), CleanName: document.CleanName, Now: time.Now,
		Limits: task.Limits{Template: 1 << 20, Params: 1 << 20}, TempDir: dir, RowsAtOnce: 4, Log: log,
	})
	return h
}

// work starts running tasks until the test ends or the fixture is shut down.
func (h *house) work() {
	h.t.Helper()
	workers := river.NewWorkers()
	h.Register(workers)
	jobs, err := h.db.Work(h.t.Context(), workers, map[string]river.QueueConfig{task.Queue: {MaxWorkers: 4}, task.RowsQueue: {MaxWorkers: 2}},
		time.Minute)
	if err != nil {
		h.t.Fatal(err)
	}
	h.jobs = jobs
	h.t.Cleanup(h.shut)
}

// shut shuts down the fixture.
func (h *house) shut() {
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

func (h *house) post(o task.Order) task.Task {
	h.t.Helper()
	posted, err := h.Post(h.t.Context(), o)
	if err != nil {
		h.t.Fatal(err)
	}
	return posted
}

func (h *house) ended(id string) task.Task {
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
func (h *house) received(text string) *task.Upload {
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

func (noTemplates) FindVersion(context.Context, string, int) (task.Found, error) {
	return task.Found{}, fault.New(fault.NotFound, "There is none.")
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
	// refuses are errors that Store returns for certain records.
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

// A platform provides the template and parameters, and receives the results. The session is stored nowhere.
func TestPlatform(t *testing.T) {
	h := open(t, t.TempDir())
	h.engine = func(o template.Order) (template.Result, error) {
		if o.Do == wire.TemplateCheck {
			return template.Result{TemplateAnswer: wire.TemplateAnswer{Query: map[string]string{"city": "SELECT"}}}, nil
		}
		return filled("a.docx", string(o.Params)), nil
	}
	h.work()
	ended := h.ended(h.post(task.Order{Identifier: "069", Params: []byte(`{"name":"Ada","recordId":"001"}`),
		In: &task.Integration{Type: "Salesforce", SessionID: secret, ServerURL: "https://a.my.salesforce.com", LinkTo: "002"}}).ID)
	if ended.State != task.Completed || ended.Results[0].PlatformID != "068" || ended.TemplateName != "offer.docx" {
		t.Errorf("%+v", ended)
	}
	want := []string{
		"Salesforce true template 069", `Salesforce true query map[city:SELECT] {"name":"Ada","recordId":"001"}`,
		`Salesforce true store 001 a.docx {"city":"Bern","name":"Ada","recordId":"001"}`,
	}
	if fmt.Sprint(h.platform.asked) != fmt.Sprint(want) {
		t.Errorf("asked %q", h.platform.asked)
	}
	h.ended(h.post(task.Order{Identifier: "069", In: &task.Integration{Type: "Folder", LinkTo: "002"}}).ID)
	if last := h.platform.asked[len(h.platform.asked)-1]; !strings.HasPrefix(last, "Folder false store 002 ") {
		t.Errorf("asked %q", last)
	}
	for params, record := range map[string]string{`{"recordId":null}`: "002", `{"recordId":" "}`: "002", `{"recordId":1}`: "1",
		`{"recordId":{"id":"001"}}`: `{"id":"001"}`} {
		h.ended(h.post(task.Order{Identifier: "069", Params: []byte(params), In: &task.Integration{Type: "Folder", LinkTo: "002"}}).ID)
		if last := h.platform.asked[len(h.platform.asked)-1]; !strings.HasPrefix(last, "Folder false store "+record+" ") {
			t.Errorf("%s: asked %q", params, last)
		}
	}
	h.shut()
	h.wantNowhere(secret)
}

// wantNowhere fails the test if a text occurs in the log or in any stored file.
func (h *house) wantNowhere(text string) {
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

// said is a platform error with a localized message.
type said struct{}

func (said) Error() string               { return said{}.Sentence().String() }
func (said) Sentence() sentence.Sentence { return sentence.English("The session has expired.") }
func (said) Code() string                { return "session-expired" }

// If the platform returns an error, the task fails with the platform's message.
func TestPlatformRefuses(t *testing.T) {
	h := open(t, t.TempDir())
	h.platform.fail = said{}
	h.work()
	ended := h.ended(h.post(task.Order{Identifier: "069", In: &task.Integration{Type: "Salesforce", SessionID: secret}}).ID)
	if ended.State != task.Failed || ended.Problems[0].Code != "session-expired" || ended.Message().String() != "The session has expired." {
		t.Errorf("%+v", ended)
	}
	h.shut()
	h.wantNowhere(secret)
}

// After a restart, a task that was posted with a session ID fails, because session IDs are kept in memory only. Other
// tasks continue.
//
// promise 22
func TestSessionsAreLostWithTheServer(t *testing.T) {
	dir := t.TempDir()
	h := open(t, dir)
	with := h.post(task.Order{Identifier: "069", In: &task.Integration{Type: "Salesforce", SessionID: secret}})
	without := h.post(task.Order{Identifier: "069", In: &task.Integration{Type: "Folder"}})
	if err := h.db.Close(); err != nil {
		t.Fatal(err)
	}
	h = open(t, dir)
	h.work()
	if ended := h.ended(with.ID); ended.State != task.Failed || ended.Problems[0].Code != "session-lost" {
		t.Errorf("%+v", ended)
	}
	if ended := h.ended(without.ID); ended.State != task.Completed {
		t.Errorf("%+v", ended)
	}
	h.shut()
	h.wantNowhere(secret)
}

func TestUnknownPlatforms(t *testing.T) {
	h := open(t, t.TempDir())
	h.work()
	for kind, nearest := range map[string]string{"": "", "salesforse": "Salesforce", "Fold": "Folder"} {
		_, err := h.Post(t.Context(), task.Order{Identifier: "069", In: &task.Integration{Type: kind, SessionID: secret}})
		wrong, ok := errors.AsType[*fault.Error](err)
		if !ok || wrong.Kind != fault.Invalid || !strings.Contains(wrong.Message, "Folder, Salesforce") || wrong.Reasons[0].Nearest != nearest ||
			strings.Contains(wrong.Message, secret) {
			t.Errorf("%q: %+v", kind, err)
		}
	}
	_, err := h.Post(t.Context(), task.Order{Identifier: "069", In: &task.Integration{Type: "Salesforce"}})
	if wrong, ok := errors.AsType[*fault.Error](err); !ok || wrong.Field != "/integration/sessionID" {
		t.Errorf("without its session: %v", err)
	}
}

// The names of platforms are case-insensitive.
func TestPlatformsWithoutCase(t *testing.T) {
	h := open(t, t.TempDir())
	h.work()
	for _, kind := range []string{"salesforce", "SALESFORCE", "SalesForce"} {
		posted := h.post(task.Order{Identifier: "069", In: &task.Integration{Type: kind, SessionID: secret,
			ServerURL: "https://a.my.salesforce.com"}})
		if posted.Integration == nil || posted.Integration.Type != "Salesforce" {
			t.Errorf("%q: %+v", kind, posted.Integration)
		}
	}
}

// Errors of the engine are only retried if a retry can succeed.
func TestTries(t *testing.T) {
	for name, test := range map[string]struct {
		fails []error // errors of the first calls; further calls succeed
		state task.State
		code  string
		asked int
	}{
		"dies once": {[]error{&convert.Error{Reason: convert.ReasonCrashed}}, task.Completed, "", 2},
		"dies twice": {[]error{&convert.Error{Reason: convert.ReasonCrashed}, &convert.Error{Reason: convert.ReasonCrashed}}, task.Failed,
			"converter-crashed", 2},
		"takes too long":   {[]error{&convert.Error{Reason: convert.ReasonTimeout, Limit: time.Minute}}, task.Failed, "timeout", 1},
		"takes too much":   {[]error{&convert.Error{Reason: convert.ReasonMemory}}, task.Failed, "too-much-memory", 1},
		"a fault of ours":  {[]error{errors.New("no such thing")}, task.Completed, "", 2},
		"two of them":      {[]error{errors.New("no such thing"), errors.New("no such thing")}, task.Failed, "server-fault", 2},
		"nothing is wrong": {nil, task.Completed, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t, t.TempDir())
			asked := 0
			h.engine = func(template.Order) (template.Result, error) {
				if asked++; asked <= len(test.fails) {
					return template.Result{}, test.fails[asked-1]
				}
				return filled("a.docx", "x"), nil
			}
			h.work()
			ended := h.ended(h.post(task.Order{Template: h.received("x")}).ID)
			code := ""
			if len(ended.Problems) > 0 {
				code = ended.Problems[0].Code
			}
			if ended.State != test.state || code != test.code || asked != test.asked {
				t.Errorf("%s, %s, asked %d times", ended.State, code, asked)
			}
			if kept, err := h.Store.FindTaskParams(t.Context(), ended.ID); err != nil || kept != nil {
				t.Errorf("its parameters are kept: %d bytes, %v", len(kept), err)
			}
		})
	}
}

// The copy of the template with its problems marked is kept as a result of the failed task.
func TestMarkedCopies(t *testing.T) {
	h := open(t, t.TempDir())
	var notes []wire.TemplateNote
	h.engine = func(o template.Order) (made template.Result, err error) {
		if o.Do == wire.TemplateMark {
			notes = o.Notes
			return filled("a.docx", "with comments"), nil
		}
		made.Problems = []wire.TemplateProblem{
			{Code: "unclosed-loop", Part: "word/document.xml", Paragraph: "{#a}", Tag: "#a", Values: map[string]string{"name": "a"}, Nearest: "b"},
			{Code: "never-heard-of", Tag: "b"}}
		return made, nil
	}
	h.work()
	ended := h.ended(h.post(task.Order{Template: h.received("x")}).ID)
	if ended.State != task.Failed || len(ended.Results) != 1 || !ended.Results[0].ShowsProblems {
		t.Errorf("%+v", ended)
	}
	var told []string
	for _, p := range ended.Problems {
		told = append(told, p.Message.String())
	}
	if len(notes) != 2 || notes[0] != (wire.TemplateNote{Part: "word/document.xml", Paragraph: "{#a}",
		Text: "The loop “a” is never closed. Did you mean “b”?"}) {
		t.Errorf("the notes are %+v", notes)
	}
	if want := []string{"The loop “a” is never closed.", "There is a problem with the template: never-heard-of."}; fmt.Sprint(
		told) != fmt.Sprint(want) {
		t.Errorf("%q", told)
	}
}

// Pruning removes old tasks, and the content that nothing else uses.
func TestPrune(t *testing.T) {
	h := open(t, t.TempDir())
	h.work()
	done := h.ended(h.post(task.Order{Template: h.received("x"), Params: []byte(`{"a":1}`)}).ID)
	if err := h.Prune(t.Context(), done.EndedAt); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Find(t.Context(), done.ID); err != nil {
		t.Errorf("it went too soon: %v", err)
	}
	if err := h.Prune(t.Context(), done.EndedAt.Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Find(t.Context(), done.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("it is still there: %v", err)
	}
	for _, key := range done.Contents() {
		if f, err := h.docs.Shared().Open(t.Context(), key); err == nil {
			_ = f.Close()
			t.Errorf("%s is left", key)
		}
	}
}

// A token is valid for a single result of a single task.
func TestTokens(t *testing.T) {
	h := open(t, t.TempDir())
	h.work()
	now := time.Now()
	h.Now = func() time.Time { return now }
	token, err := h.Token("t-1", "a")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		task, result, token string
		after               time.Duration
		want                fault.Kind
	}{
		{"t-1", "a", token, 0, 0}, {"t-1", "a", token, task.TokenTime - time.Second, 0}, {"t-1", "a", token, task.TokenTime, fault.Gone},
		{"t-2", "a", token, 0, fault.Denied}, {"t-1", "b", token, 0, fault.Denied}, {"t-1", "a", token[1:], 0, fault.Denied}, {"t-1", "a", "",
			0, fault.Denied},
	} {
		h.Now = func() time.Time { return now.Add(test.after) }
		err := h.CheckToken(test.task, test.result, test.token)
		if test.want == 0 && err != nil || test.want != 0 && !fault.Is(err, test.want) {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

// If a task is retried after its results were recorded, they are not made again.
func TestResultsAreMadeOnce(t *testing.T) {
	h := open(t, t.TempDir())
	made := 0
	h.engine = func(o template.Order) (template.Result, error) {
		if o.Do == wire.TemplateRender {
			made++
		}
		return filled("a.docx", "x"), nil
	}
	h.platform.fail = errors.New("the line is dead")
	h.work()
	posted := h.post(task.Order{Identifier: "069", Options: task.Options{View: true}, In: &task.Integration{Type: "Folder"}})
	ended := h.ended(posted.ID)
	if ended.State != task.Failed || made != 1 || len(h.library.keys) != 1 || len(h.platform.asked) != 3 {
		t.Errorf("%s: made %d times, in the library %d, asked %q", ended.State, made, len(h.library.keys), h.platform.asked)
	}
}

// When a task is cancelled, its processing stops.
func TestCancelEndsTheWork(t *testing.T) {
	h := open(t, t.TempDir())
	h.held = make(chan struct{})
	h.work()
	posted := h.post(task.Order{Template: h.received("x")})
	<-h.held
	if err := h.Delete(t.Context(), posted.ID); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	h.shut() // waits for running tasks
	if took := time.Since(begin); took > 10*time.Second {
		t.Errorf("the work went on for %s", took)
	}
}

// A task that is cancelled at the moment it completes stays cancelled.
func TestCancelledStaysSo(t *testing.T) {
	h := open(t, t.TempDir())
	var id string
	done := make(chan struct{})
	h.engine = func(template.Order) (template.Result, error) {
		_, err := h.Store.UpdateTask(t.Context(), id, func(t *task.Task) error {
			t.State, t.EndedAt = task.Cancelled, time.Now()
			return nil
		})
		defer close(done)
		return filled("a.docx", "x"), err
	}
	id = h.post(task.Order{Template: h.received("x")}).ID
	h.work()
	<-done
	h.jobsEnd()
	if ended, err := h.Find(t.Context(), id); err != nil || ended.State != task.Cancelled || len(ended.Results) != 0 {
		t.Errorf("%+v, %v", ended, err)
	}
	if said := h.log.String(); strings.Contains(said, "trying again") {
		t.Errorf("it is told as failed: %s", said)
	}
}

// jobsEnd stops the workers and waits for running tasks. The database stays open.
func (h *house) jobsEnd() {
	h.t.Helper()
	if err := h.jobs.Stop(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

// The failure of a task and the copy of its template that shows the problems are stored in one step. If the failure
// cannot be stored, the copy must not be stored either, because a later attempt could deliver it as the result.
//
// promise 22
func TestRefusedAtOnce(t *testing.T) {
	h := open(t, t.TempDir())
	h.engine = func(o template.Order) (template.Result, error) {
		if o.Do == wire.TemplateMark {
			return filled("marked.docx", "with comments"), nil
		}
		return template.Result{TemplateAnswer: wire.TemplateAnswer{Problems: []wire.TemplateProblem{{Code: "unclosed-tag"}}}}, nil
	}
	h.Store = &refusing{Store: h.db.Tasks}
	posted := h.post(task.Order{Template: h.received("x"), In: &task.Integration{Type: "Folder"}})
	h.work()
	if ended := h.ended(posted.ID); ended.State != task.Failed || len(ended.Problems) != 1 || len(ended.Results) != 1 ||
		!ended.Results[0].ShowsProblems {
		t.Errorf("%+v", ended)
	}
	if len(h.platform.asked) != 0 {
		t.Errorf("the platform was asked: %q", h.platform.asked)
	}
}

// refusing is a store that fails to save the first transition of a task to a final state.
type refusing struct {
	task.Store
	refused bool
}

func (r *refusing) UpdateTask(ctx context.Context, id string, change func(*task.Task) error) (task.Task, error) {
	return r.Store.UpdateTask(ctx, id, func(t *task.Task) error {
		if err := change(t); err != nil || !t.State.Ended() || r.refused {
			return err
		}
		r.refused = true
		return errors.New("the disk does not answer")
	})
}

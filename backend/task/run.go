package task

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"golang.org/x/sync/semaphore"

	"lectern/backend/convert"
	"lectern/backend/convert/template"
	"lectern/backend/internal/id"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// run is an attempt to run a task.
type run struct {
	*Service
	t      Task             // includes the changes of this attempt
	params []byte           // JSON
	row    wire.TemplateRow // the current row; the zero value for the task as a whole
	// fetched caches files that parameters refer to by URL. If it is nil, they are not cached.
	fetched *template.FetchCache
	held    []string // keys of content that no record uses yet
	notes   []Entry  // log entries that the next save stores
	// reserved is the amount of memory reserved for the parameters, in bytes.
	reserved int64
	linkTo   string // the record that results are linked to; set after the results are made
}

// run runs all steps of a task. It reuses the results of earlier attempts.
func (s *Service) run(ctx context.Context, t *Task) error {
	r := &run{Service: s, t: *t}
	defer r.release(ctx)
	defer r.releaseParams()
	for _, step := range []func(context.Context) error{r.begin, r.fetch, r.render, r.closeParams, r.view, r.deliver, r.complete} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// note adds a log entry. The next save stores it.
func (r *run) note(message sentence.Sentence) {
	r.notes = append(r.notes, Entry{At: time.Now().UTC(), Message: message.Encode()})
}

// save applies change to the task and stores it. It returns errCancelled if another goroutine or node has ended the
// task.
func (r *run) save(ctx context.Context, change func(*Task)) error {
	saved, err := r.update(ctx, r.t.ID, func(t *Task) error {
		if t.State.Ended() {
			return errCancelled
		}
		t.Log = append(t.Log, r.notes...)
		change(t)
		return nil
	})
	if err != nil {
		return err
	}
	if r.t.Integration != nil {
		saved.Integration = r.t.Integration // the stored record does not contain the session
	}
	r.t, r.notes = saved, nil
	r.release(ctx)
	return nil
}

// release releases the held content. Content that a record uses is kept.
func (r *run) release(ctx context.Context) {
	for _, key := range r.held {
		r.Content.LetGo(ctx, key)
	}
	r.held = nil
}

// begin sets the state to running and decrypts the posted parameters.
func (r *run) begin(ctx context.Context) error {
	if err := r.save(ctx, func(t *Task) {
		now := time.Now().UTC()
		if t.State == Running {
			t.addEntry(now, sentence.New("task-resumed", "The task continues after an interruption."))
			return
		}
		t.State, t.StartedAt = Running, now
		t.addEntry(now, sentence.New("task-begun", "The task has started."))
	}); err != nil {
		return err
	}
	if in := r.t.Integration; in != nil && in.HasSession {
		session, kept := r.sessions.find(r.t.ID)
		if !kept {
			return failure("session-lost", sentence.New("task-session-lost", "The server was restarted before the task ended, "+
				"and sessions of a platform are not kept over a restart. Post the task again."))
		}
		in.SessionID = session
	}
	return r.openParams(ctx)
}

// maxParams is the maximal total size, in bytes, of the parameters of all running tasks of a queue. A single task may
// exceed it. Filling a template takes several times as much memory.
const maxParams = 10 << 20

// paramsMemory returns the semaphore that limits the memory for parameters in this task's queue. The queues have
// separate limits, because tasks with many rows take long.
func (r *run) paramsMemory() *semaphore.Weighted {
	if r.t.Rows != nil {
		return r.rowsMemory
	}
	return r.singleMemory
}

// openParams waits until there is memory for the parameters, and decrypts them.
func (r *run) openParams(ctx context.Context) error {
	size, err := r.Store.SizeTaskParams(ctx, r.t.ID)
	if err != nil || size == 0 {
		return err
	}
	size = min(size, maxParams)
	if err := r.paramsMemory().Acquire(ctx, size); err != nil {
		return err
	}
	r.reserved = size
	sealed, err := r.Store.FindTaskParams(ctx, r.t.ID)
	if err != nil {
		return err
	}
	if sealed == nil {
		return errCancelled // the task was cancelled while it waited
	}
	text, err := r.Sealer.Open(sealed, owner(r.t.ID))
	if err != nil {
		return errParamsLost()
	}
	r.params = []byte(text)
	return nil
}

// closeParams discards the parameters, because the following steps do not need them.
func (r *run) closeParams(context.Context) error {
	if r.t.Integration != nil {
		r.linkTo = r.recordOf(r.t.Integration)
	}
	r.releaseParams()
	return nil
}

func (r *run) releaseParams() {
	r.params = nil
	r.paramsMemory().Release(r.reserved)
	r.reserved = 0
}

func errParamsLost() error {
	return failure("params-lost", sentence.New("task-params-lost", "The parameters of the task can no longer be read, because "+
		"the key that encrypted them is gone. Post the task again."))
}

// fetch gets the template from the library or the platform unless it was posted.
func (r *run) fetch(ctx context.Context) error {
	if r.t.Template != "" {
		return nil
	}
	if r.t.Integration == nil {
		found, err := r.Templates.FindVersion(ctx, r.t.Identifier, r.t.Version)
		if err != nil {
			return templateNotFound(err, &r.t)
		}
		return r.saveTemplate(ctx, found)
	}
	name, body, err := r.Platforms.Template(ctx, *r.t.Integration, r.t.Identifier)
	if err != nil {
		return fmt.Errorf("fetch template: %w", err)
	}
	defer body.Close()
	key, _, err := r.Content.Add(ctx, body, r.Bounds().Template)
	if err != nil {
		return fmt.Errorf("fetch template: %w", err)
	}
	r.held = append(r.held, key)
	return r.saveTemplate(ctx, Found{Content: key, Name: r.CleanName(name)})
}

func (r *run) saveTemplate(ctx context.Context, found Found) error {
	r.note(sentence.New("task-fetched", "The template {name} was found.").With("name", found.Name))
	return r.save(ctx, func(t *Task) {
		t.TemplateID, t.Version, t.Template, t.TemplateName = found.TemplateID, found.Version, found.Content, found.Name
	})
}

// render fills the template, and converts the results to PDF if requested.
func (r *run) render(ctx context.Context) error {
	if r.t.Rows != nil {
		return r.makeRows(ctx)
	}
	if len(r.t.Results) > 0 {
		return nil // an earlier attempt has made the results
	}
	template, err := r.read(ctx, r.t.Template)
	if err != nil {
		return err
	}
	if err := r.queryParams(ctx, template); err != nil {
		return err
	}
	began := time.Now()
	filled, err := r.fill(ctx, r.order(wire.TemplateRender, template))
	if err != nil {
		return err
	}
	if len(filled.Problems) > 0 {
		return r.failWithProblems(ctx, template, filled.Problems)
	}
	r.note(sentence.New("task-filled", "The template was filled in {time}. Documents created: {count}.").
		With("time", sentence.Duration(time.Since(began).Round(time.Millisecond))).With("count", len(filled.Outputs)))
	results, err := r.storeAll(ctx, filled)
	if err != nil {
		return err
	}
	return r.saveResults(ctx, results)
}

// storeAll stores the documents in filled and, if requested, their PDFs.
func (r *run) storeAll(ctx context.Context, filled template.Result) ([]Result, error) {
	results, err := r.storeOutputs(ctx, filled)
	if err != nil {
		return nil, err
	}
	return r.addPDFs(ctx, results, filled.Merge)
}

func (r *run) saveResults(ctx context.Context, results []Result) error {
	return r.save(ctx, func(t *Task) { t.Results = results })
}

// order returns an order for the template engine.
func (r *run) order(operation string, content []byte) template.Order {
	return template.Order{
		Do: operation, Name: r.t.TemplateName, Template: content, Params: r.params, Row: r.row.Params, Fetched: r.fetched,
		Options: wire.TemplateOptions{Locale: r.t.Locale, TimeZone: r.t.TimeZone, Missing: r.t.Missing, Now: r.t.StartedAt.UnixMilli(),
			Name: r.t.Name, Row: r.row.Row},
	}
}

// fill sends an order to the template engine. If the engine's process crashes, it sends the order a second time.
func (r *run) fill(ctx context.Context, order template.Order) (result template.Result, err error) {
	err = r.retryCrashed(ctx, func() error {
		result, err = r.Engine.Run(ctx, order)
		return err
	})
	if cause, ok := errors.AsType[*convert.Error](err); ok {
		return result, engineFailure(cause)
	}
	return result, err
}

// read returns the content that is stored under a key.
func (r *run) read(ctx context.Context, key string) ([]byte, error) {
	file, err := r.Content.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

// storeOutputs stores the documents that the template engine has made.
func (r *run) storeOutputs(ctx context.Context, filled template.Result) (results []Result, err error) {
	for i, output := range filled.Outputs {
		result, err := r.storeResult(ctx, output.Name, output.Type, bytes.NewReader(filled.Bytes[i]))
		if err != nil {
			return nil, err
		}
		results = append(results, result)
	}
	return results, nil
}

// unlimited is passed as the size limit for content that the engines already limit.
const unlimited = 1 << 40

func (r *run) storeResult(ctx context.Context, name, kind string, from io.Reader) (Result, error) {
	key, size, err := r.Content.Add(ctx, from, unlimited)
	if err != nil {
		return Result{}, fmt.Errorf("keep result: %w", err)
	}
	r.held = append(r.held, key)
	return Result{ID: id.New(), Name: r.CleanName(name), Type: kind, Size: size, Content: key}, nil
}

// failWithProblems fails the task with the problems that the engine found. It also stores a copy of the template in
// which the problems are marked.
func (r *run) failWithProblems(ctx context.Context, template []byte, found []wire.TemplateProblem) error {
	failed := &Failure{Problems: Problems(found)}
	order := r.order(wire.TemplateMark, template)
	order.Params, order.Notes = nil, comments(failed.Problems)
	marked, err := r.Engine.Run(ctx, order)
	if err != nil && ctx.Err() == nil {
		r.Log.WarnContext(ctx, "there is no copy of the template that shows the problems", "task", r.t.ID, slog.Any("error", err))
		return failed
	}
	if err != nil || len(marked.Outputs) == 0 { // there is no copy, for example because the file cannot be read
		return cmp.Or(err, error(failed))
	}
	results, err := r.storeOutputs(ctx, marked)
	if err != nil {
		return err
	}
	for i := range results {
		results[i].ShowsProblems = true
	}
	// The copy and the failure are saved together. Otherwise, a later attempt could deliver the copy as a result.
	return cmp.Or(r.save(ctx, func(t *Task) {
		t.Results = results
		t.fail(failed.Problems)
	}), error(failed))
}

// comments converts problems into comments for the copy of a template.
func comments(problems []Problem) []wire.TemplateNote {
	all := make([]wire.TemplateNote, len(problems))
	for i, p := range problems {
		text := p.Message.String()
		if p.Nearest != "" {
			text += " Did you mean “" + p.Nearest + "”?"
		}
		all[i] = wire.TemplateNote{Part: p.Part, Paragraph: p.Paragraph, Text: text}
	}
	return all
}

// view adds the results to the library if that is requested.
func (r *run) view(ctx context.Context) error {
	if !r.t.View {
		return nil
	}
	results := append([]Result(nil), r.t.Results...)
	for i := range results {
		if results[i].DocumentID != "" {
			continue
		}
		if err := r.addToLibrary(ctx, &results[i]); err != nil {
			return err
		}
	}
	r.note(sentence.New("task-viewed", "The documents are in the library."))
	return r.saveResults(ctx, results)
}

func (r *run) addToLibrary(ctx context.Context, result *Result) error {
	file, err := r.Content.Open(ctx, result.Content)
	if err != nil {
		return err
	}
	defer file.Close()
	result.DocumentID, result.SessionID, err = r.Library.Add(ctx, r.t.ID+"/"+result.ID, r.t.Maker, result.Name, file)
	return err
}

// deliver stores the results on the platform one by one.
func (r *run) deliver(ctx context.Context) error {
	in := r.t.Integration
	if in == nil {
		return nil
	}
	for i := range r.t.Results {
		if r.t.Results[i].PlatformID != "" {
			continue
		}
		id, err := r.store(ctx, *in, r.linkTo, &r.t.Results[i])
		if err != nil {
			return fmt.Errorf("store on platform: %w", err)
		}
		results := append([]Result(nil), r.t.Results...)
		results[i].PlatformID = id
		r.note(sentence.New("task-delivered", "{name} was stored on the platform.").With("name", results[i].Name))
		if err := r.saveResults(ctx, results); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) store(ctx context.Context, in Integration, record string, result *Result) (string, error) {
	file, err := r.Content.Open(ctx, result.Content)
	if err != nil {
		return "", err
	}
	defer file.Close()
	return r.Platforms.Store(ctx, in, record, result.Name, file)
}

// complete sets the state to completed.
func (r *run) complete(ctx context.Context) error {
	if rows := r.t.Rows; rows != nil && rows.Failed > 0 {
		r.note(sentence.New("task-rows-failed", "{failed} of {count} rows failed.").With("failed", rows.Failed).With("count", rows.Count))
	}
	err := r.save(ctx, func(t *Task) {
		t.finish(Completed, time.Now().UTC(), sentence.New("task-completed", "The task is completed."))
	})
	if err == nil {
		r.sessions.drop(r.t.ID)
	}
	return err
}

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

	"lectern/backend/convert"
	"lectern/backend/convert/template"
	"lectern/backend/internal/id"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// render fills the template, and converts the results to PDF if requested.
func (r *run) render(ctx context.Context) error {
	if r.t.Rows != nil {
		return r.makeRows(ctx)
	}
	if len(r.t.Results) > 0 {
		return nil // an earlier attempt has created the results
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
		Operation: operation, Name: r.t.TemplateName, Template: content, Params: r.params, Row: r.row.Params, FetchCache: r.fetchCache,
		Options: wire.TemplateOptions{Locale: r.t.Locale, TimeZone: r.t.TimeZone, Missing: r.t.Missing, Now: r.t.StartedAt.UnixMilli(),
			Name: r.t.Name, Row: r.row.Row},
	}
}

// fill sends an order to the template engine. If the engine's process crashes, it sends the order a second time.
func (r *run) fill(ctx context.Context, order template.Order) (result template.Result, err error) {
	err = r.retryCrashed(ctx, func() error {
		result, err = r.service.engine.Run(ctx, order)
		return err
	})
	if cause, ok := errors.AsType[*convert.Error](err); ok {
		return result, engineFailure(cause)
	}
	return result, err
}

// read returns the content that is stored under a key.
func (r *run) read(ctx context.Context, key string) ([]byte, error) {
	file, err := r.service.content.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

// storeOutputs stores the documents that the template engine has returned.
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

// unlimited is passed as the size limit for content whose size the converters already limit.
const unlimited = 1 << 40

func (r *run) storeResult(ctx context.Context, name, kind string, from io.Reader) (Result, error) {
	key, size, err := r.service.content.Add(ctx, from, unlimited)
	if err != nil {
		return Result{}, fmt.Errorf("keep result: %w", err)
	}
	r.held = append(r.held, key)
	return Result{ID: id.New(), Name: r.service.cleanName(name), Type: kind, Size: size, Content: key}, nil
}

// failWithProblems fails the task with the problems that the template engine found. It also stores a copy of the
// template in which the problems are marked.
func (r *run) failWithProblems(ctx context.Context, template []byte, found []wire.TemplateProblem) error {
	failed := &Failure{Problems: Problems(found)}
	order := r.order(wire.TemplateMark, template)
	order.Params, order.Notes = nil, comments(failed.Problems)
	marked, err := r.service.engine.Run(ctx, order)
	if err != nil && ctx.Err() == nil {
		r.service.log.WarnContext(ctx, "there is no copy of the template that shows the problems", "task", r.t.ID, slog.Any("error", err))
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
	// The copy and the failure are saved together. If only the copy were saved, a later attempt could deliver it as a
	// result.
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

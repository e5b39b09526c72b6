package task

import (
	"bytes"
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"lectern/backend/convert/template"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// bulkRun processes the rows of a task, several at a time.
type bulkRun struct {
	run         *run
	template    []byte
	queries     map[string]string // platform queries whose results complete the parameters
	undelivered map[int]Row       // rows whose documents an earlier attempt made but did not deliver, by row number
	finished    []bool            // whether an earlier attempt finished the row, by row number
	recording   chan *recordRequest
	stopped     atomic.Int32 // number of rows that exceeded a limit or crashed the engine
}

// makeRows fills the template with each row that no earlier attempt has finished. If requested, it bundles the
// documents.
func (r *run) makeRows(ctx context.Context) error {
	if len(r.t.Results) == 0 {
		if err := r.fillRows(ctx); err != nil {
			return err
		}
		if err := r.bundle(ctx); err != nil {
			return err
		}
	}
	if r.t.Bundle == BundleFiles {
		return nil
	}
	return r.service.dropDocuments(ctx, r.t.ID) // the bundle contains the documents
}

// fillRows creates the documents of all rows. It returns an error if all rows failed.
func (r *run) fillRows(ctx context.Context) error {
	r.fetchCache = &template.FetchCache{}
	b := &bulkRun{run: r, recording: make(chan *recordRequest)}
	if err := b.check(ctx); err != nil {
		return err
	}
	rows, err := b.readRows(ctx)
	if err != nil {
		return err
	}
	if err := b.findEarlier(ctx); err != nil {
		return err
	}
	if err := b.processRows(ctx, rows); err != nil {
		return err
	}
	return b.loadCounts(ctx)
}

// check checks the template itself before any row is filled, so that a problem in the template is reported once and not
// for each row.
func (b *bulkRun) check(ctx context.Context) (err error) {
	if b.template, err = b.run.read(ctx, b.run.t.Template); err != nil {
		return err
	}
	checked, err := b.run.fill(ctx, b.run.order(wire.TemplateCheck, b.template))
	if err != nil {
		return err
	}
	if len(checked.Problems) > 0 {
		return b.run.failWithProblems(ctx, b.template, checked.Problems)
	}
	b.queries = checked.Query
	return nil
}

// readRows sends the posted rows to the template engine, which parses them, and stores their number in the task.
func (b *bulkRun) readRows(ctx context.Context) (*template.Result, error) {
	source, err := b.openSource(ctx)
	if err != nil {
		return nil, err
	}
	order := b.run.order(wire.TemplateRows, b.template)
	order.Params, order.Rows = nil, source
	rows, err := b.run.fill(ctx, order)
	if err != nil {
		return nil, err
	}
	if len(rows.Problems) > 0 {
		return nil, &Failure{Problems: Problems(rows.Problems)}
	}
	count := 0
	for _, lines := range rows.Bytes {
		for range bytes.Lines(lines) {
			count++
		}
	}
	if count != b.run.t.Rows.Count { // false if an earlier attempt has already logged the number
		b.run.note(sentence.New("task-rows-read", "Rows read: {count}.").With("count", count))
		err = b.run.save(ctx, func(t *Task) { t.Rows.Count = count })
	}
	return &rows, err
}

// openSource returns the file of rows that was posted with the task, decrypted.
func (b *bulkRun) openSource(ctx context.Context) ([]byte, error) {
	source, err := b.run.service.store.FindTaskSource(ctx, b.run.t.ID)
	if err != nil {
		return nil, err
	}
	text, err := b.run.service.sealer.Open(source, rowsOwner(b.run.t.ID))
	if err != nil {
		return nil, errParamsLost()
	}
	return []byte(text), nil
}

// rowsPage is the number of rows that are loaded from the database at a time.
const rowsPage = 500

// eachRow calls do with the task's rows in the given state, sorted by number. It loads up to rowsPage rows at a time.
// If state is empty, it calls do with all rows whose state is final.
func (r *run) eachRow(ctx context.Context, state RowState, do func([]Row) error) error {
	for after := 0; ; {
		rows, err := r.service.store.ListTaskRows(ctx, r.t.ID, RowQuery{State: state, After: after, Limit: rowsPage})
		if err != nil || len(rows) == 0 {
			return err
		}
		if err := do(rows); err != nil {
			return err
		}
		after = rows[len(rows)-1].Number
	}
}

// findEarlier loads the rows that earlier attempts have recorded.
func (b *bulkRun) findEarlier(ctx context.Context) error {
	b.undelivered, b.finished = map[int]Row{}, make([]bool, b.run.t.Rows.Count+1)
	err := b.run.eachRow(ctx, "", func(rows []Row) error {
		for _, row := range rows {
			b.finished[min(row.Number, b.run.t.Rows.Count)] = true
		}
		return nil
	})
	if err != nil {
		return err
	}
	return b.run.eachRow(ctx, RowMade, func(rows []Row) error {
		for _, row := range rows {
			b.undelivered[row.Number] = row
		}
		return nil
	})
}

// processRows processes the rows that no earlier attempt has finished. It returns errors that concern the whole task.
// Errors of single rows are recorded with the rows.
func (b *bulkRun) processRows(ctx context.Context, rows *template.Result) error {
	recorded := make(chan struct{})
	go func() {
		defer close(recorded)
		b.recordRows(ctx)
	}()
	work, working := errgroup.WithContext(ctx)
	todo := make(chan wire.TemplateRow)
	stopped := false
	work.Go(func() (err error) {
		defer close(todo)
		stopped, err = b.sendRows(working, rows, todo)
		return err
	})
	for range max(b.run.service.rowsAtOnce, 1) {
		work.Go(func() error {
			for row := range todo {
				if err := b.makeRow(working, row); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := work.Wait()
	close(b.recording)
	<-recorded
	if err == nil && stopped {
		return errClosing
	}
	return err
}

// sendRows sends rows to the workers until all are sent or the server shuts down. On shutdown, the workers still finish
// their current rows.
func (b *bulkRun) sendRows(ctx context.Context, rows *template.Result, todo chan<- wire.TemplateRow) (stopped bool, err error) {
	for row, err := range rows.Rows() {
		if err != nil {
			return false, err
		}
		if row.Row < len(b.finished) && b.finished[row.Row] {
			continue
		}
		select {
		case todo <- row:
		case <-ctx.Done():
			return false, context.Cause(ctx)
		case <-b.run.service.changes.Done():
			return true, nil
		}
	}
	return false, nil
}

// loadCounts loads the counts of finished and failed rows after all rows were processed. It returns an error if all of
// them failed.
func (b *bulkRun) loadCounts(ctx context.Context) error {
	found, err := b.run.service.store.FindTask(ctx, b.run.t.ID)
	if err != nil {
		return err
	}
	b.run.t.Rows = found.Rows
	if found.Rows.Done > 0 {
		return nil
	}
	failed, err := b.run.service.store.ListTaskRows(ctx, b.run.t.ID, RowQuery{State: RowFailed, Limit: 1})
	if err != nil {
		return err
	}
	message := sentence.New("task-no-row-made", "None of the {count} rows could be completed. The first error: {reason}").
		With("count", found.Rows.Count)
	for _, row := range failed {
		message = message.With("reason", row.Problems[0].Message.Sentence())
	}
	return failure("no-row-made", message)
}

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

// bulk processes the rows of a task, several at once.
type bulk struct {
	*run
	template  []byte
	queries   map[string]string // queries of the platform that complete the parameters
	made      map[int]Row       // rows whose documents an earlier attempt made but did not deliver, by number
	ended     []bool            // whether an earlier attempt finished a row, by number
	recording chan *recording
	stopped   atomic.Int32 // the number of rows that had to be stopped
}

// makeRows fills the template with each row that no earlier attempt has finished, and combines the documents if that is
// requested.
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
	return r.dropDocuments(ctx, r.t.ID) // they are in the bundle
}

// fillRows makes the documents of the rows. It returns an error if all rows failed.
func (r *run) fillRows(ctx context.Context) error {
	r.fetched = &template.FetchCache{}
	b := &bulk{run: r, recording: make(chan *recording)}
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
	if err := b.makeAll(ctx, rows); err != nil {
		return err
	}
	return b.count(ctx)
}

// check reports errors of the template itself once rather than for each row.
func (b *bulk) check(ctx context.Context) (err error) {
	if b.template, err = b.read(ctx, b.t.Template); err != nil {
		return err
	}
	checked, err := b.fill(ctx, b.order(wire.TemplateCheck, b.template))
	if err != nil {
		return err
	}
	if len(checked.Problems) > 0 {
		return b.failWithProblems(ctx, b.template, checked.Problems)
	}
	b.queries = checked.Query
	return nil
}

// readRows has the engine read the rows from the posted source.
func (b *bulk) readRows(ctx context.Context) (*template.Result, error) {
	source, err := b.openSource(ctx)
	if err != nil {
		return nil, err
	}
	order := b.order(wire.TemplateRows, b.template)
	order.Params, order.Rows = nil, source
	rows, err := b.fill(ctx, order)
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
	if count != b.t.Rows.Count { // unless an earlier attempt has logged it
		b.note(sentence.New("task-rows-read", "Rows read: {count}.").With("count", count))
		err = b.save(ctx, func(t *Task) { t.Rows.Count = count })
	}
	return &rows, err
}

// openSource returns the source from which the rows are read.
func (b *bulk) openSource(ctx context.Context) ([]byte, error) {
	source, err := b.Store.FindTaskSource(ctx, b.t.ID)
	if err != nil {
		return nil, err
	}
	text, err := b.Sealer.Open(source, rowsOwner(b.t.ID))
	if err != nil {
		return nil, errParamsLost()
	}
	return []byte(text), nil
}

// rowsPage is the number of rows that are read from the database at a time.
const rowsPage = 500

// eachRow calls do with pages of a task's rows, in the order of their numbers. If state is empty, all rows that have
// ended are included.
func (r *run) eachRow(ctx context.Context, state RowState, do func([]Row) error) error {
	for after := 0; ; {
		rows, err := r.Store.ListTaskRows(ctx, r.t.ID, RowQuery{State: state, After: after, Limit: rowsPage})
		if err != nil || len(rows) == 0 {
			return err
		}
		if err := do(rows); err != nil {
			return err
		}
		after = rows[len(rows)-1].Number
	}
}

// findEarlier loads the rows that an earlier attempt has recorded.
func (b *bulk) findEarlier(ctx context.Context) error {
	b.made, b.ended = map[int]Row{}, make([]bool, b.t.Rows.Count+1)
	err := b.eachRow(ctx, "", func(rows []Row) error {
		for _, row := range rows {
			b.ended[min(row.Number, b.t.Rows.Count)] = true
		}
		return nil
	})
	if err != nil {
		return err
	}
	return b.eachRow(ctx, RowMade, func(rows []Row) error {
		for _, row := range rows {
			b.made[row.Number] = row
		}
		return nil
	})
}

// makeAll processes the rows that no earlier attempt has finished. An error concerns the whole task; errors of single
// rows are recorded with them.
func (b *bulk) makeAll(ctx context.Context, rows *template.Result) error {
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
	for range max(b.RowsAtOnce, 1) {
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

// sendRows sends the rows to the workers until the server shuts down. Workers finish the rows that they have begun.
func (b *bulk) sendRows(ctx context.Context, rows *template.Result, todo chan<- wire.TemplateRow) (stopped bool, err error) {
	for row, err := range rows.Rows() {
		if err != nil {
			return false, err
		}
		if row.Row < len(b.ended) && b.ended[row.Row] {
			continue
		}
		select {
		case todo <- row:
		case <-ctx.Done():
			return false, context.Cause(ctx)
		case <-b.changes.Done():
			return true, nil
		}
	}
	return false, nil
}

// count records the number of rows when all have been processed.
func (b *bulk) count(ctx context.Context) error {
	found, err := b.Store.FindTask(ctx, b.t.ID)
	if err != nil {
		return err
	}
	b.t.Rows = found.Rows
	if found.Rows.Done > 0 {
		return nil
	}
	failed, err := b.Store.ListTaskRows(ctx, b.t.ID, RowQuery{State: RowFailed, Limit: 1})
	if err != nil {
		return err
	}
	said := sentence.New("task-no-row-made", "None of the {count} rows could be made. The first: {reason}").With("count", found.Rows.Count)
	for _, row := range failed {
		said = said.With("reason", row.Problems[0].Message.Sentence())
	}
	return failure("no-row-made", said)
}

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

// bulk makes the documents of a task's rows, several at once.
type bulk struct {
	*run
	template  []byte
	queries   map[string]string // that fill parameters from the platform
	made      map[int]Row       // by an earlier attempt, and still to be brought where they belong
	ended     []bool            // by an earlier attempt; by their numbers
	recording chan *recording
	stopped   atomic.Int32 // rows
}

// makeRows fills the template with each row that no earlier attempt has come to, and puts the
// documents together, where that is wanted.
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
	return r.dropDocuments(ctx, r.t.ID) // which are in the bundle
}

// fillRows makes the documents of the rows. That none could be made is an error.
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

// check tells once what is wrong with the template, and not with each row.
func (b *bulk) check(ctx context.Context) (err error) {
	if b.template, err = b.read(ctx, b.t.Template); err != nil {
		return err
	}
	checked, err := b.fill(ctx, b.order(wire.TemplateCheck, b.template))
	if err != nil {
		return err
	}
	if len(checked.Problems) > 0 {
		return b.refused(ctx, b.template, checked.Problems)
	}
	b.queries = checked.Query
	return nil
}

// readRows has the rows read from what was posted.
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
	if count != b.t.Rows.Count { // else an earlier attempt has said so
		b.note(sentence.New("task-rows-read", "Rows read: {count}.").With("count", count))
		err = b.save(ctx, func(t *Task) { t.Rows.Count = count })
	}
	return &rows, err
}

// openSource gives what the rows are read from.
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

// rowsPage is how many rows are read from the database at a time.
const rowsPage = 500

// eachRow calls do with the rows of a task that are in a state, or else have ended, by their numbers.
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

// findEarlier finds what an earlier attempt has recorded.
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

// makeAll makes the rows that are still to be made. An error is one that is not of a single row.
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
		stopped, err = b.handOut(working, rows, todo)
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

// handOut gives the rows to those who make them, until the server is to end: those that are at work
// then come to their end.
func (b *bulk) handOut(ctx context.Context, rows *template.Result, todo chan<- wire.TemplateRow) (stopped bool, err error) {
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

// count ends the making of the rows: it looks how many there are.
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
		said = said.With("reason", row.Problems[0].Said.Sentence())
	}
	return failure("no-row-made", said)
}

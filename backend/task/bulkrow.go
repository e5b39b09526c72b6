package task

import (
	"context"
	"errors"
	"slices"
	"strings"

	"lectern/backend/convert"
	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// mostStopped is how many rows of a task may take too long, or too much memory, or end their process,
// before the task is given up: each may have taken a minute.
const mostStopped = 20

// makeRow brings a row to its end. What is wrong with it alone is recorded with it, and is no error.
func (b *bulk) makeRow(ctx context.Context, from wire.TemplateRow) error {
	row, found := b.made[from.Row]
	if !found {
		row = Row{Number: from.Row, Line: from.Line}
	}
	one := &run{Service: b.Service, t: b.t, params: b.params, row: from, fetched: b.fetched}
	defer one.letGo(context.WithoutCancel(ctx))
	err := b.bringToEnd(ctx, one, &row)
	if err == nil {
		row.State = RowDone
		return b.record(ctx, row)
	}
	failed := asRowFailure(err)
	if failed == nil || ctx.Err() != nil {
		return err
	}
	row.fail(failed)
	if err := b.record(ctx, row); err != nil {
		return err
	}
	return b.countStopped(failed)
}

// bringToEnd makes the documents of a row, and brings them where they belong.
func (b *bulk) bringToEnd(ctx context.Context, one *run, row *Row) error {
	if len(one.row.Problems) > 0 {
		return &Failure{Problems: Problems(one.row.Problems)}
	}
	if row.State != RowMade {
		if err := b.makeDocuments(ctx, one, row); err != nil {
			return err
		}
	}
	if b.t.Bundle != BundleFiles {
		return nil // the bundle is brought there
	}
	if err := b.viewRow(ctx, one, row); err != nil {
		return err
	}
	return b.deliverRow(ctx, one, row)
}

// makeDocuments fills the template with a row.
func (b *bulk) makeDocuments(ctx context.Context, one *run, row *Row) error {
	if err := one.query(ctx, b.queries); err != nil {
		return err
	}
	filled, err := one.fill(ctx, one.order(wire.TemplateRender, b.template))
	if err != nil {
		return err
	}
	if len(filled.Problems) > 0 {
		return &Failure{Problems: Problems(filled.Problems)}
	}
	if row.Results, err = one.keepAll(ctx, filled); err != nil {
		return err
	}
	if len(row.Results) > 0 { // a package may make none
		row.Name = row.Results[0].Name
	}
	if b.t.Bundle != BundleFiles || !b.t.View && b.t.Integration == nil {
		return nil
	}
	row.State = RowMade
	return b.record(ctx, *row)
}

// viewRow takes the documents of a row into the library, where that is wanted.
func (b *bulk) viewRow(ctx context.Context, one *run, row *Row) error {
	for i := range row.Results {
		if !b.t.View || row.Results[i].DocumentID != "" {
			continue
		}
		if err := one.addToLibrary(ctx, &row.Results[i]); err != nil {
			return err
		}
		if err := b.record(ctx, *row); err != nil {
			return err
		}
	}
	return nil
}

// deliverRow stores the documents of a row on the platform, one after the other.
func (b *bulk) deliverRow(ctx context.Context, one *run, row *Row) error {
	in := b.t.Integration
	for i := range row.Results {
		if in == nil || row.Results[i].PlatformID != "" {
			continue
		}
		id, err := one.store(ctx, *in, one.record(in), &row.Results[i])
		if err != nil {
			return err
		}
		row.Results[i].PlatformID = id
		if err := b.record(ctx, *row); err != nil {
			return err
		}
	}
	return nil
}

// countStopped gives the task up when too many of its rows had to be stopped.
func (b *bulk) countStopped(f *Failure) error {
	if !slices.Contains([]string{"timeout", "too-much-memory", "converter-crashed", "memory", "crashed"}, f.Problems[0].Code) {
		return nil
	}
	if b.stopped.Add(1) < mostStopped {
		return nil
	}
	said := sentence.New("task-rows-stopped", "The task was given up, as {count} of its rows had to be stopped. The last: {reason}").
		With("count", mostStopped)
	return failure("rows-stopped", said.With("reason", f.Problems[0].Said.Sentence()))
}

// asRowFailure gives what a row fails with because of err; nil where that is no matter of the row alone.
func asRowFailure(err error) *Failure {
	engine, ok := errors.AsType[*convert.Error](err)
	if ok && engine.Reason == convert.ReasonNoEngine || fault.Is(err, fault.Busy) || fault.Is(err, fault.NoSpace) ||
		fault.Is(err, fault.Unavailable) {
		return nil
	}
	f, told := asFailure(err)
	if !told {
		return nil
	}
	code := f.Problems[0].Code
	if code == "no-space" || strings.HasPrefix(code, "platform-") && !slices.Contains(platformRowCodes(), code) {
		return nil
	}
	return f
}

// platformRowCodes are those of what a platform refuses of one row. What else it refuses, it would
// refuse of the others, too.
func platformRowCodes() []string {
	return []string{"platform-record-gone", "platform-permission", "platform-query", "platform-query-parameter", "platform-query-timeout",
		"platform-refused", "platform-file-too-large"}
}

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

// maxStopped is the number of rows that exceed the time or memory limit, or crash the template engine, at which the
// task fails. Each of these rows can take a minute, so a faulty template could occupy the server for hours.
const maxStopped = 20

// makeRow processes a row. Errors that concern only this row are recorded with the row and not returned.
func (b *bulkRun) makeRow(ctx context.Context, from wire.TemplateRow) error {
	row, found := b.undelivered[from.Row]
	if !found {
		row = Row{Number: from.Row, Line: from.Line}
	}
	one := &run{service: b.run.service, t: b.run.t, params: b.run.params, row: from, fetchCache: b.run.fetchCache}
	defer one.release(context.WithoutCancel(ctx))
	err := b.processRow(ctx, one, &row)
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

// processRow creates the documents of a row, adds them to the library and stores them on the platform, as requested.
func (b *bulkRun) processRow(ctx context.Context, rowRun *run, row *Row) error {
	if len(rowRun.row.Problems) > 0 {
		return &Failure{Problems: Problems(rowRun.row.Problems)}
	}
	if row.State != RowMade {
		if err := b.makeDocuments(ctx, rowRun, row); err != nil {
			return err
		}
	}
	if b.run.t.Bundle != BundleFiles {
		return nil // the bundle is delivered instead of the documents
	}
	if err := b.addRowToLibrary(ctx, rowRun, row); err != nil {
		return err
	}
	return b.deliverRow(ctx, rowRun, row)
}

// makeDocuments fills the template with a row.
func (b *bulkRun) makeDocuments(ctx context.Context, rowRun *run, row *Row) error {
	if err := rowRun.query(ctx, b.queries); err != nil {
		return err
	}
	filled, err := rowRun.fill(ctx, rowRun.order(wire.TemplateRender, b.template))
	if err != nil {
		return err
	}
	if len(filled.Problems) > 0 {
		return &Failure{Problems: Problems(filled.Problems)}
	}
	if row.Results, err = rowRun.storeAll(ctx, filled); err != nil {
		return err
	}
	if len(row.Results) > 0 { // a package of templates may make no document for a row
		row.Name = row.Results[0].Name
	}
	if b.run.t.Bundle != BundleFiles || !b.run.t.View && b.run.t.Integration == nil {
		return nil
	}
	row.State = RowMade
	return b.record(ctx, *row)
}

// addRowToLibrary adds the documents of a row to the library if that is requested.
func (b *bulkRun) addRowToLibrary(ctx context.Context, rowRun *run, row *Row) error {
	for i := range row.Results {
		if !b.run.t.View || row.Results[i].DocumentID != "" {
			continue
		}
		if err := rowRun.addToLibrary(ctx, &row.Results[i]); err != nil {
			return err
		}
		if err := b.record(ctx, *row); err != nil {
			return err
		}
	}
	return nil
}

// deliverRow stores the documents of a row on the platform one by one.
func (b *bulkRun) deliverRow(ctx context.Context, rowRun *run, row *Row) error {
	in := b.run.t.Integration
	for i := range row.Results {
		if in == nil || row.Results[i].PlatformID != "" {
			continue
		}
		id, err := rowRun.storeOnPlatform(ctx, *in, rowRun.linkedRecord(in), &row.Results[i])
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

// countStopped counts a failed row that exceeded a limit or crashed the engine; it ignores other failures. It returns
// an error if maxStopped rows were counted.
func (b *bulkRun) countStopped(f *Failure) error {
	if !slices.Contains([]string{"timeout", "too-much-memory", "converter-crashed", "memory", "crashed"}, f.Problems[0].Code) {
		return nil
	}
	if b.stopped.Add(1) < maxStopped {
		return nil
	}
	message := sentence.New("task-rows-stopped", "The task was stopped because {count} of its rows had to be stopped. The last "+
		"error: {reason}").
		With("count", maxStopped)
	return failure("rows-stopped", message.With("reason", f.Problems[0].Message.Sentence()))
}

// asRowFailure returns err as the failure of a row, or nil if err concerns more than one row.
func asRowFailure(err error) *Failure {
	engine, ok := errors.AsType[*convert.Error](err)
	if ok && engine.Reason == convert.ReasonNoEngine || fault.Is(err, fault.Busy) || fault.Is(err, fault.NoSpace) ||
		fault.Is(err, fault.Unavailable) {
		return nil
	}
	f, known := asFailure(err)
	if !known {
		return nil
	}
	code := f.Problems[0].Code
	if code == "no-space" || strings.HasPrefix(code, "platform-") && !slices.Contains(platformRowCodes(), code) {
		return nil
	}
	return f
}

// platformRowCodes are the codes of platform errors that concern a single row. Other errors would occur for all rows.
func platformRowCodes() []string {
	return []string{"platform-record-gone", "platform-permission", "platform-query", "platform-query-parameter", "platform-query-timeout",
		"platform-refused", "platform-file-too-large"}
}

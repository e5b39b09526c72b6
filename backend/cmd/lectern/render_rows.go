package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"lectern/backend/convert"
	"lectern/backend/convert/bundle"
	converttemplate "lectern/backend/convert/template"
	"lectern/backend/task"
	"lectern/converters/wire"
)

// rowsRun renders a template with many rows.
type rowsRun struct {
	*renderCommand
	*templateEngines
	on       *console
	order    converttemplate.Order
	results  collector
	progress *progress
	failed   int
}

// madeRow is what has become of a row.
type madeRow struct {
	row   int
	line  int // of the file, from 1
	files []bundle.File
	wrong string // what is wrong with the row
	err   error  // why nothing more can be made
}

// renderRows makes the documents of all rows. One that fails does not stop the others.
func (c *renderCommand) renderRows(on *console, e *templateEngines, order converttemplate.Order) error {
	lines, err := c.readRows(on, e, &order)
	if err != nil {
		return err
	}
	results, err := c.collector(on, e)
	if err != nil {
		return err
	}
	r := &rowsRun{renderCommand: c, templateEngines: e, on: on, order: order, results: results, progress: newProgress(on.stderr, lines.count)}
	err = r.all(lines)
	r.progress.end()
	if err == nil && r.failed < lines.count {
		err = results.end(on.ctx)
	}
	if err := errors.Join(err, results.close()); err != nil {
		return err
	}
	if r.failed > 0 {
		return errReported
	}
	return nil
}

// rowLines are the rows of a file.
type rowLines struct {
	converttemplate.Result
	count int
}

// readRows looks at the template, so that what is wrong with that is told once, and reads the rows,
// after which the order has the template and no rows any more.
func (c *renderCommand) readRows(on *console, e *templateEngines, order *converttemplate.Order) (lines rowLines, err error) {
	source, err := os.ReadFile(c.Template)
	if err != nil {
		return lines, err
	}
	order.Name, order.Template = filepath.Base(c.Template), source
	check := *order
	check.Do, check.Params, check.Rows = wire.TemplateCheck, nil, nil
	if _, err := e.ask(on, c.Template, check); err != nil {
		return lines, err
	}
	read := *order
	read.Do, read.Params = wire.TemplateRows, nil
	if lines.Result, err = e.ask(on, c.rowsName(), read); err != nil {
		return lines, err
	}
	order.Rows = nil
	for _, err := range lines.Rows() {
		if err != nil {
			return lines, err
		}
		lines.count++
	}
	return lines, nil
}

// rowsName gives what the file with the rows is called.
func (c *renderCommand) rowsName() string {
	if c.Rows == "-" {
		return "standard input"
	}
	return c.Rows
}

// rowsAhead is how many rows are made, at most, that wait for one before them, for each process.
const rowsAhead = 2

// all makes row by row, some at once, and collects what they become in their order.
func (r *rowsRun) all(lines rowLines) error {
	ctx, cancel := context.WithCancel(r.on.ctx)
	var work sync.WaitGroup
	defer work.Wait()
	defer cancel()
	made := make(chan chan madeRow, rowsAhead*r.workers)
	work.Go(func() {
		defer close(made)
		for row, err := range lines.Rows() {
			one := make(chan madeRow, 1)
			select {
			case made <- one:
			case <-ctx.Done():
				return
			}
			work.Go(func() { one <- r.makeRow(ctx, row, err) })
		}
	})
	var err error
	for one := range made {
		if err = r.collect(<-one); err != nil {
			break
		}
	}
	if r.on.ctx.Err() != nil {
		return fmt.Errorf("interrupted behind %d of %d rows", r.progress.done, lines.count)
	}
	return err
}

// makeRow makes the documents of a row.
func (r *rowsRun) makeRow(ctx context.Context, row wire.TemplateRow, err error) madeRow {
	one := madeRow{row: row.Row, line: row.Line, err: err}
	if err != nil {
		return one
	}
	if len(row.Problems) > 0 {
		one.wrong = tell(row.Problems)
		return one
	}
	order := r.order
	order.Row, order.Options.Row = row.Params, row.Row
	result, err := r.templates.Run(ctx, order)
	if len(result.Problems) > 0 {
		one.wrong = tell(result.Problems)
	}
	if err == nil {
		one.files, err = bundle.Finish(ctx, result, r.wantsPDF(), r.templateEngines)
	}
	if cause, ok := errors.AsType[*convert.Error](err); ok && cause.Reason != convert.ReasonNoEngine { // of this row's documents
		one.wrong, err = cause.Error(), nil
	}
	one.err = err
	return one
}

// tell words problems in one line.
func tell(found []wire.TemplateProblem) string {
	var all []string
	for _, problem := range task.Problems(found) {
		all = append(all, problemLine(problem))
	}
	return strings.Join(all, " ")
}

// collect takes what has become of a row.
func (r *rowsRun) collect(made madeRow) error {
	if made.err != nil {
		return made.err
	}
	if made.wrong != "" {
		r.failed++
		r.progress.tell(fmt.Sprintf("%s: row %d, line %d: %s", r.rowsName(), made.row, made.line, made.wrong))
	} else {
		for _, file := range made.files {
			if err := r.results.add(file); err != nil {
				return err
			}
		}
	}
	r.progress.step()
	return nil
}

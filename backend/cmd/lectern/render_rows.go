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

// rowsRun renders a template once per row.
type rowsRun struct {
	*renderCommand
	*templateEngines
	con      *console
	order    converttemplate.Order
	results  collector
	progress *progress
	failed   int
}

// rowResult is the result of a row.
type rowResult struct {
	row      int
	line     int // line number in the file, from 1
	files    []bundle.File
	problems string // problems of the row
	err      error  // an error that stops the rendering of all rows
}

// renderRows renders the documents of all rows. Problems of a row do not prevent that other rows are rendered.
func (c *renderCommand) renderRows(con *console, e *templateEngines, order converttemplate.Order) error {
	lines, err := c.readRows(con, e, &order)
	if err != nil {
		return err
	}
	results, err := c.collector(con, e)
	if err != nil {
		return err
	}
	r := &rowsRun{renderCommand: c, templateEngines: e, con: con, order: order, results: results,
		progress: newProgress(con.stderr, lines.count)}
	err = r.renderAll(lines)
	r.progress.erase()
	if err == nil && r.failed < lines.count {
		err = results.finish(con.ctx)
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

// readRows checks the template, so that its problems are printed only once, and reads the rows. It also sets the
// template in the argument order and removes the file of rows from it, so that order can be used for single rows.
func (c *renderCommand) readRows(con *console, e *templateEngines, order *converttemplate.Order) (lines rowLines, err error) {
	source, err := os.ReadFile(c.Template)
	if err != nil {
		return lines, err
	}
	order.Name, order.Template = filepath.Base(c.Template), source
	check := *order
	check.Operation, check.Params, check.Rows = wire.TemplateCheck, nil, nil
	if _, err := e.execute(con, c.Template, check); err != nil {
		return lines, err
	}
	read := *order
	read.Operation, read.Params = wire.TemplateRows, nil
	if lines.Result, err = e.execute(con, c.rowsName(), read); err != nil {
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

// rowsName returns the name of the file with the rows, for messages.
func (c *renderCommand) rowsName() string {
	if c.Rows == "-" {
		return "standard input"
	}
	return c.Rows
}

// rowsAhead is the number of rows, for each converter process, that may be rendered while an earlier row is not
// finished.
const rowsAhead = 2

// renderAll renders the rows, several at a time, and collects the results in the order of the rows.
func (r *rowsRun) renderAll(lines rowLines) error {
	ctx, cancel := context.WithCancel(r.con.ctx)
	var work sync.WaitGroup
	defer work.Wait()
	defer cancel()
	made := make(chan chan rowResult, rowsAhead*r.workers)
	work.Go(func() {
		defer close(made)
		for row, err := range lines.Rows() {
			one := make(chan rowResult, 1)
			select {
			case made <- one:
			case <-ctx.Done():
				return
			}
			work.Go(func() { one <- r.renderRow(ctx, row, err) })
		}
	})
	var err error
	for one := range made {
		if err = r.collect(<-one); err != nil {
			break
		}
	}
	if r.con.ctx.Err() != nil {
		return fmt.Errorf("interrupted after %d of %d rows", r.progress.done, lines.count)
	}
	return err
}

// renderRow renders the documents of a row.
func (r *rowsRun) renderRow(ctx context.Context, row wire.TemplateRow, err error) rowResult {
	one := rowResult{row: row.Row, line: row.Line, err: err}
	if err != nil {
		return one
	}
	if len(row.Problems) > 0 {
		one.problems = joinProblems(row.Problems)
		return one
	}
	order := r.order
	order.Row, order.Options.Row = row.Params, row.Row
	result, err := r.templates.Run(ctx, order)
	if len(result.Problems) > 0 {
		one.problems = joinProblems(result.Problems)
	}
	if err == nil {
		one.files, err = bundle.OutputFiles(ctx, result, r.wantsPDF(), r.templateEngines)
	}
	// the error concerns only this row
	if cause, ok := errors.AsType[*convert.Error](err); ok && cause.Reason != convert.ReasonNoEngine {
		one.problems, err = cause.Error(), nil
	}
	one.err = err
	return one
}

// joinProblems formats problems as one line.
func joinProblems(found []wire.TemplateProblem) string {
	var all []string
	for _, problem := range task.Problems(found) {
		all = append(all, problemLine(problem))
	}
	return strings.Join(all, " ")
}

// collect adds the result of a row to the output, or prints its problems.
func (r *rowsRun) collect(result rowResult) error {
	if result.err != nil {
		return result.err
	}
	if result.problems != "" {
		r.failed++
		r.progress.printLine(fmt.Sprintf("%s: row %d, line %d: %s", r.rowsName(), result.row, result.line, result.problems))
	} else {
		for _, file := range result.files {
			if err := r.results.add(file); err != nil {
				return err
			}
		}
	}
	r.progress.step()
	return nil
}

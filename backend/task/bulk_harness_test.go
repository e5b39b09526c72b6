package task_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"lectern/backend/convert/template"
	"lectern/backend/task"
	"lectern/converters/wire"
)

// printer is a simulated template engine. Each line of a file of rows is a row in JSON, and becomes a document with the
// text of the row. A row without a name, or a line that is not valid JSON, causes a problem.
type printer struct {
	mu      sync.Mutex
	filled  map[int]int // how often each row was filled
	checked int
	before  func(row int) error // called before a row is filled; can be nil
	check   template.Result
}

func (p *printer) run(o template.Order) (made template.Result, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch o.Operation {
	case wire.TemplateCheck:
		p.checked++
		return p.check, nil
	case wire.TemplateRows:
		return printedRows(o.Rows)
	case wire.TemplateMark:
		return filled("marked.docx", "with comments"), nil
	}
	if p.before != nil {
		if err := p.before(o.Options.Row); err != nil {
			return made, err
		}
	}
	if p.filled == nil {
		p.filled = map[int]int{}
	}
	p.filled[o.Options.Row]++
	var params struct{ Name string }
	if err := json.Unmarshal(o.Row, &params); err != nil {
		return made, err
	}
	if params.Name == "" {
		made.Problems = []wire.TemplateProblem{{Code: "missing-value", Tag: "name"}}
		return made, nil
	}
	return filled(params.Name+".docx", fmt.Sprintf("%s %s %d", o.Params, o.Row, o.Options.Row)), nil
}

func printedRows(text []byte) (made template.Result, err error) {
	var out bytes.Buffer
	number := 0
	for line := range bytes.Lines(text) {
		number++
		row := wire.TemplateRow{Row: number, Line: number}
		if row.Params = bytes.TrimSpace(line); !json.Valid(row.Params) {
			row.Params, row.Problems = nil, []wire.TemplateProblem{{Code: "row-malformed"}}
		}
		if err := json.NewEncoder(&out).Encode(row); err != nil {
			return made, err
		}
	}
	if number == 0 {
		made.Problems = []wire.TemplateProblem{{Code: "rows-empty"}}
		return made, nil
	}
	return filled("rows.jsonl", out.String()), nil
}

// openPrinter returns a fixture whose engine is a printer.
func openPrinter(t *testing.T, dir string) (*harness, *printer) {
	t.Helper()
	h, p := open(t, dir), &printer{}
	h.engine = p.run
	return h, p
}

// names returns a file of rows with the given names. A row with an empty name leads to a problem.
func names(of ...string) []byte {
	var text strings.Builder
	for _, name := range of {
		fmt.Fprintf(&text, "{\"name\":%q}\n", name)
	}
	return []byte(text.String())
}

func (h *harness) rows(id string, state task.RowState) []task.Row {
	h.t.Helper()
	rows, err := h.ListRows(h.t.Context(), id, task.RowQuery{State: state, Limit: 1000})
	if err != nil {
		h.t.Fatal(err)
	}
	return rows
}

// content returns the content with a key, or nil if it was removed.
func (h *harness) content(key string) []byte {
	h.t.Helper()
	f, err := h.docs.Shared().Open(h.t.Context(), key)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		h.t.Fatal(err)
	}
	return text
}

// logText returns the messages of a task's log in one line.
func logText(log []task.Entry) string {
	var all []string
	for _, entry := range log {
		all = append(all, entry.Message.String())
	}
	return strings.Join(all, " ")
}

package task_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lectern/backend/convert/template"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/idempotency"
	"lectern/backend/task"
	"lectern/converters/wire"
)

// Rows are filled one by one. A row that fails is reported, and does not stop the processing of other rows.
func TestRows(t *testing.T) {
	h, p := openPrinter(t, t.TempDir())
	h.work()
	rows := append(names("Ada", "", "Grace"), []byte("{nonsense\n")...)
	ended := h.ended(h.post(task.Order{Template: h.received("x"), Params: []byte(`{"all":1}`), Rows: rows}).ID)
	if ended.State != task.Completed || *ended.Rows != (task.Progress{Count: 4, Done: 2, Failed: 2}) || len(ended.Results) != 0 ||
		ended.Bundle != task.BundleFiles {
		t.Errorf("%+v, %+v", ended, ended.Rows)
	}
	if told := logText(ended.Log); !strings.Contains(told, "Rows read: 4. 2 of 4 rows failed. The task is completed.") {
		t.Errorf("the log: %s", told)
	}
	var got []string
	for _, row := range h.rows(ended.ID, "") {
		text := fmt.Sprint(row.Number, " ", row.State, " ", row.Name)
		for _, wrong := range row.Problems {
			text += " " + wrong.Code
		}
		for _, result := range row.Results {
			text += " " + string(h.content(result.Content))
		}
		got = append(got, text)
	}
	want := []string{`1 done Ada.docx {"all":1} {"name":"Ada"} 1`, "2 failed  missing-value", `3 done Grace.docx {"all":1} {"name":"Grace"} 3`,
		"4 failed  row-malformed"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if failed := h.rows(ended.ID, task.RowFailed); len(failed) != 2 || failed[1].Number != 4 {
		t.Errorf("%+v", failed)
	}
	if p.checked != 1 {
		t.Errorf("checked %d times", p.checked)
	}
	if _, err := h.db.Tasks.FindTaskSource(t.Context(), ended.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("its rows are kept: %v", err)
	}
}

// Progress is reported while rows are being processed, but only a few times per second.
func TestProgressIsReported(t *testing.T) {
	h, p := openPrinter(t, t.TempDir())
	var told atomic.Int32
	news := make(chan struct{}, 1)
	onChange := func(string) {
		told.Add(1)
		select {
		case news <- struct{}{}:
		default:
		}
	}
	var before int32
	p.before = func(row int) error {
		switch row {
		case 1:
			before = told.Load()
		case 5:
			for told.Load() == before {
				<-news
			}
		}
		return nil
	}
	h.configure(func(c *task.Config) { c.OnChange, c.RowsAtOnce = onChange, 1 })
	h.work()
	begin := time.Now()
	h.ended(h.post(task.Order{Template: h.received("x"), Rows: names(slices.Repeat([]string{"Ada"}, 500)...)}).ID)
	if most := int32(10 + time.Since(begin)/(200*time.Millisecond)); told.Load() > most {
		t.Errorf("told %d times, want %d at most", told.Load(), most)
	}
}

// A ZIP archive contains the documents of all rows under unique names. The documents are not stored separately.
func TestRowsAsZip(t *testing.T) {
	h, _ := openPrinter(t, t.TempDir())
	h.work()
	ended := h.ended(h.post(task.Order{Template: h.received("x"), Rows: names("Ada", "", "Ada", "../Grace"),
		Options: task.Options{Bundle: task.BundleZip}}).ID)
	if ended.State != task.Completed || len(ended.Results) != 1 || ended.Results[0].Name != "a.zip" || ended.Results[0].Type != "zip" {
		t.Fatalf("%+v", ended)
	}
	packed := h.content(ended.Results[0].Content)
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	var in, listed []string
	for _, file := range archive.File {
		in = append(in, file.Name)
	}
	for _, row := range h.rows(ended.ID, task.RowDone) {
		if listed = append(listed, row.Name); len(row.Results) != 0 {
			t.Errorf("%+v", row)
		}
	}
	if want := []string{"Ada.docx", "Ada (2).docx", "Grace.docx"}; !slices.Equal(in, want) || !slices.Equal(listed, want) {
		t.Errorf("in the archive %q, listed %q", in, listed)
	}
	// Only the template and the archive are stored.
	if used, err := h.db.Contents.ListUsedContent(t.Context(), ""); err != nil || len(used) != 2 {
		t.Errorf("in use: %v, %v", used, err)
	}
}

// Problems with the template itself, or with all rows, fail the task and are reported once.
func TestRowsFail(t *testing.T) {
	broken := template.Result{TemplateAnswer: wire.TemplateAnswer{Problems: []wire.TemplateProblem{{Code: "unclosed-loop", Tag: "a"}}}}
	for what, test := range map[string]struct {
		rows   []byte
		check  template.Result
		code   string
		said   string
		filled int
	}{
		"a broken template": {names("Ada", "Grace"), broken, "unclosed-loop", "The loop “a” is never closed.", 0},
		"no rows":           {[]byte{}, template.Result{}, "rows-empty", "", 0},
		"no good row": {names("", ""), template.Result{}, "no-row-made",
			"None of the 2 rows could be completed. The first error: There is no value for “name”.", 2},
	} {
		t.Run(what, func(t *testing.T) {
			h, p := openPrinter(t, t.TempDir())
			p.check = test.check
			h.work()
			ended := h.ended(h.post(task.Order{Template: h.received("x"), Rows: test.rows, Options: task.Options{Bundle: task.BundleZip}}).ID)
			if ended.State != task.Failed || len(ended.Problems) != 1 || ended.Problems[0].Code != test.code || len(p.filled) != test.filled {
				t.Errorf("%+v, filled %v", ended, p.filled)
			}
			if test.said != "" && ended.Message().String() != test.said {
				t.Errorf("output: %s", ended.Message())
			}
		})
	}
}

// Invalid orders are rejected before anything is stored.
func TestOrdersOfRows(t *testing.T) {
	h, _ := openPrinter(t, t.TempDir())
	for what, test := range map[string]struct {
		rows    []byte
		options task.Options
		field   string
		output  task.Output // the expected output if the order is accepted
	}{
		"files":                   {names("Ada"), task.Options{}, "", task.OutputTemplate},
		"pdf":                     {names("Ada"), task.Options{Bundle: "pdf"}, "", task.OutputPDF},
		"pdf of both":             {names("Ada"), task.Options{Bundle: "pdf", Output: "both"}, "/output", ""},
		"pdf of nothing known":    {names("Ada"), task.Options{Bundle: "pdf", Output: "docx"}, "/output", ""},
		"pdf that is viewed":      {names("Ada"), task.Options{Bundle: "pdf", View: true}, "", task.OutputPDF},
		"a zip that is viewed":    {names("Ada"), task.Options{Bundle: "zip", View: true}, "/view", ""},
		"another bundle":          {names("Ada"), task.Options{Bundle: "tar"}, "/bundle", ""},
		"a bundle of nothing":     {nil, task.Options{Bundle: "zip"}, "/bundle", ""},
		"a name of two lines":     {names("Ada"), task.Options{Name: "a\nb"}, "/name", ""},
		"a name that is too long": {nil, task.Options{Name: strings.Repeat("a", 1001)}, "/name", ""},
		"a name alone":            {nil, task.Options{Name: "a {b}"}, "", task.OutputTemplate},
	} {
		posted, err := h.Post(t.Context(), task.Order{Identifier: "none", Rows: test.rows, Options: test.options})
		field := ""
		if wrong, ok := errors.AsType[*fault.Error](err); ok {
			if field = wrong.Field; len(wrong.Reasons) > 0 {
				field = wrong.Reasons[0].Field
			}
		}
		if field != test.field || posted.Output != test.output {
			t.Errorf("%s: %v, output %q", what, err, posted.Output)
		}
	}
	if _, err := h.Post(t.Context(), task.Order{Identifier: "none", Rows: make([]byte, 1<<20+1)}); !fault.Is(err, fault.TooLarge) {
		t.Errorf("too much: %v", err)
	}
}

// A repeated request with the same idempotency key must have the same rows.
func TestSameRows(t *testing.T) {
	h, _ := openPrinter(t, t.TempDir())
	post := func(rows []byte) (task.Task, error) {
		return h.Post(t.Context(), task.Order{Identifier: "none", Rows: rows, Idempotency: &idempotency.Key{Sender: "a", Name: "b"}})
	}
	first, err := post(names("Ada"))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := post(names("Ada")); err != nil || again.ID != first.ID {
		t.Errorf("%s, %v", again.ID, err)
	}
	for _, rows := range [][]byte{names("Grace"), nil} {
		if _, err := post(rows); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q: %v", rows, err)
		}
	}
}

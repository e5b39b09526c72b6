package task_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/template"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/idempotency"
	"lectern/backend/sentence"
	"lectern/backend/task"
	"lectern/converters/wire"
)

// printer is a simulated template engine. Each line of a rows file is a row in JSON, and becomes a document with the
// text of the row. A row without a name leads to a problem, and so does a line that is not valid JSON.
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
	switch o.Do {
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
func openPrinter(t *testing.T, dir string) (*house, *printer) {
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

func (h *house) rows(id string, state task.RowState) []task.Row {
	h.t.Helper()
	rows, err := h.ListRows(h.t.Context(), id, task.RowQuery{State: state, Limit: 1000})
	if err != nil {
		h.t.Fatal(err)
	}
	return rows
}

// content returns the content with a key, or nil if it was removed.
func (h *house) content(key string) []byte {
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

// toldOf returns the messages of a task's log in one line.
func toldOf(log []task.Entry) string {
	var all []string
	for _, entry := range log {
		all = append(all, entry.Message.String())
	}
	return strings.Join(all, " ")
}

// Rows are filled one by one. A row that fails is reported and does not stop the others.
func TestRows(t *testing.T) {
	h, p := openPrinter(t, t.TempDir())
	h.work()
	rows := append(names("Ada", "", "Grace"), []byte("{nonsense\n")...)
	ended := h.ended(h.post(task.Order{Template: h.received("x"), Params: []byte(`{"all":1}`), Rows: rows}).ID)
	if ended.State != task.Completed || *ended.Rows != (task.Progress{Count: 4, Done: 2, Failed: 2}) || len(ended.Results) != 0 ||
		ended.Bundle != task.BundleFiles {
		t.Errorf("%+v, %+v", ended, ended.Rows)
	}
	if told := toldOf(ended.Log); !strings.Contains(told, "Rows read: 4. 2 of 4 rows failed. The task is completed.") {
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
	if _, err := h.Store.FindTaskSource(t.Context(), ended.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("its rows are kept: %v", err)
	}
}

// Progress is reported while rows are being processed, but only a few times per second.
func TestProgressIsTold(t *testing.T) {
	h, p := openPrinter(t, t.TempDir())
	var told atomic.Int32
	news := make(chan struct{}, 1)
	h.OnChange = func(string) {
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
	h.RowsAtOnce = 1
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
	// The template and the archive.
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
			"None of the 2 rows could be made. The first: There is no value for “name”.", 2},
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
				t.Errorf("said: %s", ended.Message())
			}
		})
	}
}

// Rows that were rendered before the server stopped are not rendered again after the next start.
//
// promise 22
func TestRowsGoOn(t *testing.T) {
	dir := t.TempDir()
	h, p := openPrinter(t, dir)
	reached := make(chan struct{})
	p.before = func(row int) error {
		if row == 40 {
			close(reached)
			<-h.stopping // the shutdown waits for the current rows
		}
		return nil
	}
	h.work()
	posted := h.post(task.Order{Template: h.received("x"), Rows: names(slices.Repeat([]string{"Ada"}, 100)...)})
	<-reached
	h.shut()
	before := p.filled
	h, p = openOver(t, dir, h.bucket), &printer{}
	h.engine = p.run
	found, err := h.Find(t.Context(), posted.ID)
	if err != nil || found.State != task.Running || found.Rows.Done == 0 || found.Rows.Done > len(before) {
		t.Fatalf("%+v, %+v, %v", found, found.Rows, err)
	}
	done := h.rows(posted.ID, task.RowDone)
	h.work()
	if ended := h.ended(posted.ID); ended.State != task.Completed || *ended.Rows != (task.Progress{Count: 100, Done: 100}) {
		t.Errorf("%+v, %+v", ended, ended.Rows)
	}
	for _, row := range done {
		if p.filled[row.Number] != 0 {
			t.Errorf("row %d was made again", row.Number)
		}
	}
	if len(p.filled) != 100-len(done) || len(h.rows(posted.ID, "")) != 100 {
		t.Errorf("%d were made, %d were done", len(p.filled), len(done))
	}
}

// The documents of rows are removed when the task is cancelled.
func TestCancelRows(t *testing.T) {
	h, p := openPrinter(t, t.TempDir())
	reached, cancelled := make(chan struct{}), make(chan struct{})
	p.before = func(row int) error {
		if row == 40 {
			close(reached)
			<-cancelled
		}
		return nil
	}
	h.work()
	posted := h.post(task.Order{Template: h.received("x"), Rows: names(slices.Repeat([]string{"Ada"}, 100)...)})
	<-reached
	if err := h.Delete(t.Context(), posted.ID); err != nil {
		t.Fatal(err)
	}
	close(cancelled)
	h.jobsEnd()
	ended, err := h.Find(t.Context(), posted.ID)
	if err != nil || ended.State != task.Cancelled || ended.Rows.Count != 100 || len(p.filled) > 50 {
		t.Errorf("%+v, %v", ended, err)
	}
	for _, row := range h.rows(posted.ID, "") {
		if len(row.Results) > 0 {
			t.Errorf("%+v", row)
		}
	}
	if used, err := h.db.Contents.ListUsedContent(t.Context(), ""); err != nil || len(used) != 1 { // only the template
		t.Errorf("in use: %v, %v", used, err)
	}
}

// Each row can name its own record on the platform. If the platform rejects a single row, only that row fails. Errors
// that would occur for all rows fail the task.
func TestRowsOnThePlatform(t *testing.T) {
	for code, state := range map[string]task.State{"platform-record-gone": task.Completed, "platform-session": task.Failed} {
		t.Run(code, func(t *testing.T) {
			h, p := openPrinter(t, t.TempDir())
			asked, city := "", ""
			if state == task.Completed {
				p.check.Query = map[string]string{"city": "SELECT"}
				asked, city = `query map[city:SELECT] {"all":1,"name":"Ada","recordId":"001"}`, `"city":"Bern","name":"Ada","recordId":"001"`
			}
			h.platform.refuses = map[string]error{"002": refused(code)}
			h.RowsAtOnce = 1
			h.work()
			rows := "{\"name\":\"Ada\",\"recordId\":\"001\"}\n{\"name\":\"Grace\",\"recordId\":\"002\"}\n{\"name\":\"Zoë\"}\n"
			ended := h.ended(h.post(task.Order{Identifier: "069", Rows: []byte(rows), In: &task.Integration{Type: "Folder", LinkTo: "003"},
				Params: []byte(`{"all":1}`)}).ID)
			if ended.State != state {
				t.Fatalf("%+v", ended)
			}
			stored := strings.Join(h.platform.asked, "\n")
			if !strings.Contains(stored, `store 001 Ada.docx {"all":1`) || !strings.Contains(stored, city) || !strings.Contains(stored, asked) {
				t.Errorf("asked %s", stored)
			}
			if state == task.Failed {
				if ended.Problems[0].Code != code || *ended.Rows != (task.Progress{Count: 3, Done: 1}) {
					t.Errorf("%+v, %+v", ended, ended.Rows)
				}
				return
			}
			failed := h.rows(ended.ID, task.RowFailed)
			if *ended.Rows != (task.Progress{Count: 3, Done: 2, Failed: 1}) || len(failed) != 1 || failed[0].Number != 2 ||
				failed[0].Problems[0].Code != code {
				t.Errorf("%+v, %+v", ended.Rows, failed)
			}
			if done := h.rows(ended.ID, task.RowDone); done[0].Results[0].PlatformID != "068" || !strings.Contains(stored, "store 003 Zoë.docx ") {
				t.Errorf("%+v, asked %s", done, stored)
			}
		})
	}
}

// refused is a platform error with the given code.
type refused string

func (r refused) Error() string               { return r.Sentence().String() }
func (r refused) Sentence() sentence.Sentence { return sentence.English("It is refused.") }
func (r refused) Code() string                { return string(r) }

// If a row is retried after its documents were recorded, they are not made again.
func TestDocumentsOfRowsAreMadeOnce(t *testing.T) {
	h, p := openPrinter(t, t.TempDir())
	h.platform.fail = errors.New("the line is dead")
	h.work()
	posted := h.post(task.Order{Identifier: "069", Rows: names("Ada"), Options: task.Options{View: true},
		In: &task.Integration{Type: "Folder"}})
	ended := h.ended(posted.ID)
	if ended.State != task.Failed || p.filled[1] != 1 || len(h.library.keys) != 1 {
		t.Errorf("%s: made %v, in the library %d", ended.State, p.filled, len(h.library.keys))
	}
}

// A task fails once 20 of its rows were stopped at their deadline, because each of them takes its full time. Rows that
// are already running may be stopped as well.
//
// promise 43
func TestRowsThatAreStopped(t *testing.T) {
	h, p := openPrinter(t, t.TempDir())
	p.before = func(int) error { return &convert.Error{Reason: convert.ReasonTimeout, Limit: time.Minute} }
	h.work()
	ended := h.ended(h.post(task.Order{Template: h.received("x"), Rows: names(slices.Repeat([]string{"Ada"}, 500)...)}).ID)
	if ended.State != task.Failed || ended.Problems[0].Code != "rows-stopped" || ended.Rows.Failed < 20 || ended.Rows.Failed > 30 {
		t.Errorf("%+v, %+v", ended, ended.Rows)
	}
}

// On shutdown, the current rows are finished and no further rows are started.
func TestRowsEndWithTheServer(t *testing.T) {
	h, p := openPrinter(t, t.TempDir())
	begun, release := make(chan struct{}), make(chan struct{})
	var once sync.Once
	p.before = func(int) error {
		once.Do(func() { close(begun) })
		<-release
		return nil
	}
	id := h.post(task.Order{Template: h.received("x"), Rows: names(slices.Repeat([]string{"Ada"}, 50)...)}).ID
	h.work()
	<-begun
	h.Close()
	close(release)
	h.jobsEnd()
	h.jobs = nil // the workers are already stopped
	defer h.db.Close()
	if made := h.rows(id, ""); len(made) == 0 || len(made) == 50 {
		t.Errorf("%d rows are made", len(made))
	}
	if said := h.log.String(); strings.Contains(said, "trying again") {
		t.Errorf("it is told as failed: %s", said)
	}
}

// Pruning removes old tasks with the documents of their rows.
func TestPruneRows(t *testing.T) {
	h, _ := openPrinter(t, t.TempDir())
	h.work()
	done := h.ended(h.post(task.Order{Template: h.received("x"), Rows: names(slices.Repeat([]string{"Ada"}, 700)...)}).ID)
	first := h.rows(done.ID, "")[0].Results[0].Content
	if err := h.Prune(t.Context(), done.EndedAt.Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	if h.content(first) != nil {
		t.Error("a document is left")
	}
	if used, err := h.db.Contents.ListUsedContent(t.Context(), ""); err != nil || len(used) != 0 {
		t.Errorf("in use: %v, %v", used, err)
	}
	if _, err := h.ListRows(t.Context(), done.ID, task.RowQuery{Limit: 1}); !fault.Is(err, fault.NotFound) {
		t.Error(err)
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

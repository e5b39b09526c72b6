package tasks_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// rowResponse is the description of a row of a task in a response.
type rowResponse struct {
	Row, Line            int
	State, Name, Message string
	Errors               []struct{ Code, Message, Tag string }
	Results              []lecterntest.TaskResult
}

// csvOf returns a form part with a CSV file that has one row for each name.
func csvOf(names ...string) lecterntest.FormPart {
	return lecterntest.FormPart{Name: "rows", File: "customers.csv",
		Content: []byte("customer.name;no\n" + strings.Join(names, ";1\n") + ";1\n")}
}

// allRows returns all rows of a task, read page by page.
func allRows(s *lecterntest.Server, id, query string) (rows []rowResponse) {
	s.T.Helper()
	for address := s.URL + "/v1/task/" + id + "/row?" + query; address != ""; {
		var page []rowResponse
		page, address = readPage[rowResponse](s, address)
		rows = append(rows, page...)
	}
	return rows
}

// download returns the content of a result.
func download(s *lecterntest.Server, r lecterntest.TaskResult) []byte {
	s.T.Helper()
	status, content := s.Result(r.URL)
	if status != http.StatusOK || int64(len(content)) != r.Size {
		s.T.Fatalf("%s is answered %d with %d bytes, want %d", r.Name, status, len(content), r.Size)
	}
	return content
}

// archived returns the names and the texts of the documents in an archive.
func archived(t testing.TB, content []byte) (names []string, texts map[string]string) {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	texts = map[string]string{}
	for _, file := range r.File {
		f, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		document, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		names, texts[file.Name] = append(names, file.Name), lecterntest.DocxText(t, document)
	}
	return names, texts
}

// TestTaskRows renders a document for each row, with rows in every supported format and parameters that all rows have
// in common.
func TestTaskRows(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	const params = `"params":{"customer":{"country":"CH"}}`
	lines := "{\"customer\":{\"name\":\"Ada\"}}\n{\"customer\":{\"name\":\"Zoë\",\"country\":\"FI\"}}\n"
	for what, parts := range map[string][]lecterntest.FormPart{
		"CSV": {lecterntest.LetterTemplate(), {Name: "rows", File: "a.csv",
			Content: []byte("customer.name,customer.country\r\nAda,\r\nZoë,FI\r\n")},
			lecterntest.JSONPart("data", `{`+params+`}`)},
		"JSON lines": {{Name: "rows", File: "", Content: []byte(lines)}, lecterntest.LetterTemplate(),
			lecterntest.JSONPart("data", `{`+params+`}`)},
		"a list in JSON": {lecterntest.LetterTemplate(),
			lecterntest.JSONPart("data", `{`+params+`,"rows":[`+strings.ReplaceAll(strings.TrimSpace(lines), "\n", ",")+`]}`)},
		"common by parts": {lecterntest.LetterTemplate(), {Name: "rows", File: "a", Content: []byte(lines)},
			lecterntest.JSONPart("param.customer", `{"country":"CH"}`)},
	} {
		task := s.AwaitTask(s.PostForm(http.StatusAccepted, parts...))
		if task.State != "completed" || task.Rows == nil || *task.Rows != (lecterntest.RowProgress{Count: 2, Done: 2, Failed: 0}) ||
			task.Bundle != "files" ||
			len(task.Results) != 0 {
			t.Fatalf("%s: %+v, %+v", what, task, task.Rows)
		}
		var got []string
		for _, row := range allRows(s, task.ID, "") {
			for _, result := range row.Results {
				got = append(got, fmt.Sprint(row.Row, row.State, " ", row.Name, " ", result.Name, " ", lecterntest.DocxText(t, download(s, result))))
			}
		}
		want := []string{"1done letter 1.docx letter 1.docx Dear Ada of CH,|1|", "2done letter 2.docx letter 2.docx Dear Zoë of FI,|2|"}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q", what, got)
		}
	}
	if task := s.AwaitTask(s.PostForm(http.StatusAccepted, lecterntest.LetterTemplate())); task.Rows != nil || task.Bundle != "" {
		t.Errorf("a task of one: %+v", task)
	}
}

// TestTaskRowsThatFail checks that a task is completed although some rows failed. The test lists the failed rows page
// by page, with their errors.
//
// SECURITY.md, promise 45 (all template errors at once)
func TestTaskRowsThatFail(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	rows := `{"customer":{"name":"Ada","country":"CH"}}` + "\n{\"customer\":{}}\n\nnonsense\n" +
		`{"customer":{"name":"Zoë","country":"FI"}}` + "\n"
	id := s.PostForm(http.StatusAccepted, lecterntest.LetterTemplate(),
		lecterntest.FormPart{Name: "rows", File: "a", Content: []byte(rows)}, lecterntest.JSONPart("data", `{"missing":"error"}`))
	task := s.AwaitTask(id)
	if task.State != "completed" || *task.Rows != (lecterntest.RowProgress{Count: 4, Done: 2, Failed: 2}) ||
		!strings.Contains(fmt.Sprint(task.Log), "2 of 4 rows failed.") {
		t.Fatalf("%+v, %+v", task, task.Rows)
	}
	failed := allRows(s, id, "state=failed&limit=1")
	if len(failed) != 2 || failed[0].Row != 2 || failed[0].Line != 2 || failed[0].Errors[0].Code != "missing-value" ||
		failed[0].Message != "There is no value for “customer.name”." || failed[1].Row != 3 || failed[1].Line != 4 || failed[1].Message == "" {
		t.Errorf("%+v", failed)
	}
	if done := allRows(s, id, "state=done&limit=1"); len(done) != 2 || done[1].Row != 4 || len(done[1].Errors) != 0 {
		t.Errorf("%+v", done)
	}
	if after := allRows(s, id, "after=3"); len(after) != 1 || after[0].Row != 4 {
		t.Errorf("%+v", after)
	}
	s.WantRefused(http.StatusNotFound, http.MethodGet, s.URL+"/v1/task/t-none/row")
	s.WantRefused(http.StatusUnprocessableEntity, http.MethodGet, s.URL+"/v1/task/"+id+"/row?state=made")
	status, text := s.Call(http.MethodGet, s.URL+"/v1/task/"+id+"/row?state=failed", http.Header{"Accept-Language": {"de"}}, nil)
	if status != http.StatusOK || !strings.Contains(string(text), `"localMessage":"`) {
		t.Errorf("in German: %d %s", status, text)
	}
}

// TestTaskRowsFail checks that a task fails as a whole, with a single error, if its template or its file of rows is
// broken.
//
// SECURITY.md, promise 45 (all template errors at once)
func TestTaskRowsFail(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	long := "a\n" + strings.Repeat("x\n", 100_001)
	for what, test := range map[string]struct {
		parts []lecterntest.FormPart
		code  string
	}{
		"a broken template": {[]lecterntest.FormPart{{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("{#a}")},
			csvOf("Ada", "Zoë")}, "unclosed-loop"},
		"a broken name": {[]lecterntest.FormPart{lecterntest.LetterTemplate(), csvOf("Ada"),
			lecterntest.JSONPart("data", `{"name":"{a | uper}"}`)}, "unknown-filter"},
		"no rows": {[]lecterntest.FormPart{lecterntest.LetterTemplate(), {Name: "rows", File: "a.csv", Content: []byte("a,b\n")}},
			"rows-empty"},
		"a document": {[]lecterntest.FormPart{lecterntest.LetterTemplate(),
			{Name: "rows", File: "a.csv", Content: lecterntest.Sample(t, "sample.pdf")}}, "rows-unreadable"},
		"a column twice": {[]lecterntest.FormPart{lecterntest.LetterTemplate(),
			{Name: "rows", File: "a.csv", Content: []byte("a,a\n1,2\n")}}, "rows-duplicate-column"},
		"too many": {[]lecterntest.FormPart{lecterntest.LetterTemplate(), {Name: "rows", File: "a.csv", Content: []byte(long)}},
			"rows-too-many"},
		"none that is good": {[]lecterntest.FormPart{lecterntest.LetterTemplate(), csvOf("Ada", "Zoë"),
			lecterntest.JSONPart("data", `{"missing":"error"}`)}, "no-row-made"},
	} {
		task := s.AwaitTask(s.PostForm(http.StatusAccepted, test.parts...))
		if task.State != "failed" || len(task.Errors) != 1 || task.Errors[0].Code != test.code || task.Message == "" ||
			strings.ContainsAny(task.Message, "{}") {
			t.Errorf("%s: %+v", what, task)
		}
	}
}

// TestTaskRowsAsZip bundles the documents of the rows into an archive, under their own names. The documents must not be
// stored separately.
func TestTaskRowsAsZip(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	task := s.AwaitTask(s.PostForm(http.StatusAccepted, lecterntest.LetterTemplate(), csvOf("Ada", "Zoë", "Ada", "a/b"),
		lecterntest.JSONPart("data", `{"bundle":"zip","name":"To {customer.name}"}`)))
	if task.State != "completed" || len(task.Results) != 1 || task.Results[0].Name != "letter.zip" ||
		task.Results[0].ContentType != "application/zip" {
		t.Fatalf("%+v", task)
	}
	names, texts := archived(t, download(s, task.Results[0]))
	if want := []string{"To Ada.docx", "To Zoë.docx", "To Ada (2).docx", "To a-b.docx"}; !slices.Equal(names, want) ||
		texts["To Ada (2).docx"] != "Dear Ada of ,|3|" {
		t.Errorf("%q, %q", names, texts)
	}
	for i, row := range allRows(s, task.ID, "limit=3") {
		if row.Name != names[i] || len(row.Results) != 0 {
			t.Errorf("%+v", row)
		}
	}
	if left := contentOf(t, s.Data); len(left) != 2 { // the template and the archive
		t.Errorf("left in the content: %q", left)
	}
	s.Call(http.MethodDelete, s.URL+"/v1/task/"+task.ID, nil, nil)
	if left := contentOf(t, s.Data); len(left) != 0 {
		t.Errorf("left in the content: %q", left)
	}
}

// TestTaskRowsAsPDF merges more documents than one merge step accepts. The pages must be in the order of the rows.
func TestTaskRowsAsPDF(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	var names []string
	for i := range 70 {
		names = append(names, fmt.Sprintf("Person%03d", i))
	}
	task := s.AwaitTask(s.PostForm(http.StatusAccepted, lecterntest.LetterTemplate(), csvOf(names...),
		lecterntest.JSONPart("data", `{"bundle":"pdf","view":true}`)))
	if task.State != "completed" || len(task.Results) != 1 || task.Results[0].Name != "letter.pdf" || task.Output != "pdf" ||
		task.Results[0].Session.ViewerURL == "" {
		t.Fatalf("%+v", task)
	}
	doc := s.Wait(task.Results[0].DocumentID)
	if doc.Status != "ready" || doc.PageCount != 70 {
		t.Fatalf("%+v", doc)
	}
	for _, page := range []int{1, 64, 65, 70} {
		_, text := s.Call(http.MethodGet, fmt.Sprintf("/document/%s/page/%d.txt", doc.ID, page), nil, nil)
		if !strings.Contains(string(text), names[page-1]) {
			t.Errorf("page %d: %s", page, text)
		}
	}
}

// TestPicturesOfTaskRows checks that a picture that all rows use is not fetched for each row.
func TestPicturesOfTaskRows(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	var drawn bytes.Buffer
	if err := png.Encode(&drawn, image.NewGray(image.Rect(0, 0, 9, 9))); err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int32
	logo := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_, _ = w.Write(drawn.Bytes())
	}))
	defer logo.Close()
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	task := s.AwaitTask(s.PostForm(http.StatusAccepted,
		lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("{%logo}", "{customer.name}")},
		csvOf(slices.Repeat([]string{"Ada"}, 100)...),
		lecterntest.JSONPart("data", fmt.Sprintf(`{"params":{"logo":%q}}`, logo.URL))))
	if task.State != "completed" || *task.Rows != (lecterntest.RowProgress{Count: 100, Done: 100, Failed: 0}) || asked.Load() == 0 ||
		asked.Load() > 20 { // the rows that were processed at the same time as the first one
		t.Errorf("%+v, %+v, asked %d times", task, task.Rows, asked.Load())
	}
}

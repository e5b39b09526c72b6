package tasks_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestPostTask posts tasks together with their templates, in every form of request.
func TestPostTask(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	letter := lecterntest.FormPart{Name: "template", File: "letter.docx",
		Content: lecterntest.WordTemplate("Dear {name},", "{who.city} {nested.a.b}")}
	for _, test := range []struct {
		what  string
		parts []lecterntest.FormPart
		want  string
	}{
		{"the template alone", []lecterntest.FormPart{letter}, "Dear ,| |"},
		{"with data", []lecterntest.FormPart{letter, lecterntest.JSONPart("data", `{"params":{"name":"Ada","who":{"city":"Bern"}}}`)},
			"Dear Ada,|Bern |"},
		{"data before the template", []lecterntest.FormPart{lecterntest.JSONPart("data", `{"params":{"name":"Ada"}}`), letter}, "Dear Ada,| |"},
		{"a part for a parameter wins, before data", []lecterntest.FormPart{lecterntest.JSONPart("param.name", `"Grace"`),
			lecterntest.JSONPart("data", `{"params":{"name":"Ada","who":{"city":"Bern"}}}`), letter}, "Dear Grace,|Bern |"},
		{"and behind it", []lecterntest.FormPart{letter, lecterntest.JSONPart("data", `{"params":{"name":"Ada"}}`),
			lecterntest.JSONPart("param.name", ` "Grace" `)},
			"Dear Grace,| |"},
		{"of any nesting", []lecterntest.FormPart{letter, lecterntest.JSONPart("param.nested", `{"a":{"b":"deep"}}`)}, "Dear ,| deep|"},
		{"empty data", []lecterntest.FormPart{letter, lecterntest.JSONPart("data", "")}, "Dear ,| |"},
		{"a place", []lecterntest.FormPart{letter,
			lecterntest.JSONPart("data", `{"params":{"name":"Ada"},"timeZone":"Europe/Zurich","locale":"de-CH"}`)},
			"Dear Ada,| |"},
		{"params that are null", []lecterntest.FormPart{letter, lecterntest.JSONPart("data", `{"params":null,"integration":null}`)}, "Dear ,| |"},
	} {
		if got := s.FilledText(s.PostForm(http.StatusAccepted, test.parts...)); got != test.want {
			t.Errorf("%s: %q, want %q", test.what, got, test.want)
		}
	}
	dotted := lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate(`{this["a.b"]}{a.b}`)}
	if got := s.FilledText(s.PostForm(http.StatusAccepted, dotted, lecterntest.JSONPart("param.a.b", `"whole"`))); got != "wholewhole|" {
		t.Errorf("param.a.b: %q", got)
	}
}

// TestTaskByIdentifier checks that a task can refer to a library template by ID or by name. The newest version is used
// unless the task states a version.
func TestTaskByIdentifier(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	made := s.CreateTemplate("offer", lecterntest.WordTemplate("first {x}"))
	for _, identifier := range []string{made.ID, "offer"} {
		if got := s.FilledText(postJSON(s, http.StatusAccepted, fmt.Sprintf(`{"template":%q,"params":{"x":1}}`, identifier))); got != "first 1|" {
			t.Errorf("%s: %q", identifier, got)
		}
	}
	fieldsOf(s, http.StatusOK, http.MethodPost, "/v1/template/offer/version?filename=b.docx", lecterntest.WordTemplate("second {x}"))
	if got := s.FilledText(s.PostForm(http.StatusAccepted, lecterntest.FormPart{Name: "template", Content: []byte("offer")},
		lecterntest.JSONPart("data", `{"params":{"x":2}}`))); got != "second 2|" {
		t.Errorf("the newest: %q", got)
	}
	for version, want := range map[int]string{1: "first 3|", 2: "second 3|"} {
		id := postJSON(s, http.StatusAccepted, fmt.Sprintf(`{"template":"offer","version":%d,"params":{"x":3}}`, version))
		if got := s.FilledText(id); got != want {
			t.Errorf("version %d: %q, want %q", version, got, want)
		}
		if task := s.AwaitTask(id); task.Version != version {
			t.Errorf("version %d has %d", version, task.Version)
		}
	}
}

// TestTaskDescription checks all fields of a task's description.
func TestTaskDescription(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	id := s.PostForm(http.StatusAccepted, lecterntest.FormPart{Name: "template", File: "../Brief ö.docx",
		Content: lecterntest.WordTemplate("Dear {name}")},
		lecterntest.JSONPart("data", `{"params":{"name":"Ada"},"output":"both","view":true}`))
	if !regexp.MustCompile(`^t-[a-z2-7]{26}$`).MatchString(id) {
		t.Errorf("its id is %s", id)
	}
	task := s.AwaitTask(id)
	if task.State != "completed" || len(task.Results) != 2 || len(task.Errors) != 0 || len(task.Log) < 4 {
		t.Fatalf("%+v", task)
	}
	docx, pdf := task.Results[0], task.Results[1]
	if docx.Name != "Brief ö.docx" || pdf.Name != "Brief ö.pdf" || pdf.ContentType != "application/pdf" || docx.Size == 0 {
		t.Errorf("%+v", task.Results)
	}
	if status, content := s.Result(pdf.URL); status != http.StatusOK || !bytes.HasPrefix(content, []byte("%PDF-")) ||
		int64(len(content)) != pdf.Size {
		t.Errorf("the PDF: %d %.20q", status, content)
	}
	for _, result := range task.Results {
		if doc := s.Wait(result.DocumentID); doc.Status != "ready" || doc.Name != result.Name {
			t.Errorf("in the library: %+v", doc)
		}
		if status, page := s.CallWithoutKey(http.MethodGet, result.Session.ViewerURL, ""); status != http.StatusOK ||
			!strings.Contains(string(page), "Brief") {
			t.Errorf("its session: %d", status)
		}
	}
	s.Call(http.MethodDelete, s.URL+"/v1/task/"+id, nil, nil)
	s.WantRefused(http.StatusNotFound, http.MethodGet, s.URL+"/v1/task/"+id)
	s.WantRefused(http.StatusNotFound, http.MethodGet, docx.URL)
	s.Wait(docx.DocumentID)                           // the document is kept after its task was deleted
	if left := contentOf(t, s.Data); len(left) != 3 { // the originals and PDFs of the documents
		t.Errorf("left in the content: %q", left)
	}
}

// contentOf returns the paths of the content files of a library.
func contentOf(t *testing.T, data string) []string {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(data, "content", "??", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// TestTaskRefusals posts invalid tasks, as forms and as JSON.
func TestTaskRefusals(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--max-upload", "300000", "--max-params", "100000")
	letter := lecterntest.FormPart{Name: "template", File: "letter.docx", Content: lecterntest.WordTemplate("Dear {name}")}
	for text, want := range map[string]int{
		``: 400, `{`: 400, `[]`: 400, `"a"`: 400, `{"template":"a"}{}`: 400, "{\"template\":\"a\xff": 400,
		`{}`: 422, `{"params":{}}`: 422, `{"template":""}`: 422, `{"template":null}`: 422, `{"template":7}`: 422, `{"template":"a\nb"}`: 422,
		`{"template":"a","params":[]}`: 422, `{"template":"a","params":"x"}`: 422, `{"template":"a","parms":{}}`: 422,
		`{"template":"a","version":0}`: 422, `{"template":"a","version":1.5}`: 422,
		`{"template":"a","version":1,"integration":{"type":"Folder"}}`: 422,
		`{"template":"a","output":"docx"}`:                             422, `{"template":"a","view":"yes"}`: 422,
		`{"template":"a","webhookURL":"ftp://example.com"}`: 422,
		`{"template":"a","locale":"!!"}`:                    422, `{"template":"a","timeZone":"Mars/Olympus"}`: 422,
		`{"template":"a","timeZone":"../etc/passwd"}`: 422, `{"template":"a","missing":"drop"}`: 422,
		`{"template":"a","integration":[]}`: 422, `{"template":"a","integration":{}}`: 422,
		`{"template":"a","integration":{"type":"Excel"}}`: 422, `{"template":"a","integration":{"kind":"Excel"}}`: 422,
		`{"template":"a","params":{"a":"` + strings.Repeat("x", 200_000) + `"}}`: 413,
	} {
		postJSON(s, want, text)
	}
	for what, test := range map[string]struct {
		parts []lecterntest.FormPart
		want  int
	}{
		"no part":                {nil, 422},
		"no template":            {[]lecterntest.FormPart{lecterntest.JSONPart("data", `{"params":{}}`)}, 422},
		"an empty identifier":    {[]lecterntest.FormPart{lecterntest.JSONPart("template", ``)}, 422},
		"an empty file":          {[]lecterntest.FormPart{{Name: "template", File: "a.docx", Content: nil}}, 422},
		"two templates":          {[]lecterntest.FormPart{letter, letter}, 422},
		"a template by two ways": {[]lecterntest.FormPart{letter, lecterntest.JSONPart("data", `{"template":"a"}`)}, 422},
		"a version of a file":    {[]lecterntest.FormPart{letter, lecterntest.JSONPart("data", `{"version":1}`)}, 422},
		"data twice":             {[]lecterntest.FormPart{letter, lecterntest.JSONPart("data", `{}`), lecterntest.JSONPart("data", `{}`)}, 422},
		"a parameter twice": {[]lecterntest.FormPart{letter, lecterntest.JSONPart("param.a", `1`),
			lecterntest.JSONPart("param.a", `2`)}, 422},
		"a parameter without name": {[]lecterntest.FormPart{letter, lecterntest.JSONPart("param.", `1`)}, 422},
		"a part of another name":   {[]lecterntest.FormPart{letter, lecterntest.JSONPart("date", `{}`)}, 422},
		"data that is no JSON":     {[]lecterntest.FormPart{letter, lecterntest.JSONPart("data", `{`)}, 400},
		"a parameter that is none": {[]lecterntest.FormPart{letter, lecterntest.JSONPart("param.a", `Ada`)}, 400},
		"an empty parameter":       {[]lecterntest.FormPart{letter, lecterntest.JSONPart("param.a", ``)}, 400},
		"too large a template": {[]lecterntest.FormPart{{Name: "template", File: "a.docx", Content: bytes.Repeat([]byte("x"), 300_001)}},
			413},
		"too large data": {[]lecterntest.FormPart{letter,
			lecterntest.JSONPart("data", `{"params":{"a":"`+strings.Repeat("x", 200_000)+`"}}`)}, 413},
		"too many parameters": {[]lecterntest.FormPart{letter, lecterntest.JSONPart("param.a", `"`+strings.Repeat("x", 90_000)+`"`),
			lecterntest.JSONPart("param.b", `"`+strings.Repeat("x", 90_000)+`"`)}, 413},
		"a parameter that is deep":  {[]lecterntest.FormPart{letter, lecterntest.JSONPart("param.a", nested(1001))}, 422},
		"one that nobody can parse": {[]lecterntest.FormPart{letter, lecterntest.JSONPart("param.a", nested(40_000))}, 422},
	} {
		t.Run(what, func(t *testing.T) { s.PostForm(test.want, test.parts...) })
	}
	body, kind := lecterntest.MultipartForm(t, letter, lecterntest.JSONPart("data", "{}"))
	s.PostTask(http.StatusBadRequest, kind, body[:len(body)-20], nil)
	s.PostTask(http.StatusBadRequest, "multipart/form-data", body, nil)
	s.PostTask(http.StatusUnsupportedMediaType, "text/plain", body, nil)
	s.PostTask(http.StatusUnsupportedMediaType, "application/x-www-form-urlencoded", body, nil)
	if tasks := lecterntest.ReadJSON[[]lecterntest.Task](s, http.MethodGet, s.URL+"/v1/task"); len(tasks) != 0 {
		t.Errorf("there are %+v", tasks)
	}
	if left := contentOf(t, s.Data); len(left) != 0 {
		t.Errorf("left in the content: %q", left)
	}
}

// nested returns nested JSON arrays of a depth.
func nested(levels int) string { return strings.Repeat("[", levels) + strings.Repeat("]", levels) }

// TestLargeParameters renders parameters with 10 MB of text, and parameters of the maximum depth.
//
// SECURITY.md, promise 44 (valid created files)
func TestLargeParameters(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	id := s.PostForm(http.StatusAccepted, lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("{a}")},
		lecterntest.JSONPart("param.a", `"`+strings.Repeat("<&ü", 2_500_000)+`"`))
	if got := s.FilledText(id); len(got) != 4*2_500_000+1 {
		t.Errorf("%d bytes of text", len(got))
	}
	id = s.PostForm(http.StatusAccepted, lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("{b}")},
		lecterntest.JSONPart("param.a", nested(999)),
		lecterntest.JSONPart("param.b", "1"))
	if got := s.FilledText(id); got != "1|" {
		t.Errorf("with deep ones: %q", got)
	}
	id = postJSON(s, http.StatusAccepted, `{"template":"none","params":{"a":`+nested(999)+`}}`)
	postJSON(s, http.StatusUnprocessableEntity, `{"template":"none","params":{"a":`+nested(1000)+`}}`)
	if task := s.AwaitTask(id); task.State != "failed" {
		t.Errorf("%+v", task)
	}
}

// TestTaskFails checks that problems that are only found while a task runs make the task fail, with an error for each
// problem.
//
// SECURITY.md, promise 45 (all template errors at once)
func TestTaskFails(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	s.CreateTemplate("offer", lecterntest.WordTemplate("one version"))
	for what, test := range map[string]struct{ id, code string }{
		"no such template": {postJSON(s, http.StatusAccepted, `{"template":"none"}`), "template-not-found"},
		"no such version":  {postJSON(s, http.StatusAccepted, `{"template":"offer","version":2}`), "template-not-found"},
		"no package": {s.PostForm(http.StatusAccepted,
			lecterntest.FormPart{Name: "template", File: "a.docx", Content: []byte("Dear {name}")}), "not-a-package"},
		"a PDF": {s.PostForm(http.StatusAccepted,
			lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.Sample(t, "sample.pdf")}), "not-a-package"},
		"an open tag": {s.PostForm(http.StatusAccepted,
			lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("Dear {name")}), "unclosed-tag"},
		"a missing value": {s.PostForm(http.StatusAccepted,
			lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("Dear {name}")},
			lecterntest.JSONPart("data", `{"missing":"error"}`)), "missing-value"},
	} {
		task := s.AwaitTask(test.id)
		if task.State != "failed" || len(task.Errors) != 1 || task.Errors[0].Code != test.code || task.Message == "" ||
			strings.ContainsAny(task.Message, "{}") {
			t.Errorf("%s: %+v", what, task)
		}
	}
	task := s.AwaitTask(s.PostForm(http.StatusAccepted,
		lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("{#one}a", "b {x | uper} {/two}")}))
	if task.State != "failed" || len(task.Errors) < 2 {
		t.Fatalf("%+v", task)
	}
	if len(task.Results) != 1 || !task.Results[0].Marked {
		t.Errorf("the copy that shows it: %+v", task.Results)
	} else if _, copied := s.Result(task.Results[0].URL); !bytes.Contains(copied, []byte("word/comments.xml")) {
		t.Error("the copy has no comments")
	}
	for _, wrong := range task.Errors {
		if wrong.Part != "word/document.xml" || wrong.Paragraph == "" || wrong.Tag == "" || wrong.Message == "" {
			t.Errorf("%+v", wrong)
		}
	}
	if got := s.FilledText(s.PostForm(http.StatusAccepted,
		lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("fine")})); got != "fine|" {
		t.Errorf("afterwards: %q", got)
	}
}

// TestTaskOfMarkedJSON posts JSON that starts with a byte order mark, as some Windows programs write it.
func TestTaskOfMarkedJSON(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	const mark = "\xef\xbb\xbf"
	postJSON(s, http.StatusAccepted, mark+`{"template":"none"}`)
	postJSON(s, http.StatusAccepted, "\xff\xfe"+strings.Join(strings.Split(`{"template":"none"}`, ""), "\x00")+"\x00")
	form := []lecterntest.FormPart{{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("{a}{b}")},
		lecterntest.JSONPart("data", mark+`{"params":{"a":"1"}}`),
		lecterntest.JSONPart("param.b", mark+`"2"`)}
	if got := s.FilledText(s.PostForm(http.StatusAccepted, form...)); got != "12|" {
		t.Errorf("the form makes %q", got)
	}
}

// TestSameTaskTwice posts a task twice with the same idempotency key.
func TestSameTaskTwice(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	post := func(status int, key, text string) string {
		return s.PostTask(status, "application/json", []byte(text), http.Header{"Idempotency-Key": {key}})
	}
	first := post(http.StatusAccepted, "one", `{"template":"none","params":{"a":1}}`)
	if again := post(http.StatusAccepted, "one", `{"template":"none","params":{"a":1}}`); again != first {
		t.Error("there are two tasks")
	}
	if other := post(http.StatusAccepted, "two", `{"template":"none","params":{"a":1}}`); other == first {
		t.Error("another key has the same task")
	}
	post(http.StatusUnprocessableEntity, "one", `{"template":"none","params":{"a":2}}`)
	post(http.StatusUnprocessableEntity, "é", `{"template":"none"}`)
	post(http.StatusUnprocessableEntity, "", `{"template":"none"}`)
	s.PostTask(http.StatusUnprocessableEntity, "application/json", []byte(`{"template":"none"}`),
		http.Header{"Idempotency-Key": {"three", "four"}})
	s.AwaitTask(first)
	s.Call(http.MethodDelete, s.URL+"/v1/task/"+first, nil, nil)
	post(http.StatusGone, "one", `{"template":"none","params":{"a":1}}`)
}

func TestListTasks(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	var posted []string
	for range 5 {
		posted = append(posted, postJSON(s, http.StatusAccepted, `{"template":"none"}`))
	}
	for _, id := range posted {
		s.AwaitTask(id)
	}
	var listed []string
	for address := s.URL + "/v1/task?limit=2&state=failed"; address != ""; {
		var page []lecterntest.Task
		page, address = readPage[lecterntest.Task](s, address)
		for _, task := range page {
			listed = append([]string{task.ID}, listed...)
		}
	}
	if fmt.Sprint(listed) != fmt.Sprint(posted) {
		t.Errorf("listed %q, posted %q", listed, posted)
	}
	if none := lecterntest.ReadJSON[[]lecterntest.Task](s, http.MethodGet, s.URL+"/v1/task?state=completed"); len(none) != 0 {
		t.Errorf("completed: %+v", none)
	}
}

// readPage returns a page of a list and the address of the next page.
func readPage[T any](s *lecterntest.Server, address string) (page []T, next string) {
	s.T.Helper()
	r, err := http.NewRequestWithContext(s.T.Context(), http.MethodGet, address, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Authorization", s.Key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&page); err != nil {
		s.T.Fatal(err)
	}
	if found := nextLink.FindStringSubmatch(answer.Header.Get("Link")); found != nil {
		next = found[1]
	}
	return page, next
}

var nextLink = regexp.MustCompile(`^<(.*)>; rel="next"$`)

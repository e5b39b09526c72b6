package tasks_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// previewResponse is the description of a preview in a response.
type previewResponse struct {
	Documents []string
	PageCount int
	Pages     []struct {
		Number        int
		Width, Height float64
		PNG           []byte
	}
	Problems []struct{ Code, Tag string }
	Marks    []struct {
		Problem, Page int
		Box           [4]float64
	}
}

func preview(s *lecterntest.Server, template, body string) (seen previewResponse) {
	s.T.Helper()
	answer := fieldsOf(s, http.StatusOK, http.MethodPost, "/v1/template/"+template+"/preview", []byte(body))
	if err := json.Unmarshal(answer, &seen); err != nil {
		s.T.Fatal(err)
	}
	return seen
}

// TestPreviewTemplate requests pictures of the pages of the document that a template creates.
func TestPreviewTemplate(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	s.CreateTemplate("offer", lecterntest.WordTemplate("Dear {name}", "{#items}", "{.}", "{/items}"))
	seen := preview(s, "offer", `{"params":{"name":"Ada","items":[`+strings.Repeat(`"x",`, 200)+`"y"]},"first":2,"count":2,"scale":0.5}`)
	if !slices.Equal(seen.Documents, []string{"a.docx"}) || seen.PageCount < 3 || len(seen.Pages) != 2 || seen.Pages[0].Number != 2 ||
		len(seen.Problems) != 0 {
		t.Fatalf("%q, pages %d, problems %v", seen.Documents, seen.PageCount, seen.Problems)
	}
	if page := seen.Pages[0]; page.Width < 500 || page.Height < page.Width || !bytes.HasPrefix(page.PNG, []byte("\x89PNG")) {
		t.Errorf("page: %v x %v, %.8q", page.Width, page.Height, page.PNG)
	}
	ada, grace := preview(s, "offer", `{"params":{"name":"Ada"}}`), preview(s, "offer", `{"params":{"name":"Grace"}}`)
	if bytes.Equal(ada.Pages[0].PNG, grace.Pages[0].PNG) {
		t.Error("other parameters look the same")
	}
	if sample := preview(s, "offer", ""); len(sample.Pages) != 1 {
		t.Errorf("of the sample: %d pages", len(sample.Pages))
	}
	for _, body := range []string{`{"first":0}`, `{"count":21}`, `{"scale":9}`, `{"document":2}`, `{"params":[]}`, `{"missing":"no"}`,
		`{"colour":1}`} {
		fieldsOf(s, http.StatusUnprocessableEntity, http.MethodPost, "/v1/template/offer/preview", []byte(body))
	}
	fieldsOf(s, http.StatusNotFound, http.MethodPost, "/v1/template/none/preview", nil)
}

// TestPreviewShowsProblems previews a template with errors. The preview must show the pages of the template itself,
// with the errors marked.
func TestPreviewShowsProblems(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	s.CreateTemplate("wrong", lecterntest.WordTemplate("Dear {name}", "and {#items} more", "for {total | nmber}"))
	seen := preview(s, "wrong", `{"params":{"name":"Ada"}}`)
	if len(seen.Documents) != 0 || len(seen.Pages) != 1 || len(seen.Problems) != 2 {
		t.Fatalf("%q, %d pages, %+v", seen.Documents, len(seen.Pages), seen.Problems)
	}
	top := map[string]float64{}
	for _, mark := range seen.Marks {
		if mark.Page != 1 || mark.Box[2]-mark.Box[0] < 10 {
			t.Errorf("%+v", mark)
		}
		top[seen.Problems[mark.Problem].Tag] = mark.Box[1]
	}
	if len(top) != 2 || top["{#items}"] >= top["{total | nmber}"] {
		t.Errorf("marked at %v", top)
	}
}

// TestPreviewPackage previews one of the documents of a package.
func TestPreviewPackage(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	s.CreateTemplate("pack", lecterntest.ZipArchive(
		lecterntest.ArchiveEntry{Name: "application.json",
			Content: `{"templates":[{"file":"a.docx","name":"one {name}"},{"file":"b.docx","name":"two"}]}`},
		lecterntest.ArchiveEntry{Name: "a.docx", Content: string(lecterntest.WordTemplate("first {name}"))},
		lecterntest.ArchiveEntry{Name: "b.docx", Content: string(lecterntest.WordTemplate("second"))},
	))
	one, two := preview(s, "pack", `{"params":{"name":"Ada"}}`), preview(s, "pack", `{"params":{"name":"Ada"},"document":2}`)
	if !slices.Equal(one.Documents, []string{"one Ada.docx", "two.docx"}) || bytes.Equal(one.Pages[0].PNG, two.Pages[0].PNG) {
		t.Errorf("%q", one.Documents)
	}
}

// TestTemplateData saves sets of parameters with a template.
func TestTemplateData(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	made := s.CreateTemplate("offer", lecterntest.WordTemplate("Dear {name}"))
	const path = "/v1/template/offer/data"
	save := func(status int, name, body string) {
		t.Helper()
		got, text := s.Call(http.MethodPut, s.URL+path+"/"+name, http.Header{"Content-Type": {"application/json"}}, strings.NewReader(body))
		if got != status {
			t.Fatalf("%s: %d %s", name, got, text)
		}
	}
	save(http.StatusOK, "Muster%20AG", `{"params":{"name":"Ada"}}`)
	save(http.StatusOK, "Beta", `{"params":{"name":"Bo"}}`)
	save(http.StatusOK, "Beta", `{"params":{"name":"Grace","n":1}}`)
	for name, body := range map[string]string{"a": `{}`, "b": `{"params":[1]}`, "c": `{"param":{}}`, strings.Repeat("x", 101): `{"params":{}}`,
		"%0a": `{"params":{}}`} {
		save(http.StatusUnprocessableEntity, name, body)
	}
	type entry struct{ Name, ChangedAt string }
	if all := lecterntest.ReadJSON[[]entry](s, http.MethodGet, s.URL+path); len(all) != 2 || all[0].Name != "Beta" ||
		all[1].Name != "Muster AG" ||
		all[0].ChangedAt == "" {
		t.Errorf("%+v", all)
	}
	type data struct {
		Name   string
		Params map[string]any
	}
	if d := lecterntest.ReadJSON[data](s, http.MethodGet, s.URL+"/v1/template/"+made.ID+"/data/Beta"); d.Name != "Beta" ||
		fmt.Sprint(d.Params) != "map[n:1 name:Grace]" {
		t.Errorf("%+v", d)
	}
	fieldsOf(s, http.StatusNoContent, http.MethodDelete, path+"/Beta", nil)
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		fieldsOf(s, http.StatusNotFound, method, path+"/Beta", nil)
		fieldsOf(s, http.StatusNotFound, method, "/v1/template/none/data/Beta", nil)
	}
	fieldsOf(s, http.StatusNoContent, http.MethodDelete, "/v1/template/offer", nil)
	s.CreateTemplate("offer", lecterntest.WordTemplate("Dear {name}"))
	if all := lecterntest.ReadJSON[[]entry](s, http.MethodGet, s.URL+path); len(all) != 0 {
		t.Errorf("of the template before: %+v", all)
	}
}

// TestTasksOfATemplate lists the tasks of a template, including tasks that named it by name and tasks that named it by
// ID.
func TestTasksOfATemplate(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	made := s.CreateTemplate("offer", lecterntest.WordTemplate("Dear {name}"))
	s.CreateTemplate("other", lecterntest.WordTemplate("Dear {name}")) // with the same content
	want := []string{postJSON(s, http.StatusAccepted, `{"template":"offer"}`), postJSON(s, http.StatusAccepted, `{"template":"`+made.ID+`"}`)}
	unknown := postJSON(s, http.StatusAccepted, `{"template":"none"}`)
	for _, id := range append(want, unknown, postJSON(s, http.StatusAccepted, `{"template":"other"}`)) {
		s.AwaitTask(id)
	}
	status, _ := s.Call(http.MethodPatch, s.URL+"/v1/template/offer", http.Header{"Content-Type": {"application/json"}},
		strings.NewReader(`{"name":"renamed"}`))
	if status != http.StatusOK {
		t.Fatal(status)
	}
	ids := func(address string) (all []string) {
		for address != "" {
			var page []lecterntest.Task
			page, address = readPage[lecterntest.Task](s, address)
			for _, task := range page {
				all = append([]string{task.ID}, all...)
			}
		}
		return all
	}
	for _, of := range []string{"renamed", made.ID} {
		if got := ids(s.URL + "/v1/task?limit=1&template=" + of); !slices.Equal(got, want) {
			t.Errorf("of %s: %q, want %q", of, got, want)
		}
	}
	if got := ids(s.URL + "/v1/task?template=none"); !slices.Equal(got, []string{unknown}) {
		t.Errorf("of none: %q", got)
	}
}

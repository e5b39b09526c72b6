package documents_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestLabels(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	query := url.Values{"filename": {"a.pdf"}, "externalId": {"crm/7"}, "metadata": {`{"customer": "7", "open": true, "sum": 1.5}`},
		"tag": {"red", "blue", "red"}}
	posted := s.Want(http.StatusOK, http.MethodPost, "/document/upload?"+query.Encode(), bytes.NewReader(lecterntest.Sample(t, "sample.pdf")))
	s.Upload("b.pdf", lecterntest.Sample(t, "sample.pdf"))
	doc := s.Fields(http.StatusOK, http.MethodGet, "/document/"+posted.ID, "")
	if doc["externalId"] != "crm/7" || fmt.Sprint(doc["tags"]) != "[red blue]" ||
		fmt.Sprint(doc["metadata"]) != "map[customer:7 open:true sum:1.5]" {
		t.Errorf("posted: %v", doc)
	}
	for filter, want := range map[string]string{
		"externalId=crm/7": "a.pdf", "externalId=crm": "", "tag=red": "a.pdf", "tag=red&tag=green": "", "name=B.P": "b.pdf", "name=%25": "",
		`metadata={"customer":"7"}`: "a.pdf", `metadata={"customer":7}`: "", `metadata={"open":true,"sum":1.5}`: "a.pdf",
		`metadata={"open":false}`: "",
	} {
		key, value, _ := strings.Cut(filter, "=")
		if strings.Contains(filter, "{") {
			filter = key + "=" + url.QueryEscape(value)
		}
		if names, _ := s.ListNames(filter); strings.Join(names, " ") != want {
			t.Errorf("%s lists %q, want %q", filter, names, want)
		}
	}
	edited := s.Fields(http.StatusOK, http.MethodPatch, "/document/"+posted.ID,
		`{"name":"Zoë/../x.pdf","externalId":"","metadata":null,"tags":["green"],"downloadFilename":"y.pdf"}`)
	if edited["name"] != "Zoë-..-x.pdf" || edited["downloadFilename"] != "y.pdf" || edited["externalId"] != nil || edited["metadata"] != nil ||
		fmt.Sprint(edited["tags"]) != "[green]" {
		t.Errorf("edited: %v", edited)
	}
	for wrong, want := range map[string]string{
		`{"nam":"x"}`:         `did you mean \"name\"?`,
		`{"name":7}`:          "it must be a text",
		`{"name":" "}`:        "The name of the document is missing.",
		`{"metadata":[1]}`:    "JSON object",
		`{"tags":["\u0000"]}`: "without control characters",
	} {
		status, text := s.Call(http.MethodPatch, "/document/"+posted.ID, http.Header{"Content-Type": {"application/json"}},
			strings.NewReader(wrong))
		if status != http.StatusUnprocessableEntity || !strings.Contains(string(text), want) {
			t.Errorf("%s: %d %s", wrong, status, text)
		}
	}
	for payload, want := range map[string]int{"[1]": 400, "{": 400} {
		status, _ := s.Call(http.MethodPatch, "/document/"+posted.ID, http.Header{"Content-Type": {"application/json"}},
			strings.NewReader(payload))
		if status != want {
			t.Errorf("%s: %d", payload, status)
		}
	}
	if status, _ := s.Call(http.MethodPatch, "/document/"+posted.ID, nil,
		strings.NewReader(`{"name":"a"}`)); status != http.StatusUnsupportedMediaType {
		t.Errorf("without a Content-Type: %d", status)
	}
}

// TestNamesOfAllScripts checks that filtering and sorting by name ignores case and accents.
func TestNamesOfAllScripts(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	for _, name := range []string{"Zürich", "Ärger über Öl", "zebra", "ärger", "Ωμέγα"} {
		s.Upload(url.QueryEscape(name), lecterntest.Sample(t, "sample.pdf"))
	}
	for filter, want := range map[string]string{"ÄRGER": "ärger Ärger über Öl", "öl": "Ärger über Öl", "zurich": "Zürich", "ωμεγα": "Ωμέγα",
		"%": "", "_": ""} {
		if names, _ := s.ListNames("name=" + url.QueryEscape(filter)); strings.Join(names, " ") != want {
			t.Errorf("%s lists %q, want %q", filter, names, want)
		}
	}
	if names, _ := s.ListNames("sort=name"); strings.Join(names, ", ") != "ärger, Ärger über Öl, zebra, Zürich, Ωμέγα" {
		t.Errorf("sorted: %q", names)
	}
}

func TestListInPages(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	for _, name := range []string{"b", "D", "a", "C", "e"} {
		s.Upload(name, lecterntest.Sample(t, "sample.pdf"))
	}
	for sort, want := range map[string]string{"": "e C a D b", "createdAt": "b D a C e", "name": "a b C D e", "-name": "e D C b a"} {
		var all []string
		query := "limit=2"
		if sort != "" {
			query += "&sort=" + sort
		}
		for pages := 0; query != ""; pages++ {
			var names []string
			if names, query = s.ListNames(query); pages > 2 || len(names) > 2 || len(names) == 0 {
				t.Fatalf("page %d of %q has %q", pages, sort, names)
			}
			all = append(all, names...)
		}
		if strings.Join(all, " ") != want {
			t.Errorf("by %q: %q, want %s", sort, all, want)
		}
	}
	for _, wrong := range []string{"limit=0", "limit=1001", "sort=color", "after=x", "offset=1", "limit=1&offset=-1", "type=video",
		"status=done", "metadata=7"} {
		if status, text := s.Call(http.MethodGet, "/document?"+wrong, nil, nil); status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", wrong, status, text)
		}
	}
}

// TestListFromAnywhere requests parts of a list by offset, and the total number of entries.
func TestListFromAnywhere(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	var ids []string
	for _, name := range []string{"b.pdf", "D.docx", "a.pdf", "C.pdf", "e.xlsx"} {
		file := "sample.pdf"
		if !strings.HasSuffix(name, "pdf") {
			file = "sample" + filepath.Ext(name)
		}
		ids = append(ids, s.Upload(name, lecterntest.Sample(t, file)).ID)
	}
	for query, want := range map[string]string{
		"offset=0&sort=name&limit=2": "5 a.pdf b.pdf", "offset=3&sort=name&limit=2": "5 D.docx e.xlsx", "offset=4&sort=-name&limit=9": "5 a.pdf",
		"offset=5&limit=1": "5",
		"limit=1&name=pdf": "3 C.pdf", "limit=9&type=text": "1 D.docx", "limit=9&type=sheet": "1 e.xlsx", "limit=9&type=slides": "0",
		"limit=9&sort=name&id=" + ids[0] + "&id=" + ids[2] + "&id=none": "2 a.pdf b.pdf", "limit=1&sort=type": "5 D.docx",
		"limit=9&favorite=true": "0", "limit=9&deleted=true": "0", "limit=9&opened=true": "0", "limit=9&collection=none": "0",
		"limit=9&folder=none": "0",
	} {
		names, _ := s.ListNames(query)
		if got := strings.TrimSpace(header(s, query, "Total-Count") + " " + strings.Join(names, " ")); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	_, next := s.ListNames("limit=1&offset=1&sort=name&type=pdf")
	if strings.Contains(next, "offset") {
		t.Errorf("it goes on at %s", next)
	}
	if names, _ := s.ListNames(next); strings.Join(names, " ") != "C.pdf" {
		t.Errorf("it goes on with %v", names)
	}
	if status, text := s.Call(http.MethodGet, strings.Replace(next, "limit=1", "limit=1&offset=1", 1), nil,
		nil); status != http.StatusUnprocessableEntity {
		t.Errorf("two places: %d %s", status, text)
	}
	if total := header(s, "sort=name", "Total-Count"); total != "" {
		t.Errorf("of all it says that there are %s", total)
	}
}

// header returns a header of the response with a list.
func header(s *lecterntest.Server, query, name string) string {
	s.T.Helper()
	r, err := http.NewRequestWithContext(s.T.Context(), http.MethodGet, s.APIBase+"/document?"+query, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Authorization", s.Key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.Header.Get(name)
}

// TestDeletedDocumentLeavesNothing deletes documents with the same content one by one. The content must be removed
// together with the last document.
func TestDeletedDocumentLeavesNothing(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	content := lecterntest.UniqueSample(t, "sample.docx")
	first, second := s.Upload("a.docx", content), s.Upload("b.docx", content)
	s.Wait(first.ID)
	s.Wait(second.ID)
	viewer := s.View(first.ID)
	if n := s.ContentCount(); n != 2 {
		t.Fatalf("it keeps %d files, want the original and the PDF", n)
	}
	for i, id := range []string{first.ID, second.ID} {
		s.Fields(http.StatusNoContent, http.MethodDelete, "/document/"+id, "")
		if n := s.ContentCount(); n != 2-2*i {
			t.Errorf("after %d deletions it keeps %d files", i+1, n)
		}
		s.Fields(http.StatusNotFound, http.MethodDelete, "/document/"+id, "")
		s.Fields(http.StatusNotFound, http.MethodGet, "/document/"+id, "")
	}
	if status, _ := s.Call(http.MethodGet, viewer, nil, nil); status != http.StatusGone {
		t.Errorf("its viewer: got status %d", status)
	}
}

package tasks_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// fieldsOf sends a request with a body, checks the status and returns the response body.
func fieldsOf(s *lecterntest.Server, status int, method, path string, body []byte) []byte {
	s.T.Helper()
	got, text := s.Call(method, s.URL+path, http.Header{"Content-Type": {"application/octet-stream"}}, bytes.NewReader(body))
	if got != status {
		s.T.Fatalf("%s %s: %d %.300s, want %d", method, path, got, text, status)
	}
	return text
}

// TestTemplates creates templates and new versions of them.
func TestTemplates(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	made := s.CreateTemplate("offer", lecterntest.WordTemplate("Dear {name}"))
	if !strings.HasPrefix(made.ID, "tpl-") || made.Versions[0].Type != "docx" || made.Versions[0].Number != 1 {
		t.Errorf("%+v", made)
	}
	fieldsOf(s, http.StatusConflict, http.MethodPost, "/v1/template?name=offer&filename=a.docx", lecterntest.WordTemplate("x"))
	for what, content := range map[string][]byte{"a PDF": lecterntest.Sample(t, "sample.pdf"), "no file": nil, "a text": []byte("Dear {name}"),
		"an old document": lecterntest.Sample(t, "sample.doc")} {
		if text := fieldsOf(s, http.StatusUnprocessableEntity, http.MethodPost, "/v1/template?name=x&filename=a.docx",
			content); !bytes.Contains(text, []byte(`"message":"`)) {
			t.Errorf("%s: %s", what, text)
		}
	}
	second := lecterntest.WordTemplate("Hello {name}")
	fieldsOf(s, http.StatusOK, http.MethodPost, "/v1/template/"+made.ID+"/version?filename=b.docx", second)
	fieldsOf(s, http.StatusNotFound, http.MethodPost, "/v1/template/none/version?filename=b.docx", second)
	found := lecterntest.ReadJSON[lecterntest.Template](s, http.MethodGet, s.URL+"/v1/template/offer")
	if found.ID != made.ID || len(found.Versions) != 2 || found.Versions[0].Number != 2 || found.Versions[0].Filename != "b.docx" {
		t.Errorf("%+v", found)
	}
	if got := fieldsOf(s, http.StatusOK, http.MethodGet, "/v1/template/offer/file", nil); !bytes.Equal(got, second) {
		t.Error("the newest file is another")
	}
	if got := fieldsOf(s, http.StatusOK, http.MethodGet, "/v1/template/offer/file?version=1", nil); lecterntest.DocxText(t,
		got) != "Dear {name}|" {
		t.Error("the first file is another")
	}
	fieldsOf(s, http.StatusNotFound, http.MethodGet, "/v1/template/offer/file?version=3", nil)
	fieldsOf(s, http.StatusOK, http.MethodGet, "/v1/template/offer/schema", nil)
	if got := lecterntest.DocxText(t, fieldsOf(s, http.StatusOK, http.MethodPost, "/v1/template/offer/render?version=1",
		[]byte(`{"params":{"name":"Ada"}}`))); got != "Dear Ada|" {
		t.Errorf("tried: %q", got)
	}
	if got := fieldsOf(s, http.StatusOK, http.MethodPost, "/v1/template/offer/render", []byte(`{"output":"pdf"}`)); !bytes.HasPrefix(got,
		[]byte("%PDF-")) {
		t.Errorf("as a PDF: %.20q", got)
	}
	text := fieldsOf(s, http.StatusUnprocessableEntity, http.MethodPost, "/v1/template/offer/render",
		[]byte(`{"missing":"error","params":{}}`))
	if !bytes.Contains(text, []byte(`"problems":[{"code":"missing-value"`)) {
		t.Errorf("what is wrong: %s", text)
	}
	s.CreateTemplate("other", lecterntest.WordTemplate("x"))
	if all := lecterntest.ReadJSON[[]lecterntest.Template](s, http.MethodGet, s.URL+"/v1/template?limit=1"); len(all) != 1 ||
		all[0].Name != "other" {
		t.Errorf("listed: %+v", all)
	}
	fieldsOf(s, http.StatusNoContent, http.MethodDelete, "/v1/template/offer", nil)
	fieldsOf(s, http.StatusNotFound, http.MethodGet, "/v1/template/"+made.ID, nil)
	if left := contentOf(t, s.Data); len(left) != 1 {
		t.Errorf("left in the content: %q", left)
	}
}

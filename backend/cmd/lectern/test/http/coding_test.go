package http_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// Every route that accepts a body also accepts a compressed body.
func TestEncodedBodies(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	pdf := lecterntest.Sample(t, "sample.pdf")
	formed, kind := lecterntest.MultipartForm(t, lecterntest.FormPart{Name: "file", File: "a.pdf", Content: pdf})
	tasked, taskKind := lecterntest.MultipartForm(t,
		lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("Dear {name}")},
		lecterntest.JSONPart("data", `{"params":{"name":"Ada"}}`))
	doc := s.Upload("a.pdf", pdf)
	session := s.View(doc.ID)
	_, id, _ := strings.Cut(session, "sessionId=")
	for _, request := range []struct {
		name, kind string
		body       []byte
		status     int
	}{
		{"POST /api/v0/document/upload?filename=a.pdf", "application/pdf", pdf, 200},
		{"POST /api/v0/document/upload", kind, formed, 200},
		{"PUT /api/v0/document/" + doc.ID + "?filename=a.pdf", "application/pdf", pdf, 200},
		{"PATCH /api/v0/document/" + doc.ID, "application/json", []byte(`{"name":"b.pdf"}`), 200},
		{"POST /api/v0/document?url=http://papers.invalid/a.pdf", "application/json", []byte(`{"password":"a"}`), 200},
		{"POST /api/v0/document?url=http://papers.invalid/a.pdf", "application/x-www-form-urlencoded", []byte("password=a"), 200},
		{"POST /api/v0/settings/viewer/profile/a", "application/json", []byte(`{"openedPage":2}`), 200},
		{"PATCH /api/v0/settings", "application/json", []byte(`{"taskDays":7}`), 200},
		{"POST /v1/task", taskKind, tasked, 202},
		{"POST /v1/task", "application/json", []byte(`{"template":"none"}`), 202},
		{"POST /v1/template?filename=a.docx", "application/octet-stream", lecterntest.WordTemplate("Dear {name}"), 200},
		{"POST /viewer/session/" + id + "/view", "application/json", []byte("{}"), 200},
	} {
		method, path, _ := strings.Cut(request.name, " ")
		for _, coding := range []string{"gzip", "deflate", "raw"} {
			name := strings.ReplaceAll(coding, "raw", "deflate")
			address := s.URL + path
			if strings.HasPrefix(path, "/v1/template") {
				address += "&name=" + coding
			}
			status, text := s.Call(method, address, http.Header{"Content-Type": {request.kind}, "Content-Encoding": {name}},
				bytes.NewReader(lecterntest.Encode(t, coding, request.body)))
			if status != request.status {
				t.Errorf("%s as %s: %d %s", request.name, coding, status, text)
			}
		}
		header := http.Header{"Content-Type": {request.kind}, "Content-Encoding": {"gzip"}}
		if status, text := s.Call(method, s.URL+path, header,
			strings.NewReader("this is no gzip, but a text")); status != http.StatusBadRequest || !strings.Contains(string(text), "malformed-body") {
			t.Errorf("%s, not as it says: %d %s", request.name, status, text)
		}
		if status, text := s.Call(method, s.URL+path, http.Header{"Content-Type": {request.kind}, "Content-Encoding": {"br"}},
			strings.NewReader("a")); status != http.StatusUnsupportedMediaType || !strings.Contains(string(text), "unsupported-encoding") {
			t.Errorf("%s in another coding: %d %s", request.name, status, text)
		}
	}
	if got := s.Wait(doc.ID); got.Status != "ready" {
		t.Errorf("the document is %+v", got)
	}
	answer := s.DoWithoutRedirects(http.MethodPost, s.URL+"/v1/task", nil)
	if answer.Header.Get("Accept-Encoding") != "" {
		t.Errorf("a refusal for another reason has Accept-Encoding")
	}
}

// The size limits of request bodies apply to the decoded size.
//
// SECURITY.md, promise 6 (limits of transfers)
func TestEncodedBombs(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--max-upload", "1000000")
	bomb := lecterntest.Encode(t, "gzip", make([]byte, 100<<20))
	formed, kind := lecterntest.MultipartForm(t, lecterntest.FormPart{Name: "file", File: "a.pdf", Content: make([]byte, 100<<20)})
	ignored, ignoredKind := lecterntest.MultipartForm(t, lecterntest.JSONPart("unknown", string(make([]byte, 100<<20))),
		lecterntest.FormPart{Name: "file", File: "a.pdf", Content: lecterntest.Sample(t, "sample.pdf")})
	for _, request := range []struct {
		name, kind string
		body       []byte
	}{
		{"POST /api/v0/document/upload?filename=a.pdf", "application/pdf", bomb},
		{"POST /api/v0/document/upload", kind, lecterntest.Encode(t, "gzip", formed)},
		{"POST /api/v0/document/upload", ignoredKind, lecterntest.Encode(t, "gzip", ignored)},
		{"POST /api/v0/document?url=http://papers.invalid/a.pdf", "application/json", bomb},
		{"PATCH /api/v0/settings", "application/json", bomb},
		{"POST /api/v0/settings/viewer/theme/a", "application/json", bomb},
		{"POST /v1/task", "application/json", bomb},
		{"POST /viewer/session/none/view", "application/json", bomb},
	} {
		method, path, _ := strings.Cut(request.name, " ")
		status, text := s.Call(method, s.URL+path, http.Header{"Content-Type": {request.kind}, "Content-Encoding": {"gzip"}},
			bytes.NewReader(request.body))
		if status != http.StatusRequestEntityTooLarge || !strings.Contains(string(text), `"too-large"`) {
			t.Errorf("%s: %d %s", request.name, status, text)
		}
	}
}

// A JSON body of null is treated like no body.
func TestNullIsNoBody(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	doc := s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf"))
	template := s.CreateTemplate("a", lecterntest.WordTemplate("Dear {name}")).ID
	_, id, _ := strings.Cut(s.View(doc.ID), "sessionId=")
	for request, want := range map[string]int{
		"POST /api/v0/session?documentId=" + doc.ID:             200,
		"POST /api/v0/document?url=http://papers.invalid/a.pdf": 200,
		"POST /api/v0/document/upload":                          422,
		"POST /api/v0/document/" + doc.ID + "/retry":            409,
		"POST /api/v0/document/batch":                           400,
		"POST /api/v0/collection":                               400,
		"POST /api/v0/settings/webhook/secret":                  200,
		"POST /api/v0/settings/viewer/profile/a":                400,
		"POST /api/v0/settings/viewer/theme/a":                  400,
		"POST /api/v0/key?name=a":                               200,
		"POST /v1/task":                                         400,
		"POST /v1/template?filename=a.docx":                     422,
		"POST /v1/template/" + template + "/render":             200,
		"POST /viewer/session/" + id + "/view":                  200,
	} {
		method, path, _ := strings.Cut(request, " ")
		for _, body := range []string{"null", "\r\n null \n", ""} {
			status, text := s.Call(method, s.URL+path, http.Header{"Content-Type": {"application/json"}}, strings.NewReader(body))
			if status != want {
				t.Errorf("%s with %q: %d, want %d: %.200s", request, body, status, want, text)
			}
		}
	}
	if status, text := s.Call(http.MethodPost, "/document?url=http://papers.invalid/a.pdf", nil,
		strings.NewReader("null")); status != http.StatusOK {
		t.Errorf("null without a Content-Type: %d %s", status, text)
	}
	for _, data := range []string{"null", " null\n"} {
		form, kind := lecterntest.MultipartForm(t, lecterntest.JSONPart("data", data), lecterntest.JSONPart("template", "a"))
		s.PostTask(http.StatusAccepted, kind, form, nil)
	}
}

package main

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"net/http"
	"strings"
	"testing"
)

// encoded returns content in a coding, of which there are gzip, deflate and raw, which is deflate without its header.
func encoded(t testing.TB, coding string, content []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	var w io.WriteCloser
	switch coding {
	case "gzip":
		w = gzip.NewWriter(&out)
	case "deflate":
		w = zlib.NewWriter(&out)
	default:
		w, _ = flate.NewWriter(&out, flate.BestSpeed) // the level is a good one
	}
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Every route with a body takes it compressed.
func TestEncodedBodies(t *testing.T) {
	t.Parallel()
	apartFromRecords(t)
	s := start(t)
	pdf := sample(t, "sample.pdf")
	formed, kind := form(t, formPart{"file", "a.pdf", pdf})
	tasked, taskKind := form(t, formPart{"template", "a.docx", template("Dear {name}")}, jsonPart("data", `{"params":{"name":"Ada"}}`))
	doc := s.upload("a.pdf", pdf)
	session := s.view(doc.ID)
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
		{"POST /v1/template?filename=a.docx", "application/octet-stream", template("Dear {name}"), 200},
		{"POST /viewer/session/" + id + "/view", "application/json", []byte("{}"), 200},
	} {
		method, path, _ := strings.Cut(request.name, " ")
		for _, coding := range []string{"gzip", "deflate", "raw"} {
			name := strings.ReplaceAll(coding, "raw", "deflate")
			address := s.URL + path
			if strings.HasPrefix(path, "/v1/template") {
				address += "&name=" + coding
			}
			status, text := s.call(method, address, http.Header{"Content-Type": {request.kind}, "Content-Encoding": {name}},
				bytes.NewReader(encoded(t, coding, request.body)))
			if status != request.status {
				t.Errorf("%s as %s: %d %s", request.name, coding, status, text)
			}
		}
		header := http.Header{"Content-Type": {request.kind}, "Content-Encoding": {"gzip"}}
		if status, text := s.call(method, s.URL+path, header,
			strings.NewReader("this is no gzip, but a text")); status != http.StatusBadRequest || !strings.Contains(string(text), "malformed-body") {
			t.Errorf("%s, not as it says: %d %s", request.name, status, text)
		}
		if status, text := s.call(method, s.URL+path, http.Header{"Content-Type": {request.kind}, "Content-Encoding": {"br"}},
			strings.NewReader("a")); status != http.StatusUnsupportedMediaType || !strings.Contains(string(text), "unsupported-encoding") {
			t.Errorf("%s in another coding: %d %s", request.name, status, text)
		}
	}
	if got := s.wait(doc.ID); got.Status != "ready" {
		t.Errorf("the document is %+v", got)
	}
	answer := s.ask(http.MethodPost, s.URL+"/v1/task", nil)
	if answer.Header.Get("Accept-Encoding") != "" {
		t.Errorf("a refusal for another reason has Accept-Encoding")
	}
}

// The limits of a body hold for what it decodes to.
//
// promise 6
func TestEncodedBombs(t *testing.T) {
	t.Parallel()
	apartFromRecords(t)
	s := start(t, "--max-upload", "1000000")
	bomb := encoded(t, "gzip", make([]byte, 100<<20))
	formed, kind := form(t, formPart{"file", "a.pdf", make([]byte, 100<<20)})
	ignored, ignoredKind := form(t, jsonPart("unknown", string(make([]byte, 100<<20))), formPart{"file", "a.pdf", sample(t, "sample.pdf")})
	for _, request := range []struct {
		name, kind string
		body       []byte
	}{
		{"POST /api/v0/document/upload?filename=a.pdf", "application/pdf", bomb},
		{"POST /api/v0/document/upload", kind, encoded(t, "gzip", formed)},
		{"POST /api/v0/document/upload", ignoredKind, encoded(t, "gzip", ignored)},
		{"POST /api/v0/document?url=http://papers.invalid/a.pdf", "application/json", bomb},
		{"PATCH /api/v0/settings", "application/json", bomb},
		{"POST /api/v0/settings/viewer/theme/a", "application/json", bomb},
		{"POST /v1/task", "application/json", bomb},
		{"POST /viewer/session/none/view", "application/json", bomb},
	} {
		method, path, _ := strings.Cut(request.name, " ")
		status, text := s.call(method, s.URL+path, http.Header{"Content-Type": {request.kind}, "Content-Encoding": {"gzip"}},
			bytes.NewReader(request.body))
		if status != http.StatusRequestEntityTooLarge || !strings.Contains(string(text), `"too-large"`) {
			t.Errorf("%s: %d %s", request.name, status, text)
		}
	}
}

// A body of null is none: a post is answered as it is without one.
func TestNullIsNoBody(t *testing.T) {
	t.Parallel()
	s := start(t)
	doc := s.upload("a.pdf", sample(t, "sample.pdf"))
	template := s.createTemplate("a", template("Dear {name}")).ID
	_, id, _ := strings.Cut(s.view(doc.ID), "sessionId=")
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
			status, text := s.call(method, s.URL+path, http.Header{"Content-Type": {"application/json"}}, strings.NewReader(body))
			if status != want {
				t.Errorf("%s with %q: %d, want %d: %.200s", request, body, status, want, text)
			}
		}
	}
	if status, text := s.call(http.MethodPost, "/document?url=http://papers.invalid/a.pdf", nil,
		strings.NewReader("null")); status != http.StatusOK {
		t.Errorf("null without a Content-Type: %d %s", status, text)
	}
	for _, data := range []string{"null", " null\n"} {
		form, kind := form(t, jsonPart("data", data), jsonPart("template", "a"))
		s.postTask(http.StatusAccepted, kind, form, nil)
	}
}

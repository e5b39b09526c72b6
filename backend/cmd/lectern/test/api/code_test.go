package api_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// Every error has its documented code, whichever part of the server returns it: the router, the API, the tasks or the
// viewer.
func TestErrorCodes(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--max-upload", "100000")
	pdf := lecterntest.Sample(t, "sample.pdf")
	doc := s.Wait(s.Upload("a.pdf", pdf).ID).ID
	_, ended, _ := strings.Cut(s.View(doc), "sessionId=")
	s.Call(http.MethodDelete, "/session/"+ended, nil, nil)
	failed := s.Wait(s.Upload("a.pdf", []byte("no document")).ID).ID
	s.SendJSON(http.StatusOK, http.MethodPost, "/settings/viewer/profile/closed", `{"download":"none"}`, nil)
	closed := s.Want(http.StatusOK, http.MethodPost, "/session?lockedProfile=true&profile=closed&documentId="+doc, nil).ID
	const jsonKind = "application/json"
	for _, test := range []struct {
		request, code string
		header        http.Header
		body          string
	}{
		{"GET /none", "404 route-not-found", nil, ""},
		{"GET /viewer/public/none.js", "404 route-not-found", nil, ""},
		{"PUT /healthz", "405 method-not-allowed", nil, ""},
		{"GET /api/v0/document", "401 key-missing", http.Header{"Authorization": {""}}, ""},
		{"GET /api/v0/document", "401 key-invalid", http.Header{"Authorization": {"wrong"}}, ""},
		{"GET /api/v0/document", "403 unknown-host-name", http.Header{"Host": {"evil.example"}}, ""},
		{"GET /api/v0/document", "403 origin-not-allowed", http.Header{"Origin": {"https://evil.example"}}, ""},
		{"GET /api/v0/document/none", "404 document-not-found", nil, ""},
		{"GET /api/v0/document/" + doc + "/page/9.svg", "404 page-not-found", nil, ""},
		{"GET /api/v0/document/" + doc + "/page/1.tiff", "404 page-not-found", nil, ""},
		{"GET /api/v0/document/" + failed + "/pdf", "404 document-failed", nil, ""},
		{"GET /api/v0/document/" + doc + "/pdf", "416 range-not-satisfiable", http.Header{"Range": {"bytes=1000000-"}}, ""},
		{"GET /api/v0/document/" + doc + "/pdf", "412 changed", http.Header{"If-Match": {`"other"`}}, ""},
		{"POST /api/v0/document/" + doc + "/retry", "409 conflict", nil, ""},
		{"POST /api/v0/document", "422 parameter-missing", nil, ""},
		{"POST /api/v0/document?url=", "422 parameter-empty", nil, ""},
		{"POST /api/v0/document?url=a&url=b", "422 parameter-repeated", nil, ""},
		{"POST /api/v0/document?ulr=a&url=http://a.invalid", "422 parameter-unknown", nil, ""},
		{"POST /api/v0/document?url=file:///etc/passwd", "422 invalid-address", nil, ""},
		{"POST /api/v0/document?url=http://a.invalid&session=x", "422 invalid-parameter", nil, ""},
		{"POST /api/v0/session?duration=5", "422 parameter-missing", nil, ""},
		{"POST /api/v0/session?documentId=none", "404 document-not-found", nil, ""},
		{"POST /api/v0/session?profile=none&documentId=" + doc, "422 profile-unknown", nil, ""},
		{"GET /api/v0/session/none", "404 session-not-found", nil, ""},
		{"POST /api/v0/document/upload", "422 file-empty", nil, ""},
		{"POST /api/v0/document/upload?supportedOnly=true", "422 unsupported-type", nil, "a text"},
		{"POST /api/v0/document/upload", "413 too-large", nil, strings.Repeat("a", 100_001)},
		{"POST /api/v0/document/upload", "415 unsupported-media-type", http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, "a=b"},
		{"POST /api/v0/document/upload", "415 unsupported-encoding", http.Header{"Content-Encoding": {"br"}}, "a"},
		{"POST /api/v0/document/upload", "400 malformed-body", http.Header{"Content-Type": {"multipart/form-data"}}, "a"},
		{"POST /api/v0/collection", "400 malformed-body", http.Header{"Content-Type": {jsonKind}}, "{"},
		{"POST /api/v0/collection", "422 invalid-field", http.Header{"Content-Type": {jsonKind}}, `{"nam":"a"}`},
		{"POST /api/v0/collection", "415 unsupported-media-type", nil, "{}"},
		{"POST /api/v0/settings/viewer/theme/a", "412 changed", http.Header{"Content-Type": {jsonKind}, "If-Match": {`"other"`}}, "{}"},
		{"POST /api/v0/settings/viewer/theme/a", "422 invalid-field", http.Header{"Content-Type": {jsonKind}}, `{"buttonColour":"red"}`},
		{"GET /v1/task/none", "404 task-not-found", nil, ""},
		{"GET /v1/task/none/result/none?token=a", "401 link-invalid", nil, ""},
		{"POST /v1/task", "422 invalid-field", http.Header{"Content-Type": {jsonKind}}, `{"template":"a","integration":{"type":"none"}}`},
		{"GET /v1/template/none", "404 template-not-found", nil, ""},
		{"GET /viewer/session/none/state", "404 session-not-found", nil, ""},
		{"GET /viewer/session/" + ended + "/state", "410 session-ended", nil, ""},
		{"GET /viewer/session/" + closed + "/pdf", "403 profile-forbids", nil, ""},
		{"POST /viewer/session/none/view", "404 session-not-found", nil, ""},
	} {
		method, path, _ := strings.Cut(test.request, " ")
		if got := codeOf(s, method, s.URL+path, test.header, test.body); got != test.code {
			t.Errorf("%s: %s, want %s", test.request, got, test.code)
		}
	}
}

// codeOf sends a request and returns the status and the error code of the response.
func codeOf(s *lecterntest.Server, method, address string, header http.Header, body string) string {
	s.T.Helper()
	r, err := http.NewRequestWithContext(s.T.Context(), method, address, strings.NewReader(body))
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Authorization", s.Key)
	for name, values := range header {
		r.Header[name] = values
	}
	if host := header.Get("Host"); host != "" {
		r.Host = host
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	defer answer.Body.Close()
	var p struct {
		Code   string
		Status int
	}
	if err := json.NewDecoder(answer.Body).Decode(&p); err != nil || p.Status != answer.StatusCode ||
		answer.Header.Get("Content-Type") != "application/problem+json" {
		s.T.Errorf("%s %s: no problem: %s, %v", method, address, answer.Status, err)
	}
	return answer.Status[:3] + " " + p.Code
}

// The content decides the type of a document, regardless of its name and its Content-Type.
//
// SECURITY.md, promise 8 (content determines the type)
func TestContentDecidesTheType(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	kinds := []string{"application/pdf", "text/html", "image/png", "application/json", "text/plain; charset=utf-8", "application/octet-stream",
		"application/msword", "nonsense", ""}
	contents := map[string][]byte{"pdf": lecterntest.Sample(t, "sample.pdf"), "rtf": []byte(`{\rtf1 Hello}`), "": []byte("<html>Hello</html>")}
	var content []byte
	var kind string
	source := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(content)
	}))
	t.Cleanup(source.Close)
	want := map[string]string{}
	for extension, bytesOf := range contents {
		content = bytesOf
		for _, kind = range kinds {
			for _, name := range []string{"a.html", "a.pdf", "a.docx", "a"} {
				id := uploadAs(s, kind, name, bytesOf)
				want[id] = extension
			}
			id := s.Want(http.StatusOK, http.MethodPost, "/document?url="+url.QueryEscape(source.URL+"/a.docx"), nil).ID
			s.Wait(id) // wait, because the source serves something else next
			want[id] = extension
		}
	}
	for id, extension := range want {
		found := s.Fields(http.StatusOK, http.MethodGet, "/document/"+id+lecterntest.WaitQuery("ready")+"&details=true", "")
		kind, _ := found["type"].(string)
		if kind != extension || (found["status"] == "ready") != (extension != "") || extension == "" && found["reason"] != "unsupported" {
			t.Errorf("%v is taken for %q, want %q", found, kind, extension)
		}
	}
	content = nil
	id := s.Want(http.StatusOK, http.MethodPost, "/document?url="+url.QueryEscape(source.URL+"/a.pdf"), nil).ID
	if s.Wait(id); s.Fields(http.StatusOK, http.MethodGet, "/document/"+id, "")["reason"] != "empty" {
		t.Errorf("an empty answer fails otherwise: %v", s.Fields(http.StatusOK, http.MethodGet, "/document/"+id, ""))
	}
}

// uploadAs uploads a file with a Content-Type and returns the ID of the document.
func uploadAs(s *lecterntest.Server, kind, name string, content []byte) string {
	s.T.Helper()
	status, text := s.Call(http.MethodPost, "/document/upload?filename="+name, http.Header{"Content-Type": {kind}}, bytes.NewReader(content))
	if status != http.StatusOK {
		s.T.Fatalf("%s as %s: %d %s", name, kind, status, text)
	}
	return lecterntest.DecodeDocument(s.T, text).ID
}

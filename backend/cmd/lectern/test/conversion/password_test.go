package conversion_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestPasswords posts protected documents, with their password sent in each possible way, and documents with the
// default password, which Excel opens without asking for one. Neither the log nor the library may contain a password.
//
// SECURITY.md, promise 14 (passwords of documents), promise 36 (secret keys)
func TestPasswords(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t, "--log-level", "debug")
	pdf := lecterntest.Sample(t, "protected.pdf")
	form := func(order ...string) (http.Header, io.Reader) {
		var text bytes.Buffer
		w := multipart.NewWriter(&text)
		for _, name := range order {
			if name == "password" {
				_ = w.WriteField("password", lecterntest.SamplePassword)
				continue
			}
			part, _ := w.CreateFormFile("file", name)
			_, _ = part.Write(pdf)
		}
		_ = w.Close()
		return http.Header{"Content-Type": {w.FormDataContentType()}}, &text
	}
	posts := map[string]func() (http.Header, io.Reader){
		"header": func() (http.Header, io.Reader) {
			return http.Header{"Document-Password": {lecterntest.SamplePassword}}, bytes.NewReader(pdf)
		},
		"field before it": func() (http.Header, io.Reader) { return form("password", "a.pdf") },
		"field after it":  func() (http.Header, io.Reader) { return form("a.pdf", "password") },
	}
	for name, post := range posts {
		header, payload := post()
		status, text := s.Call(http.MethodPost, "/document/upload", header, payload)
		wantOpened(s, name, status, text)
	}
	for _, name := range []string{"a.docx", "named.xlsx", "nameless"} {
		header := http.Header{"Document-Password": {lecterntest.SamplePassword}}
		status, text := s.Call(http.MethodPost, "/document/upload?filename="+name, header,
			bytes.NewReader(lecterntest.Sample(t, "protected.docx")))
		wantOpened(s, name, status, text)
		header.Set("Document-Password", "sesame")
		_, text = s.Call(http.MethodPost, "/document/upload?filename="+name, header, bytes.NewReader(lecterntest.Sample(t, "protected.docx")))
		if doc := s.Wait(lecterntest.DecodeDocument(t, text).ID); doc.Status != "failed" || !strings.Contains(doc.Message, "does not open") {
			t.Errorf("%s with a wrong password: %+v", name, doc)
		}
	}
	for _, name := range []string{"sealed.xls", "sealed.xlsx"} {
		for _, header := range []http.Header{nil, {"Document-Password": {"sesame"}}} {
			status, text := s.Call(http.MethodPost, "/document/upload?filename=a", header, bytes.NewReader(lecterntest.Sample(t, name)))
			wantOpened(s, name, status, text)
			if _, report := s.Call(http.MethodGet, "/document/"+lecterntest.DecodeDocument(t, text).ID+"/report", nil, nil); !bytes.Contains(report,
				[]byte(`"encrypted":true`)) {
				t.Errorf("%s: the report is %s", name, report)
			}
		}
	}
	doc := s.Wait(s.Upload("a.pdf", pdf).ID)
	if doc.Status != "failed" || !strings.Contains(doc.Message, "password-protected") {
		t.Errorf("without a password: %+v", doc)
	}
	if _, report := s.Call(http.MethodGet, "/document/"+doc.ID+"/report", nil, nil); !bytes.Contains(report, []byte(`"encrypted":true`)) {
		t.Errorf("without a password: the report is %s", report)
	}
	checkRetries(s, doc.ID)
	s.Stop()
	wantNoPassword(s)
}

// wantOpened fails the test unless the upload was accepted and the text of the document can be read.
func wantOpened(s *lecterntest.Server, name string, status int, answer []byte) {
	s.T.Helper()
	if status != http.StatusOK || bytes.Contains(answer, []byte(lecterntest.SamplePassword)) {
		s.T.Fatalf("%s: %d %s", name, status, answer)
	}
	doc := s.Wait(lecterntest.DecodeDocument(s.T, answer).ID)
	if doc.Status != "ready" {
		s.T.Errorf("%s: %+v", name, doc)
	}
	if status, text := s.Call(http.MethodGet, "/document/"+doc.ID+"/page/1.txt", nil, nil); status != 200 || len(text) == 0 {
		s.T.Errorf("%s: page 1 is %d %q", name, status, text)
	}
}

// checkRetries retries a failed document, first without a valid password and then with the right password.
func checkRetries(s *lecterntest.Server, id string) {
	s.T.Helper()
	jsonHeader := http.Header{"Content-Type": {"application/json"}}
	formHeader := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	tests := []struct {
		name    string
		header  http.Header
		payload string
		status  int
		message string // message of the document after the retry has failed
	}{
		{"nothing", nil, "", 200, "password-protected"},
		{"wrong", http.Header{"Document-Password": {"sesame"}}, "", 200, "does not open"},
		{"empty JSON", jsonHeader, "", 200, "password-protected"},
		{"no JSON", jsonHeader, "{", 400, ""},
		{"too long", formHeader, "password=" + strings.Repeat("x", 2000), 422, ""},
		{"too large", formHeader, "password=" + strings.Repeat("x", 100_000), 413, ""},
		{"right", jsonHeader, `{"password":"` + lecterntest.SamplePassword + `"}`, 200, ""},
		{"not failed", nil, "", 409, ""},
	}
	for _, test := range tests {
		status, text := s.Call(http.MethodPost, "/document/"+id+"/retry", test.header, strings.NewReader(test.payload))
		if status != test.status {
			s.T.Errorf("%s: %d %s", test.name, status, text)
		}
		if status != http.StatusOK {
			continue
		}
		if doc := s.Wait(id); !strings.Contains(doc.Message, test.message) || (doc.Status == "ready") != (test.message == "") {
			s.T.Errorf("%s: %+v", test.name, doc)
		}
	}
}

// wantNoPassword fails the test if the log or the library contains the password in plain text. The key file, which must
// exist, shows that the password was stored in encrypted form.
func wantNoPassword(s *lecterntest.Server) {
	s.T.Helper()
	for _, word := range []string{lecterntest.SamplePassword, "sesame"} {
		if strings.Contains(s.Log.String(), word) {
			s.T.Errorf("the log has the password: %s", s.Log)
		}
	}
	for _, name := range []string{"lectern.db", "seal.key"} {
		text, err := os.ReadFile(filepath.Join(s.Data, name))
		if err != nil || bytes.Contains(text, []byte("sesame")) {
			s.T.Errorf("%s: %v, or the password is in it", name, err)
		}
	}
}

package documents_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestEveryListedType uploads a document of each supported type, once under its own name and once with a wrong
// extension, and reads the text of its first page.
//
// SECURITY.md, promise 8 (content determines the type), promise 16 (at least one page)
func TestEveryListedType(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	for _, kind := range lecterntest.ListedTypes {
		for _, name := range []string{"sample." + kind, "misnamed.bin"} {
			t.Run(kind+" as "+name, func(t *testing.T) {
				s.T = t
				doc := s.Upload(name, lecterntest.Sample(t, "sample."+kind))
				doc = s.Wait(doc.ID)
				if doc.Status != "ready" || !doc.Viewable || doc.PageCount < 1 || doc.Message != "" {
					t.Fatalf("document is %+v", doc)
				}
				status, text := s.Call(http.MethodGet, "/document/"+doc.ID+"/page/1.txt", nil, nil)
				if status != http.StatusOK || !strings.Contains(string(text), "Lectern sample") {
					t.Errorf("text of page 1 is %d %q", status, text)
				}
			})
		}
	}
}

func TestDocumentFields(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	status, text := s.Call(http.MethodPost, "/document/upload?filename=Letter.pdf", nil, bytes.NewReader(lecterntest.Sample(t, "sample.pdf")))
	if status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"name": "Letter.pdf", "status": "processing", "pageCount": 0.0, "originalURL": "",
		"downloadFilename": "Letter.pdf", "originalDocumentSaved": true, "viewable": false,
	}
	for name, value := range want {
		if fields[name] != value {
			t.Errorf("%s is %v, want %v", name, fields[name], value)
		}
	}
	if created, _ := fields["createdAt"].(string); !regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$`).MatchString(created) {
		t.Errorf("createdAt is %q", created)
	}
	if len(fields) != len(want)+2 {
		t.Errorf("the document has fields that the specification does not list: %v", fields)
	}
}

func TestListIsNewestFirst(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	if _, text := s.Call(http.MethodGet, "/document", nil, nil); strings.TrimSpace(string(text)) != "[]" {
		t.Errorf("the list of an empty library is %q", text)
	}
	var posted []string
	for i := range 3 {
		posted = append([]string{s.Upload(fmt.Sprintf("%d.pdf", i), lecterntest.Sample(t, "sample.pdf")).ID}, posted...)
	}
	_, text := s.Call(http.MethodGet, "/document", nil, nil)
	var docs []lecterntest.Document
	if err := json.Unmarshal(text, &docs); err != nil {
		t.Fatal(err)
	}
	for i, doc := range docs {
		if doc.ID != posted[i] {
			t.Errorf("document %d of the list is %s", i, doc.Name)
		}
	}
}

func TestUploadAsForm(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	form := func(files ...string) (string, io.Reader) {
		var text bytes.Buffer
		w := multipart.NewWriter(&text)
		_ = w.WriteField("other", "is passed over")
		for _, name := range files {
			part, _ := w.CreateFormFile("file", name)
			_, _ = part.Write(lecterntest.Sample(t, "sample.pdf"))
		}
		_ = w.Close()
		return w.FormDataContentType(), &text
	}
	post := func(files ...string) (int, []byte) {
		kind, payload := form(files...)
		return s.Call(http.MethodPost, "/document/upload", http.Header{"Content-Type": {kind}}, payload)
	}
	if status, text := post("one.pdf"); status != http.StatusOK || text[0] != '{' {
		t.Errorf("one file: %d %s", status, text)
	}
	status, text := post("one.pdf", "two.pdf")
	var docs []lecterntest.Document
	if err := json.Unmarshal(text, &docs); status != http.StatusOK || err != nil || len(docs) != 2 || docs[1].Name != "two.pdf" {
		t.Errorf("two files: %d %s", status, text)
	}
	if status, text := post(); status != http.StatusUnprocessableEntity {
		t.Errorf("no file: %d %s", status, text)
	}
	header := http.Header{"Content-Disposition": {`attachment; filename*=UTF-8''%E5%A0%B1%E5%91%8A.pdf`}}
	_, text = s.Call(http.MethodPost, "/document/upload", header, bytes.NewReader(lecterntest.Sample(t, "sample.pdf")))
	if !strings.Contains(string(text), `"name":"報告.pdf"`) {
		t.Errorf("named by Content-Disposition: %s", text)
	}
}

// SECURITY.md, promise 5 (only http and https), promise 7 (names are only displayed)
func TestRequestsThatAreRefused(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, "--max-upload", "100000")
	doc := s.Wait(s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")).ID)
	big := strings.Repeat("x", 100_001)
	formed := http.Header{"Content-Type": {"multipart/form-data; boundary=b"}}
	unbounded := http.Header{"Content-Type": {"multipart/form-data"}}
	const file = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n"
	tests := []struct {
		name, method, path string
		header             http.Header
		payload            string
		status             int
		message            string
	}{
		{"no key", "GET", "/document", http.Header{"Authorization": nil}, "", 401, "missing"},
		{"wrong key", "GET", "/document", http.Header{"Authorization": {"wrong"}}, "", 401, "not valid"},
		{"key with a scheme", "GET", "/document", http.Header{"Authorization": {"Bearer " + s.Key}}, "", 401, "Bearer"},
		{"no key, upload", "POST", "/document/upload", http.Header{"Authorization": nil}, "x", 401, "missing"},
		{"unknown document", "GET", "/document/nope", nil, "", 404, "no document"},
		{"unknown path", "GET", "/nothing", nil, "", 404, "nothing at"},
		{"wrong method", "PATCH", "/document", nil, "", 405, "PATCH"},
		{"unknown page", "GET", "/document/" + doc.ID + "/page/99.svg", nil, "", 404, "page 99"},
		{"unknown form of page", "GET", "/document/" + doc.ID + "/page/1.gif", nil, "", 404, "1.gif"},
		{"scale that is no number", "GET", "/document/" + doc.ID + "/page/1.png?scale=nan", nil, "", 422, "scale"},
		{"scale out of bounds", "GET", "/document/" + doc.ID + "/page/1.png?scale=21", nil, "", 422, "scale"},
		{"empty upload", "POST", "/document/upload?filename=a.pdf", nil, "", 422, "empty"},
		{"too large", "POST", "/document/upload?filename=a.pdf", nil, big, 413, "larger"},
		{"form without a boundary", "POST", "/document/upload", unbounded, "nonsense", 400, "form"},
		{"form with an empty boundary", "POST", "/document/upload", http.Header{"Content-Type": {"multipart/form-data; boundary="}},
			"x", 400, "form"},
		{"form that is none", "POST", "/document/upload", formed, "nonsense", 422, "no file"},
		{"form that is cut off", "POST", "/document/upload", formed, file + "half", 400, "incomplete"},
		{"empty file in a form", "POST", "/document/upload", formed, file + "\r\n--b--\r\n", 422, "empty"},
		{"url-encoded", "POST", "/document/upload", http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, "a=b", 415, "multipart"},
		{"no address", "POST", "/document", nil, "", 422, "The parameter url is missing."},
		{"file address", "POST", "/document?url=file:///etc/passwd", nil, "", 422, "http"},
		{"ftp address", "POST", "/document?url=ftp://example.com/a.pdf", nil, "", 422, "http"},
		{"data address", "POST", "/document?url=data:text/plain,x", nil, "", 422, "http"},
		{"unreadable address", "POST", "/document?url=http%3A%2F%2F%5B", nil, "", 422, "address"},
		{"wrong webhook", "POST", "/document?url=http://example.com/a.pdf&webhookURL=gopher://x", nil, "", 422, "webhook"},
		{"session of nothing", "POST", "/session", nil, "", 422, "documentId"},
		{"session of an unknown document", "POST", "/session?documentId=nope", nil, "", 404, "no document"},
		{"session too short", "POST", "/session?duration=0&documentId=" + doc.ID, nil, "", 422, "duration"},
		{"session too long", "POST", "/session?duration=525601&documentId=" + doc.ID, nil, "", 422, "duration"},
		{"session of words", "POST", "/session?duration=long&documentId=" + doc.ID, nil, "", 422, "duration"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s.T = t
			status, text := s.Call(test.method, test.path, test.header, strings.NewReader(test.payload))
			var problem struct {
				Message   string `json:"message"`
				RequestID string `json:"requestId"`
				Status    int    `json:"status"`
			}
			if err := json.Unmarshal(text, &problem); err != nil {
				t.Fatalf("the answer is no problem: %d %q", status, text)
			}
			if status != test.status || problem.Status != test.status {
				t.Errorf("status %d, want %d: %s", status, test.status, text)
			}
			if !strings.Contains(problem.Message, test.message) || problem.RequestID == "" {
				t.Errorf("problem is %s", text)
			}
		})
	}
}

func TestSessionsLast(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf"))
	for _, test := range []struct {
		query   string
		minutes int
	}{{"", 60}, {"&duration=1", 1}, {"&duration=525600", 525_600}} {
		granted := s.Want(200, "POST", "/session?documentId="+doc.ID+test.query, nil)
		expires, err := time.Parse("2006-01-02T15:04:05.000-07:00", granted.ExpiresAt)
		if err != nil {
			t.Fatal(err)
		}
		if off := time.Until(expires) - time.Duration(test.minutes)*time.Minute; off > 0 || off < -time.Minute {
			t.Errorf("duration %q lasts until %s", test.query, granted.ExpiresAt)
		}
		if want := s.URL + "/viewer/view?sessionId=" + granted.ID; granted.ViewerURL != want {
			t.Errorf("viewerURL is %s, want %s", granted.ViewerURL, want)
		}
	}
}

// TestDocumentsThatFail posts files that cannot be shown. Each must fail with a message that contains the reason.
//
// SECURITY.md, promise 8 (content determines the type), promise 14 (passwords of documents), promise 15 (damaged files)
func TestDocumentsThatFail(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	tests := []struct {
		name    string
		content []byte
		message string
	}{
		{"damaged.docx", lecterntest.Sample(t, "damaged.docx"), "damaged"},
		{"damaged.pdf", lecterntest.Sample(t, "damaged.pdf"), "damaged"},
		{"protected.docx", lecterntest.Sample(t, "protected.docx"), "password-protected"},
		{"protected.pdf", lecterntest.Sample(t, "protected.pdf"), "password-protected"},
		{"sample.odt", lecterntest.Sample(t, "sample.odt"), "OpenDocument"},
		{"html.doc", lecterntest.Sample(t, "html.doc"), "HTML"},
		{"text.pdf", []byte("no PDF at all"), "text"},
		{"picture.docx", []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), "image"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s.T = t
			doc := s.Wait(s.Upload(test.name, test.content).ID)
			if doc.Status != "failed" || doc.Viewable || !strings.Contains(doc.Message, test.message) {
				t.Errorf("document is %+v", doc)
			}
		})
	}
	if doc := s.Wait(s.Upload("after.docx", lecterntest.Sample(t, "sample.docx")).ID); doc.Status != "ready" {
		t.Errorf("the next document is %+v", doc)
	}
}

// TestADocumentThatHangs posts a PDF that would take years to draw. It must fail at the deadline, and the next document
// must be served.
//
// SECURITY.md, promise 15 (damaged files), promise 17 (limits of converters)
func TestADocumentThatHangs(t *testing.T) {
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--deadline", "2s")
	doc := s.Wait(s.Upload("bomb.pdf", lecterntest.HangingPDF()).ID)
	if doc.Status != "failed" || !strings.Contains(doc.Message, "took too long and was stopped after 2 seconds") {
		t.Errorf("document is %+v", doc)
	}
	if doc := s.Wait(s.Upload("after.pdf", lecterntest.Sample(t, "sample.pdf")).ID); doc.Status != "ready" {
		t.Errorf("the next document is %+v", doc)
	}
}

// TestPostByAddress posts URLs of this machine, which --allow-host permits.
//
// SECURITY.md, promise 1 (private addresses), promise 2 (redirects), promise 4 (one HTTP client)
func TestPostByAddress(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	mux := http.NewServeMux()
	mux.HandleFunc("/letter.docx", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(lecterntest.Sample(t, "sample.docx")) })
	mux.Handle("/moved", http.RedirectHandler("/letter.docx", http.StatusFound))
	mux.Handle("/inward", http.RedirectHandler("http://169.254.169.254/latest/meta-data", http.StatusFound))
	mux.HandleFunc("/page", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<!doctype html><p>A page") })
	web := httptest.NewServer(mux)
	defer web.Close()
	closed := httptest.NewServer(mux)
	closed.Close()

	s := lecterntest.Start(t, "--allow-host", "127.0.0.1")
	tests := []struct{ name, address, status, message string }{
		{"found", web.URL + "/letter.docx", "ready", ""},
		{"moved", web.URL + "/moved", "ready", ""},
		{"not there", web.URL + "/nothing", "failed", "404"},
		{"a page", web.URL + "/page", "failed", "HTML"},
		{"moved inward", web.URL + "/inward", "failed", "not allowed"},
		{"private", "http://10.0.0.1/a.pdf", "failed", "not allowed"},
		{"other loopback", "http://[::1]/a.pdf", "failed", "not allowed"},
		{"no such name", "http://nowhere.invalid/a.pdf", "failed", "could not be found"},
		{"nobody listens", closed.URL + "/a.pdf", "failed", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s.T = t
			doc := s.Want(200, "POST", "/document?url="+url.QueryEscape(test.address), nil)
			if doc.Status != "processing" || doc.OriginalURL != test.address {
				t.Errorf("posted document is %+v", doc)
			}
			doc = s.Wait(doc.ID)
			if doc.Status != test.status || !strings.Contains(doc.Message, test.message) || (test.status == "failed" && doc.Message == "") {
				t.Errorf("document is %+v", doc)
			}
		})
	}
}

// TestPrivateAddressesAreNotFetched posts a URL of this machine that is not allowed. The server must not fetch it, and
// the document must fail.
//
// SECURITY.md, promise 1 (private addresses)
func TestPrivateAddressesAreNotFetched(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	asked := make(chan string, 10)
	web := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked <- r.URL.Path }))
	defer web.Close()
	s := lecterntest.Start(t)
	doc := s.Wait(s.Want(200, "POST", "/document?url="+url.QueryEscape(web.URL+"/a.pdf"), nil).ID)
	if doc.Status != "failed" || !strings.Contains(doc.Message, "not allowed") {
		t.Errorf("document is %+v", doc)
	}
	select {
	case path := <-asked:
		t.Errorf("%s was fetched", path)
	default:
	}
}

// TestNamesAreForDisplayOnly uploads documents with hostile names. The names must be cleaned, and must never be used as
// paths.
//
// SECURITY.md, promise 7 (names are only displayed)
func TestNamesAreForDisplayOnly(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	for _, name := range []string{"../../../../tmp/evil.pdf", "a\x00b.pdf", strings.Repeat("n", 900) + ".pdf", "\u202efdp.exe", "отчёт.pdf",
		"<script>.pdf"} {
		doc := s.Want(200, "POST", "/document/upload?filename="+url.QueryEscape(name), bytes.NewReader(lecterntest.Sample(t, "sample.pdf")))
		if strings.ContainsAny(doc.Name, "/\\\x00\u202e") || len([]rune(doc.Name)) > 200 {
			t.Errorf("%q is named %q", name, doc.Name)
		}
		if doc = s.Wait(doc.ID); doc.Status != "ready" {
			t.Errorf("%q: %+v", name, doc)
		}
	}
}

package crm_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/crm"
	"lectern/backend/crm/crmtest"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/guard"
)

// house is a fixture: the platform under test, connected to a simulated Salesforce organisation.
type house struct {
	crm.Platform
	t    *testing.T
	all  *crm.Platforms
	org  *crmtest.Server
	in   crm.Integration
	most int64 // maximal size of a template, in bytes
	// paused are the delays before repeated requests.
	paused []time.Duration
}

func open(t *testing.T) *house {
	t.Helper()
	org := crmtest.Start(t)
	return openOn(t, org, crm.Integration{Type: "Salesforce", SessionID: org.Session, ServerURL: org.URL +
		"/services/Soap/u/60.0/00D5g000004abcD"})
}

func openOn(t *testing.T, org *crmtest.Server, in crm.Integration) *house {
	t.Helper()
	client, err := guard.New(guard.Config{Allow: []string{"127.0.0.1"}})
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, org: org, in: in, most: 1 << 20}
	h.all = crm.New(crm.Config{Client: client, MaxTemplate: func() int64 { return h.most }, Time: 10 * time.Second})
	h.all.SetPause(func(_ context.Context, d time.Duration) error { h.paused = append(h.paused, d); return nil })
	if err := h.all.Configure([]string{"127.0.0.1"}, ""); err != nil {
		t.Fatal(err)
	}
	if h.Platform, err = h.all.Find("Salesforce"); err != nil {
		t.Fatal(err)
	}
	return h
}

// template returns the name and the content of a template.
func (h *house) template(identifier string) (name, content string, err error) {
	name, body, err := h.Template(h.t.Context(), h.in, identifier)
	if err != nil {
		return "", "", err
	}
	text, err := io.ReadAll(body)
	return name, string(text), errors.Join(err, body.Close())
}

// store stores a file on the platform.
func (h *house) store(record, name, content string) (string, error) {
	h.t.Helper()
	path := filepath.Join(h.t.TempDir(), "result")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		h.t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		h.t.Fatal(err)
	}
	defer file.Close()
	return h.Store(h.t.Context(), h.in, record, name, file)
}

// wantCode fails the test unless err has a code, and its texts do not contain the session.
func (h *house) wantCode(err error, code string) {
	h.t.Helper()
	told, ok := errors.AsType[*crm.Error](err)
	if !ok || told.Code() != code {
		h.t.Errorf("%v, want %s", err, code)
		return
	}
	if text := fmt.Sprintf("%v %+v %s", err, told, told.Sentence().Keep()); h.in.SessionID != "" && strings.Contains(text, h.in.SessionID) {
		h.t.Errorf("the session is in %s", text)
	}
}

func TestTemplate(t *testing.T) {
	h := open(t)
	document, first := h.org.AddFile("Offer", "docx", []byte("first"))
	h.org.AddVersion(document, "Offer 2.DOCX", "docx", []byte("second"))
	_, bare := h.org.AddFile("Bare", "", nil)
	for _, test := range []struct{ identifier, name, content string }{
		{document, "Offer 2.DOCX", "second"},
		{document[:15], "Offer 2.DOCX", "second"},
		{first, "Offer.docx", "first"},
		{first[:15], "Offer.docx", "first"},
		{bare, "Bare", ""},
	} {
		if name, content, err := h.template(test.identifier); name != test.name || content != test.content || err != nil {
			t.Errorf("%s: %q %q %v", test.identifier, name, content, err)
		}
	}
	asked := len(h.org.Seen())
	for _, wrong := range []string{"offer", "001" + document[3:], document[:16], document[:15] + "AAA", document[:14] + "'",
		strings.ToUpper(first), first + "/x", "", "069" + strings.Repeat("é", 6)} {
		_, _, err := h.template(wrong)
		h.wantCode(err, "platform-identifier")
	}
	if now := h.org.Seen(); len(now) != asked {
		t.Errorf("was asked %v", now[asked:])
	}
	for _, request := range h.org.Seen() {
		want := "Bearer " + h.org.Session
		if request.Path == "/services/data/" {
			want = "" // Salesforce's guide says that this request needs no session
		} else if !strings.HasPrefix(request.Path, "/services/data/v67.0/") {
			t.Errorf("asked %s", request.Path)
		}
		if request.Authorization != want {
			t.Errorf("%s came with %q", request.Path, request.Authorization)
		}
	}
	gone := h.org.NewID("069")
	_, _, err := h.template(gone)
	h.wantCode(err, "platform-file-gone")
	_, _, err = h.template(h.org.NewID("068"))
	h.wantCode(err, "platform-file-gone")
	h.org.Delete(first)
	_, _, err = h.template(first)
	h.wantCode(err, "platform-file-gone")
}

// The identifiers are examples from Salesforce's guides.
func TestIdentifiers(t *testing.T) {
	for id, want := range map[string]bool{
		"70130000001tcyIAAQ": true, "70130000001tcyI": true, "015D0000000N3ZZIA0": true,
		"70130000001tcyIAAA": false, "70130000001TcyIAAQ": false, "70130000001tcyIaaq": false, "7013000000": false,
		"70130000001tcyIAA": false, "": false,
	} {
		if crm.IsSalesforceID(id) != want {
			t.Errorf("%s: %v", id, !want)
		}
	}
}

// promise 6
func TestTooLarge(t *testing.T) {
	h := open(t)
	document, version := h.org.AddFile("Large", "docx", bytes.Repeat([]byte("x"), 5000))
	h.most = 4999
	_, _, err := h.template(document)
	h.wantCode(err, "platform-file-too-large")
	if seen := h.org.Seen(); strings.Contains(seen[len(seen)-1].Path, "VersionData") {
		t.Error("it was fetched all the same")
	}
	h.org.SetSize(version, 10) // smaller than the actual content
	_, _, err = h.template(document)
	h.wantCode(err, "platform-file-too-large")
	h.most = 5000
	if _, content, err := h.template(document); len(content) != 5000 || err != nil {
		t.Errorf("%d, %v", len(content), err)
	}
}

// Each error of Salesforce is reported with the right code, in every kind of request.
func TestRefusals(t *testing.T) {
	h := open(t)
	document, _ := h.org.AddFile("Offer", "docx", []byte("x"))
	template := func() error { _, _, err := h.template(document); return err }
	store := func() error { _, err := h.store("", "a.docx", "x"); return err }
	query := func() error {
		_, err := h.Query(t.Context(), h.in, map[string]string{"files": "SELECT Id FROM ContentVersion"}, nil)
		return err
	}
	const anywhere, secret = "/v67.0/", "{session}"
	for _, test := range []struct {
		refusal crmtest.Refusal
		do      func() error
		want    string
	}{
		{crmtest.Refusal{Path: anywhere, Status: 401, Code: "INVALID_SESSION_ID", Message: "Session expired or invalid " + secret}, template,
			"platform-session"},
		{crmtest.Refusal{Path: "VersionData", Status: 401, Message: "<html>"}, template, "platform-session"},
		{crmtest.Refusal{Path: anywhere, Status: 401, Code: "INVALID_SESSION_ID"}, store, "platform-session"},
		{crmtest.Refusal{Path: anywhere, Status: 401, Code: "INVALID_SESSION_ID"}, query, "platform-session"},
		{crmtest.Refusal{Path: "VersionData", Status: 403, Code: "INSUFFICIENT_ACCESS_OR_READONLY"}, template, "platform-permission"},
		{crmtest.Refusal{Path: anywhere, Status: 400, Code: "INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY"}, store, "platform-permission"},
		{crmtest.Refusal{Path: anywhere, Status: 403, Message: "no"}, query, "platform-permission"},
		{crmtest.Refusal{Path: "VersionData", Status: 404, Code: "ENTITY_IS_DELETED"}, template, "platform-file-gone"},
		{crmtest.Refusal{Path: "VersionData", Status: 404, Message: "?"}, template, "platform-file-gone"},
		{crmtest.Refusal{Path: anywhere, Status: 403, Code: "REQUEST_LIMIT_EXCEEDED"}, template, "platform-limit"},
		{crmtest.Refusal{Path: anywhere, Status: 429, Code: "REQUEST_LIMIT_EXCEEDED"}, query, "platform-limit"},
		{crmtest.Refusal{Path: anywhere, Method: "POST", Status: 400, Code: "STORAGE_LIMIT_EXCEEDED"}, store, "platform-storage"},
		{crmtest.Refusal{Path: anywhere, Status: 403, Code: "API_DISABLED_FOR_ORG"}, template, "platform-api-disabled"},
		{crmtest.Refusal{Path: "/services/data/", Status: 403, Code: "API_DISABLED_FOR_ORG"}, template, "platform-api-disabled"},
		{crmtest.Refusal{Path: "query", Status: 400, Code: "MALFORMED_QUERY", Message: "unexpected " + secret}, query, "platform-query"},
		{crmtest.Refusal{Path: "query", Status: 400, Code: "QUERY_TIMEOUT"}, query, "platform-query-timeout"},
		{crmtest.Refusal{Path: "query", Status: 414, Message: "too long"}, query, "platform-query"},
		{crmtest.Refusal{Path: anywhere, Status: 400, Code: "FIELD_CUSTOM_VALIDATION_EXCEPTION", Message: "No\n\x1b[1m " + secret +
			strings.Repeat(" no", 1000)}, store, "platform-refused"},
		{crmtest.Refusal{Path: anywhere, Status: 503, Code: "SERVER_UNAVAILABLE"}, template, "platform-busy"},
		{crmtest.Refusal{Path: anywhere, Status: 500, Code: "UNKNOWN_EXCEPTION"}, query, "platform-busy"},
		{crmtest.Refusal{Path: anywhere, Status: 502, Message: "<html>"}, store, "platform-busy"},
		{crmtest.Refusal{Path: "query", Status: 200, Message: "<html>Sign in</html>"}, query, "platform-answer-broken"},
		{crmtest.Refusal{Path: "query", Status: 200, Message: "<html>Sign in</html>"}, template, "platform-answer-broken"},
		{crmtest.Refusal{Path: anywhere, Status: 201, Message: `{"id":"x","success":true}`}, store, "platform-answer-broken"},
		{crmtest.Refusal{Path: anywhere, Status: 307, Message: "", Header: http.Header{"Location": {"/elsewhere"}}}, store,
			"platform-answer-broken"},
	} {
		if err := template(); err != nil { // succeeds, and caches the version of the interface
			t.Fatal(err)
		}
		if test.refusal.Path == "/services/data/" {
			h.forget()
		}
		test.refusal.Message = strings.ReplaceAll(test.refusal.Message, secret, h.org.Session)
		h.org.Refuse(test.refusal)
		err := test.do()
		h.wantCode(err, test.want)
		if err != nil && len(err.Error()) > 500 {
			t.Errorf("it is told in %d bytes", len(err.Error()))
		}
		h.org.Heal()
	}
	if stored := h.org.Stored(); len(stored) != 0 {
		t.Errorf("stored %v", stored)
	}
}

// If Salesforce rejects a large file, the reason is reported even though the answer arrives before the file was sent
// completely.
func TestRefusedUpload(t *testing.T) {
	h := open(t)
	h.org.Refuse(crmtest.Refusal{Method: http.MethodPost, Status: http.StatusUnauthorized, Code: "INVALID_SESSION_ID"})
	_, err := h.store("", "a.docx", strings.Repeat("x", 8<<20))
	h.wantCode(err, "platform-session")
	h.org.Heal()
	if _, err := h.store("", "a.docx", strings.Repeat("x", 8<<20)); err != nil {
		t.Error(err)
	}
}

// If the server is busy, the request is repeated once after the delay in Retry-After. It is not repeated if the delay
// is too long, or if the first request may already have created something.
func TestBusyServer(t *testing.T) {
	h := open(t)
	document, _ := h.org.AddFile("Offer", "docx", []byte("x"))
	for _, test := range []struct {
		status, times int
		after, path   string
		want          string
		paused        []time.Duration
	}{
		{503, 1, "3", "VersionData", "", []time.Duration{3 * time.Second}},
		{502, 1, "", "VersionData", "", []time.Duration{time.Second}},
		{429, 1, "0", "query", "", []time.Duration{0}},
		{429, 1, time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat), "query", "", []time.Duration{0}},
		{503, 2, "3", "VersionData", "platform-busy", []time.Duration{3 * time.Second}},
		{503, 1, "21", "VersionData", "platform-busy", nil},
		{503, 1, "99999999999999", "VersionData", "platform-busy", nil},
		{500, 1, "1", "VersionData", "platform-busy", nil},
		{503, 1, "1", "ContentVersion", "", []time.Duration{time.Second}},
		{502, 1, "1", "ContentVersion", "platform-busy", nil},
	} {
		h.paused = nil
		refusal := crmtest.Refusal{Path: test.path, Status: test.status, Times: test.times, Code: "SERVER_UNAVAILABLE",
			Header: http.Header{"Retry-After": {test.after}}}
		var err error
		if test.path == "ContentVersion" {
			refusal.Method = http.MethodPost
			h.org.Refuse(refusal)
			_, err = h.store("", "a.docx", "all of it")
			if stored := h.org.Stored(); err == nil && string(stored[len(stored)-1].Content) != "all of it" {
				t.Errorf("stored %q", stored)
			}
		} else {
			h.org.Refuse(refusal)
			_, _, err = h.template(document)
		}
		if h.org.Heal(); test.want != "" {
			h.wantCode(err, test.want)
		} else if err != nil {
			t.Errorf("%+v: %v", test, err)
		}
		if !slices.Equal(h.paused, test.paused) {
			t.Errorf("%+v: put off by %v", test, h.paused)
		}
	}
}

func TestStore(t *testing.T) {
	h := open(t)
	record := h.org.AddRecord("Account", "001", nil)
	long := strings.Repeat("ö", 600)
	for _, test := range []struct{ record, name, title, path string }{
		{record, "Brief \"an\" Zoë.docx", "Brief \"an\" Zoë", "Brief \"an\" Zoë.docx"},
		{record[:15], "a.b.pdf", "a.b", "a.b.pdf"},
		{"", "plain", "plain", "plain"},
		{"", "x\r\nContent-Type: y.do\"cx", "x\r\nContent-Type: y", "x\r\nContent-Type: y.do\"cx"},
		{"", long + ".docx", long[:255*2], long[:495*2] + ".docx"},
	} {
		content := "content of " + test.name + "\r\n--boundary\r\n\x00"
		id, err := h.store(test.record, test.name, content)
		if err != nil {
			t.Errorf("%q: %v", test.name, err)
			continue
		}
		all := h.org.Stored()
		if got := all[len(all)-1]; got.ID != id || got.Title != test.title || got.Path != test.path || got.Record != test.record ||
			string(got.Content) != content {
			t.Errorf("stored %q, want %q", got, test)
		}
	}
	for record, want := range map[string]string{
		"Acme": "platform-record", record[:15] + "AAA": "platform-record", "001'; DROP": "platform-record",
		h.org.NewID("001"): "platform-record-gone",
	} {
		_, err := h.store(record, "a.docx", "x")
		h.wantCode(err, want)
	}
	h.org.Delete(record)
	_, err := h.store(record, "a.docx", "x")
	h.wantCode(err, "platform-record-gone")
}

// Requests are sent only to hosts of Salesforce and to hosts that the settings allow. Without HTTPS, they are sent only
// to the local machine. The path of the server URL is ignored. A host that merely resembles a permitted one is
// rejected.
//
// promise 4
func TestServerURL(t *testing.T) {
	h := open(t)
	if err := h.all.Configure([]string{"127.0.0.1", "*.crm.test", "crm.example"}, ""); err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]bool{
		"https://acme.my.salesforce.com/services/Soap/u/60.0/00D": true, "https://ACME.Salesforce.com.": true,
		"https://na1.salesforce.com:443": true, "https://acme.lightning.force.com": true,
		"https://eu.crm.test": true, "https://crm.example:8443/x": true, "http://127.0.0.1:1/": true, "https://127.0.0.1": true,
		"http://acme.my.salesforce.com": false, "http://crm.example": false, "http://[::1]:80": false, "http://localhost": false,
		"https://crm.test":       false,
		"https://salesforce.com": false, "https://salesforce.com.evil.test": false, "https://evilsalesforce.com": false,
		"https://evil.test/.salesforce.com": false,
		"https://evil.test#.salesforce.com": false, "https://evil.test?.salesforce.com": false, "https://a.salesforce.com@evil.test": false,
		"https://u:p@a.salesforce.com":       false,
		"https://evil.test\\.salesforce.com": false, "https://a.salesforce.com%2eevil.test": false, "https://127.0.0.2": false,
		"https://[::ffff:127.0.0.1]": false,
		"a.salesforce.com":           false, "//a.salesforce.com": false, "ftp://a.salesforce.com": false, "https:a.salesforce.com": false,
		"https://": false, "https://ѕalesforce.com": false, " https://a.salesforce.com": false,
	} {
		in := h.in
		in.ServerURL = address
		err := h.Check(in)
		if (err == nil) != want {
			t.Errorf("%s: %v", address, err)
		}
		if wrong, ok := errors.AsType[*fault.Error](err); err != nil && (!ok || wrong.Field != "/integration/serverURL" ||
			wrong.Kind != fault.Invalid) {
			t.Errorf("%s: %+v", address, err)
		}
	}
	for field, change := range map[string]func(*crm.Integration){
		"/integration/sessionID": func(in *crm.Integration) { in.SessionID = "" },
		"/integration/linkTo":    func(in *crm.Integration) { in.LinkTo = "Acme" },
		"/integration/serverURL": func(in *crm.Integration) { in.ServerURL = "" },
	} {
		in := h.in
		change(&in)
		if wrong, ok := errors.AsType[*fault.Error](h.Check(in)); !ok || wrong.Field != field {
			t.Errorf("%s: %+v", field, wrong)
		}
	}
	in := h.in
	in.SessionID = "a b\u00e9"
	if err := h.Check(in); err == nil || strings.Contains(err.Error(), in.SessionID) {
		t.Errorf("%v", err)
	}
	// If the operator revokes a setting, this also applies to tasks that were already accepted.
	if err := h.all.Configure(nil, ""); err != nil {
		t.Fatal(err)
	}
	_, _, err := h.template(h.org.NewID("069"))
	h.wantCode(err, "platform-address")
	h.in.ServerURL = "https://crm.example"
	_, _, err = h.template(h.org.NewID("069"))
	h.wantCode(err, "platform-host")
	if err := h.all.Configure([]string{"a b"}, ""); err == nil {
		t.Error("no host is taken for one")
	}
}

func TestVersions(t *testing.T) {
	for newest, want := range map[int]string{67: "", 50: "", 49: "platform-version"} {
		h := open(t)
		h.org.Newest = newest
		document, _ := h.org.AddFile("a", "docx", []byte("x"))
		_, _, err := h.template(document)
		if want != "" {
			h.wantCode(err, want)
			continue
		}
		_, _, again := h.template(document)
		if seen := h.org.Seen(); err != nil || again != nil || len(seen) != 5 {
			t.Errorf("%v, %v, asked %v", err, again, seen)
		}
	}
}

// forget clears the cached version of the interface, so that it is requested again.
func (h *house) forget() {
	fresh := openOn(h.t, h.org, h.in)
	h.Platform, h.all = fresh.Platform, fresh.all
}

// strange returns a fixture whose server answers requests for a path with the function answer, and all other requests
// like Salesforce.
func strange(t *testing.T, path string, answer http.HandlerFunc) (*house, *crmtest.Server) {
	t.Helper()
	org := crmtest.Start(t)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, path) {
			answer(w, r)
			return
		}
		org.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	return openOn(t, org, crm.Integration{Type: "Salesforce", SessionID: org.Session, ServerURL: front.URL}), org
}

// Redirects are followed, but the session ID is not sent to another host.
//
// promise 2, promise 4, promise 36
func TestRedirects(t *testing.T) {
	var got []string
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.Header.Get("Authorization")+r.URL.RawQuery+r.Header.Get("Referer")+r.Header.Get("Cookie"))
		_, _ = io.WriteString(w, "from there")
	}))
	t.Cleanup(other.Close)
	h, org := strange(t, "VersionData", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL+"/file", http.StatusFound)
	})
	document, _ := org.AddFile("a", "docx", []byte("x"))
	if _, content, err := h.template(document); content != "from there" || err != nil {
		t.Errorf("%q, %v", content, err)
	}
	if len(got) != 1 || got[0] != "" {
		t.Errorf("the other one got %q", got)
	}
	h, org = strange(t, "VersionData", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://10.0.0.1/file", http.StatusFound)
	})
	document, _ = org.AddFile("a", "docx", []byte("x"))
	_, _, err := h.template(document)
	h.wantCode(err, "platform-forbidden-address")
}

// A server that does not answer, or that stops within an answer, is reported after the time limit.
func TestStrangeServers(t *testing.T) {
	release := make(chan struct{})
	h, org := strange(t, "VersionData", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "begun")
		w.(http.Flusher).Flush()
		<-release
	})
	t.Cleanup(func() { close(release) })
	document, _ := org.AddFile("a", "docx", []byte("xxxxx"))
	client, err := guard.New(guard.Config{Allow: []string{"127.0.0.1"}})
	if err != nil {
		t.Fatal(err)
	}
	h.all = crm.New(crm.Config{Client: client, MaxTemplate: func() int64 { return 1 << 20 }, Time: 100 * time.Millisecond})
	if err := h.all.Configure([]string{"127.0.0.1"}, ""); err != nil {
		t.Fatal(err)
	}
	h.Platform, _ = h.all.Find("Salesforce")
	_, _, err = h.template(document)
	h.wantCode(err, "platform-timeout")

	h, org = strange(t, "VersionData", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "short")
	})
	document, _ = org.AddFile("a", "docx", []byte("x"))
	_, _, err = h.template(document)
	h.wantCode(err, "platform-answer-broken")

	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close()
	h.in.ServerURL = dead.URL
	_, _, err = h.template(document)
	h.wantCode(err, "platform-unreachable")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := h.Template(ctx, h.in, document); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, it says %v", err)
	}
}

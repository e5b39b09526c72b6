package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// fields gives an answer's fields.
func (s *instance) fields(status int, method, path, payload string) map[string]any {
	s.t.Helper()
	header := http.Header{}
	if strings.HasPrefix(payload, "{") {
		header.Set("Content-Type", "application/json")
	}
	got, text := s.call(method, path, header, strings.NewReader(payload))
	if got != status {
		s.t.Fatalf("%s %s: status %d, want %d: %s", method, path, got, status, text)
	}
	answer := map[string]any{}
	if len(text) > 0 {
		if err := json.Unmarshal(text, &answer); err != nil {
			s.t.Fatalf("%s %s: %s", method, path, text)
		}
	}
	return answer
}

// list gives the names of the documents of a list, and where it goes on.
func (s *instance) list(query string) (names []string, next string) {
	s.t.Helper()
	address := s.APIBase + "/document?" + query
	if strings.HasPrefix(query, "http") {
		address = query
	}
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, address, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", s.key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	var docs []body
	if err := json.NewDecoder(answer.Body).Decode(&docs); err != nil || answer.StatusCode != http.StatusOK {
		s.t.Fatalf("%s: %d, %v", query, answer.StatusCode, err)
	}
	for _, doc := range docs {
		names = append(names, doc.Name)
	}
	if link := answer.Header.Get("Link"); link != "" {
		next = strings.TrimPrefix(strings.TrimSuffix(link, `>; rel="next"`), "<")
	}
	return names, next
}

// contents counts the files that a server keeps.
func (s *instance) contents() (n int) {
	s.t.Helper()
	err := filepath.WalkDir(filepath.Join(s.data, "content"), func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			n++
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// awaitContents waits until a server keeps so many files: what nobody needs goes right after
// the answer.
func (s *instance) awaitContents(want int) {
	s.t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(patience); s.contents() != want; <-tick.C {
		if time.Now().After(end) {
			s.t.Fatalf("it keeps %d files, want %d", s.contents(), want)
		}
	}
}

func TestLabels(t *testing.T) {
	s := start(t)
	query := url.Values{"filename": {"a.pdf"}, "externalId": {"crm/7"}, "metadata": {`{"customer": "7", "open": true, "sum": 1.5}`}, "tag": {"red", "blue", "red"}}
	posted := s.want(http.StatusOK, http.MethodPost, "/document/upload?"+query.Encode(), bytes.NewReader(sample(t, "sample.pdf")))
	s.upload("b.pdf", sample(t, "sample.pdf"))
	doc := s.fields(http.StatusOK, http.MethodGet, "/document/"+posted.ID, "")
	if doc["externalId"] != "crm/7" || fmt.Sprint(doc["tags"]) != "[red blue]" || fmt.Sprint(doc["metadata"]) != "map[customer:7 open:true sum:1.5]" {
		t.Errorf("posted: %v", doc)
	}
	for filter, want := range map[string]string{
		"externalId=crm/7": "a.pdf", "externalId=crm": "", "tag=red": "a.pdf", "tag=red&tag=green": "", "name=B.P": "b.pdf", "name=%25": "",
		`metadata={"customer":"7"}`: "a.pdf", `metadata={"customer":7}`: "", `metadata={"open":true,"sum":1.5}`: "a.pdf", `metadata={"open":false}`: "",
	} {
		key, value, _ := strings.Cut(filter, "=")
		if strings.Contains(filter, "{") {
			filter = key + "=" + url.QueryEscape(value)
		}
		if names, _ := s.list(filter); strings.Join(names, " ") != want {
			t.Errorf("%s lists %q, want %q", filter, names, want)
		}
	}
	edited := s.fields(http.StatusOK, http.MethodPatch, "/document/"+posted.ID,
		`{"name":"Zoë/../x.pdf","externalId":"","metadata":null,"tags":["green"],"downloadFilename":"y.pdf"}`)
	if edited["name"] != "x.pdf" || edited["downloadFilename"] != "y.pdf" || edited["externalId"] != nil || edited["metadata"] != nil || fmt.Sprint(edited["tags"]) != "[green]" {
		t.Errorf("edited: %v", edited)
	}
	for wrong, want := range map[string]string{
		`{"nam":"x"}`:         `did you mean \"name\"?`,
		`{"name":7}`:          "it is to be a text",
		`{"name":" "}`:        "A document needs a name.",
		`{"metadata":[1]}`:    "JSON object",
		`{"tags":["\u0000"]}`: "without control characters",
	} {
		status, text := s.call(http.MethodPatch, "/document/"+posted.ID, http.Header{"Content-Type": {"application/json"}}, strings.NewReader(wrong))
		if status != http.StatusUnprocessableEntity || !strings.Contains(string(text), want) {
			t.Errorf("%s: %d %s", wrong, status, text)
		}
	}
	for payload, want := range map[string]int{"[1]": 400, "{": 400} {
		status, _ := s.call(http.MethodPatch, "/document/"+posted.ID, http.Header{"Content-Type": {"application/json"}}, strings.NewReader(payload))
		if status != want {
			t.Errorf("%s: %d", payload, status)
		}
	}
	if status, _ := s.call(http.MethodPatch, "/document/"+posted.ID, nil, strings.NewReader(`{"name":"a"}`)); status != http.StatusUnsupportedMediaType {
		t.Errorf("without a Content-Type: %d", status)
	}
}

// TestNamesOfAllScripts filters and sorts names without regard to case and accents.
func TestNamesOfAllScripts(t *testing.T) {
	s := start(t)
	for _, name := range []string{"Zürich", "Ärger über Öl", "zebra", "ärger", "Ωμέγα"} {
		s.upload(url.QueryEscape(name), sample(t, "sample.pdf"))
	}
	for filter, want := range map[string]string{"ÄRGER": "ärger Ärger über Öl", "öl": "Ärger über Öl", "zurich": "Zürich", "ωμεγα": "Ωμέγα", "%": "", "_": ""} {
		if names, _ := s.list("name=" + url.QueryEscape(filter)); strings.Join(names, " ") != want {
			t.Errorf("%s lists %q, want %q", filter, names, want)
		}
	}
	if names, _ := s.list("sort=name"); strings.Join(names, ", ") != "ärger, Ärger über Öl, zebra, Zürich, Ωμέγα" {
		t.Errorf("sorted: %q", names)
	}
}

func TestListInPages(t *testing.T) {
	s := start(t)
	for _, name := range []string{"b", "D", "a", "C", "e"} {
		s.upload(name, sample(t, "sample.pdf"))
	}
	for sort, want := range map[string]string{"": "e C a D b", "createdAt": "b D a C e", "name": "a b C D e", "-name": "e D C b a"} {
		var all []string
		query := "limit=2"
		if sort != "" {
			query += "&sort=" + sort
		}
		for pages := 0; query != ""; pages++ {
			var names []string
			if names, query = s.list(query); pages > 2 || len(names) > 2 || len(names) == 0 {
				t.Fatalf("page %d of %q has %q", pages, sort, names)
			}
			all = append(all, names...)
		}
		if strings.Join(all, " ") != want {
			t.Errorf("by %q: %q, want %s", sort, all, want)
		}
	}
	for _, wrong := range []string{"limit=0", "limit=1001", "sort=size", "after=x", "status=done", "metadata=7"} {
		if status, text := s.call(http.MethodGet, "/document?"+wrong, nil, nil); status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", wrong, status, text)
		}
	}
}

// TestDeletedDocumentLeavesNothing deletes documents that share their bytes, one by one.
func TestDeletedDocumentLeavesNothing(t *testing.T) {
	s := start(t)
	content := fresh(t, "sample.docx")
	first, second := s.upload("a.docx", content), s.upload("b.docx", content)
	s.wait(first.ID)
	s.wait(second.ID)
	viewer := s.view(first.ID)
	if n := s.contents(); n != 2 {
		t.Fatalf("it keeps %d files, want the original and the PDF", n)
	}
	for i, id := range []string{first.ID, second.ID} {
		s.fields(http.StatusNoContent, http.MethodDelete, "/document/"+id, "")
		if n := s.contents(); n != 2-2*i {
			t.Errorf("after %d deletions it keeps %d files", i+1, n)
		}
		s.fields(http.StatusNotFound, http.MethodDelete, "/document/"+id, "")
		s.fields(http.StatusNotFound, http.MethodGet, "/document/"+id, "")
	}
	if status, _ := s.call(http.MethodGet, viewer, nil, nil); status != http.StatusGone {
		t.Errorf("its viewer answers %d", status)
	}
}

// TestNewVersion replaces a document, whose session shows the new one.
func TestNewVersion(t *testing.T) {
	s := start(t)
	doc := s.upload("a.docx", fresh(t, "sample.docx"))
	s.wait(doc.ID)
	viewer := s.view(doc.ID)
	replaced := s.want(http.StatusOK, http.MethodPut, "/document/"+doc.ID+"?filename=b.pdf", bytes.NewReader(fresh(t, "sample.pdf")))
	if replaced.ID != doc.ID || replaced.Status != "processing" || replaced.Viewable || replaced.PageCount != 0 || replaced.Name != "a.pdf" || replaced.DownloadFilename != "a.pdf" || replaced.CreatedAt != doc.CreatedAt {
		t.Errorf("replaced: %+v", replaced)
	}
	if ready := s.wait(doc.ID); ready.Status != "ready" || ready.Name != "a.pdf" {
		t.Errorf("it became %+v", ready)
	}
	if status, text := s.call(http.MethodGet, viewer, nil, nil); status != http.StatusOK || !bytes.Contains(text, []byte("<title>a.pdf</title>")) {
		t.Errorf("the viewer answers %d", status)
	}
	s.awaitContents(1) // the new one
	s.fields(http.StatusOK, http.MethodPatch, "/document/"+doc.ID, `{"name":"Mine"}`)
	if kept := s.want(http.StatusOK, http.MethodPut, "/document/"+doc.ID+"?filename=c.docx", bytes.NewReader(fresh(t, "sample.docx"))); kept.Name != "Mine" || kept.DownloadFilename != "a.docx" {
		t.Errorf("a name that was given became %+v", kept)
	}
	s.wait(doc.ID)
	if named := s.want(http.StatusOK, http.MethodPut, "/document/"+doc.ID+"?name=Theirs", bytes.NewReader(fresh(t, "sample.docx"))); named.Name != "Theirs" {
		t.Errorf("named, it is %+v", named)
	}
	s.wait(doc.ID)
	s.fields(http.StatusNotFound, http.MethodPut, "/document/none?filename=b.pdf", "x")
	s.fields(http.StatusUnprocessableEntity, http.MethodPut, "/document/"+doc.ID+"?url=ftp://a", "")
}

// TestNewVersionWhileConverting replaces a document as soon as it is posted: the first version
// must not come through.
func TestNewVersionWhileConverting(t *testing.T) {
	s := start(t)
	for range 5 {
		doc := s.upload("a.docx", fresh(t, "sample.docx"))
		s.want(http.StatusOK, http.MethodPut, "/document/"+doc.ID+"?filename=b.pdf", bytes.NewReader(fresh(t, "sample.pdf")))
		if ready := s.wait(doc.ID); ready.Status != "ready" || ready.Name != "a.pdf" {
			t.Fatalf("it became %+v", ready)
		}
		if status, text := s.call(http.MethodGet, "/document/"+doc.ID+"/original", nil, nil); status != http.StatusOK || !bytes.HasPrefix(text, []byte("%PDF")) {
			t.Fatalf("its original is %d %.20q", status, text)
		}
	}
}

// TestUnusableNewVersion is refused, and the present one stays.
func TestUnusableNewVersion(t *testing.T) {
	s := start(t)
	doc := s.upload("a.pdf", sample(t, "sample.pdf"))
	s.wait(doc.ID)
	for name, content := range map[string]string{"a.txt": "no document", "a.html": "<html><body>none", "a.pdf": ""} {
		s.fields(http.StatusUnprocessableEntity, http.MethodPut, "/document/"+doc.ID+"?filename="+name, content)
	}
	s.fields(http.StatusUnprocessableEntity, http.MethodPut, "/document/"+doc.ID+"?url=http%3A%2F%2F127.0.0.1%2Fa", "the file itself")
	if now := s.wait(doc.ID); now.Status != "ready" || now.Name != "a.pdf" {
		t.Errorf("it became %+v", now)
	}
	if n := s.contents(); n != 1 {
		t.Errorf("it keeps %d files", n)
	}
}

func TestOriginalIsNotKept(t *testing.T) {
	s := start(t)
	for _, parameter := range []string{"keepOriginal", "originalDocumentSaved"} {
		for name, files := range map[string]int{"sample.docx": 1, "sample.pdf": 1} {
			before := s.contents()
			doc := s.want(http.StatusOK, http.MethodPost, "/document/upload?filename="+name+"&"+parameter+"=false", bytes.NewReader(fresh(t, name)))
			if doc.OriginalDocumentSaved {
				t.Errorf("%s is said to be kept", name)
			}
			if ready := s.wait(doc.ID); ready.Status != "ready" {
				t.Fatalf("%s became %+v", name, ready)
			}
			s.awaitContents(before + files)
			s.fields(http.StatusNotFound, http.MethodGet, "/document/"+doc.ID+"/original", "")
			status, _ := s.call(http.MethodGet, "/document/"+doc.ID+"/pdf", nil, nil)
			if want := map[string]int{"sample.docx": 200, "sample.pdf": 404}[name]; status != want {
				t.Errorf("the PDF of %s is answered %d", name, status)
			}
			if status, _ := s.call(http.MethodGet, "/document/"+doc.ID+"/page/1.svg", nil, nil); status != http.StatusOK {
				t.Errorf("page 1 of %s is answered %d", name, status)
			}
		}
	}
}

func TestSamePostTwice(t *testing.T) {
	s := start(t)
	post := func(key string, content []byte) (int, body) {
		status, text := s.call(http.MethodPost, "/document/upload?filename=a.pdf", http.Header{"Idempotency-Key": {key}}, bytes.NewReader(content))
		if status != http.StatusOK {
			return status, body{}
		}
		return status, decode(t, text)
	}
	content := sample(t, "sample.pdf")
	_, first := post("one", content)
	if status, again := post("one", content); status != http.StatusOK || again.ID != first.ID {
		t.Errorf("a second time: %d %+v", status, again)
	}
	if status, other := post("two", content); status != http.StatusOK || other.ID == first.ID {
		t.Errorf("under another key: %d %+v", status, other)
	}
	own := s.key
	s.key = fmt.Sprint(s.fields(http.StatusOK, http.MethodPost, "/key?name=other", "")["key"])
	if status, other := post("one", content); status != http.StatusOK || other.ID == first.ID {
		t.Errorf("of another sender: %d %+v", status, other)
	}
	s.key = own
	if status, _ := post("one", fresh(t, "sample.pdf")); status != http.StatusUnprocessableEntity {
		t.Errorf("other bytes under the same key: %d", status)
	}
	if status, _ := post("é", content); status != http.StatusUnprocessableEntity {
		t.Errorf("a key that is none: %d", status)
	}
	s.fields(http.StatusNoContent, http.MethodDelete, "/document/"+first.ID, "")
	if status, _ := post("one", content); status != http.StatusGone {
		t.Errorf("after its deletion: %d", status)
	}
	if names, _ := s.list(""); len(names) != 2 {
		t.Errorf("there are %q", names)
	}
}

// TestFullQueue has room for two documents.
//
// promise 26
func TestFullQueue(t *testing.T) {
	s := start(t, "--max-queue", "2", "--workers", "1")
	var accepted []string
	refused := 0
	for range 20 {
		status, text := s.call(http.MethodPost, "/document/upload?filename=a.docx", nil, bytes.NewReader(fresh(t, "sample.docx")))
		switch status {
		case http.StatusOK:
			accepted = append(accepted, decode(t, text).ID)
		case http.StatusTooManyRequests:
			refused++
		default:
			t.Fatalf("%d %s", status, text)
		}
	}
	if refused == 0 || len(accepted) < 2 {
		t.Errorf("%d accepted, %d refused", len(accepted), refused)
	}
	for _, id := range accepted {
		if doc := s.wait(id); doc.Status != "ready" {
			t.Errorf("accepted, and %+v", doc)
		}
	}
	if names, _ := s.list(""); len(names) != len(accepted) {
		t.Errorf("%d documents of %d that were accepted", len(names), len(accepted))
	}
}

// TestSamePostGrantsOneSession posts the same with a session twice.
func TestSamePostGrantsOneSession(t *testing.T) {
	s := start(t)
	post := func() string {
		_, text := s.call(http.MethodPost, "/document/upload?filename=a.pdf&session=5", http.Header{"Idempotency-Key": {"one"}}, bytes.NewReader(sample(t, "sample.pdf")))
		var answer struct{ Session struct{ ID string } }
		if err := json.Unmarshal(text, &answer); err != nil || answer.Session.ID == "" {
			t.Fatalf("%s", text)
		}
		return answer.Session.ID
	}
	first := post()
	if again := post(); again != first {
		t.Errorf("there are two sessions")
	}
	s.fields(http.StatusNoContent, http.MethodDelete, "/session/"+first, "")
	if again := post(); again == first {
		t.Errorf("the session that was ended is given again")
	}
}

// TestEmptyParameters are refused: a script may have lost what it meant.
func TestEmptyParameters(t *testing.T) {
	s := start(t)
	doc := s.upload("a.pdf", sample(t, "sample.pdf"))
	for _, request := range []string{
		"POST /session?documentId=" + doc.ID + "&lockedProfile=", "POST /session?documentId=" + doc.ID + "&maxViews=", "POST /key?name=a&role=",
		"POST /session?documentId=" + doc.ID + "&lockedProfile=false&lockedProfile=true", "GET /document?limit=", "POST /document?url=http://a.example/&webhookURL=",
		"GET /document?limit=1&limit=2", "GET /document?a=%zz",
	} {
		method, path, _ := strings.Cut(request, " ")
		s.fields(http.StatusUnprocessableEntity, method, path, "")
	}
	if names, _ := s.list("tag=a&tag=b"); len(names) != 0 {
		t.Errorf("what can be there more than once lists %q", names)
	}
}

func TestSessionWithAPost(t *testing.T) {
	s := start(t)
	doc := s.fields(http.StatusOK, http.MethodPost, "/document/upload?filename=a.pdf&session=5", string(sample(t, "sample.pdf")))
	granted, _ := doc["session"].(map[string]any)
	if len(granted) != 3 || !strings.Contains(fmt.Sprint(granted["viewerURL"]), fmt.Sprint(granted["id"])) {
		t.Errorf("the answer has the session %v", granted)
	}
}

func TestUnknownParameters(t *testing.T) {
	s := start(t)
	for request, want := range map[string]string{
		"POST /document?ur=http://a.example/":  `did you mean \"url\"?`,
		"POST /document/upload?fileName=a.pdf": `did you mean \"filename\"?`,
		"POST /session?documentID=a":           `did you mean \"documentId\"?`,
		"DELETE /session/a?x=1":                "this takes none",
		"PATCH /document/a?name=b":             "this takes none",
	} {
		method, path, _ := strings.Cut(request, " ")
		if status, text := s.call(method, path, nil, nil); status != http.StatusUnprocessableEntity || !strings.Contains(string(text), want) {
			t.Errorf("%s: %d %s", request, status, text)
		}
	}
}

// TestRoles calls with a key of each role.
//
// promise 36
func TestRoles(t *testing.T) {
	s := start(t)
	admin := s.key
	doc := s.upload("a.pdf", sample(t, "sample.pdf"))
	for role, allowed := range map[string][]string{"admin": {"GET", "PATCH", "KEYS"}, "write": {"GET", "PATCH"}, "read": {"GET"}} {
		s.key = admin
		made := s.fields(http.StatusOK, http.MethodPost, "/key?name=k&role="+role, "")
		s.key = fmt.Sprint(made["key"])
		for _, what := range []string{"GET", "PATCH", "KEYS"} {
			method, path := what, "/document/"+doc.ID
			if what == "KEYS" {
				method, path = "GET", "/key"
			}
			status, text := s.call(method, path, http.Header{"Content-Type": {"application/json"}}, strings.NewReader(`{}`))
			if want := map[bool]int{true: 200, false: 403}[slices.Contains(allowed, what)]; status != want {
				t.Errorf("%s with the role %s: %d %s", what, role, status, text)
			}
		}
		keys := []map[string]any{}
		s.key = admin
		_, text := s.call(http.MethodGet, "/key", nil, nil)
		if err := json.Unmarshal(text, &keys); err != nil || bytes.Contains(text, []byte(fmt.Sprint(made["key"]))) {
			t.Errorf("the list of keys: %v %s", err, text)
		}
		used := s.key
		s.fields(http.StatusNoContent, http.MethodDelete, "/key/"+fmt.Sprint(made["id"]), "")
		s.key = fmt.Sprint(made["key"])
		if status, _ := s.call(http.MethodGet, "/document", nil, nil); status != http.StatusUnauthorized {
			t.Errorf("revoked, it is answered %d", status)
		}
		s.key = used
	}
	if status, _ := s.call(http.MethodPost, "/key?name=k&expiresAt=2020-01-02T03:04:05Z", nil, nil); status != http.StatusUnprocessableEntity {
		t.Errorf("a key that has expired: %d", status)
	}
	if listed := command(t, 0, "key", "list", "--data", s.data); !strings.Contains(listed, "read") || !strings.Contains(listed, "LAST USED") {
		t.Errorf("listed: %s", listed)
	}
}

func TestSettings(t *testing.T) {
	s := start(t, "--max-upload", "5000000")
	if got := s.fields(http.StatusOK, http.MethodGet, "/settings", ""); got["maxUpload"] != 5e6 || got["publicURL"] != "" {
		t.Errorf("%v", got)
	}
	got := s.fields(http.StatusOK, http.MethodPatch, "/settings", `{"maxUpload":100,"publicURL":"https://papers.example.com/docs"}`)
	if got["maxUpload"] != 100.0 || got["maxQueue"] != 10000.0 {
		t.Errorf("%v", got)
	}
	if status, _ := s.call(http.MethodPost, "/document/upload?filename=a.pdf", nil, bytes.NewReader(sample(t, "sample.pdf"))); status != http.StatusRequestEntityTooLarge {
		t.Errorf("more than the limit: %d", status)
	}
	for wrong, want := range map[string]string{
		`{"maxUplaod":1}`:              `did you mean \"maxUpload\"?`,
		`{"maxUpload":0}`:              "from 1 to",
		`{"maxUpload":"many"}`:         "a whole number",
		`{"deadlineSeconds":121}`:      "from 1 to 120",
		`{"a/b~c":1}`:                  "/a~1b~0c",
		`{"maxQueue":1,"maxQueue":2}`:  "comes twice",
		`{"publicURL":"here"}`:         "an address such as",
		`{"hostNames":["a b"]}`:        "no host name",
		`{"allowedHosts":["10.0/99"]}`: "neither a host name",
		`{"allowedOrigins":["*"]}`:     "no origin",
	} {
		status, text := s.call(http.MethodPatch, "/settings", http.Header{"Content-Type": {"application/json"}}, strings.NewReader(wrong))
		if status != http.StatusUnprocessableEntity || !strings.Contains(string(text), want) {
			t.Errorf("%s: %d %s", wrong, status, text)
		}
	}
	s.stop()
	s = startOn(t, s.data, nil, "--max-upload", "6000000")
	if got := s.fields(http.StatusOK, http.MethodGet, "/settings", ""); got["maxUpload"] != 100.0 || got["publicURL"] != "https://papers.example.com/docs" {
		t.Errorf("after a restart: %v", got)
	}
	if got := s.fields(http.StatusOK, http.MethodPatch, "/settings", `{"maxUpload":null}`); got["maxUpload"] != 6e6 {
		t.Errorf("put back: %v", got)
	}
}

package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// Form fields have the same effect as query parameters of the same names, whether they precede or follow the file.
func TestFormFields(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	hook := lecterntest.NewReceiver(t, nil)
	s.SendJSON(http.StatusOK, http.MethodPost, "/settings/viewer/profile/reading", `{"openedPage":2}`, nil)
	collection := fmt.Sprint(s.Fields(http.StatusOK, http.MethodPost, "/collection", `{"name":"a"}`)["id"])
	pdf := string(lecterntest.Sample(t, "sample.pdf"))
	fields := []string{
		`name="name"`, "Contract", `name="webhookURL"`, hook.Server.URL, `name="externalId"`, "case-7", `name="metadata"`, `{"customer":"7"}`,
		`name="tag"`, "a", `name="tag"`, "b", `name="profile"`, "reading", `name="session"`, "5", `name="keepOriginal"`, "false",
		`name="collection"`, collection, `name="unknown"`, "ignored",
	}
	file := []string{`name="file"; filename="a.pdf"`, pdf}
	for name, parts := range map[string][]string{
		"before": slices.Concat(fields, file), "after": slices.Concat(file, fields), "around": slices.Concat(fields[:8], file, fields[8:]),
	} {
		body, kind := lecterntest.RawForm(parts...)
		status, text := s.Call(http.MethodPost, "/document/upload", http.Header{"Content-Type": {kind}}, bytes.NewReader(body))
		var doc struct {
			ID, Name, ExternalID, Profile string
			Metadata                      map[string]string
			Tags, Collections             []string
			OriginalDocumentSaved         bool
			Session                       *struct{ ID string }
		}
		if err := json.Unmarshal(text, &doc); err != nil || status != http.StatusOK {
			t.Errorf("%s: %d %s", name, status, text)
			continue
		}
		if doc.Name != "Contract" || doc.ExternalID != "case-7" || doc.Metadata["customer"] != "7" || fmt.Sprint(doc.Tags) != "[a b]" ||
			doc.Profile != "reading" || doc.Session == nil || doc.OriginalDocumentSaved || !slices.Contains(doc.Collections, collection) {
			t.Errorf("%s: %s", name, text)
		}
		hook.AwaitEvent(doc.ID, "document.ready")
	}
}

// Form fields are validated like query parameters, and a rejected request stores nothing.
func TestFormFieldsAreChecked(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	pdf := string(lecterntest.Sample(t, "sample.pdf"))
	for _, test := range []struct{ query, field, value, blamed, code string }{
		{"", "session", "soon", "session", "invalid-parameter"},
		{"", "session", "-1", "session", "invalid-parameter"},
		{"", "keepOriginal", "perhaps", "keepOriginal", "invalid-parameter"},
		{"", "externalId", strings.Repeat("x", 201), "externalId", "invalid-parameter"},
		{"", "metadata", "[1]", "metadata", "invalid-parameter"},
		{"", "webhookURL", "ftp://example.com", "webhookURL", "invalid-address"},
		{"", "profile", "none", "profile", "profile-unknown"},
		{"", "theme", "none", "theme", "theme-unknown"},
		{"", "collection", "none", "collection", "invalid-parameter"},
		{"", "name", "", "name", "parameter-empty"},
		{"name=a", "name", "b", "name", "parameter-conflict"},
		{"session=5", "session", "6", "session", "parameter-conflict"},
		{"keepOriginal=true", "keepOriginal", "false", "keepOriginal", "parameter-conflict"},
		{"tag=a&tag=b", "tag", "a", "tag", "parameter-conflict"},
	} {
		for _, file := range []int{0, 2} {
			parts := slices.Insert([]string{fmt.Sprintf("name=%q", test.field), test.value}, file, `name="file"; filename="a.pdf"`, pdf)
			body, kind := lecterntest.RawForm(parts...)
			status, text := s.Call(http.MethodPost, "/document/upload?"+test.query, http.Header{"Content-Type": {kind}}, bytes.NewReader(body))
			refused := lecterntest.DecodeProblem(t, text)
			if status != http.StatusUnprocessableEntity || refused.Code != test.code || len(refused.Errors) != 1 ||
				refused.Errors[0].Location != test.blamed {
				t.Errorf("%s %s=%.20s: %d %s", test.query, test.field, test.value, status, text)
			}
		}
	}
	body, kind := lecterntest.RawForm(`name="name"`, "a", `name="name"`, "b", `name="file"; filename="a.pdf"`, pdf)
	if status, text := s.Call(http.MethodPost, "/document/upload", http.Header{"Content-Type": {kind}},
		bytes.NewReader(body)); status != 422 || lecterntest.DecodeProblem(t, text).Code != "parameter-repeated" {
		t.Errorf("a duplicate field: %d %s", status, text)
	}
	body, kind = lecterntest.RawForm(`name="name"`, "a", `name="tag"`, "x", `name="file"; filename="a.pdf"`, pdf)
	if status, text := s.Call(http.MethodPost, "/document/upload?name=a&tag=x", http.Header{"Content-Type": {kind}},
		bytes.NewReader(body)); status != 200 {
		t.Errorf("the same in query and form: %d %s", status, text)
	}
	if names, _ := s.ListNames(""); len(names) != 1 {
		t.Errorf("there are the documents %q", names)
	}
}

const missingURL = "The parameter url is missing."

// Form fields also work in requests other than uploads.
func TestFormFieldsElsewhere(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	pdf := string(lecterntest.Sample(t, "sample.pdf"))
	post := func(method, path string, want int, header string, body []byte) map[string]any {
		t.Helper()
		status, text := s.Call(method, path, http.Header{"Content-Type": {header}}, bytes.NewReader(body))
		var fields map[string]any
		if err := json.Unmarshal(text, &fields); err != nil || status != want {
			t.Errorf("%s %s: %d %s", method, path, status, text)
		}
		return fields
	}
	const urlencoded = "application/x-www-form-urlencoded"
	if doc := post("POST", "/document?url=http://papers.invalid/a.pdf", 200, urlencoded,
		[]byte("name=b&externalId=7&password=x&other=1")); doc["name"] != "b" || doc["externalId"] != "7" {
		t.Errorf("by its address: %v", doc)
	}
	post("POST", "/document?url=http://papers.invalid/a.pdf", 422, urlencoded, []byte("url=http://papers.invalid/b.pdf"))
	if doc := post("POST", "/document", 200, urlencoded,
		[]byte("url=http://papers.invalid/b.pdf&name=c")); doc["originalURL"] != "http://papers.invalid/b.pdf" || doc["name"] != "c" {
		t.Errorf("by an address in the form: %v", doc)
	}
	for _, fields := range []string{"", "name=c"} {
		if refused := post("POST", "/document", 422, urlencoded, []byte(fields)); refused["code"] != "parameter-missing" ||
			refused["message"] != missingURL {
			t.Errorf("without an address: %v", refused)
		}
	}
	if refused := post("POST", "/webhook/test", 422, "", nil); refused["code"] != "parameter-missing" || refused["message"] != missingURL {
		t.Errorf("without an address of a receiver: %v", refused)
	}
	post("POST", "/document?url=http://papers.invalid/a.pdf&name=a", 422, urlencoded, []byte("name=b"))
	post("POST", "/document?url=http://papers.invalid/a.pdf", 422, urlencoded, []byte("session=x"))
	body, kind := lecterntest.RawForm(`name="name"`, "b", `name="tag"`, "x")
	doc := post("POST", "/document?url=http://papers.invalid/a.pdf", 200, kind, body)
	id := fmt.Sprint(doc["id"])
	body, kind = lecterntest.RawForm(`name="file"; filename="a.pdf"`, pdf, `name="name"`, "new", `name="externalId"`, "8")
	if doc := post("PUT", "/document/"+id, 200, kind, body); doc["name"] != "new" || doc["externalId"] != "8" {
		t.Errorf("a new version: %v", doc)
	}
	body, kind = lecterntest.RawForm(`name="url"`, "http://papers.invalid/c.pdf")
	if doc := post("PUT", "/document/"+id, 200, kind, body); doc["originalURL"] != "http://papers.invalid/c.pdf" {
		t.Errorf("a new version by its address: %v", doc)
	}
	body, kind = lecterntest.RawForm(`name="url"`, "http://papers.invalid/c.pdf", `name="file"; filename="a.pdf"`, pdf)
	post("PUT", "/document/"+id, 422, kind, body)
	body, kind = lecterntest.RawForm(`name="file"; filename="a.docx"`, string(lecterntest.WordTemplate("Dear {name}")), `name="name"`, "offer")
	if made := post("POST", s.URL+"/v1/template", 200, kind, body); made["name"] != "offer" {
		t.Errorf("a template: %v", made)
	}
	post("POST", s.URL+"/v1/template?name=other", 422, kind, body)
	body, kind = lecterntest.RawForm(`name="rows"; filename="a.csv"`, "name\nAda\nZoë\n", `name="limit"`, "1")
	if rows := post("POST", s.URL+"/v1/template/offer/rows", 200, kind, body); fmt.Sprint(rows["count"]) != "2" ||
		len(rows["rows"].([]any)) != 1 {
		t.Errorf("rows: %v", rows)
	}
}

// If a form has one file, the field with the file may have any name. If a form has several files, only the files in
// fields with the name "file" are used.
func TestFilesOfForms(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	pdf := string(lecterntest.Sample(t, "sample.pdf"))
	for _, test := range []struct {
		name  string
		parts []string
		want  string // names of the documents, or the error code
	}{
		{"another name", []string{`name="attachment"; filename="a.pdf"`, pdf}, "a.pdf"},
		{"without a name", []string{`filename="a.pdf"`, pdf}, "a.pdf"},
		{"with fields around it", []string{`name="x"`, "1", `name="upload[0]"; filename="a.pdf"`, pdf, `name="y"`, "2"}, "a.pdf"},
		{"with an empty input", []string{`name="other"; filename=""`, "", `name="attachment"; filename="a.pdf"`, pdf}, "a.pdf"},
		{"beside a file of the right name", []string{`name="attachment"; filename="a.pdf"`, pdf, `name="file"; filename="b.pdf"`, pdf}, "b.pdf"},
		{"behind a file of the right name", []string{`name="file"; filename="b.pdf"`, pdf, `name="attachment"; filename="a.pdf"`, pdf}, "b.pdf"},
		{"several of the right name", []string{`name="file"; filename="a.pdf"`, pdf, `name="file"; filename="b.pdf"`, pdf}, "a.pdf b.pdf"},
		{"several of other names", []string{`name="a"; filename="a.pdf"`, pdf, `name="b"; filename="b.pdf"`, pdf}, "file-ambiguous"},
		{"none", []string{`name="a"`, "1"}, "file-missing"},
		{"an empty one", []string{`name="a"; filename="a.pdf"`, ""}, "file-empty"},
		{"an empty one of the right name", []string{`name="file"; filename="a.pdf"`, ""}, "file-empty"},
	} {
		body, kind := lecterntest.RawForm(test.parts...)
		_, text := s.Call(http.MethodPost, "/document/upload", http.Header{"Content-Type": {kind}}, bytes.NewReader(body))
		if got := namesOf(t, text); got != test.want {
			t.Errorf("%s: %q, want %q: %s", test.name, got, test.want, text)
		}
	}
	if status, text := s.Call(http.MethodPost, "/document/upload?filename=a.pdf", nil, nil); status != 422 ||
		lecterntest.DecodeProblem(t, text).Code != "file-empty" {
		t.Errorf("no body at all: %d %s", status, text)
	}
}

// TestFileInPlaceOfAnAddress sends a file to the request that takes the address of a document. The message must name the
// request that takes files, unless an address is given as well.
func TestFileInPlaceOfAnAddress(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	pdf := string(lecterntest.Sample(t, "sample.pdf"))
	form, kind := lecterntest.RawForm(`name="file"; filename="a.pdf"`, pdf)
	for _, test := range []struct {
		name, path, kind string
		body             []byte
		want             string
	}{
		{"a form", "/document", kind, form, "/document/upload"},
		{"the bytes alone", "/document", "application/pdf", []byte(pdf), "/document/upload"},
		{"a form, and an address", "/document?url=https://example.com/a.pdf", kind, form, "names a document already"},
	} {
		status, text := s.Call(http.MethodPost, test.path, http.Header{"Content-Type": {test.kind}}, bytes.NewReader(test.body))
		message := lecterntest.DecodeProblem(t, text).Message
		if status != http.StatusUnprocessableEntity || !strings.Contains(message, test.want) {
			t.Errorf("%s: %d %s", test.name, status, text)
		}
	}
}

// namesOf returns the names of the documents in the response to an upload, or its error code.
func namesOf(t testing.TB, text []byte) string {
	t.Helper()
	type named struct{ Name, Code string }
	var one named
	if json.Unmarshal(text, &one) == nil {
		return one.Name + one.Code
	}
	var all []named
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatalf("the answer is %s", text)
	}
	names := make([]string, len(all))
	for i, doc := range all {
		names[i] = doc.Name
	}
	return strings.Join(names, " ")
}

// File names are decoded correctly, in every encoding that clients use.
//
// SECURITY.md, promise 7 (names are only displayed)
func TestFileNamesOfClients(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	pdf := string(lecterntest.Sample(t, "sample.pdf"))
	names := map[string]string{
		`filename="Übersicht.pdf"`:                                      "Übersicht.pdf",
		"filename=\"\xdcbersicht caf\xe9.pdf\"":                         "Übersicht café.pdf",
		`filename="a %22b%22 100%.pdf"`:                                 `a "b" 100%.pdf`,
		`filename="a \"b\".pdf"`:                                        `a "b".pdf`,
		`filename*=UTF-8''%C3%9Cbersicht.pdf`:                           "Übersicht.pdf",
		`filename="U.pdf"; filename*=UTF-8''%E5%A0%B1%E5%91%8A%20a.pdf`: "報告 a.pdf",
		`filename*=ISO-8859-1''%DCbersicht.pdf; filename="U.pdf"`:       "Übersicht.pdf",
		`filename=Contract 2026.pdf`:                                    "Contract 2026.pdf",
		`filename="C:\Users\me\Letter.pdf"`:                             "Letter.pdf",
		`filename="../../etc/Letter.pdf"`:                               "Letter.pdf",
		`filename*=UTF-8''..%2F..%2FLetter.pdf`:                         "Letter.pdf",
	}
	for _, disposition := range slices.Sorted(maps.Keys(names)) {
		want := names[disposition]
		body, kind := lecterntest.RawForm(`name="file"; `+disposition, pdf)
		status, text := s.Call(http.MethodPost, "/document/upload", http.Header{"Content-Type": {kind}}, bytes.NewReader(body))
		if got := namesOf(t, text); status != 200 || got != want {
			t.Errorf("%q in a form: %d %q, want %q", disposition, status, got, want)
		}
		header := http.Header{"Content-Type": {"application/pdf"}, "Content-Disposition": {"attachment; " + disposition}}
		status, text = s.Call(http.MethodPost, "/document/upload", header, strings.NewReader(pdf))
		if got := namesOf(t, text); status != 200 || got != want {
			t.Errorf("%q in the header: %d %q, want %q", disposition, status, got, want)
		}
	}
	_, text := s.Call(http.MethodPost, "/document/upload?filename=%DCbersicht.pdf", nil, strings.NewReader(pdf))
	if got := namesOf(t, text); got != "Übersicht.pdf" {
		t.Errorf("in the query: %q", got)
	}
	body, kind := lecterntest.RawForm(`name="template"; filename*=UTF-8''%C3%9C.docx`, string(lecterntest.WordTemplate("Dear {name}")),
		`name="data"`,
		`{"params":{"name":"Ada"}}`)
	id := s.PostTask(http.StatusAccepted, kind, body, nil)
	if got := s.AwaitTask(id).Results[0].Name; got != "Ü.docx" {
		t.Errorf("of a task: %q", got)
	}
}

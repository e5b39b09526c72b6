package api_test

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestBadInput asks each operation of the description for what makes no sense, one parameter or
// field after the other: the answer is never the server's failure, and a refusal is a problem that
// says what is wrong. Operations that are added are asked, too.
func TestBadInput(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	p := &prober{Server: s, described: s.Description(), receiver: lecterntest.NewReceiver(t, nil), codes: documentedCodes(t)}
	p.document = s.PostWithWebhook("a.pdf", lecterntest.Sample(t, "sample.pdf"), p.receiver.Server.URL)
	s.Wait(p.document)
	p.receiver.AwaitEvent(p.document, "document.ready")
	p.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	operations := s.Operations()
	for _, name := range slices.Sorted(maps.Keys(operations)) {
		t.Run(name, func(t *testing.T) {
			p.t = t
			p.probe(name, operations[name])
		})
	}
	if p.t = t; p.asked < 5000 {
		t.Errorf("only %d requests were made", p.asked)
	}
	s.Stop()
	if strings.Contains(s.Log.String(), `"request failed"`) || regexp.MustCompile(`\bpanic\b`).
		Match(s.Log.Bytes()) { // ids of requests may have the letters
		t.Errorf("the log has failures: %s", s.Log)
	}
}

// documentedCodes returns the codes that the page of error codes lists.
func documentedCodes(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(lecterntest.ProjectFolder(t), "backend", "web", "api", "ERRORS.md"))
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| [45][0-9]{2} \\|").FindAllStringSubmatch(string(text), -1) {
		codes[row[1]] = true
	}
	return codes
}

// prober asks a server for what makes no sense.
type prober struct {
	*lecterntest.Server
	t         *testing.T
	described lecterntest.Description
	receiver  *lecterntest.Receiver
	client    http.Client
	document  string // one that is ready
	arrival   string // one of the folder that was made last
	result    string // one of the task that was made last
	asked     int
	codes     map[string]bool // that problems may have
}

// request is one to an operation.
type request struct {
	what   string // for the reader of a failure
	method string
	path   string // with the names of its parameters
	named  map[string]string
	query  url.Values
	raw    string // follows the query as it is
	header http.Header
	body   string
	wrong  bool // it has to be refused
}

func (p *prober) probe(name string, operation lecterntest.DescribedOperation) {
	sound := p.sound(name, operation)
	if status := p.ask(sound); status != http.StatusConflict && status >= 300 {
		p.t.Errorf("as it is described it is answered %d", status)
	}
	for _, parameter := range operation.Parameters {
		p.probeParameter(sound, parameter)
	}
	for _, raw := range []string{"%zz=1", "a;b", "%ff=%00", "=", "&&&", strings.Repeat("a=b&", 5000)} {
		odd := sound.clone("query " + shown(raw))
		odd.raw = raw
		p.ask(odd)
	}
	if operation.RequestBody != nil || sound.method != http.MethodGet {
		p.probeBody(sound, operation)
	}
	if status, text := p.Call(http.MethodGet, "/document?limit=1", nil, nil); status != http.StatusOK {
		p.t.Errorf("afterwards the list of documents is answered %d %s", status, text)
	}
}

// sound returns a valid request for an operation, on an object that it creates.
func (p *prober) sound(name string, operation lecterntest.DescribedOperation) request {
	method, path, _ := strings.Cut(name, " ")
	r := request{what: "as described", method: method, path: path, named: map[string]string{}, query: url.Values{}, header: http.Header{}}
	for _, parameter := range operation.Parameters {
		switch {
		case parameter.In == "path":
			r.named[parameter.Name] = p.thing(method, path, parameter)
		case parameter.In == "query" && parameter.Required:
			r.query.Set(parameter.Name, p.thing(method, path, parameter))
		}
	}
	if operation.RequestBody == nil {
		return r
	}
	if _, ok := operation.RequestBody.Content["application/octet-stream"]; ok {
		r.header.Set("Content-Type", "application/octet-stream")
		r.body = string(lecterntest.Sample(p.t, "sample.pdf"))
		if strings.HasPrefix(path, "/v1/template") {
			r.body = string(lecterntest.WordTemplate("Dear {name}"))
		}
		if strings.HasSuffix(path, "/rows") {
			r.body = "name\nZoë\n"
		}
	} else {
		r.header.Set("Content-Type", "application/json")
		r.body = p.soundBody(name)
	}
	return r
}

// soundBody returns a valid body for an operation.
func (p *prober) soundBody(name string) string {
	switch name {
	case "POST /api/v0/folder":
		return fmt.Sprintf(`{"path":%q}`, p.t.TempDir())
	case "POST /api/v0/intake":
		return fmt.Sprintf(`{"paths":[%q]}`, p.t.TempDir())
	case "POST /api/v0/backup":
		return fmt.Sprintf(`{"path":%q}`, filepath.Join(p.t.TempDir(), "library"))
	case "POST /api/v0/restore":
		archive := filepath.Join(p.t.TempDir(), "library")
		if !lecterntest.OnPostgres() { // of which none is made
			lecterntest.Run(p.t, 0, "backup", "--data", p.Data, archive)
		}
		return fmt.Sprintf(`{"path":%q}`, archive)
	case "POST /api/v0/window":
		return `{"show":true}`
	}
	return cmp.Or(soundBodies[name], "{}")
}

// keepParams keeps a set of parameters with a template.
func (p *prober) keepParams(template, name string) {
	p.t.Helper()
	request, err := http.NewRequest(http.MethodPut, p.URL+"/v1/template/"+template+"/data/"+name, strings.NewReader(`{"params":{}}`))
	if err != nil {
		p.t.Fatal(err)
	}
	request.Header.Set("Authorization", p.Key)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode >= http.StatusMultipleChoices {
		p.t.Fatalf("a set of parameters is answered %s", answer.Status)
	}
}

// soundBodies are good ones of operations that want more than an empty object.
var soundBodies = map[string]string{
	"POST /api/v0/collection":     `{"name":"a"}`,
	"POST /api/v0/document/batch": `{"ids":[],"action":"trash"}`,
	"POST /v1/task":               `{"template":"none"}`,
	"PATCH /v1/template/{id}":     `{"name":"renamed"}`,

	"PUT /v1/template/{id}/data/{name}": `{"params":{"name":"a"}}`,

	"PATCH /api/v0/settings/viewer/profile/{name}": `{"name":"renamed"}`,
	"PATCH /api/v0/settings/viewer/theme/{name}":   `{"name":"renamed"}`,
}

// thing returns a valid value of a required parameter.
func (p *prober) thing(method, path string, parameter lecterntest.DescribedParameter) string {
	below := func(folder string) bool { return strings.HasPrefix(path, "/api/v0"+folder) }
	switch {
	case parameter.Name == "result":
		return p.result
	case strings.HasPrefix(path, "/v1/task/{id}") && parameter.Name == "id":
		task := p.EndedTask(p.PostForm(http.StatusAccepted,
			lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("Dear {name}")}))
		p.result = task.Results[0].ID
		return task.ID
	case strings.HasPrefix(path, "/v1/template/{id}") && parameter.Name == "id":
		id := p.CreateTemplate(rand.Text(), lecterntest.WordTemplate("Dear {name}")).ID
		if strings.HasSuffix(path, "/data/{name}") && method != http.MethodPut {
			p.keepParams(id, "kept")
		}
		return id
	case strings.HasPrefix(path, "/v1/template/{id}/data") && parameter.Name == "name":
		return "kept"
	case parameter.Name == "documentId", below("/document/{id}") && parameter.Name == "id" && method == http.MethodGet:
		return p.document
	case below("/document/{id}/retry") && parameter.Name == "id":
		id := p.Upload("failed.pdf", []byte("no document")).ID
		p.Wait(id)
		return id
	case below("/document/{id}") && parameter.Name == "id":
		return p.Upload("a.pdf", lecterntest.Sample(p.t, "sample.pdf")).ID
	case below("/session/{id}"):
		made, _ := p.CreateSession("documentId=" + p.document)
		return fmt.Sprint(made["id"])
	case below("/collection/{id}"):
		return fmt.Sprint(p.Fields(http.StatusOK, http.MethodPost, "/collection", `{"name":"a"}`)["id"])
	case parameter.Name == "arrival":
		return p.arrival
	case below("/folder/{id}"):
		return p.folderWithArrival()
	case below("/key/{id}"):
		return fmt.Sprint(p.Fields(http.StatusOK, http.MethodPost, "/key?name=a", "")["id"])
	case below("/webhook/delivery/{id}"):
		return p.Deliveries(p.document, lecterntest.AllDelivered)[0].ID
	case parameter.Name == "url":
		return p.receiver.Server.URL
	case below("/settings/viewer/") && parameter.In == "path":
		kind := strings.Split(strings.TrimPrefix(path, "/api/v0/settings/viewer/"), "/")[0]
		p.Fields(http.StatusOK, http.MethodPost, "/settings/viewer/"+kind+"/made", "{}")
		return "made"
	case parameter.Example != nil:
		return fmt.Sprint(parameter.Example)
	}
	if examples, ok := parameter.Schema["examples"].([]any); ok {
		return fmt.Sprint(examples[0])
	}
	return "1"
}

// folderWithArrival watches a folder with a file that was taken.
func (p *prober) folderWithArrival() string {
	dir := p.t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.pdf"), lecterntest.Sample(p.t, "sample.pdf"), 0o600); err != nil {
		p.t.Fatal(err)
	}
	id := p.Watch(dir, "").ID
	p.arrival = p.AwaitFile(id, "a.pdf", "taken").ID
	return id
}

func (r request) clone(what string) request {
	r.what = what
	r.named, r.query, r.header = maps.Clone(r.named), maps.Clone(r.query), maps.Clone(r.header)
	return r
}

// with returns the request with another value of a parameter.
func (r request) with(parameter lecterntest.DescribedParameter, v value) request {
	odd := r.clone(parameter.In + " " + parameter.Name + " is " + shown(v.text))
	odd.wrong = v.wrong
	switch parameter.In {
	case "path":
		odd.named[parameter.Name] = v.text
	case "query":
		odd.query.Set(parameter.Name, v.text)
	case "header":
		odd.header.Set(parameter.Name, v.text)
	}
	return odd
}

func (p *prober) probeParameter(sound request, parameter lecterntest.DescribedParameter) {
	if parameter.In == "query" {
		missing := sound.clone(parameter.Name + " is missing")
		missing.query.Del(parameter.Name)
		missing.wrong = parameter.Required
		p.ask(missing)
	}
	for _, v := range values(parameter) {
		p.ask(sound.with(parameter, v))
	}
}

// probeBody asks with soundBodies that cannot be read, and with fields that make no sense.
func (p *prober) probeBody(sound request, operation lecterntest.DescribedOperation) {
	for _, kind := range []string{"", "text/plain", "///", `application/json; charset="`, "multipart/form-data",
		"multipart/form-data; boundary=x", "multipart/mixed; boundary=x", "application/x-www-form-urlencoded"} {
		odd := sound.clone("Content-Type is " + kind)
		odd.header["Content-Type"] = []string{kind}
		p.ask(odd)
		odd.body = ""
		p.ask(odd)
	}
	for _, text := range forms {
		odd := sound.clone("form " + shown(text))
		odd.header.Set("Content-Type", "multipart/form-data; boundary=x")
		odd.body = text
		p.ask(odd)
	}
	if operation.RequestBody == nil {
		return
	}
	content, ok := operation.RequestBody.Content["application/json"]
	if !ok {
		return
	}
	for _, text := range unreadable {
		odd := sound.clone("body " + shown(text))
		odd.header.Set("Content-Type", "application/json")
		odd.body, odd.wrong = text, true
		p.ask(odd)
	}
	for field, schema := range p.fieldsOf(content.Schema) {
		for _, v := range fieldValues(schema) {
			odd := sound.clone("field " + field + " is " + shown(v.text))
			odd.header.Set("Content-Type", "application/json")
			odd.body, odd.wrong = fmt.Sprintf(`{%q:%s}`, field, v.text), v.wrong
			p.ask(odd)
		}
		twice := sound.clone("field " + field + " twice")
		twice.body = fmt.Sprintf(`{%q:null,%q:null}`, field, field)
		p.ask(twice)
	}
}

// fieldsOf returns the schemas of the fields of an object.
func (p *prober) fieldsOf(schema map[string]any) map[string]map[string]any {
	schema = p.resolved(schema)
	fields := map[string]map[string]any{}
	properties, _ := schema["properties"].(map[string]any)
	for name, property := range properties {
		if name != "$schema" {
			fields[name] = p.resolved(property.(map[string]any))
		}
	}
	return fields
}

func (p *prober) resolved(schema map[string]any) map[string]any {
	if ref, ok := schema["$ref"].(string); ok {
		return p.described.Components.Schemas[ref[strings.LastIndex(ref, "/")+1:]]
	}
	return schema
}

// ask makes a request, looks at its answer, and gives its status.
func (p *prober) ask(wanted request) int {
	p.t.Helper()
	p.asked++
	path := wanted.path
	for name, v := range wanted.named {
		path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(v))
	}
	query := wanted.query.Encode()
	if wanted.raw != "" {
		query += "&" + wanted.raw
	}
	r, err := http.NewRequestWithContext(p.t.Context(), wanted.method, p.URL+path+"?"+query, strings.NewReader(wanted.body))
	if err != nil {
		p.t.Fatal(err)
	}
	maps.Copy(r.Header, wanted.header)
	r.Header.Set("Authorization", p.keyFor(wanted.path))
	answer, err := p.client.Do(r)
	if err != nil {
		p.t.Errorf("%s: %v", wanted.what, err)
		return 0
	}
	defer answer.Body.Close()
	var text []byte
	if !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/event-stream") {
		if text, err = io.ReadAll(answer.Body); err != nil {
			p.t.Errorf("%s: %v", wanted.what, err)
		}
	}
	p.judge(wanted, answer, text)
	if wanted.method == http.MethodPatch && strings.HasSuffix(path, "/settings") && answer.StatusCode == http.StatusOK {
		p.resetSettings()
	}
	return answer.StatusCode
}

// keyFor returns a key that may request a path. Some paths are only for programs of the server's user.
func (p *prober) keyFor(path string) string {
	if slices.Contains([]string{"/api/v0/intake", "/api/v0/window", "/api/v0/backup", "/api/v0/restore"}, path) {
		return p.LocalKey()
	}
	return p.Key
}

func (p *prober) judge(wanted request, answer *http.Response, text []byte) {
	p.t.Helper()
	if answer.StatusCode >= 500 || wanted.wrong && answer.StatusCode < 300 { // a redirect is none: ".." in a path leads elsewhere
		p.t.Errorf("%s: %d %.300s", wanted.what, answer.StatusCode, text)
	}
	if answer.StatusCode < 400 {
		return
	}
	var problem struct{ Message, RequestID, Code string }
	if err := json.Unmarshal(text, &problem); err != nil || answer.Header.Get("Content-Type") != "application/problem+json" ||
		problem.Message == "" || problem.RequestID == "" || !p.codes[problem.Code] || bytes.Contains(text, []byte("\x00")) {
		p.t.Errorf("%s: the refusal %d is no problem: %s %.300s", wanted.what, answer.StatusCode, answer.Header.Get("Content-Type"), text)
	}
}

// resetSettings puts all settings back to what they were at the start.
func (p *prober) resetSettings() {
	nulls := map[string]any{}
	for name := range p.Fields(http.StatusOK, http.MethodGet, "/settings", "") {
		nulls[name] = nil
	}
	text, err := json.Marshal(nulls)
	if err != nil {
		p.t.Fatal(err)
	}
	p.Fields(http.StatusOK, http.MethodPatch, "/settings", string(text))
}

// shown shortens a text for the reader of a failure.
func shown(text string) string { return fmt.Sprintf("%.40q", text) }

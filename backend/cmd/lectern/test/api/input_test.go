package api_test

import (
	"bytes"
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

// TestBadInput sends invalid values to each operation of the API description, one parameter or field at a time. No
// response may be a server error, and each rejection must be a problem that describes the mistake. Operations that are
// added to the description are tested automatically.
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
	if strings.Contains(s.Log.String(), `"a request failed for an unexpected reason"`) || regexp.MustCompile(`\bpanic\b`).
		Match(s.Log.Bytes()) { // with word boundaries, because a request ID may contain these letters by chance
		t.Errorf("the log has failures: %s", s.Log)
	}
}

// documentedCodes returns the error codes that the documentation lists.
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

// prober sends invalid requests to a server.
type prober struct {
	*lecterntest.Server
	t         *testing.T
	described lecterntest.Description
	receiver  *lecterntest.Receiver
	client    http.Client
	document  string // a ready document
	arrival   string // the id of a file that arrived in the watched folder that was created last
	result    string // a result of the task that was created last
	asked     int
	codes     map[string]bool // documented error codes
}

// request is a request to an operation of the API.
type request struct {
	what   string // describes the request in error messages
	method string
	path   string // contains the names of its parameters in braces
	named  map[string]string
	query  url.Values
	raw    string // appended to the query without encoding
	header http.Header
	body   string
	wrong  bool // the server must reject it
}

func (p *prober) probe(name string, operation lecterntest.DescribedOperation) {
	sound := p.validRequest(name, operation)
	if status := p.sendChecked(sound); status != http.StatusConflict && status >= 300 {
		p.t.Errorf("as described, it has status %d", status)
	}
	for _, parameter := range operation.Parameters {
		p.probeParameter(sound, parameter)
	}
	for _, raw := range []string{"%zz=1", "a;b", "%ff=%00", "=", "&&&", strings.Repeat("a=b&", 5000)} {
		odd := sound.clone("query " + shown(raw))
		odd.raw = raw
		p.sendChecked(odd)
	}
	if operation.RequestBody != nil || sound.method != http.MethodGet {
		p.probeBody(sound, operation)
	}
	if status, text := p.Call(http.MethodGet, "/document?limit=1", nil, nil); status != http.StatusOK {
		p.t.Errorf("afterwards the list of documents has status %d %s", status, text)
	}
}

func (r request) clone(what string) request {
	r.what = what
	r.named, r.query, r.header = maps.Clone(r.named), maps.Clone(r.query), maps.Clone(r.header)
	return r
}

// with returns the request with the parameter set to another value.
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
		p.sendChecked(missing)
	}
	for _, v := range values(parameter) {
		p.sendChecked(sound.with(parameter, v))
	}
}

// probeBody sends bodies that cannot be decoded, and bodies with invalid fields.
func (p *prober) probeBody(sound request, operation lecterntest.DescribedOperation) {
	for _, kind := range []string{"", "text/plain", "///", `application/json; charset="`, "multipart/form-data",
		"multipart/form-data; boundary=x", "multipart/mixed; boundary=x", "application/x-www-form-urlencoded"} {
		odd := sound.clone("Content-Type is " + kind)
		odd.header["Content-Type"] = []string{kind}
		p.sendChecked(odd)
		odd.body = ""
		p.sendChecked(odd)
	}
	for _, text := range forms {
		odd := sound.clone("form " + shown(text))
		odd.header.Set("Content-Type", "multipart/form-data; boundary=x")
		odd.body = text
		p.sendChecked(odd)
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
		p.sendChecked(odd)
	}
	for field, schema := range p.fieldsOf(content.Schema) {
		for _, v := range fieldValues(schema) {
			odd := sound.clone("field " + field + " is " + shown(v.text))
			odd.header.Set("Content-Type", "application/json")
			odd.body, odd.wrong = fmt.Sprintf(`{%q:%s}`, field, v.text), v.wrong
			p.sendChecked(odd)
		}
		twice := sound.clone("field " + field + " twice")
		twice.body = fmt.Sprintf(`{%q:null,%q:null}`, field, field)
		p.sendChecked(twice)
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

// sendChecked sends a request, checks the response and returns its status.
func (p *prober) sendChecked(wanted request) int {
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
	p.checkAnswer(wanted, answer, text)
	if wanted.method == http.MethodPatch && strings.HasSuffix(path, "/settings") && answer.StatusCode == http.StatusOK {
		p.resetSettings()
	}
	return answer.StatusCode
}

// keyFor returns a key with access to a path. Some paths require the local key, which only programs of the user who
// runs the server can read.
func (p *prober) keyFor(path string) string {
	if slices.Contains([]string{"/api/v0/intake", "/api/v0/window", "/api/v0/backup", "/api/v0/restore"}, path) {
		return p.LocalKey()
	}
	return p.Key
}

func (p *prober) checkAnswer(wanted request, answer *http.Response, text []byte) {
	p.t.Helper()
	// Redirects are accepted, because a ".." in a path leads to another path.
	if answer.StatusCode >= 500 || wanted.wrong && answer.StatusCode < 300 {
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

// resetSettings resets all settings to their defaults.
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

// shown shortens a text for an error message.
func shown(text string) string { return fmt.Sprintf("%.40q", text) }

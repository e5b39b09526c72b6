package api_test

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// validRequest returns a valid request for an operation. It creates the objects that the request needs.
func (p *prober) validRequest(name string, operation lecterntest.DescribedOperation) request {
	method, path, _ := strings.Cut(name, " ")
	r := request{what: "as described", method: method, path: path, named: map[string]string{}, query: url.Values{}, header: http.Header{}}
	for _, parameter := range operation.Parameters {
		switch {
		case parameter.In == "path":
			r.named[parameter.Name] = p.existingID(method, path, parameter)
		case parameter.In == "query" && parameter.Required:
			r.query.Set(parameter.Name, p.existingID(method, path, parameter))
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
		r.body = p.validBody(name)
	}
	return r
}

// validBody returns a valid body for an operation.
func (p *prober) validBody(name string) string {
	switch name {
	case "POST /api/v0/folder":
		return fmt.Sprintf(`{"path":%q}`, p.t.TempDir())
	case "POST /api/v0/intake":
		return fmt.Sprintf(`{"paths":[%q]}`, p.t.TempDir())
	case "POST /api/v0/backup":
		return fmt.Sprintf(`{"path":%q}`, filepath.Join(p.t.TempDir(), "library"))
	case "POST /api/v0/restore":
		archive := filepath.Join(p.t.TempDir(), "library")
		if !lecterntest.OnPostgres() { // on PostgreSQL there is no backup file
			lecterntest.Run(p.t, 0, "backup", "--data", p.Data, archive)
		}
		return fmt.Sprintf(`{"path":%q}`, archive)
	case "POST /api/v0/document/archive":
		return fmt.Sprintf(`{"ids":[%q]}`, p.document)
	case "POST /api/v0/window":
		return `{"show":true}`
	}
	return cmp.Or(validBodies[name], "{}")
}

// keepParams saves a set of parameters for a template.
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

// validBodies are valid bodies for the operations that require more than an empty object.
var validBodies = map[string]string{
	"POST /api/v0/collection":     `{"name":"a"}`,
	"POST /api/v0/document/batch": `{"ids":[],"action":"trash"}`,
	"POST /v1/task":               `{"template":"none"}`,
	"PATCH /v1/template/{id}":     `{"name":"renamed"}`,

	"PUT /v1/template/{id}/data/{name}": `{"params":{"name":"a"}}`,

	"PATCH /api/v0/settings/viewer/profile/{name}": `{"name":"renamed"}`,
	"PATCH /api/v0/settings/viewer/theme/{name}":   `{"name":"renamed"}`,
}

// existingID returns a valid value for a required parameter. If the parameter refers to an object, existingID creates
// the object.
func (p *prober) existingID(method, path string, parameter lecterntest.DescribedParameter) string {
	below := func(folder string) bool { return strings.HasPrefix(path, "/api/v0"+folder) }
	switch {
	case parameter.Name == "result":
		return p.result
	case strings.HasPrefix(path, "/v1/task/{id}") && parameter.Name == "id":
		task := p.AwaitTask(p.PostForm(http.StatusAccepted,
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

// folderWithArrival watches a new folder and waits until a file in it has been imported. It returns the ID of the
// folder.
func (p *prober) folderWithArrival() string {
	dir := p.t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.pdf"), lecterntest.Sample(p.t, "sample.pdf"), 0o600); err != nil {
		p.t.Fatal(err)
	}
	id := p.Watch(dir, "").ID
	p.arrival = p.AwaitFile(id, "a.pdf", "taken").ID
	return id
}

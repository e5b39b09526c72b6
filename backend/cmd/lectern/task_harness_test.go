package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"regexp"
	"strings"
	"testing"
)

// template makes a .docx with a paragraph for each text.
func template(paragraphs ...string) []byte {
	var body strings.Builder
	for _, text := range paragraphs {
		body.WriteString("<w:p><w:r><w:t>" + html.EscapeString(text) + "</w:t></w:r></w:p>")
	}
	return archive(
		entry{"[Content_Types].xml",
			`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
				`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ` +
				`ContentType="application/xml"/><Override PartName="/word/document.xml" ` +
				`ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`},
		entry{"_rels/.rels",
			`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships ` +
				`xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" ` +
				`Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>` +
				`</Relationships>`},
		entry{"word/document.xml",
			`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document ` +
				`xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>` + body.String() + `</w:body></w:document>`},
	)
}

// entry is a file of an archive.
type entry struct{ name, content string }

func archive(entries ...entry) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range entries {
		f, err := w.Create(e.name)
		if err == nil {
			_, err = io.WriteString(f, e.content)
		}
		if err != nil {
			panic(err) // it is written to memory
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

var markup = regexp.MustCompile(`<[^>]*>`)

// textOf gives the text of a .docx, with a bar behind each paragraph.
func textOf(t testing.TB, docx []byte) string {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(docx), int64(len(docx)))
	if err != nil {
		t.Fatalf("it is no package: %.100q", docx)
	}
	f, err := r.Open("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return html.UnescapeString(markup.ReplaceAllString(strings.ReplaceAll(string(text), "</w:p>", "|"), ""))
}

// madeTask is a task as the interface tells it.
type madeTask struct {
	ID      string `json:"taskID"`
	State   string
	Message string
	Log     []struct{ Message string }
	Errors  []struct{ Code, Message, Part, Paragraph, Tag, Nearest string }
	Results []madeResult
	Version int
	Output  string
	Bundle  string
	Rows    *rowProgress
}

// madeResult is a result of a task, or of a row of it.
type madeResult struct {
	ID, Name, URL, ContentType, DocumentID, PlatformID string
	Size                                               int64
	Marked                                             bool
	Session                                            struct{ ViewerURL string }
}

// rowProgress is how far the rows of a task are.
type rowProgress struct{ Count, Done, Failed int }

// formPart is a part of a form; without a file name it is JSON.
type formPart struct {
	name, file string
	content    []byte
}

func jsonPart(name, text string) formPart { return formPart{name: name, content: []byte(text)} }

// form gives the body of a form and its content type.
func form(t testing.TB, parts ...formPart) (body []byte, kind string) {
	t.Helper()
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for _, part := range parts {
		header := textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf("form-data; name=%q", part.name)},
			"Content-Type": {"application/json"}}
		if part.file != "" {
			header = textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf("form-data; name=%q; filename=%q", part.name, part.file)},
				"Content-Type": {"application/octet-stream"}}
		}
		p, err := w.CreatePart(header)
		if err == nil {
			_, err = p.Write(part.content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), w.FormDataContentType()
}

// postForm posts a task as a form, wants a status, and gives the task's id.
func (s *instance) postForm(status int, parts ...formPart) string {
	s.t.Helper()
	body, kind := form(s.t, parts...)
	return s.postTask(status, kind, body, nil)
}

// postJSON posts a task as JSON likewise.
func (s *instance) postJSON(status int, text string) string {
	s.t.Helper()
	return s.postTask(status, "application/json", []byte(text), nil)
}

func (s *instance) postTask(status int, kind string, body []byte, header http.Header) string {
	s.t.Helper()
	all := http.Header{"Content-Type": {kind}}
	for name, values := range header {
		all[name] = values
	}
	got, text := s.call(http.MethodPost, s.URL+"/v1/task", all, bytes.NewReader(body))
	var answer struct{ TaskID, Message string }
	if err := json.Unmarshal(text, &answer); err != nil || got != status || strings.TrimRight(answer.Message, ".?") == answer.Message {
		s.t.Errorf("posted, and answered %d %.300s, want %d", got, text, status)
	}
	if status == http.StatusAccepted && !strings.HasPrefix(answer.TaskID, "t-") {
		s.t.Fatalf("the task is %q", answer.TaskID)
	}
	return answer.TaskID
}

// ended gives a task when it has ended.
func (s *instance) endedTask(id string) madeTask {
	s.t.Helper()
	return s.task(id, "?wait=completed&timeout=120")
}

func (s *instance) task(id, query string) madeTask {
	s.t.Helper()
	return read[madeTask](s, http.MethodGet, s.URL+"/v1/task/"+id+query)
}

// result gives the bytes of a result, as one without a key gets them.
func (s *instance) result(address string) (status int, content []byte) {
	s.t.Helper()
	return s.call(http.MethodGet, address, http.Header{"Authorization": nil}, nil)
}

// filled gives the text of the only result of a task, which it waits for.
func (s *instance) filled(id string) string {
	s.t.Helper()
	task := s.endedTask(id)
	if task.State != "completed" || len(task.Results) != 1 {
		s.t.Fatalf("%+v", task)
	}
	status, content := s.result(task.Results[0].URL)
	if status != http.StatusOK {
		s.t.Fatalf("the result is answered %d %s", status, content)
	}
	return textOf(s.t, content)
}

// madeTemplate is a template as the interface tells it.
type madeTemplate struct {
	ID, Name string
	Versions []struct {
		Number         int
		Filename, Type string
	}
}

func (s *instance) createTemplate(name string, content []byte) madeTemplate {
	s.t.Helper()
	status, text := s.call(http.MethodPost, s.URL+"/v1/template?filename=a.docx&name="+name,
		http.Header{"Content-Type": {"application/octet-stream"}}, bytes.NewReader(content))
	var made madeTemplate
	if err := json.Unmarshal(text, &made); err != nil || status != http.StatusOK {
		s.t.Fatalf("%d %s", status, text)
	}
	return made
}

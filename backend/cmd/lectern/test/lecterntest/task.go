package lecterntest

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"regexp"
	"strings"
	"testing"
	"time"

	"lectern/backend/store"
)

// WordTemplate returns a .docx with a paragraph for each text.
func WordTemplate(paragraphs ...string) []byte {
	var body strings.Builder
	for _, text := range paragraphs {
		body.WriteString("<w:p><w:r><w:t>" + html.EscapeString(text) + "</w:t></w:r></w:p>")
	}
	return ZipArchive(
		ArchiveEntry{"[Content_Types].xml",
			`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
				`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ` +
				`ContentType="application/xml"/><Override PartName="/word/document.xml" ` +
				`ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`},
		ArchiveEntry{"_rels/.rels",
			`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships ` +
				`xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" ` +
				`Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>` +
				`</Relationships>`},
		ArchiveEntry{"word/document.xml",
			`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document ` +
				`xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>` + body.String() + `</w:body></w:document>`},
	)
}

// ArchiveEntry is a file of an archive.
type ArchiveEntry struct{ Name, Content string }

func ZipArchive(entries ...ArchiveEntry) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range entries {
		f, err := w.Create(e.Name)
		if err == nil {
			_, err = io.WriteString(f, e.Content)
		}
		if err != nil {
			panic(err) // writing to memory does not fail
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

var markup = regexp.MustCompile(`<[^>]*>`)

// DocxText returns the text of a .docx. It writes a bar ("|") after each paragraph.
func DocxText(t testing.TB, docx []byte) string {
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

// Task is a task as the API describes it.
type Task struct {
	ID      string `json:"taskID"`
	State   string
	Message string
	Log     []struct{ Message string }
	Errors  []struct{ Code, Message, Part, Paragraph, Tag, Nearest string }
	Results []TaskResult
	Version int
	Output  string
	Bundle  string
	Rows    *RowProgress
}

// TaskResult is a result of a task or of one of its rows.
type TaskResult struct {
	ID, Name, URL, ContentType, DocumentID, PlatformID string
	Size                                               int64
	Marked                                             bool
	Session                                            struct{ ViewerURL string }
}

// RowProgress contains the numbers of all, completed and failed rows of a task.
type RowProgress struct{ Count, Done, Failed int }

// FormPart is a part of a form. A part without a file name is JSON.
type FormPart struct {
	Name, File string
	Content    []byte
}

func JSONPart(name, text string) FormPart { return FormPart{Name: name, Content: []byte(text)} }

// MultipartForm returns the body of a form and its content type.
func MultipartForm(t testing.TB, parts ...FormPart) (body []byte, kind string) {
	t.Helper()
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for _, part := range parts {
		header := textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf("form-data; name=%q", part.Name)},
			"Content-Type": {"application/json"}}
		if part.File != "" {
			header = textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf("form-data; name=%q; filename=%q", part.Name, part.File)},
				"Content-Type": {"application/octet-stream"}}
		}
		p, err := w.CreatePart(header)
		if err == nil {
			_, err = p.Write(part.Content)
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

// PostForm posts a task as a form, checks the status, and returns the id of the task.
func (s *Server) PostForm(status int, parts ...FormPart) string {
	s.T.Helper()
	body, kind := MultipartForm(s.T, parts...)
	return s.PostTask(status, kind, body, nil)
}

func (s *Server) PostTask(status int, kind string, body []byte, header http.Header) string {
	s.T.Helper()
	all := http.Header{"Content-Type": {kind}}
	for name, values := range header {
		all[name] = values
	}
	got, text := s.Call(http.MethodPost, s.URL+"/v1/task", all, bytes.NewReader(body))
	var answer struct{ TaskID, Message string }
	if err := json.Unmarshal(text, &answer); err != nil || got != status || strings.TrimRight(answer.Message, ".?") == answer.Message {
		s.T.Errorf("posted, and answered %d %.300s, want %d", got, text, status)
	}
	if status == http.StatusAccepted && !strings.HasPrefix(answer.TaskID, "t-") {
		s.T.Fatalf("the task is %q", answer.TaskID)
	}
	return answer.TaskID
}

// AwaitTask waits until a task has ended and returns it.
func (s *Server) AwaitTask(id string) Task {
	s.T.Helper()
	return s.Task(id, WaitQuery("completed"))
}

func (s *Server) Task(id, query string) Task {
	s.T.Helper()
	return ReadJSON[Task](s, http.MethodGet, s.URL+"/v1/task/"+id+query)
}

// Result fetches a result without a key.
func (s *Server) Result(address string) (status int, content []byte) {
	s.T.Helper()
	return s.Call(http.MethodGet, address, http.Header{"Authorization": nil}, nil)
}

// FilledText waits for a task and returns the text of its only result.
func (s *Server) FilledText(id string) string {
	s.T.Helper()
	task := s.AwaitTask(id)
	if task.State != "completed" || len(task.Results) != 1 {
		s.T.Fatalf("%+v", task)
	}
	status, content := s.Result(task.Results[0].URL)
	if status != http.StatusOK {
		s.T.Fatalf("the result is answered %d %s", status, content)
	}
	return DocxText(s.T, content)
}

// Template is a template as the API describes it.
type Template struct {
	ID, Name string
	Versions []struct {
		Number                   int
		Filename, Type, MainType string
	}
}

func (s *Server) CreateTemplate(name string, content []byte) Template {
	s.T.Helper()
	status, text := s.Call(http.MethodPost, s.URL+"/v1/template?filename=a.docx&name="+name,
		http.Header{"Content-Type": {"application/octet-stream"}}, bytes.NewReader(content))
	var made Template
	if err := json.Unmarshal(text, &made); err != nil || status != http.StatusOK {
		s.T.Fatalf("%d %s", status, text)
	}
	return made
}

// LetterTemplate returns the template of a letter to a person.
func LetterTemplate() FormPart {
	return FormPart{"template", "letter.docx", WordTemplate("Dear {customer.name} of {customer.country},", "{$row}")}
}

// AwaitRunning waits until a task is running.
func AwaitRunning(s *Server, id string) {
	s.T.Helper()
	if task := s.Task(id, WaitQuery("running")); task.State != "running" {
		s.T.Fatalf("%+v", task)
	}
}

// AdvanceClock stores a time in a library as the latest time that a server has seen. The time may be in the future.
func AdvanceClock(t *testing.T, data string, at time.Time) {
	t.Helper()
	db, err := store.Open(t.Context(), databaseAddress(t, data), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Clock.SaveTime(t.Context(), at); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

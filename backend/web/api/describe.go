package api

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/web/problem"
)

// area is a part of the interface, by which readers of its description find an operation.
type area struct {
	// path is where its operations lie, below [Base].
	path              string
	name, description string
}

// areas gives the parts of the interface in the order in which they are shown. An operation
// belongs to the one with the longest path that it begins with.
func areas() []area {
	return []area{
		{"/document", "Documents", "Post documents, follow them, find, label, replace and delete them."},
		{"/document/{id}/page/", "Pages", "What readers see of a document: its pages as drawings, pictures and words, and what is " +
			"known of them."},
		{"/document/{id}/outline", "Pages", ""},
		{"/document/{id}/thumbnail", "Pages", ""},
		{"/document/{id}/text", "Pages", ""},
		{"/intake", "Documents", ""},
		{"/window", "Window", "The window of the desktop application, where this server has one."},
		{"/library", "Documents", ""},
		{"/storage", "Storage", "What the library takes up, and how to make room."},
		{"/collection", "Collections", "Put documents together, in as many collections as wanted."},
		{"/session", "Sessions", "Grant readers a document for a time, and end that."},
		{"/search", "Search", "Find words in all documents, or in one."},
		{"/document/{id}/search", "Search", ""},
		{"/settings/viewer/profile", "Profiles", "Named settings of how the viewer behaves."},
		{"/settings/viewer/preview", "Themes", ""},
		{"/settings/viewer/theme", "Themes", "Named settings of how the viewer looks."},
		{"/folder", "Folders", "Watch folders of the server's machine, whose files become documents."},
		{"/webhook", "Webhooks", "Calls of an address of yours with what happens to documents, signed as Standard Webhooks says."},
		{"/settings/webhook", "Webhooks", ""},
		{"/events", "Events", "The same events as a stream, for those who cannot be called."},
		{"/changes", "Events", ""},
		{"/settings", "Settings", "What holds for the whole server."},
		{"/server", "Server", "How this server is, and what it is asked for."},
		{"/doctor", "Server", ""},
		{"/requests", "Server", ""},
		{"/audit", "Server", ""},
		{"/key", "Keys", "API keys and what they may do."},
		{TaskBase + "/task", "Tasks", "Fill templates with parameters: an Office file with tags becomes a finished document."},
		{TaskBase + "/template", "Templates", "The library of templates, with their versions."},
		{"/backup", "Backup", "The whole library as one file."},
		{"/restore", "Backup", ""},
	}
}

// areaOf gives the name of the area that an operation's path lies in.
func areaOf(path string) string {
	path = strings.TrimPrefix(path, Base)
	var found area
	for _, a := range areas() {
		if strings.HasPrefix(path, a.path) && len(a.path) > len(found.path) {
			found = a
		}
	}
	return found.name
}

// describeAreas lists the areas that have operations.
func describeAreas(description *huma.OpenAPI) {
	used := map[string]bool{}
	for path := range description.Paths {
		used[areaOf(path)] = true
	}
	for _, a := range areas() {
		if used[a.name] && a.description != "" {
			description.Tags = append(description.Tags, &huma.Tag{Name: a.name, Description: a.description})
		}
	}
}

// describeErrors puts into words what each status of an operation says.
func describeErrors(description *huma.OpenAPI) {
	for _, path := range description.Paths {
		for _, op := range []*huma.Operation{path.Get, path.Put, path.Post, path.Patch, path.Delete} {
			if op == nil {
				continue
			}
			for status, response := range op.Responses {
				code, err := strconv.Atoi(status)
				if sentence := errorSentence(code); err == nil && sentence != "" {
					response.Description = sentence
				}
				if code == http.StatusTooManyRequests {
					response.Headers = map[string]*huma.Param{"Retry-After": {
						Description: "Seconds after which to try again.", Schema: &huma.Schema{Type: huma.TypeInteger},
					}}
				}
				if code == http.StatusUnauthorized {
					response.Headers = map[string]*huma.Param{"WWW-Authenticate": {
						Description: "The scheme ApiKey: the key stands in `Authorization` without a scheme word.",
						Schema:      &huma.Schema{Type: huma.TypeString},
					}}
				}
			}
		}
	}
}

func errorSentence(status int) string {
	switch status {
	case http.StatusBadRequest:
		return "The body cannot be read."
	case http.StatusUnauthorized:
		return "The API key is missing, unknown, expired or revoked."
	case http.StatusForbidden:
		return "The key may not do this, or the request comes under a name or from a web page that the server does not know."
	case http.StatusNotFound:
		return "There is no such thing, or not yet."
	case http.StatusConflict:
		return "This does not go with the present state."
	case http.StatusPreconditionFailed:
		return "It was changed since; `ETag` of a new look has its present tag."
	case http.StatusGone:
		return "It was there, and is no more."
	case http.StatusRequestEntityTooLarge:
		return "The body is too large."
	case http.StatusUnsupportedMediaType:
		return "The body is of another type than this takes."
	case http.StatusUnprocessableEntity:
		return "A parameter or field is missing or not valid; `errors` names it."
	case http.StatusTooManyRequests:
		return "Too much is waiting to be done."
	case http.StatusInternalServerError:
		return "The server could not do this; its log says more."
	case http.StatusServiceUnavailable:
		return "This cannot be done now."
	case http.StatusInsufficientStorage:
		return "The server's disk is full."
	}
	return ""
}

// describeExamples gives whole examples of what is made of fields that do not all go together.
func describeExamples(h huma.API) {
	schemas := h.OpenAPI().Components.Schemas.Map()
	schemas["Document"].Examples = []any{Document{
		ID: "3xq7m2v5kq4yyb2gq6v4x5n7ta", Name: "Letter.docx", Status: "ready", PageCount: 2, CreatedAt: "2026-01-02T03:04:05.678+00:00",
		OriginalURL: "https://example.com/letter.docx", DownloadFilename: "Letter.docx", OriginalDocumentSaved: true, Viewable: true,
	}}
}

// serveDescription answers with the text of a description, whose server is the one that answers: behind
// a proxy it lies below the path of the public address.
func (a *API) serveDescription(below func(path string) ([]byte, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := below(publicPath(a.URL()))
		if err != nil {
			problem.Write(w, r, err)
			return
		}
		serveJSON(text).ServeHTTP(w, r)
	})
}

func publicPath(address string) string {
	public, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return public.EscapedPath()
}

// descriptionText is the description as it is sent, in both versions. It is kept: whoever asks needs no
// key, and to write it takes milliseconds.
type descriptionText struct {
	description *huma.OpenAPI
	mu          sync.Mutex
	path        string
	text        []byte // nil at first
	text30      []byte
}

// below returns the text for a server whose API lies below a path.
func (d *descriptionText) below(path string) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	err := d.write(path)
	return d.text, err
}

// below30 is below in OpenAPI 3.0.
func (d *descriptionText) below30(path string) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	err := d.write(path)
	return d.text30, err
}

// write writes the texts where they are of another path.
func (d *descriptionText) write(path string) error {
	if d.text != nil && d.path == path {
		return nil
	}
	here := *d.description
	if path != "" {
		here.Servers = []*huma.Server{{URL: path, Description: here.Servers[0].Description}}
	}
	text, err := json.Marshal(&here)
	if err != nil {
		return err
	}
	text30, err := toOpenAPI30(text)
	if err == nil {
		d.path, d.text, d.text30 = path, text, text30
	}
	return err
}

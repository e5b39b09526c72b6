package api

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/document"
	"lectern/backend/internal/disposition"
	"lectern/backend/internal/fault"
	"lectern/backend/task"
	"lectern/backend/template"
)

// Template is a template of the library.
type Template struct {
	ID        string            `json:"id" doc:"Identifier of the template; tasks take its name, too." example:"tpl-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Name      string            `json:"name" doc:"Its name, which no other has." example:"offer letter"`
	CreatedAt string            `json:"createdAt" doc:"When its first version came, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	Versions  []TemplateVersion `json:"versions" nullable:"false" doc:"Its versions, newest first; the newest is used where none is named."`
}

// TemplateVersion is one version of a template.
type TemplateVersion struct {
	Number    int    `json:"number" doc:"From 1." example:"2"`
	Filename  string `json:"filename" doc:"Its file name." example:"offer.docx"`
	Type      string `json:"type" enum:"docx,dotx,docm,dotm,xlsx,pptx,potx,zip" doc:"What it is by its content; zip is a package of several templates."`
	Size      int64  `json:"size" doc:"Bytes." example:"34567"`
	CreatedAt string `json:"createdAt" doc:"When it came, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
}

func newTemplate(t template.Template) Template {
	out := Template{ID: t.ID, Name: t.Name, CreatedAt: timeText(t.CreatedAt), Versions: make([]TemplateVersion, len(t.Versions))}
	for i, v := range t.Versions {
		out.Versions[i] = TemplateVersion{v.Number, v.Filename, string(v.Type), v.Size, timeText(v.CreatedAt)}
	}
	return out
}

// TemplateFileInput keeps a request whose body is a file, so that it can be read as a stream. (It
// has a large initial because huma passes over embedded types that have none.)
type TemplateFileInput struct {
	Filename    string `query:"filename" maxLength:"1000" doc:"The file's name, where the body is the file." example:"offer.docx"`
	Disposition string `header:"Content-Disposition" doc:"May carry the file's name, where the body is the file." example:"attachment; filename=\"offer.docx\""`
	operation   *huma.Operation
	request     *http.Request
	response    http.ResponseWriter
}

// Resolve implements huma.Resolver.
func (in *TemplateFileInput) Resolve(ctx huma.Context) []error {
	in.request, in.response = humago.Unwrap(ctx)
	in.operation = ctx.Operation()
	return nil
}

// readFile receives the file of a request: the only one of a form, or the body itself. It sets the parameters in input
// that the form names. If it fails, the file is discarded.
func readFile[T any](ctx context.Context, in *TemplateFileInput, input any, receive func(name string, r io.Reader) (T, error),
	discard func(T)) (file T, err error) {
	in.request.Body = receivedBody{in.request.Body}
	kind := mediaType(in.request)
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		return readFormFile(ctx, in, input, &formReader[T]{receive: receive, discard: discard, ignored: maxIgnored,
			wants: wantsField(in.operation)})
	case kind == "application/x-www-form-urlencoded":
		return file, noFileForm(ctx)
	}
	name := cmp.Or(disposition.Text(in.Filename), disposition.ParsePart(in.Disposition).Filename)
	return receive(name, rawFile(kind, in.request.Body))
}

func readFormFile[T any](ctx context.Context, in *TemplateFileInput, input any, form *formReader[T]) (file T, err error) {
	files, fields, err := form.read(ctx, in.request)
	if err != nil {
		return file, err
	}
	switch {
	case len(files) == 0:
		err = fault.Field(filePart, "The form holds no file: send one as the part 'file'.").Coded(fault.FileMissing)
	case len(files) > 1:
		err = fault.Field(filePart, "The form holds %d files, and one is taken.", len(files))
	default:
		err = applyForm(in.operation, in.request.URL.Query(), fields, input)
	}
	if err != nil {
		form.discardAll(files)
		return file, err
	}
	return files[0], nil
}

// readVersion receives a file that is to be a version of a template.
func (a *API) readVersion(ctx context.Context, in *TemplateFileInput, input any) (template.Version, error) {
	return readFile(ctx, in, input,
		func(name string, r io.Reader) (template.Version, error) { return a.Templates.Receive(ctx, name, r) },
		func(v template.Version) { a.Templates.Discard(ctx, v) })
}

type templateOutput struct{ Body Template }

var createTemplate = operation{
	id:      "create-template",
	summary: "Upload a template",
	description: "Keeps a file as a new template: as the part `file` of a form, or as the body itself, with its name in the parameter " +
		"`filename` or in `Content-Disposition`. It is a .docx, .dotx, .docm, .dotm, .xlsx, .pptx, .potx, or a package of several: a .zip with " +
		"`application.json`.",
	errors: []int{http.StatusBadRequest, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity, http.StatusInsufficientStorage},
}

type createTemplateInput struct {
	Name string `query:"name" maxLength:"200" doc:"Its name; that of the file without its extension where this is missing." example:"offer letter"`
	TemplateFileInput
}

func (a *API) createTemplate(ctx context.Context, in *createTemplateInput) (*templateOutput, error) {
	v, err := a.readVersion(ctx, &in.TemplateFileInput, in)
	if err != nil {
		return nil, unreadable(ctx, err)
	}
	made, err := a.Templates.Create(ctx, in.Name, v)
	noteObjects(ctx, made.ID)
	return answerTemplate(ctx, made, err)
}

func answerTemplate(ctx context.Context, t template.Template, err error) (*templateOutput, error) {
	if err != nil {
		return nil, unreadable(ctx, err)
	}
	return &templateOutput{newTemplate(t)}, nil
}

var addTemplateVersion = operation{
	id:          "add-template-version",
	summary:     "Upload a version of a template",
	description: "Keeps a file as a further version of a template, which is used from then on. The file comes as that of a new template does.",
	errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusConflict, http.StatusRequestEntityTooLarge,
		http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity, http.StatusInsufficientStorage},
}

type templateInput struct {
	ID string `path:"id" doc:"Identifier of the template, or its name." example:"tpl-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
}

type addTemplateVersionInput struct {
	ID string `path:"id" doc:"Identifier of the template, or its name." example:"tpl-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	TemplateFileInput
}

func (a *API) addTemplateVersion(ctx context.Context, in *addTemplateVersionInput) (*templateOutput, error) {
	if _, err := a.Templates.Find(ctx, in.ID); err != nil {
		return nil, err // before anything is stored
	}
	v, err := a.readVersion(ctx, &in.TemplateFileInput, in)
	if err != nil {
		return nil, unreadable(ctx, err)
	}
	changed, err := a.Templates.AddVersion(ctx, in.ID, v)
	return answerTemplate(ctx, changed, err)
}

var listTemplates = operation{
	id:      "list-templates",
	summary: "List templates",
	description: "Gives the templates of the library, newest first. The header `Link` has the address at which the list goes on, as " +
		"long as it does.",
	errors: []int{http.StatusUnprocessableEntity},
}

type listTemplatesInput struct {
	Limit int   `query:"limit" minimum:"1" maximum:"500" default:"50" doc:"How many at most."`
	After int64 `query:"after" minimum:"1" doc:"Where the list goes on, as the header Link of an earlier answer has it." example:"41"`
}

type listTemplatesOutput struct {
	Link string `header:"Link" doc:"The address of the next part of the list, as rel=\"next\", where there is one."`
	Body []Template
}

func (a *API) listTemplates(ctx context.Context, in *listTemplatesInput) (*listTemplatesOutput, error) {
	found, err := a.Templates.List(ctx, in.After, in.Limit+1)
	if err != nil {
		return nil, err
	}
	found, last := cutPage(found, in.Limit)
	out := &listTemplatesOutput{Body: make([]Template, len(found))}
	for i, t := range found {
		out.Body[i] = newTemplate(t)
	}
	if last != nil {
		out.Link = a.nextLink(TaskBase+"/template", url.Values{"limit": {strconv.Itoa(in.Limit)}, "after": {strconv.FormatInt(last.Number, 10)}})
	}
	return out, nil
}

var getTemplate = operation{
	id:          "get-template",
	summary:     "Get a template",
	description: "Gives what is known of a template and its versions.",
	errors:      []int{http.StatusNotFound},
}

func (a *API) getTemplate(ctx context.Context, in *templateInput) (*templateOutput, error) {
	t, err := a.Templates.Find(ctx, in.ID)
	return answerTemplate(ctx, t, err)
}

var editTemplate = operation{
	id:          "edit-template",
	summary:     "Rename a template",
	description: "Names a template anew.",
	errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusConflict, http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity},
}

// TemplateEdit is the body of a change of a template.
type TemplateEdit struct {
	Name string `json:"name" maxLength:"200" doc:"Its name." example:"offer letter"`
}

type editTemplateInput struct {
	ID string `path:"id" doc:"Identifier of the template, or its name." example:"tpl-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	JSONInput
}

func (a *API) editTemplate(ctx context.Context, in *editTemplateInput) (*templateOutput, error) {
	var edit TemplateEdit
	if err := in.decode(ctx, &edit); err != nil {
		return nil, err
	}
	t, err := a.Templates.Rename(ctx, in.ID, edit.Name)
	return answerTemplate(ctx, t, err)
}

var deleteTemplate = operation{
	id:          "delete-template",
	summary:     "Delete a template",
	description: "Removes a template with all its versions. What was made with it stays.",
	errors:      []int{http.StatusNotFound},
}

func (a *API) deleteTemplate(ctx context.Context, in *templateInput) (*struct{}, error) {
	return nil, a.Templates.Delete(ctx, in.ID)
}

// versionInput names a version of a template.
type versionInput struct {
	ID      string `path:"id" doc:"Identifier of the template, or its name." example:"tpl-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Version int    `query:"version" minimum:"1" doc:"Number of a version; the newest one where this is missing." example:"2"`
}

func (a *API) findVersion(ctx context.Context, id string, number int) (template.Version, error) {
	t, err := a.Templates.Find(ctx, id)
	if err != nil {
		return template.Version{}, err
	}
	return t.Version(number)
}

var getTemplateFile = operation{
	id:          "get-template-file",
	summary:     "Get a template's file",
	description: "Gives the bytes of a version, under its file name. Ranges of them can be asked for.",
	errors:      []int{http.StatusNotFound},
	adjust:      func(_ huma.API, op *huma.Operation) { file(op, "The file, in its own type.", "*/*") },
}

func (a *API) getTemplateFile(ctx context.Context, in *versionInput) (*huma.StreamResponse, error) {
	v, err := a.findVersion(ctx, in.ID, in.Version)
	if err != nil {
		return nil, err
	}
	f, err := a.Templates.Open(ctx, v)
	if err != nil {
		return nil, err
	}
	return serveFile(document.Download{File: f, Name: v.Filename, MediaType: v.Type.MediaType(), Tag: strings.ReplaceAll(v.Content,
		"/", "")}), nil
}

// TemplateSchema is what a template wants.
type TemplateSchema struct {
	Schema any           `json:"schema" doc:"JSON Schema of the parameters, as far as the template shows it; null where it cannot be read."`
	Sample any           `json:"sample" doc:"Parameters that it allows; null likewise."`
	Errors []TaskProblem `json:"errors" nullable:"false" doc:"What is wrong with the template by itself."`
}

var getTemplateSchema = operation{
	id:      "get-template-schema",
	summary: "Get the schema of a template's parameters",
	description: "Gives the JSON Schema of the parameters that a version takes, inferred from its tags, with a sample of them, and what is " +
		"wrong with the template by itself.",
	errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusServiceUnavailable},
}

type templateSchemaOutput struct{ Body TemplateSchema }

func (a *API) getTemplateSchema(ctx context.Context, in *versionInput) (*templateSchemaOutput, error) {
	v, err := a.findVersion(ctx, in.ID, in.Version)
	if err != nil {
		return nil, err
	}
	check, err := a.Templates.Check(ctx, v)
	if err != nil {
		return nil, err
	}
	return &templateSchemaOutput{TemplateSchema{orNull(check.Schema), orNull(check.Sample),
		taskProblems(ctx, task.Problems(check.Problems))}}, nil
}

// orNull gives JSON that there may be none of.
func orNull(text json.RawMessage) any {
	if len(text) == 0 {
		return nil
	}
	return text
}

// registerTemplates adds the operations on templates.
func (a *API) registerTemplates(h huma.API) {
	const path = TaskBase + "/template"
	register(a, h, http.MethodGet, path, listTemplates, a.listTemplates)
	register(a, h, http.MethodPost, path, createTemplate, a.createTemplate)
	register(a, h, http.MethodGet, path+"/{id}", getTemplate, a.getTemplate)
	register(a, h, http.MethodPatch, path+"/{id}", editTemplate, a.editTemplate)
	register(a, h, http.MethodDelete, path+"/{id}", deleteTemplate, a.deleteTemplate)
	register(a, h, http.MethodPost, path+"/{id}/version", addTemplateVersion, a.addTemplateVersion)
	register(a, h, http.MethodGet, path+"/{id}/file", getTemplateFile, a.getTemplateFile)
	register(a, h, http.MethodGet, path+"/{id}/schema", getTemplateSchema, a.getTemplateSchema)
	register(a, h, http.MethodPost, path+"/{id}/render", renderTemplate, a.renderTemplate)
	register(a, h, http.MethodPost, path+"/{id}/preview", previewTemplate, a.previewTemplate)
	register(a, h, http.MethodPost, path+"/{id}/rows", readTemplateRows, a.readTemplateRows)
	register(a, h, http.MethodGet, path+"/{id}/data", listTemplateData, a.listTemplateData)
	register(a, h, http.MethodGet, path+"/{id}/data/{name}", getTemplateData, a.getTemplateData)
	register(a, h, http.MethodPut, path+"/{id}/data/{name}", saveTemplateData, a.saveTemplateData)
	register(a, h, http.MethodDelete, path+"/{id}/data/{name}", deleteTemplateData, a.deleteTemplateData)
	paths := h.OpenAPI().Paths
	for _, op := range []*huma.Operation{paths[path].Post, paths[path+"/{id}/version"].Post, paths[path+"/{id}/rows"].Post} {
		binary := &huma.Schema{Type: huma.TypeString, Format: "binary"}
		form := &huma.Schema{Type: huma.TypeObject, Properties: formFields(op), Required: []string{filePart}}
		form.Properties[filePart] = binary
		op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			"multipart/form-data":      {Schema: form},
			"application/octet-stream": {Schema: binary},
		}}
	}
	describeBody(paths[path+"/{id}"].Patch, schemaOf[TemplateEdit](h))
	describeBody(paths[path+"/{id}/render"].Post, schemaOf[TemplateRendering](h))
	paths[path+"/{id}/render"].Post.RequestBody.Required = false
	describeBody(paths[path+"/{id}/preview"].Post, schemaOf[TemplateLook](h))
	paths[path+"/{id}/preview"].Post.RequestBody.Required = false
	describeBody(paths[path+"/{id}/data/{name}"].Put, schemaOf[TemplateParams](h))
}

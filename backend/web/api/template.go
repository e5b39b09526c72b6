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

	"lectern/backend/document"
	"lectern/backend/internal/disposition"
	"lectern/backend/task"
	"lectern/backend/template"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
)

// Template is a template of the library.
type Template struct {
	ID        string            `json:"id" doc:"Identifier of the template; tasks accept its name as well." example:"tpl-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Name      string            `json:"name" doc:"Unique name of the template." example:"offer letter"`
	CreatedAt string            `json:"createdAt" doc:"When the first version was uploaded, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	Versions  []TemplateVersion `json:"versions" nullable:"false" doc:"Versions of the template, newest first; the newest is the default."`
}

// TemplateVersion is one version of a template.
type TemplateVersion struct {
	Number    int    `json:"number" doc:"Number of the version, from 1." example:"2"`
	Filename  string `json:"filename" doc:"File name of the version." example:"offer.docx"`
	Type      string `json:"type" enum:"docx,dotx,docm,dotm,xlsx,pptx,potx,zip" doc:"Type detected from the content; zip is a package of several templates."`
	MainType  string `json:"mainType,omitempty" enum:"docx,dotx,docm,dotm,xlsx,pptx,potx" doc:"Type of the first document of a package; absent for other templates, and if it is not known."`
	Size      int64  `json:"size" doc:"Size in bytes." example:"34567"`
	CreatedAt string `json:"createdAt" doc:"When the version was uploaded, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
}

func newTemplate(t template.Template) Template {
	out := Template{ID: t.ID, Name: t.Name, CreatedAt: timeText(t.CreatedAt), Versions: make([]TemplateVersion, len(t.Versions))}
	for i, v := range t.Versions {
		out.Versions[i] = TemplateVersion{v.Number, v.Filename, string(v.Type), string(v.MainType), v.Size, timeText(v.CreatedAt)}
	}
	return out
}

// TemplateFileInput is a request whose body is a file, or a form with a file.
type TemplateFileInput struct {
	Filename    string `query:"filename" maxLength:"1000" doc:"File name, if the body is the file." example:"offer.docx"`
	Disposition string `header:"Content-Disposition" doc:"Can contain the file name, if the body is the file." example:"attachment; filename=\"offer.docx\""`
	body.Request
}

// readFile stores the file of a request with receive, and copies the form's fields into the fields of input with the
// same names. If it fails, it discards the file.
func readFile[T any](ctx context.Context, in *TemplateFileInput, input any, receive func(name string, r io.Reader) (T, error),
	discard func(T)) (file T, err error) {
	name := cmp.Or(disposition.DecodeText(in.Filename), disposition.ParsePart(in.Disposition).Filename)
	files, _, err := body.ReadFiles(ctx, &in.Request, input, name, body.Files[T]{
		Receive: receive, Discard: discard, MaxIgnored: body.MaxIgnored, Check: body.OneFile[T],
	})
	if err != nil {
		return file, err
	}
	return files[0], nil
}

// readVersion stores the file of a request as a version of a template.
func (h *templateHandler) readVersion(ctx context.Context, in *TemplateFileInput, input any) (template.Version, error) {
	return readFile(ctx, in, input,
		func(name string, r io.Reader) (template.Version, error) { return h.templates.Receive(ctx, name, r) },
		func(v template.Version) { h.templates.Discard(ctx, v) })
}

type templateOutput struct{ Body Template }

// templateHandler serves the library of templates.
type templateHandler struct {
	templates *template.Service
	tasks     *task.Service
	url       publicURL
}

func (h *templateHandler) routes(r *route.Router) {
	route.Add(r, listTemplates, h.list)
	route.Add(r, createTemplate, h.create)
	route.Add(r, addSampleTemplate, h.addSample)
	route.Add(r, getTemplate, h.get)
	route.Add(r, editTemplate, h.edit)
	route.Add(r, deleteTemplate, h.delete)
	route.Add(r, addTemplateVersion, h.addVersion)
	route.Add(r, getTemplateFile, h.getFile)
	route.Add(r, getTemplateSchema, h.getSchema)
	route.Add(r, renderTemplate, h.render)
	route.Add(r, previewTemplate, h.preview)
	route.Add(r, readTemplateRows, h.readRows)
	route.Add(r, listTemplateData, h.listData)
	route.Add(r, getTemplateData, h.getData)
	route.Add(r, saveTemplateData, h.saveData)
	route.Add(r, deleteTemplateData, h.deleteData)
}

var createTemplate = route.Route{
	Method:  http.MethodPost,
	Path:    route.TaskBase + "/template",
	ID:      "create-template",
	Summary: "Upload a template",
	Description: "Stores a file as a new template: as the part `file` of a form, or as the body with its name in the parameter " +
		"`filename` or in `Content-Disposition`. It must be a .docx, .dotx, .docm, .dotm, .xlsx, .pptx or .potx, or a package of " +
		"several templates: a .zip with `application.json`.",
	Errors: []int{http.StatusBadRequest, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity, http.StatusInsufficientStorage},
	Body: body.File,
}

type createTemplateInput struct {
	Name string `query:"name" maxLength:"200" doc:"Name of the template. Default: the file name without its extension." example:"offer letter"`
	TemplateFileInput
}

func (h *templateHandler) create(ctx context.Context, in *createTemplateInput) (*templateOutput, error) {
	v, err := h.readVersion(ctx, &in.TemplateFileInput, in)
	if err != nil {
		return nil, body.Incomplete(ctx, err)
	}
	made, err := h.templates.Create(ctx, in.Name, v)
	route.NoteObjects(ctx, made.ID)
	return answerTemplate(ctx, made, err)
}

func answerTemplate(ctx context.Context, t template.Template, err error) (*templateOutput, error) {
	if err != nil {
		return nil, body.Incomplete(ctx, err)
	}
	return &templateOutput{newTemplate(t)}, nil
}

var addTemplateVersion = route.Route{
	Method:  http.MethodPost,
	Path:    route.TaskBase + "/template/{id}/version",
	ID:      "add-template-version",
	Summary: "Upload a version of a template",
	Description: "Stores a file as a new version of a template, which is used from then on. The file is sent like that of a new " +
		"template.",
	Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusConflict, http.StatusRequestEntityTooLarge,
		http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity, http.StatusInsufficientStorage},
	Body: body.File,
}

type templateInput struct {
	ID string `path:"id" doc:"Id or name of the template." example:"tpl-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
}

type addTemplateVersionInput struct {
	ID string `path:"id" doc:"Id or name of the template." example:"tpl-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	TemplateFileInput
}

func (h *templateHandler) addVersion(ctx context.Context, in *addTemplateVersionInput) (*templateOutput, error) {
	if _, err := h.templates.Find(ctx, in.ID); err != nil {
		return nil, err // an unknown template is rejected before anything is stored
	}
	v, err := h.readVersion(ctx, &in.TemplateFileInput, in)
	if err != nil {
		return nil, body.Incomplete(ctx, err)
	}
	changed, err := h.templates.AddVersion(ctx, in.ID, v)
	return answerTemplate(ctx, changed, err)
}

var listTemplates = route.Route{
	Method:  http.MethodGet,
	Path:    route.TaskBase + "/template",
	ID:      "list-templates",
	Summary: "List templates",
	Description: "Returns the templates of the library, newest first. If there are more templates, the header `Link` has the " +
		"address of the next part.",
	Errors: []int{http.StatusUnprocessableEntity},
}

type listTemplatesInput struct {
	Limit int   `query:"limit" minimum:"1" maximum:"500" default:"50" doc:"Maximum number of templates."`
	After int64 `query:"after" minimum:"1" doc:"Continue after this template: the value in the Link header of the previous response." example:"41"`
}

type listTemplatesOutput struct {
	Link string `header:"Link" doc:"Address of the next part of the list, as rel=\"next\", if there is one."`
	Body []Template
}

func (h *templateHandler) list(ctx context.Context, in *listTemplatesInput) (*listTemplatesOutput, error) {
	found, err := h.templates.List(ctx, in.After, in.Limit+1)
	if err != nil {
		return nil, err
	}
	found, last := cutPage(found, in.Limit)
	out := &listTemplatesOutput{Body: make([]Template, len(found))}
	for i, t := range found {
		out.Body[i] = newTemplate(t)
	}
	if last != nil {
		next := url.Values{"limit": {strconv.Itoa(in.Limit)}, "after": {strconv.FormatInt(last.Number, 10)}}
		out.Link = h.url.nextLink(listTemplates.Path, next)
	}
	return out, nil
}

var getTemplate = route.Route{
	Method:      http.MethodGet,
	Path:        route.TaskBase + "/template/{id}",
	ID:          "get-template",
	Summary:     "Get a template",
	Description: "Returns a template and its versions.",
	Errors:      []int{http.StatusNotFound},
}

func (h *templateHandler) get(ctx context.Context, in *templateInput) (*templateOutput, error) {
	t, err := h.templates.Find(ctx, in.ID)
	return answerTemplate(ctx, t, err)
}

var editTemplate = route.Route{
	Method:      http.MethodPatch,
	Path:        route.TaskBase + "/template/{id}",
	ID:          "edit-template",
	Summary:     "Rename a template",
	Description: "Changes the name of a template.",
	Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusConflict, http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity},
	Body: body.Object[TemplateEdit],
}

// TemplateEdit is the body of a request that renames a template.
type TemplateEdit struct {
	Name string `json:"name" maxLength:"200" doc:"New name of the template." example:"offer letter"`
}

type editTemplateInput struct {
	ID string `path:"id" doc:"Id or name of the template." example:"tpl-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	body.JSON
}

func (h *templateHandler) edit(ctx context.Context, in *editTemplateInput) (*templateOutput, error) {
	var edit TemplateEdit
	if err := in.Decode(ctx, &edit); err != nil {
		return nil, err
	}
	t, err := h.templates.Rename(ctx, in.ID, edit.Name)
	return answerTemplate(ctx, t, err)
}

var deleteTemplate = route.Route{
	Method:      http.MethodDelete,
	Path:        route.TaskBase + "/template/{id}",
	ID:          "delete-template",
	Summary:     "Delete a template",
	Description: "Removes a template with all its versions. Documents created from it are kept.",
	Errors:      []int{http.StatusNotFound},
}

func (h *templateHandler) delete(ctx context.Context, in *templateInput) (*struct{}, error) {
	return nil, h.templates.Delete(ctx, in.ID)
}

// versionInput is the input of requests about a version of a template.
type versionInput struct {
	ID      string `path:"id" doc:"Id or name of the template." example:"tpl-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Version int    `query:"version" minimum:"1" doc:"Number of the version. Default: the newest." example:"2"`
}

func (h *templateHandler) findVersion(ctx context.Context, id string, number int) (template.Version, error) {
	t, err := h.templates.Find(ctx, id)
	if err != nil {
		return template.Version{}, err
	}
	return t.Version(number)
}

var getTemplateFile = route.Route{
	Method:      http.MethodGet,
	Path:        route.TaskBase + "/template/{id}/file",
	ID:          "get-template-file",
	Summary:     "Get a template's file",
	Description: "Returns the bytes of a version under its file name. Supports range requests.",
	Errors:      []int{http.StatusNotFound},
	Describe:    func(_ huma.API, op *huma.Operation) { route.ReturnsFile(op, "The file, in its own type.", "*/*") },
}

func (h *templateHandler) getFile(ctx context.Context, in *versionInput) (*huma.StreamResponse, error) {
	v, err := h.findVersion(ctx, in.ID, in.Version)
	if err != nil {
		return nil, err
	}
	f, err := h.templates.Open(ctx, v)
	if err != nil {
		return nil, err
	}
	return serveFile(document.Download{File: f, Name: v.Filename, MediaType: v.Type.MediaType(), Tag: strings.ReplaceAll(v.Content,
		"/", "")}), nil
}

// TemplateSchema is the schema of a template's parameters.
type TemplateSchema struct {
	Schema any           `json:"schema" doc:"JSON Schema of the parameters, as far as it can be derived from the template; null if the template cannot be read."`
	Sample any           `json:"sample" doc:"Parameters that match the schema; null if the template cannot be read."`
	Errors []TaskProblem `json:"errors" nullable:"false" doc:"Errors in the template itself."`
}

var getTemplateSchema = route.Route{
	Method:  http.MethodGet,
	Path:    route.TaskBase + "/template/{id}/schema",
	ID:      "get-template-schema",
	Summary: "Get the schema of a template's parameters",
	Description: "Returns the JSON Schema of the parameters of a version, derived from its placeholders, with sample parameters and the " +
		"errors in the template itself.",
	Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusServiceUnavailable},
}

type templateSchemaOutput struct{ Body TemplateSchema }

func (h *templateHandler) getSchema(ctx context.Context, in *versionInput) (*templateSchemaOutput, error) {
	v, err := h.findVersion(ctx, in.ID, in.Version)
	if err != nil {
		return nil, err
	}
	check, err := h.templates.Check(ctx, v)
	if err != nil {
		return nil, err
	}
	return &templateSchemaOutput{TemplateSchema{orNull(check.Schema), orNull(check.Sample),
		taskProblems(ctx, task.Problems(check.Problems))}}, nil
}

// orNull returns JSON text, or nil if it is empty.
func orNull(text json.RawMessage) any {
	if len(text) == 0 {
		return nil
	}
	return text
}

var addSampleTemplate = route.Route{
	Method:  http.MethodPost,
	Path:    route.TaskBase + "/sample/{sample}",
	ID:      "add-sample-template",
	Summary: "Add a sample template",
	Description: "Stores one of Lectern's samples as a new template, with parameters to try it: an invoice, an offer letter or a " +
		"deck of slides. A new library has no templates.",
	Errors: []int{http.StatusConflict, http.StatusUnprocessableEntity, http.StatusInsufficientStorage},
}

type addSampleInput struct {
	Sample string `path:"sample" enum:"invoice,letter,deck" doc:"Name of the sample." example:"invoice"`
}

func (h *templateHandler) addSample(ctx context.Context, in *addSampleInput) (*templateOutput, error) {
	made, err := h.templates.AddSample(ctx, in.Sample)
	if err != nil {
		return nil, err
	}
	route.NoteObjects(ctx, made.ID)
	return &templateOutput{newTemplate(made)}, nil
}

package api

import (
	"context"
	"encoding/json"
	"net/http"

	"lectern/backend/account"
	"lectern/backend/internal/fault"
	"lectern/backend/task"
	"lectern/backend/template"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
)

var previewTemplate = route.Route{
	Method:  http.MethodPost,
	Path:    route.TaskBase + "/template/{id}/preview",
	ID:      "preview-template",
	Summary: "Preview a template",
	Description: "Fills a version at once and returns images of pages of the finished document. Nothing is stored. If the " +
		"template or the parameters have errors, the response has the `problems` and pages of the template itself, with `marks` " +
		"at the problems.",
	Right: account.Read,
	Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity,
		http.StatusTooManyRequests, http.StatusServiceUnavailable},
	Body: body.OptionalObject[TemplateLook],
}

// TemplateLook describes the body of a request for a preview.
type TemplateLook struct {
	Params   TaskParams `json:"params,omitempty" doc:"The parameters. Default: the sample."`
	Locale   string     `json:"locale,omitempty" doc:"Language of numbers and dates, if the template does not set one. Default: en." example:"de-CH"`
	TimeZone string     `json:"timeZone,omitempty" doc:"Time zone of dates, if the template does not set one. Default: UTC." example:"Europe/Zurich"`
	Missing  string     `json:"missing,omitempty" enum:"empty,keep,error" doc:"Result of a placeholder without a value, if the template does not set one. Default: empty."`
	Document int        `json:"document,omitempty" minimum:"1" doc:"Number of the document to draw, from 1, if the template creates several. Default: 1."`
	First    int        `json:"first,omitempty" minimum:"1" doc:"First page to draw. Default: 1."`
	Count    int        `json:"count,omitempty" minimum:"1" maximum:"20" doc:"Maximum number of pages. Default: 1."`
	Scale    float64    `json:"scale,omitempty" minimum:"0.1" maximum:"4" doc:"Scale in pixels per point. Default: 1."`
}

// previewFields are the fields of a TemplateLook as they are parsed.
type previewFields struct {
	Params   json.RawMessage `json:"params"`
	Locale   string          `json:"locale"`
	TimeZone string          `json:"timeZone"`
	Missing  string          `json:"missing"`
	Document int             `json:"document"`
	First    int             `json:"first"`
	Count    int             `json:"count"`
	Scale    float64         `json:"scale"`
}

// The limits of a preview.
const (
	maxPreviewPages = 20
	minScale        = 0.1
	maxScale        = 4
)

// options returns the options of a preview, or an error if a field is out of range.
func (f *previewFields) options() (template.PageSelection, error) {
	pages := template.PageSelection{Document: f.Document, First: f.First, Count: f.Count, Scale: f.Scale}
	switch {
	case f.Document < 1 || f.First < 1:
		return pages, fault.Field("/first", "Documents and pages are numbered from 1.")
	case f.Count < 1 || f.Count > maxPreviewPages:
		return pages, fault.Field("/count", "The number of pages must be from 1 to %d.", maxPreviewPages)
	case f.Scale < minScale || f.Scale > maxScale:
		return pages, fault.Field("/scale", "The scale must be from %v to %v pixels per point.", minScale, maxScale)
	}
	return pages, nil
}

// TemplatePreview contains pictures of the pages that a template creates.
type TemplatePreview struct {
	Documents []string       `json:"documents" nullable:"false" doc:"File names of the documents that the template creates; empty if there are problems."`
	PageCount int            `json:"pageCount" doc:"Number of pages of the drawn document, or of the template itself."`
	Pages     []TemplatePage `json:"pages" nullable:"false" doc:"The requested pages that exist."`
	Problems  []TaskProblem  `json:"problems" nullable:"false" doc:"All problems of the template and the parameters."`
	Marks     []TemplateMark `json:"marks" nullable:"false" doc:"Positions of problems on the pages of the template, one for each line, as far as they were found."`
}

// TemplatePage is the picture of a page.
type TemplatePage struct {
	Number int     `json:"number" doc:"Page number, from 1." example:"1"`
	Width  float64 `json:"width" doc:"Width in points." example:"595.28"`
	Height float64 `json:"height" doc:"Height in points." example:"841.89"`
	PNG    []byte  `json:"png" doc:"The image, in Base64." example:"iVBORw0KGgo="`
}

// TemplateMark is the position of a problem on a page.
type TemplateMark struct {
	Problem int        `json:"problem" doc:"Index of the problem in problems, from 0." example:"0"`
	Page    int        `json:"page" doc:"Page number, from 1." example:"1"`
	Box     [4]float64 `json:"box" doc:"Left, top, right and bottom, in points from the top left corner of the page."`
}

type previewTemplateInput struct {
	ID      string `path:"id" doc:"Id or name of the template." example:"tpl-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Version int    `query:"version" minimum:"1" doc:"Number of the version. Default: the newest." example:"2"`
	body.JSON
}

type previewTemplateOutput struct{ Body TemplatePreview }

func (h *templateHandler) preview(ctx context.Context, in *previewTemplateInput) (*previewTemplateOutput, error) {
	v, err := h.findVersion(ctx, in.ID, in.Version)
	if err != nil {
		return nil, err
	}
	fields := previewFields{Document: 1, First: 1, Count: 1, Scale: 1}
	if err := h.readFields(&in.JSON, &fields); err != nil {
		return nil, err
	}
	filling := renderingFields{Params: fields.Params, Locale: fields.Locale, TimeZone: fields.TimeZone, Missing: fields.Missing}
	if err := h.checkRendering(&filling); err != nil {
		return nil, err
	}
	pages, err := fields.options()
	if err != nil {
		return nil, err
	}
	seen, err := h.templates.Preview(ctx, v, filling.rendering(), pages)
	if err != nil {
		return nil, err
	}
	return &previewTemplateOutput{newPreview(ctx, &seen)}, nil
}

func newPreview(ctx context.Context, p *template.Preview) TemplatePreview {
	out := TemplatePreview{
		Documents: append([]string{}, p.Documents...), PageCount: p.PageCount, Pages: make([]TemplatePage, len(p.Pages)),
		Problems: taskProblems(ctx, task.Problems(p.Problems)), Marks: make([]TemplateMark, len(p.Marks)),
	}
	for i, page := range p.Pages {
		out.Pages[i] = TemplatePage(page)
	}
	for i, mark := range p.Marks {
		out.Marks[i] = TemplateMark{mark.Problem, mark.Page, mark.Box}
	}
	return out
}

// TemplateDataEntry is a stored set of parameters without its values.
type TemplateDataEntry struct {
	Name      string `json:"name" doc:"Name of the set, unique within the template." example:"Muster AG"`
	ChangedAt string `json:"changedAt" doc:"When the set was last saved, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
}

// TemplateData is a stored set of parameters.
type TemplateData struct {
	TemplateDataEntry
	Params any `json:"params" doc:"The parameters, a JSON object."`
}

// TemplateParams is the body of a request that stores parameters.
type TemplateParams struct {
	Params TaskParams `json:"params" doc:"The parameters."`
}

var listTemplateData = route.Route{
	Method:      http.MethodGet,
	Path:        route.TaskBase + "/template/{id}/data",
	ID:          "list-template-data",
	Summary:     "List sets of parameters",
	Description: "Returns the sets of parameters that are stored with a template, by name and without the parameters.",
	Errors:      []int{http.StatusNotFound},
}

type listTemplateDataOutput struct{ Body []TemplateDataEntry }

func (h *templateHandler) listData(ctx context.Context, in *templateInput) (*listTemplateDataOutput, error) {
	found, err := h.templates.ListData(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	out := &listTemplateDataOutput{Body: make([]TemplateDataEntry, len(found))}
	for i, d := range found {
		out.Body[i] = TemplateDataEntry{d.Name, timeText(d.ChangedAt)}
	}
	return out, nil
}

var getTemplateData = route.Route{
	Method:      http.MethodGet,
	Path:        route.TaskBase + "/template/{id}/data/{name}",
	ID:          "get-template-data",
	Summary:     "Get a set of parameters",
	Description: "Returns a set of parameters that is stored with a template.",
	Errors:      []int{http.StatusNotFound},
}

type templateDataInput struct {
	ID   string `path:"id" doc:"Id or name of the template." example:"tpl-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Name string `path:"name" doc:"Name of the set." example:"Muster AG"`
}

type templateDataOutput struct{ Body TemplateData }

func (h *templateHandler) getData(ctx context.Context, in *templateDataInput) (*templateDataOutput, error) {
	d, err := h.templates.FindData(ctx, in.ID, in.Name)
	return answerData(d, err)
}

func answerData(d template.Data, err error) (*templateDataOutput, error) {
	if err != nil {
		return nil, err
	}
	return &templateDataOutput{TemplateData{TemplateDataEntry{d.Name, timeText(d.ChangedAt)}, json.RawMessage(d.Params)}}, nil
}

var saveTemplateData = route.Route{
	Method:      http.MethodPut,
	Path:        route.TaskBase + "/template/{id}/data/{name}",
	ID:          "save-template-data",
	Summary:     "Save a set of parameters",
	Description: "Stores parameters with a template under a name, and replaces a set of that name. They are stored encrypted.",
	Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusConflict, http.StatusRequestEntityTooLarge,
		http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusInsufficientStorage},
	Body: body.Object[TemplateParams],
}

type saveTemplateDataInput struct {
	ID   string `path:"id" doc:"Id or name of the template." example:"tpl-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Name string `path:"name" doc:"Name of the set: one line of at most 100 characters." example:"Muster AG"`
	body.JSON
}

func (h *templateHandler) saveData(ctx context.Context, in *saveTemplateDataInput) (*templateDataOutput, error) {
	var fields struct {
		Params json.RawMessage `json:"params"`
	}
	in.SetLimit(h.tasks.Limits().Params + maxOtherFields)
	text, err := in.Read(ctx)
	if err == nil {
		err = setFields(text, &fields)
	}
	if err != nil {
		return nil, err
	}
	if fields.Params == nil {
		return nil, fault.Field("/params", "The field params is missing: send an object.")
	}
	if err := h.tasks.ValidateRendering(fields.Params, task.Options{}); err != nil {
		return nil, err
	}
	d, err := h.templates.SaveData(ctx, in.ID, in.Name, fields.Params)
	return answerData(d, err)
}

var deleteTemplateData = route.Route{
	Method:      http.MethodDelete,
	Path:        route.TaskBase + "/template/{id}/data/{name}",
	ID:          "delete-template-data",
	Summary:     "Delete a set of parameters",
	Description: "Removes a set of parameters.",
	Errors:      []int{http.StatusNotFound},
}

func (h *templateHandler) deleteData(ctx context.Context, in *templateDataInput) (*struct{}, error) {
	return nil, h.templates.DeleteData(ctx, in.ID, in.Name)
}

package api

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/convert/bundle"
	"lectern/backend/convert/filetype"
	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
	"lectern/backend/task"
	"lectern/backend/template"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
	"lectern/backend/web/attachment"
	"lectern/backend/web/problem"
)

var renderTemplate = route.Route{
	Method:  http.MethodPost,
	Path:    route.TaskBase + "/template/{id}/render",
	ID:      "render-template",
	Summary: "Try a template",
	Description: "Fills a version at once with the parameters of the body, or with the sample of its schema, and returns the " +
		"finished document without storing it. Several documents of a package are returned as a ZIP archive, or as one PDF if " +
		"the package merges them. Errors in the template or the parameters return 422, with the details in `problems`.",
	Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity,
		http.StatusTooManyRequests, http.StatusServiceUnavailable},
	Describe: func(_ huma.API, op *huma.Operation) {
		route.ReturnsFile(op, "The finished document, or the archive of several.", "*/*")
	},
	Body: body.OptionalObject[TemplateRendering],
}

// TemplateRendering describes the body of a request that fills a template without creating a task.
type TemplateRendering struct {
	Params   TaskParams `json:"params,omitempty" doc:"The parameters. Default: the sample."`
	Output   string     `json:"output,omitempty" enum:"template,pdf" doc:"Format of the result: the template's own type, or a PDF. Default: template."`
	Locale   string     `json:"locale,omitempty" doc:"Language of numbers and dates, if the template does not set one. Default: en." example:"de-CH"`
	TimeZone string     `json:"timeZone,omitempty" doc:"Time zone of dates, if the template does not set one. Default: UTC." example:"Europe/Zurich"`
	Missing  string     `json:"missing,omitempty" enum:"empty,keep,error" doc:"Result of a placeholder without a value, if the template does not set one. Default: empty."`
}

// renderingFields are the fields of a TemplateRendering as they are parsed.
type renderingFields struct {
	Params   json.RawMessage `json:"params"`
	Output   string          `json:"output"`
	Locale   string          `json:"locale"`
	TimeZone string          `json:"timeZone"`
	Missing  string          `json:"missing"`
}

type renderTemplateInput struct {
	ID      string `path:"id" doc:"Id or name of the template." example:"tpl-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Version int    `query:"version" minimum:"1" doc:"Number of the version. Default: the newest." example:"2"`
	body.JSON
}

func (h *templateHandler) render(ctx context.Context, in *renderTemplateInput) (*huma.StreamResponse, error) {
	v, err := h.findVersion(ctx, in.ID, in.Version)
	if err != nil {
		return nil, err
	}
	var fields renderingFields
	if err := h.readFields(&in.JSON, &fields); err != nil {
		return nil, err
	}
	if err := h.checkRendering(&fields); err != nil {
		return nil, err
	}
	filled, err := h.templates.Render(ctx, v, fields.rendering())
	if err != nil {
		return nil, err
	}
	if len(filled.Problems) > 0 || len(filled.Outputs) == 0 {
		return answerProblems(ctx, task.Problems(filled.Problems)), nil
	}
	files, err := h.templates.Finish(ctx, filled, fields.Output == string(task.OutputPDF))
	if err != nil {
		return nil, err
	}
	return answerFiles(v, files)
}

// answerFiles responds with a file if there is only one, and otherwise with a ZIP archive of all files.
func answerFiles(v template.Version, all []bundle.File) (*huma.StreamResponse, error) {
	one := all[0]
	if len(all) > 1 {
		var packed bytes.Buffer
		archive := bundle.NewArchive(&packed)
		for _, each := range all {
			if _, err := archive.Add(each.Name, time.Now(), bytes.NewReader(each.Content)); err != nil {
				return nil, err
			}
		}
		if err := archive.Close(); err != nil {
			return nil, err
		}
		one = bundle.File{Name: filetype.ReplaceExtension(v.Filename, filetype.Package), Type: filetype.Package, Content: packed.Bytes()}
	}
	return &huma.StreamResponse{Body: func(response huma.Context) {
		response.SetHeader("Content-Type", one.Type.MediaType())
		response.SetHeader("Content-Disposition", attachment.Disposition(one.Name))
		response.SetHeader("X-Content-Type-Options", "nosniff")
		response.SetHeader("Cache-Control", "no-store")
		_, _ = response.BodyWriter().Write(one.Content) // the client may have disconnected
	}}, nil
}

// rendering returns the parameters and options for rendering a template.
func (f *renderingFields) rendering() template.Rendering {
	return template.Rendering{Params: f.Params, Locale: f.Locale, TimeZone: f.TimeZone, Missing: f.Missing}
}

// readFields decodes the optional request body, which may contain parameters, into the struct to which into points.
func (h *templateHandler) readFields(in *body.JSON, target any) error {
	in.SetLimit(h.tasks.Limits().Params + maxOtherFields)
	text, err := in.ReadOptional()
	if err != nil || len(text) == 0 {
		return err
	}
	return setFields(text, target)
}

// setFields decodes a JSON object, which may contain parameters, into a struct. The argument target is a pointer to the
// struct.
func setFields(text []byte, target any) error {
	if err := task.CheckDepth(text, paramsDepth, "/params"); err != nil {
		return err
	}
	return body.SetPresent(text, target)
}

// checkRendering returns an error if a field is not valid.
func (h *templateHandler) checkRendering(f *renderingFields) error {
	if f.Output == string(task.OutputBoth) {
		return fault.Field("/output", "The output of a preview must be template or pdf.")
	}
	return h.tasks.ValidateRendering(f.Params, task.Options{
		Output: task.Output(f.Output), Locale: f.Locale, TimeZone: f.TimeZone, Missing: f.Missing})
}

// problemAnswer is an error response that lists all problems of a template.
type problemAnswer struct {
	*problem.Problem
	Problems []TaskProblem `json:"problems"`
}

func answerProblems(ctx context.Context, problems []task.Problem) *huma.StreamResponse {
	message := sentence.New("template-makes-nothing", "The template creates no document.")
	if len(problems) > 0 {
		message = problems[0].Message.Sentence()
	}
	refused := problem.Translatable(ctx, http.StatusUnprocessableEntity, message).Coded(fault.TemplateFailed)
	return &huma.StreamResponse{Body: func(response huma.Context) {
		_, w := humago.Unwrap(response)
		refused.Write(w, problemAnswer{refused, taskProblems(ctx, problems)})
	}}
}

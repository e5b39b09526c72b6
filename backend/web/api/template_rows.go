package api

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/account"
	"lectern/backend/internal/fault"
	"lectern/backend/task"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
	"lectern/converters/wire"
)

var readTemplateRows = route.Route{
	Method:  http.MethodPost,
	Path:    route.TaskBase + "/template/{id}/rows",
	ID:      "read-template-rows",
	Summary: "Check rows for a template",
	Description: "Reads a file of rows like `POST /v1/task` does to create many documents, and returns its first rows: CSV, a " +
		"workbook (.xlsx), JSON lines or a JSON list of objects, as the part `file` of a form or as the body. Texts are " +
		"interpreted according to the placeholders of the template. Nothing is stored. A file without rows returns 422, with the details " +
		"in `problems`.",
	Right: account.Read,
	Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusServiceUnavailable},
	Describe: func(h huma.API, op *huma.Operation) {
		route.StreamsJSON(op, "The rows.", route.SchemaOf[TemplateRows](h))
	},
	Body: body.File,
}

// TemplateRows are rows that were read from a file for a template.
type TemplateRows struct {
	Count int           `json:"count" doc:"Number of rows." example:"120"`
	Wrong int           `json:"wrong" doc:"Number of rows that cannot be read." example:"2"`
	Rows  []TemplateRow `json:"rows" nullable:"false" doc:"The first rows."`
}

// TemplateRow is a row that was read from a file.
type TemplateRow struct {
	Row    int           `json:"row" doc:"Number of the row, from 1." example:"7"`
	Line   int           `json:"line" doc:"Line of the text, or row of the sheet, where the row begins." example:"8"`
	Params RowParams     `json:"params" nullable:"true" doc:"Parameters of the row, in the order of the columns; null if the row cannot be read."`
	Errors []TaskProblem `json:"errors" nullable:"false" doc:"Errors of the row."`
}

type readTemplateRowsInput struct {
	ID      string `path:"id" doc:"Id or name of the template." example:"tpl-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Version int    `query:"version" minimum:"1" doc:"Number of the version. Default: the newest." example:"2"`
	Limit   int    `query:"limit" minimum:"1" maximum:"500" default:"50" doc:"Maximum number of rows to return."`
	Locale  string `query:"locale" maxLength:"100" doc:"Language of numbers, if the template does not set one. Default: en." example:"de-CH"`
	TemplateFileInput
}

func (h *templateHandler) readRows(ctx context.Context, in *readTemplateRowsInput) (*huma.StreamResponse, error) {
	file, err := h.readRowsFile(ctx, in)
	if err != nil {
		return nil, body.Incomplete(ctx, err)
	}
	v, err := h.findVersion(ctx, in.ID, in.Version)
	if err != nil {
		return nil, err
	}
	read, err := h.templates.ReadRows(ctx, v, file, in.Locale)
	if err != nil {
		return nil, err
	}
	if len(read.Problems) > 0 {
		return answerProblems(ctx, task.Problems(read.Problems)), nil
	}
	out := TemplateRows{Rows: []TemplateRow{}}
	for row, err := range read.Rows() {
		if err != nil {
			return nil, err
		}
		out.add(ctx, &row, in.Limit)
	}
	return &huma.StreamResponse{Body: func(response huma.Context) {
		_, w := humago.Unwrap(response)
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(out) // the client may have disconnected
	}}, nil
}

// readRowsFile returns the file with rows in a request. It copies each field of the form into the field of the input
// that has the same name.
func (h *templateHandler) readRowsFile(ctx context.Context, in *readTemplateRowsInput) ([]byte, error) {
	check := func() error { return h.tasks.ValidateRendering(nil, task.Options{Locale: in.Locale}) }
	if _, err := h.findVersion(ctx, in.ID, in.Version); err != nil {
		return nil, err // an unknown version is rejected before the file is read
	}
	if err := check(); err != nil {
		return nil, err
	}
	limit := h.tasks.Limits().Params
	if err := in.ReserveMemory(limit+body.MaxFields, limit+body.MaxFields); err != nil {
		return nil, err
	}
	file, err := readFile(ctx, &in.TemplateFileInput, in, func(_ string, r io.Reader) ([]byte, error) {
		rows, err := io.ReadAll(io.LimitReader(r, limit+1))
		switch {
		case int64(len(rows)) > limit:
			return nil, task.ParamsTooLarge(limit)
		case err == nil && len(rows) == 0:
			return nil, fault.Field(body.FilePart, "The file of rows is empty.").WithCode(fault.FileEmpty)
		}
		return rows, err
	}, func([]byte) {})
	return file, cmp.Or(err, check())
}

// add counts a row, and appends it unless the list already has limit rows.
func (t *TemplateRows) add(ctx context.Context, row *wire.TemplateRow, limit int) {
	t.Count++
	if len(row.Problems) > 0 {
		t.Wrong++
	}
	if len(t.Rows) >= limit {
		return
	}
	t.Rows = append(t.Rows, TemplateRow{row.Row, row.Line, RowParams(row.Params), taskProblems(ctx, task.Problems(row.Problems))})
}

// RowParams are the parameters of a row as JSON, in the order of the columns.
type RowParams json.RawMessage

// MarshalJSON implements [json.Marshaler].
func (p RowParams) MarshalJSON() ([]byte, error) { return json.RawMessage(p).MarshalJSON() }

// Schema implements [huma.SchemaProvider].
func (RowParams) Schema(r huma.Registry) *huma.Schema { return TaskParams{}.Schema(r) }

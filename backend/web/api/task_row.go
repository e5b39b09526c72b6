package api

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence/translation"
	"lectern/backend/task"
	"lectern/backend/web/api/route"
)

// TaskRow is a row of a task.
type TaskRow struct {
	Row     int    `json:"row" doc:"Number of the row in the file, from 1." example:"7"`
	Line    int    `json:"line" doc:"Line of the text, or row of the sheet, where the row begins." example:"8"`
	State   string `json:"state" enum:"done,failed" doc:"Result of the row."`
	Name    string `json:"name,omitempty" doc:"File name of its first document, in a ZIP archive the name there; absent if it has none." example:"Letter 7.docx"`
	Message string `json:"message,omitempty" doc:"Why the row failed, as a sentence for people: the first entry of errors; failed rows only." example:"There is no value for “name”."`
	// LocalMessage is Message in the language that the client prefers; empty if that is English.
	LocalMessage string        `json:"localMessage,omitempty" doc:"The message in the language that Accept-Language prefers; absent if that is English or the message has no translation." example:"Il n’y a pas de valeur pour « name »."`
	Errors       []TaskProblem `json:"errors" nullable:"false" doc:"All errors of the row; empty unless it failed."`
	Results      []TaskResult  `json:"results" nullable:"false" doc:"The documents of the row; empty if bundle combined them."`
}

var listTaskRows = route.Route{
	Method:  http.MethodGet,
	Path:    route.TaskBase + "/task/{id}/row",
	ID:      "list-task-rows",
	Summary: "List the rows of a task",
	Description: "Returns the rows of a task that have ended, by number; none for a task without rows. If there are more rows, " +
		"the header `Link` has the address of the next part. While the task runs, a row may end after a later one.",
	Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
}

type listTaskRowsInput struct {
	ID    string `path:"id" doc:"Identifier of the task." example:"t-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	State string `query:"state" enum:"done,failed" doc:"Only rows in this state."`
	Limit int    `query:"limit" minimum:"1" maximum:"500" default:"50" doc:"Maximum number of rows."`
	After int    `query:"after" minimum:"0" doc:"Continue after the row with this number." example:"41"`
}

type listTaskRowsOutput struct {
	Link string `header:"Link" doc:"Address of the next part of the list, as rel=\"next\", if there is one."`
	Body []TaskRow
}

func (h *taskHandler) listRows(ctx context.Context, in *listTaskRowsInput) (*listTaskRowsOutput, error) {
	found, err := h.tasks.ListRows(ctx, in.ID, task.RowQuery{State: task.RowState(in.State), After: in.After, Limit: in.Limit + 1})
	if err != nil {
		return nil, err
	}
	found, last := cutPage(found, in.Limit)
	out := &listTaskRowsOutput{Body: make([]TaskRow, len(found))}
	for i := range found {
		if out.Body[i], err = h.describeRow(ctx, in.ID, &found[i]); err != nil {
			return nil, err
		}
	}
	if last != nil {
		out.Link = h.url.nextLink(route.TaskBase+"/task/"+url.PathEscape(in.ID)+"/row",
			url.Values{"state": {in.State}, "limit": {strconv.Itoa(in.Limit)}, "after": {strconv.Itoa(last.Number)}})
	}
	return out, nil
}

// describeRow returns the response body that describes a row of a task.
func (h *taskHandler) describeRow(ctx context.Context, id string, row *task.Row) (TaskRow, error) {
	message := row.Message()
	out := TaskRow{
		Row: row.Number, Line: row.Line, State: string(row.State), Name: row.Name, Message: message.String(), LocalMessage: translation.Local(ctx,
			message.Sentence()),
		Errors: taskProblems(ctx, row.Problems), Results: make([]TaskResult, len(row.Results)),
	}
	err := h.describeResults(ctx, id, row.Results, out.Results)
	return out, err
}

// TaskRows describes the rows of a task in the OpenAPI document: a list of objects whose values may have any type.
type TaskRows []TaskParams

// checkRows rejects JSON that is not a list of objects, or an empty list.
func checkRows(text []byte) error {
	wrong := fault.Field("/rows", "The rows must be a list of JSON objects with at least one entry.")
	decoder := json.NewDecoder(bytes.NewReader(text))
	if start, err := decoder.Token(); err != nil || start != json.Delim('[') || !decoder.More() {
		return wrong
	}
	for decoder.More() {
		var row json.RawMessage
		if err := decoder.Decode(&row); err != nil || row[0] != '{' {
			return wrong
		}
	}
	return nil
}

// TaskParams describes the parameters of a template in the OpenAPI document: an object whose values may have any type.
type TaskParams map[string]any

// Schema implements [huma.SchemaProvider].
func (TaskParams) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
}

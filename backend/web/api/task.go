package api

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/convert/filetype"
	"lectern/backend/document"
	"lectern/backend/internal/fault"
	"lectern/backend/sentence/translation"
	"lectern/backend/session"
	"lectern/backend/task"
	"lectern/backend/template"
	"lectern/backend/web/api/route"
)

// Task is a template task.
type Task struct {
	ID        string `json:"taskID" doc:"Identifier of the task." example:"t-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	State     string `json:"state" enum:"queued,running,completed,failed,cancelled" doc:"State of the task."`
	CreatedAt string `json:"createdAt" doc:"When it was posted, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	StartedAt string `json:"startedAt,omitempty" doc:"When the task started; absent until then." example:"2026-01-02T03:04:05.690+00:00"`
	EndedAt   string `json:"endedAt,omitempty" doc:"When the task ended; absent until then." example:"2026-01-02T03:04:06.012+00:00"`
	Message   string `json:"message,omitempty" doc:"Why the task failed, as a sentence for people: the first entry of errors; failed tasks only." example:"The loop “items” is never closed."`
	// LocalMessage is Message in the language that the client prefers; empty if that is English.
	LocalMessage string        `json:"localMessage,omitempty" doc:"The message in the language that Accept-Language prefers; absent if that is English or the message has no translation." example:"La boucle « items » n’est jamais fermée."`
	Template     string        `json:"template,omitempty" doc:"Identifier of the template, if the template itself was not posted." example:"offer letter"`
	Version      int           `json:"version,omitempty" doc:"Version of the template in the library, once it is found or if one was requested." example:"2"`
	TemplateName string        `json:"templateName,omitempty" doc:"File name of the template, once it is available." example:"offer.docx"`
	Output       string        `json:"output" enum:"template,pdf,both" doc:"Format of the results: documents of the template's own type, PDFs, or both."`
	Bundle       string        `json:"bundle,omitempty" enum:"files,zip,pdf" doc:"How the documents of the rows are returned: separately, as one ZIP archive, or as one PDF in their order. Absent for a task without rows."`
	Rows         *TaskProgress `json:"rows,omitempty" doc:"Progress of a task with rows; absent for a task without rows."`
	View         bool          `json:"view" doc:"Whether the results become documents in the library."`
	Integration  string        `json:"integration,omitempty" doc:"Type of the platform that the task uses; absent for none." example:"Salesforce"`
	Log          []TaskEntry   `json:"log" nullable:"false" doc:"Log of the task, oldest entry first."`
	Errors       []TaskProblem `json:"errors" nullable:"false" doc:"All errors; empty unless the task failed."`
	Results      []TaskResult  `json:"results" nullable:"false" doc:"The documents created by the task. A failed task has copies of the template with comments that mark the errors. A task with rows has the combined documents here if bundle combines them; otherwise the results are in the rows."`
}

// TaskProgress is the progress of a task with rows.
type TaskProgress struct {
	Count  int `json:"count" doc:"Number of rows; 0 until they are read." example:"100"`
	Done   int `json:"done" doc:"Number of rows whose documents are finished." example:"60"`
	Failed int `json:"failed" doc:"Number of rows that failed." example:"3"`
}

// TaskEntry is a line of a task's log.
type TaskEntry struct {
	At      string `json:"at" doc:"Time of the entry, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	Message string `json:"message" doc:"What was done, as a sentence for people." example:"The task has begun."`
	// LocalMessage is Message in the language that the client prefers; empty if that is English.
	LocalMessage string `json:"localMessage,omitempty" doc:"The message in the language that Accept-Language prefers; absent if that is English or the message has no translation." example:"La tâche a commencé."`
}

// TaskProblem is an error in a template, in its parameters or in their processing.
type TaskProblem struct {
	Code    string `json:"code" doc:"Stable name of the problem for programs." example:"unclosed-loop"`
	Message string `json:"message" doc:"The problem, as a sentence for people." example:"The loop “items” is never closed."`
	// LocalMessage is Message in the language that the client prefers; empty if that is English.
	LocalMessage string `json:"localMessage,omitempty" doc:"The message in the language that Accept-Language prefers; absent if that is English or the message has no translation." example:"La boucle « items » n’est jamais fermée."`
	File         string `json:"file,omitempty" doc:"The file with the problem, in a package of several templates." example:"letter.docx"`
	Part         string `json:"part,omitempty" doc:"The part of the file." example:"word/document.xml"`
	Paragraph    string `json:"paragraph,omitempty" doc:"Text of the paragraph, shortened." example:"Items: {#items}"`
	Tag          string `json:"tag,omitempty" doc:"The text between the delimiters." example:"#items"`
	Nearest      string `json:"nearest,omitempty" doc:"The valid name that is most similar to the wrong one." example:"upper"`
}

// TaskResult is a document that a task has created.
type TaskResult struct {
	ID          string        `json:"id" doc:"Identifier of the result." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Name        string        `json:"name" doc:"File name." example:"offer.docx"`
	Size        int64         `json:"size" doc:"Size in bytes." example:"34567"`
	ContentType string        `json:"contentType" doc:"Media type." example:"application/pdf"`
	URL         string        `json:"url" doc:"Address of the file, valid for one hour without a key; afterwards it returns 410, and the task returns a new one." example:"http://127.0.0.1:7420/v1/task/t-3xq7m2v5kq4yyb2gq6v4x5n7ta/result/mq2v7x5kzr4nyb3gq6v4w5n7ta?token=…"`
	DocumentID  string        `json:"documentId,omitempty" doc:"The document in the library, if view was set." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Session     *KnownSession `json:"session,omitempty" doc:"A viewing session of that document, valid for one hour after the end of the task. It is created by the key that posted the task."`
	PlatformID  string        `json:"platformId,omitempty" doc:"Id of the result on the platform, if it was stored there." example:"068D00000000001AAA"`
	Marked      bool          `json:"marked,omitempty" doc:"Whether this is a copy of the template with marked problems; absent if not."`
}

// describe returns the response body that describes a task.
func (h *taskHandler) describe(ctx context.Context, t task.Task) (Task, error) {
	out := Task{
		ID: t.ID, State: string(t.State), CreatedAt: timeText(t.CreatedAt), StartedAt: timeText(t.StartedAt), EndedAt: timeText(t.EndedAt),
		Message: t.Message().String(), LocalMessage: translation.Local(ctx, t.Message().Sentence()), Template: t.Identifier, Version: t.Version,
		TemplateName: t.TemplateName,
		Output:       string(t.Output), Bundle: string(t.Bundle), View: t.View, Log: make([]TaskEntry, len(t.Log)), Errors: taskProblems(ctx,
			t.Problems), Results: make([]TaskResult, len(t.Results)),
	}
	if t.Integration != nil {
		out.Integration = t.Integration.Type
	}
	if t.Rows != nil {
		out.Rows = &TaskProgress{Count: t.Rows.Count, Done: t.Rows.Done, Failed: t.Rows.Failed}
	}
	for i, entry := range t.Log {
		out.Log[i] = TaskEntry{timeText(entry.At), entry.Message.String(), translation.Local(ctx, entry.Message.Sentence())}
	}
	err := h.describeResults(ctx, t.ID, t.Results, out.Results)
	return out, err
}

// describeResults describes the results of a task or a row. It stores the descriptions in the elements of out.
func (h *taskHandler) describeResults(ctx context.Context, id string, results []task.Result, out []TaskResult) (err error) {
	for i := range results {
		if out[i], err = h.describeResult(ctx, id, &results[i]); err != nil {
			return err
		}
	}
	return nil
}

func taskProblems(ctx context.Context, problems []task.Problem) []TaskProblem {
	out := make([]TaskProblem, len(problems))
	for i, p := range problems {
		out[i] = TaskProblem{Code: p.Code, Message: p.Message.String(), LocalMessage: translation.Local(ctx, p.Message.Sentence()),
			File: p.File, Part: p.Part, Paragraph: p.Paragraph, Tag: p.Tag, Nearest: p.Nearest}
	}
	return out
}

func (h *taskHandler) describeResult(ctx context.Context, id string, r *task.Result) (TaskResult, error) {
	token, err := h.tasks.Token(id, r.ID)
	if err != nil {
		return TaskResult{}, err
	}
	out := TaskResult{
		ID: r.ID, Name: r.Name, Size: r.Size, ContentType: filetype.Type(r.Type).MediaType(), DocumentID: r.DocumentID, PlatformID: r.PlatformID,
		Marked: r.ShowsProblems,
		URL:    h.url() + route.TaskBase + "/task/" + url.PathEscape(id) + "/result/" + url.PathEscape(r.ID) + "?token=" + token,
	}
	if r.SessionID == "" {
		return out, nil
	}
	switch granted, err := h.sessions.Find(ctx, r.SessionID); {
	case fault.Is(err, fault.NotFound): // the session ended long ago and was removed
	case err != nil:
		return out, err
	default:
		session := h.url.newKnownSession(ctx, granted)
		out.Session = &session
	}
	return out, nil
}

type taskOutput struct{ Body Task }

// taskHandler serves the tasks that fill templates.
type taskHandler struct {
	tasks     *task.Service
	templates *template.Service
	sessions  *session.Service
	url       publicURL
}

func (h *taskHandler) routes(r *route.Router) {
	route.Add(r, postTask, h.post)
	route.Add(r, listTasks, h.list)
	route.Add(r, getTask, h.get)
	route.Add(r, deleteTask, h.delete)
	route.Add(r, listTaskRows, h.listRows)
	route.Add(r, getTaskResult, h.getResult)
}

var getTask = route.Route{
	Method:      http.MethodGet,
	Path:        route.TaskBase + "/task/{id}",
	ID:          "get-task",
	Summary:     "Get a task",
	Description: "Returns a task at once, or, with `wait`, as soon as it reaches a state, ends, or the time is over.",
	Errors:      []int{http.StatusNotFound, http.StatusUnprocessableEntity},
}

type getTaskInput struct {
	ID      string `path:"id" doc:"Identifier of the task." example:"t-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Wait    string `query:"wait" enum:"running,completed,failed,cancelled" doc:"State to wait for."`
	Timeout int    `query:"timeout" minimum:"0" maximum:"300" default:"30" doc:"Maximum time to wait, in seconds."`
}

func (h *taskHandler) get(ctx context.Context, in *getTaskInput) (*taskOutput, error) {
	timeout := time.Duration(in.Timeout) * time.Second
	if in.Wait == "" {
		timeout = 0
	}
	waiting, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	t, err := h.tasks.Await(waiting, in.ID, func(t task.Task) bool {
		return t.State.Ended() || in.Wait == string(task.Running) && t.State == task.Running
	})
	if err != nil {
		return nil, err
	}
	body, err := h.describe(ctx, t)
	return &taskOutput{body}, err
}

var listTasks = route.Route{
	Method:  http.MethodGet,
	Path:    route.TaskBase + "/task",
	ID:      "list-tasks",
	Summary: "List tasks",
	Description: "Returns tasks, newest first. If there are more tasks, the header `Link` has the address of the next part. " +
		"Tasks are kept for `taskDays`, a setting, after they end.",
	Errors: []int{http.StatusUnprocessableEntity},
}

type listTasksInput struct {
	State    string `query:"state" enum:"queued,running,completed,failed,cancelled" doc:"Only tasks in this state."`
	Template string `query:"template" maxLength:"1000" doc:"Only tasks of this template: the id or name of a template in the library finds tasks posted with either; other values find tasks posted with the same value." example:"offer letter"`
	Limit    int    `query:"limit" minimum:"1" maximum:"500" default:"50" doc:"Maximum number of tasks."`
	After    int64  `query:"after" minimum:"1" doc:"Continue after this task: the value in the Link header of the previous response." example:"41"`
}

type listTasksOutput struct {
	Link string `header:"Link" doc:"Address of the next part of the list, as rel=\"next\", if there is one."`
	Body []Task
}

func (h *taskHandler) list(ctx context.Context, in *listTasksInput) (*listTasksOutput, error) {
	filter, err := h.templateFilter(ctx, in.Template)
	if err != nil {
		return nil, err
	}
	found, err := h.tasks.List(ctx, task.Query{State: task.State(in.State), Template: filter, After: in.After, Limit: in.Limit + 1})
	if err != nil {
		return nil, err
	}
	found, last := cutPage(found, in.Limit)
	out := &listTasksOutput{Body: make([]Task, len(found))}
	for i, t := range found {
		if out.Body[i], err = h.describe(ctx, t); err != nil {
			return nil, err
		}
	}
	if last != nil {
		out.Link = h.url.nextLink(listTasks.Path, url.Values{"state": {in.State}, "template": {in.Template}, "limit": {strconv.Itoa(in.Limit)},
			"after": {strconv.FormatInt(last.Number, 10)}})
	}
	return out, nil
}

// templateFilter returns the filter for the tasks of a template, or nil if identifier is empty.
func (h *taskHandler) templateFilter(ctx context.Context, identifier string) (*task.TemplateFilter, error) {
	if identifier == "" {
		return nil, nil
	}
	t, err := h.templates.Find(ctx, identifier)
	switch {
	case fault.Is(err, fault.NotFound): // the template is on a platform, or was deleted
		return &task.TemplateFilter{ID: identifier, Name: identifier}, nil
	case err != nil:
		return nil, err
	}
	return &task.TemplateFilter{ID: t.ID, Name: t.Name}, nil
}

type taskInput struct {
	ID string `path:"id" doc:"Identifier of the task." example:"t-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
}

var deleteTask = route.Route{
	Method:  http.MethodDelete,
	Path:    route.TaskBase + "/task/{id}",
	ID:      "delete-task",
	Summary: "Cancel or delete a task",
	Description: "Cancels a task that has not ended; it stays in the list as `cancelled`. A task that has ended is removed with " +
		"its results; its documents in the library are kept.",
	Errors: []int{http.StatusNotFound},
}

func (h *taskHandler) delete(ctx context.Context, in *taskInput) (*struct{}, error) {
	return nil, h.tasks.Delete(ctx, in.ID)
}

var getTaskResult = route.Route{
	Method:  http.MethodGet,
	Path:    route.TaskBase + "/task/{id}/result/{result}",
	ID:      "get-task-result",
	Summary: "Get a result of a task",
	Description: "Returns a document that the task created, under its file name: without a key at the address given by the task, " +
		"which is valid for an hour, or else with a key. Supports range requests.",
	Errors:   []int{http.StatusNotFound, http.StatusGone},
	Keyless:  func(ctx huma.Context) bool { return ctx.Query("token") != "" },
	Describe: func(_ huma.API, op *huma.Operation) { route.ReturnsFile(op, "The file, in its own type.", "*/*") },
}

type taskResultInput struct {
	ID     string `path:"id" doc:"Identifier of the task." example:"t-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Result string `path:"result" doc:"Identifier of the result." example:"mq2v7x5kzr4nyb3gq6v4w5n7ta"`
	Token  string `query:"token" maxLength:"500" doc:"Token in the address of a result that replaces a key." example:"9f86d081884c7d65"`
}

func (h *taskHandler) getResult(ctx context.Context, in *taskResultInput) (*huma.StreamResponse, error) {
	if in.Token != "" {
		if err := h.tasks.CheckToken(in.ID, in.Result, in.Token); err != nil {
			return nil, err
		}
	}
	result, f, err := h.tasks.Open(ctx, in.ID, in.Result)
	if err != nil {
		return nil, err
	}
	return serveFile(document.Download{File: f, Name: result.Name, MediaType: filetype.Type(result.Type).MediaType(), Tag: in.Result}), nil
}

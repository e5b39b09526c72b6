package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/internal/disposition"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/idempotency"
	"lectern/backend/internal/jsonobject"
	"lectern/backend/internal/sealedurl"
	"lectern/backend/task"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
	"lectern/converters/wire/nearest"
)

var postTask = route.Route{
	Method:  http.MethodPost,
	Path:    route.TaskBase + "/task",
	ID:      "post-task",
	Summary: "Post a task",
	Description: "Fills a template with parameters. The template is a part `template` of a form, with a file name, or is given " +
		"by its identifier: the id or name of a template in the library, or, with `integration`, the identifier on the platform. " +
		"In a form, the fields of the JSON body are in the part `data`; a part `param.<name>` contains JSON that becomes the " +
		"parameter of that name and takes precedence over `data`. The parts can be in any order.\n\nThe response is 202 before " +
		"the task begins: `GET /v1/task/{id}` and the webhook events `task.completed` and `task.failed` report the result. If " +
		"the template is not found or is broken, the task fails.\n\nWith `rows`, a list of objects, or a part `rows` of a form " +
		"with a file (CSV, XLSX, JSON lines, a JSON list), the template is filled once per row: the parameters of a row take " +
		"precedence over the common ones. A row that fails does not stop the others: `GET /v1/task/{id}/row` lists them. The " +
		"task fails if no row could be completed.",
	Status: http.StatusAccepted,
	Errors: []int{http.StatusBadRequest, http.StatusGone, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusInsufficientStorage},
	Body: taskBody,
}

// TaskOrder describes the body of a request for a task.
type TaskOrder struct {
	Template    string           `json:"template,omitempty" maxLength:"1000" doc:"Identifier of the template, unless the template itself is sent: its id or name in the library, or its identifier on the platform." example:"offer letter"`
	Version     int              `json:"version,omitempty" minimum:"1" doc:"Version of the template in the library. Default: the newest." example:"2"`
	Params      TaskParams       `json:"params,omitempty" doc:"The parameters of the template, with any values."`
	Rows        TaskRows         `json:"rows,omitempty" doc:"Parameters of many documents, one object for each. The template is filled once per object, combined with params; the values of the row take precedence."`
	Bundle      string           `json:"bundle,omitempty" enum:"files,zip,pdf" doc:"How the documents of the rows are returned: separately, as one ZIP archive, or as one PDF in their order, which requires the output pdf. Default: files."`
	Name        string           `json:"name,omitempty" maxLength:"1000" doc:"Name of the documents without extension; may contain placeholders; {$row} is the number of the row. Default: the name of the template, followed by the number of the row if there are rows. Documents named by a package keep their names." example:"Letter {customer.name}"`
	Integration *TaskIntegration `json:"integration,omitempty" doc:"The platform that provides the template and receives the results."`
	Output      string           `json:"output,omitempty" enum:"template,pdf,both" doc:"Format of the results: documents of the template's own type, PDFs, or both. Default: template."`
	View        bool             `json:"view,omitempty" doc:"Whether the results become documents in the library, each with a session of one hour."`
	WebhookURL  string           `json:"webhookURL,omitempty" doc:"Address that receives task.completed or task.failed." example:"https://example.com/hook"`
	Locale      string           `json:"locale,omitempty" doc:"Language of numbers and dates, if the template does not set one. Default: en." example:"de-CH"`
	TimeZone    string           `json:"timeZone,omitempty" doc:"Time zone of dates, if the template does not set one. Default: UTC." example:"Europe/Zurich"`
	Missing     string           `json:"missing,omitempty" enum:"empty,keep,error" doc:"Result of a placeholder without a value, if the template does not set one: empty, kept, or an error. Default: empty."`
}

// TaskIntegration describes the platform of a task.
type TaskIntegration struct {
	Type      string `json:"type" doc:"Name of the platform." example:"Salesforce"`
	SessionID string `json:"sessionID,omitempty" doc:"The caller's session on the platform. It is kept in memory only, until the task ends."`
	ServerURL string `json:"serverURL,omitempty" doc:"Address of the platform's server." example:"https://example.my.salesforce.com"`
	LinkTo    string `json:"linkTo,omitempty" doc:"Record that results are linked to, unless the parameter recordId names one." example:"001D000000IqhSLIAZ"`
}

// TaskAccepted is the response to a request that creates a task.
type TaskAccepted struct {
	TaskID  string `json:"taskID" doc:"Identifier of the task." example:"t-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Message string `json:"message" doc:"What happened, as a sentence for people." example:"The task was taken in."`
}

type postTaskInput struct {
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"200" doc:"A name chosen by the client for this request. A second request with the same name within 24 hours returns the task of the first one." example:"order-4711"`
	body.JSON
}

type postTaskOutput struct{ Body TaskAccepted }

func (h *taskHandler) post(ctx context.Context, in *postTaskInput) (*postTaskOutput, error) {
	if in.IdempotencyKey == "" { // a repeated request gets its response even if the queue is full
		if err := h.tasks.CheckQueue(ctx); err != nil {
			return nil, err
		}
	}
	order, err := h.readOrder(ctx, in)
	if err != nil {
		h.tasks.Discard(ctx, order.Template)
		return nil, body.Incomplete(ctx, err)
	}
	order.Maker = route.Sender(ctx).ID
	if in.IdempotencyKey != "" {
		order.Idempotency = &idempotency.Key{Sender: route.Sender(ctx).ID, Name: in.IdempotencyKey}
	}
	t, err := h.tasks.Post(ctx, order)
	if err != nil {
		return nil, err
	}
	route.NoteObjects(ctx, t.ID)
	return &postTaskOutput{TaskAccepted{TaskID: t.ID, Message: "The task was accepted. GET " + route.TaskBase + "/task/" + t.ID +
		" returns its state."}}, nil
}

// maxOtherFields is the size limit, in bytes, of the body without the parameters.
const maxOtherFields = 64 << 10

// readOrder reads a request that creates a task, sent as JSON or as a form. If readOrder fails, the returned order
// contains the parts of the request that were already stored, so that the caller can remove them.
func (h *taskHandler) readOrder(ctx context.Context, in *postTaskInput) (order task.Order, err error) {
	bounds := h.tasks.Limits()
	switch {
	case in.IsMultipart():
		form := &taskForm{tasks: h.tasks, remaining: bounds.Params + maxOtherFields, params: map[string]json.RawMessage{}}
		inMemory := 2*bounds.Params + maxOtherFields // for the parameters and the rows
		err := in.ReadParts(ctx, bounds.Template+inMemory, inMemory, func(part *multipart.Part) error { return form.readPart(ctx, part) })
		if err == nil {
			err = form.complete()
		}
		return form.order, err
	case !in.IsJSON():
		return order, in.RefuseType(ctx, "A task must be posted as JSON with Content-Type: application/json, or as a form, "+
			"multipart/form-data, with its template as the part 'template'.")
	}
	in.SetLimit(bounds.Params + maxOtherFields)
	text, err := in.Read(ctx)
	if err == nil {
		err = parseOrder(text, &order)
	}
	return order, err
}

// orderFields are the fields of a TaskOrder as they are parsed.
type orderFields struct {
	Template    string          `json:"template"`
	Version     *int            `json:"version"`
	Params      json.RawMessage `json:"params"`
	Rows        json.RawMessage `json:"rows"`
	Bundle      string          `json:"bundle"`
	Name        string          `json:"name"`
	Integration json.RawMessage `json:"integration"`
	Output      string          `json:"output"`
	View        bool            `json:"view"`
	WebhookURL  string          `json:"webhookURL"`
	Locale      string          `json:"locale"`
	TimeZone    string          `json:"timeZone"`
	Missing     string          `json:"missing"`
}

// integrationFields are the fields of a TaskIntegration as they are parsed.
type integrationFields struct {
	Type      string `json:"type"`
	SessionID string `json:"sessionID"`
	ServerURL string `json:"serverURL"`
	LinkTo    string `json:"linkTo"`
}

// paramsDepth is the nesting level of the parameters within the body.
const paramsDepth = 1

// parseOrder parses the JSON of a request for a task. Fields that are null are treated as missing.
func parseOrder(text []byte, order *task.Order) error {
	if err := task.CheckDepth(text, paramsDepth, "/params"); err != nil {
		return err
	}
	var fields orderFields
	if err := body.SetPresent(text, &fields); err != nil {
		return err
	}
	order.Identifier, order.Params = fields.Template, fields.Params
	if fields.Rows != nil {
		if err := checkRows(fields.Rows); err != nil {
			return err
		}
		order.Rows = fields.Rows
	}
	order.Options = task.Options{Output: task.Output(fields.Output), Bundle: task.Bundle(fields.Bundle), Name: fields.Name, View: fields.View,
		WebhookURL: sealedurl.URL(fields.WebhookURL),
		Locale:     fields.Locale, TimeZone: fields.TimeZone, Missing: fields.Missing}
	if fields.Version != nil {
		if order.Version = *fields.Version; order.Version < 1 {
			return fault.Field("/version", "The version must be a number from 1.")
		}
	}
	if fields.Integration == nil {
		return nil
	}
	var in integrationFields
	if err := body.SetPresent(fields.Integration, &in); err != nil {
		return prefixField("/integration", err)
	}
	order.Integration = &task.Integration{Type: in.Type, SessionID: in.SessionID, ServerURL: in.ServerURL, LinkTo: in.LinkTo}
	return nil
}

// prefixField puts the path of a nested object before the path of the field that err is about: for the object
// /integration, /name becomes /integration/name.
func prefixField(field string, err error) error {
	wrong, ok := errors.AsType[*fault.Error](err)
	switch {
	case !ok:
		return err
	case errors.Is(err, jsonobject.ErrNotObject):
		return fault.Field(field, "The field %s is not valid: it must be a JSON object.", strings.TrimPrefix(field, "/"))
	case wrong.Field != "":
		return fault.Field(field+wrong.Field, "%s", wrong.Message)
	}
	reasons := slices.Clone(wrong.Reasons)
	for i := range reasons {
		reasons[i].Field = field + reasons[i].Field
	}
	return fault.Fields(wrong.Message, reasons)
}

// taskForm reads a request that creates a task and was sent as a form.
type taskForm struct {
	tasks      *task.Service
	order      task.Order
	remaining  int64                      // remaining bytes of parameters and other fields
	data       []byte                     // nil until the part is read
	params     map[string]json.RawMessage // from the parts that contain a single parameter, by name
	rows       []byte                     // nil until the part is read
	identifier string                     // identifier in the part for the template; "" for none
}

// The names of the form's parts.
const (
	templatePart = "template"
	dataPart     = "data"
	rowsPart     = "rows"
	paramPart    = "param."
)

func (f *taskForm) readPart(ctx context.Context, part *multipart.Part) (err error) {
	name := disposition.ParsePart(part.Header.Get("Content-Disposition")).Name
	parameter, isParameter := strings.CutPrefix(name, paramPart)
	switch {
	case isParameter:
		return f.readParameter(parameter, part)
	case name == dataPart && f.data == nil:
		f.data, err = f.readJSON(part)
		return err
	case name == templatePart && f.order.Template == nil && f.identifier == "":
		return f.readTemplate(ctx, part)
	case name == rowsPart && f.rows == nil:
		f.rows, err = f.readRows(part)
		return err
	case name == dataPart, name == templatePart, name == rowsPart:
		return fault.Field(name, "The part %s is repeated. Send it only once.", name)
	}
	parts := []string{templatePart, dataPart, rowsPart, paramPart + "<name>"}
	meant := nearest.Name(jsonobject.Shorten(name), parts)
	message := nearest.Suggest("There is no part of that name. Valid names are "+strings.Join(parts, ", "), meant)
	return fault.Fields(message, []fault.Reason{{Field: jsonobject.Shorten(name), Message: message, Nearest: meant}})
}

// readTemplate stores the template from its part. If the part is not a file, it contains the identifier of a template.
func (f *taskForm) readTemplate(ctx context.Context, part *multipart.Part) error {
	if name := disposition.ParsePart(part.Header.Get("Content-Disposition")).Filename; name != "" {
		template, err := f.tasks.Receive(ctx, name, part)
		f.order.Template = template
		return err
	}
	text, err := f.readText(part)
	f.identifier = strings.TrimSpace(string(text))
	return err
}

// readRows reads the file of rows, which has a size limit of its own.
func (f *taskForm) readRows(part *multipart.Part) ([]byte, error) {
	limit := f.tasks.Limits().Params
	rows, err := io.ReadAll(io.LimitReader(part, limit+1))
	switch {
	case err != nil:
		return nil, err
	case int64(len(rows)) > limit:
		return nil, task.RowsTooLarge(limit)
	case len(rows) == 0:
		return nil, fault.Field(rowsPart, "The file of rows is empty.")
	}
	return rows, nil
}

func (f *taskForm) readParameter(name string, part *multipart.Part) error {
	field := paramPart + jsonobject.Shorten(name)
	if name == "" {
		return fault.Field(paramPart, "The part of a parameter is named param. followed by the name of the parameter.")
	}
	if _, twice := f.params[name]; twice {
		return fault.Field(field, "The part %s is repeated. Send it only once.", field)
	}
	text, err := f.readJSON(part)
	if err != nil {
		return err
	}
	if err := task.CheckDepth(text, 0, field); err != nil {
		return err
	}
	if !json.Valid(text) {
		return fault.New(fault.Malformed, "The part %s is not valid JSON. A text must be in double quotes, as in \"Ada\".", field)
	}
	f.params[name] = text
	return nil
}

func (f *taskForm) readJSON(part *multipart.Part) ([]byte, error) {
	text, err := f.readText(part)
	if err == nil && text == nil {
		text = []byte{}
	}
	return jsonobject.ToUTF8(text), err
}

// readText reads a part of the form as text. The sizes of all such parts together are limited.
func (f *taskForm) readText(part *multipart.Part) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(part, f.remaining+1))
	if err != nil {
		return nil, err
	}
	if f.remaining -= int64(len(text)); f.remaining < 0 {
		return nil, task.ParamsTooLarge(f.tasks.Limits().Params)
	}
	return text, nil
}

// complete sets the fields of the order from all parts, and rejects contradictions between them.
func (f *taskForm) complete() error {
	template := f.order.Template
	if len(bytes.TrimSpace(f.data)) > 0 && !body.IsNull(f.data) {
		if err := parseOrder(f.data, &f.order); err != nil {
			return err
		}
	}
	f.order.Template = template
	switch {
	case template != nil && f.order.Identifier != "":
		return fault.Field("/template", "The template was sent twice: as a part and by an identifier. Leave one of them out.")
	case f.identifier != "":
		f.order.Identifier = f.identifier
	}
	if f.rows != nil {
		if f.order.Rows != nil {
			return fault.Field("/rows", "The rows were sent twice: as a part and in the part data. Leave one of them out.")
		}
		f.order.Rows = f.rows
	}
	return f.mergeParams()
}

// mergeParams adds the parameters of the parts that contain a single parameter. Such a parameter overrides other
// parameters with the same name.
func (f *taskForm) mergeParams() error {
	if len(f.params) == 0 {
		return nil
	}
	all := map[string]json.RawMessage{}
	if f.order.Params != nil && json.Unmarshal(f.order.Params, &all) != nil {
		return fault.Field("/params", "The params must be a JSON object.")
	}
	maps.Copy(all, f.params)
	var merged bytes.Buffer
	encoder := json.NewEncoder(&merged)
	encoder.SetEscapeHTML(false) // escaping is for HTML pages, and would make the text longer
	if err := encoder.Encode(all); err != nil {
		return err
	}
	f.order.Params = merged.Bytes()
	return nil
}

// taskBody describes the body of a request that creates a task: a JSON object, or a form with files.
func taskBody(h huma.API, _ *huma.Operation) *huma.RequestBody {
	order := route.SchemaOf[TaskOrder](h)
	form := &huma.Schema{
		Type: huma.TypeObject,
		Properties: map[string]*huma.Schema{
			templatePart: {Type: huma.TypeString, Format: "binary",
				Description: "The template with its file name; absent if an identifier is given."},
			dataPart: order,
			rowsPart: {Type: huma.TypeString, Format: "binary", Description: "A file of rows: CSV with a header, XLSX with a " +
				"header on its first sheet, JSON lines, or a JSON list of objects."},
		},
		Extensions: map[string]any{"patternProperties": map[string]any{
			`^param\..+`: map[string]any{"description": "JSON value of the parameter whose name follows the first dot."},
		}},
	}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"application/json":    {Schema: order},
		"multipart/form-data": {Schema: form},
	}}
}

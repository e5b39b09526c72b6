package api

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/account"
	"lectern/backend/event"
	"lectern/backend/web/api/route"
)

// Event is an event with the fields that the specification of the viewing interface lists.
type Event struct {
	Type        string    `json:"type" enum:"document.posted,document.processingStarted,document.firstPageReady,document.ready,document.failed,session.opened,task.completed,task.failed,webhook.test" doc:"Type of the event."`
	Data        EventData `json:"data"`
	TriggeredAt string    `json:"triggered_at" doc:"When the event occurred, ISO 8601 in UTC." example:"2026-01-02T03:04:05.678Z"`
}

// EventData is the data of an event.
type EventData struct {
	ID      string `json:"id" doc:"Identifier of the document or the task." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Message string `json:"message,omitempty" doc:"Why the document or the task failed, as a sentence for people; document.failed and task.failed only." example:"The address answered 404: there is no such document."`

	Rows *TaskProgress `json:"rows,omitempty" doc:"Number of rows that were completed and that failed; only for task.completed and task.failed of tasks with rows."`

	Session string `json:"session,omitempty" doc:"Reference of the session that was opened, which does not grant access; session.opened only, like the fields below." example:"9f86d081884c7d65"`
	Reader  string `json:"reader,omitempty" doc:"The reader that the session was created for, if one was given." example:"Ada"`
	Views   int    `json:"views,omitempty" doc:"Number of times that the session was opened up to this event." example:"1"`
}

// eventHandler streams events.
type eventHandler struct {
	accounts *account.Service
	events   *event.Feed
}

func (h *eventHandler) routes(r *route.Router) {
	route.Add(r, followEvents, h.follow)
}

var followEvents = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/events",
	ID:      "follow-events",
	Summary: "Follow events",
	Description: "Returns events as they occur, as server-sent events: 'id' is the sequence number of an event, 'event' its " +
		"type, and 'data' the same object that webhooks receive. The stream begins with an id alone: all events up to it are in " +
		"the past. Clients that continue after an id with Last-Event-ID or after miss no event and receive none twice; events " +
		"are kept for 7 days. After 15 seconds without an event, a comment is sent.",
	Errors: []int{http.StatusUnprocessableEntity},
	Describe: func(h huma.API, op *huma.Operation) {
		item := route.SchemaOf[Event](h)
		op.Responses = map[string]*huma.Response{"200": {
			Description: "The events; each 'data' is an object of this type.",
			Content: map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString,
				Description: "Lines of id, event and data; data as " + item.Ref + "."}}},
		}}
	},
}

type eventsInput struct {
	Key        string `header:"Authorization" hidden:"true"`
	LastID     string `header:"Last-Event-ID" doc:"Events after the one with this id; if absent, events from now on." example:"41"`
	After      string `query:"after" doc:"Same as Last-Event-ID, for clients that cannot set headers. It takes precedence over the header." example:"41"`
	DocumentID string `query:"documentId" doc:"Only events of this document or task." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Type       string `query:"type" enum:"document.posted,document.processingStarted,document.firstPageReady,document.ready,document.failed,session.opened,task.completed,task.failed" doc:"Only events of this type."`
	after      *int64
}

// Resolve implements [huma.Resolver].
func (in *eventsInput) Resolve(huma.Context) []error {
	name, text := "Last-Event-ID", in.LastID
	if text == "" {
		name, text = "after", in.After
	}
	if text == "" {
		return nil
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 0 {
		return []error{&huma.ErrorDetail{Location: name, Message: "it must be the id of an event, a number"}}
	}
	in.after = &id
	return nil
}

func (h *eventHandler) follow(ctx context.Context, in *eventsInput) (*huma.StreamResponse, error) {
	after, err := h.events.Start(ctx, in.after)
	if err != nil {
		return nil, err
	}
	filter := event.Filter{Document: in.DocumentID, Type: event.Type(in.Type)}
	return &huma.StreamResponse{Body: func(response huma.Context) {
		out := newEventStream(response, func() error { return h.accounts.Check(ctx, in.Key, account.Read) })
		if out.begin(after) != nil {
			return
		}
		logBrokenStream(ctx, h.events.Follow(ctx, after, filter, out.sendEvents))
	}}, nil
}

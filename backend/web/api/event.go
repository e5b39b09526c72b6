package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/account"
	"lectern/backend/event"
	"lectern/backend/internal/fault"
)

// Event is an event as the specification lists it.
type Event struct {
	Type        string    `json:"type" enum:"document.posted,document.processingStarted,document.firstPageReady,document.ready,document.failed,session.opened,task.completed,task.failed,webhook.test" doc:"What has happened."`
	Data        EventData `json:"data"`
	TriggeredAt string    `json:"triggered_at" doc:"When it happened, ISO 8601 in UTC." example:"2026-01-02T03:04:05.678Z"`
}

// EventData is what is told with an event.
type EventData struct {
	ID      string `json:"id" doc:"Identifier of the document, or of the task." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Message string `json:"message,omitempty" doc:"Why the document or the task failed, in a person's words; document.failed and task.failed only." example:"The address answered 404: there is no such document."`

	Rows *TaskProgress `json:"rows,omitempty" doc:"How many rows were made and have failed; task.completed and task.failed of tasks with rows only."`

	Session string `json:"session,omitempty" doc:"Reference of the session that was opened, which grants nothing; session.opened only, as what follows." example:"9f86d081884c7d65"`
	Reader  string `json:"reader,omitempty" doc:"Whom the session is for, where that was said." example:"Ada"`
	Views   int    `json:"views,omitempty" doc:"How often it has been opened by then." example:"1"`
}

var followEvents = operation{
	id:      "follow-events",
	summary: "Follow events",
	description: "Gives events as they happen, as server-sent events: 'id' is an event's place in the sequence, 'event' its type, 'data' " +
		"the event as webhooks have it. " +
		"It begins with an id alone: all events up to it have been. Who goes on after an id, by Last-Event-ID or after, misses none and gets " +
		"none twice; events are kept for 7 days. " +
		"After 15 seconds without an event there is a comment.",
	errors: []int{http.StatusUnprocessableEntity},
	adjust: func(h huma.API, op *huma.Operation) {
		item := schemaOf[Event](h)
		op.Responses = map[string]*huma.Response{"200": {
			Description: "The events; each 'data' is such an object.",
			Content: map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString,
				Description: "Lines of id, event and data; data as " + item.Ref + "."}}},
		}}
	},
}

type eventsInput struct {
	Key        string `header:"Authorization" hidden:"true"`
	LastID     string `header:"Last-Event-ID" doc:"Events after the one with this id; where it is missing, those from now on." example:"41"`
	After      string `query:"after" doc:"The same, for those who cannot set a header, which comes first." example:"41"`
	DocumentID string `query:"documentId" doc:"Events of this document, or task, only." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Type       string `query:"type" enum:"document.posted,document.processingStarted,document.firstPageReady,document.ready,document.failed,session.opened,task.completed,task.failed" doc:"Events of this type only."`
	after      *int64
}

// Resolve implements huma.Resolver.
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
		return []error{&huma.ErrorDetail{Location: name, Message: "it is the id of an event, a number"}}
	}
	in.after = &id
	return nil
}

func (a *API) followEvents(ctx context.Context, in *eventsInput) (*huma.StreamResponse, error) {
	after, err := a.Events.Start(ctx, in.after)
	if err != nil {
		return nil, err
	}
	filter := event.Filter{Document: in.DocumentID, Type: event.Type(in.Type)}
	return &huma.StreamResponse{Body: func(h huma.Context) {
		out := a.newEventStream(ctx, h, in.Key)
		if out.begin(after) != nil {
			return
		}
		tellBrokenStream(ctx, a.Events.Follow(ctx, after, filter, out.send))
	}}, nil
}

// errNotTaken is of a reader who does not take what is written.
var errNotTaken = errors.New("the reader takes no more events")

// tellBrokenStream writes down why a stream has ended where neither its reader nor a key that is
// not good any more is the reason: the reader is told nothing.
func tellBrokenStream(ctx context.Context, err error) {
	_, refused := errors.AsType[*fault.Error](err)
	if err == nil || refused || ctx.Err() != nil || errors.Is(err, errNotTaken) {
		return
	}
	slog.ErrorContext(ctx, "a stream of events has ended", slog.Any("error", err))
}

// eventStream writes events to somebody who follows them.
type eventStream struct {
	out     *patientAnswer
	allowed func() error // says whether the reader's key is still good
}

// newEventStream begins an answer of server-sent events for who has a key.
func (a *API) newEventStream(ctx context.Context, h huma.Context, key string) *eventStream {
	_, w := humago.Unwrap(h)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // for proxies that would gather
	return &eventStream{out: newPatientAnswer(w), allowed: func() error { return a.Accounts.Check(ctx, key, account.Read) }}
}

// begin says after which id the stream goes on, for a reader who loses the connection before
// the first event.
func (s *eventStream) begin(after int64) error {
	return s.write(fmt.Appendf(nil, "id: %d\n\n", after))
}

// send writes events, or a comment where there are none, and after which id the stream goes on.
func (s *eventStream) send(events []event.Event, upTo int64) error {
	if err := s.allowed(); err != nil {
		return err
	}
	if len(events) == 0 {
		return s.write(fmt.Appendf(nil, ": still here\nid: %d\n\n", upTo))
	}
	var text []byte
	for _, e := range events {
		data, err := json.Marshal(e)
		if err != nil {
			return err
		}
		text = fmt.Appendf(text, "id: %d\nevent: %s\ndata: %s\n\n", e.ID, e.Type, data)
	}
	return s.write(text)
}

func (s *eventStream) write(text []byte) error {
	_, err := s.out.Write(text)
	if err == nil {
		err = s.out.connection.Flush()
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errNotTaken, err)
	}
	return nil
}

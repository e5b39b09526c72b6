package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/account"
	"lectern/backend/event"
	"lectern/backend/web/api/route"
)

// changesHeartbeat is the maximum time without data on a stream of changes.
const changesHeartbeat = 15 * time.Second

// Changes is a message of the stream of changes.
type Changes struct {
	Changes []event.Change `json:"changes" nullable:"false" doc:"Objects that were created, changed or removed, each listed once."`
	Reset   bool           `json:"reset" doc:"If true, anything may have changed: request everything again that you show."`
}

// changeHandler streams notifications of changes.
type changeHandler struct {
	accounts *account.Service
	changes  *event.Changes
}

func (h *changeHandler) routes(r *route.Router) {
	route.Add(r, followChanges, h.follow)
}

var followChanges = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/changes",
	ID:      "follow-changes",
	Summary: "Follow changes",
	Description: "For programs that show the current state. Reports which objects have changed, as server-sent events of the " +
		"type `changed`, collected for a tenth of a second. The events contain no data; request what you show. Changes are not " +
		"stored for clients that are disconnected, so the stream begins with `reset`, which is also sent if there were too many " +
		"changes to keep. To receive every event, follow `/events` instead. After 15 seconds without a change, a comment is sent.",
	Describe: func(_ huma.API, op *huma.Operation) {
		op.Responses = map[string]*huma.Response{"200": {
			Description: "The changes.",
			Content: map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{
				Type: huma.TypeString,
				Description: "Lines of event and data. Each 'data' is an object: `changes`, an array of objects with a `topic` " +
					"(document, folder, collection, session, delivery, settings, profile, theme, key) and the `id` of the object " +
					"(for sessions the reference, for profiles and themes the name, for the settings empty); and `reset`, which " +
					"is true if anything may have changed, so that everything must be requested again.",
			}}},
		}}
	},
}

type changesInput struct {
	Key string `header:"Authorization" hidden:"true"`
}

func (h *changeHandler) follow(ctx context.Context, in *changesInput) (*huma.StreamResponse, error) {
	return &huma.StreamResponse{Body: func(response huma.Context) {
		out := newEventStream(response, func() error { return h.accounts.Check(ctx, in.Key, account.Read) })
		logBrokenStream(ctx, h.changes.Follow(ctx, changesHeartbeat, out.sendChanges))
	}}, nil
}

// sendChanges sends changes, or a comment to keep the connection open if there are none.
func (s *eventStream) sendChanges(changes []event.Change, reset bool) error {
	if err := s.checkKey(); err != nil {
		return err
	}
	if len(changes) == 0 && !reset {
		return s.write([]byte(": still here\n\n"))
	}
	data, err := json.Marshal(Changes{append([]event.Change{}, changes...), reset})
	if err != nil {
		return err
	}
	return s.write(fmt.Appendf(nil, "event: changed\ndata: %s\n\n", data))
}

package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/account"
	"lectern/backend/internal/observe"
	"lectern/backend/web/api/route"
)

// AnsweredRequest is a request that the server has answered.
type AnsweredRequest struct {
	Number    int64   `json:"number" doc:"Sequence number since the start of the server." example:"41"`
	At        string  `json:"at" doc:"When the request arrived, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	Method    string  `json:"method" example:"POST"`
	Path      string  `json:"path" doc:"Path without parameters; ids of sessions are omitted." example:"/api/v0/document/upload"`
	Status    int     `json:"status" doc:"HTTP status of the response." example:"200"`
	Bytes     int64   `json:"bytes" doc:"Size of the response body in bytes." example:"512"`
	Ms        float64 `json:"ms" doc:"Milliseconds until the response was complete." example:"3.2"`
	RequestID string  `json:"requestId" doc:"Id of the request: the header X-Request-Id of the response, and the field request in the log." example:"3xq7m2v5kq4yyb2g"`
	Key       string  `json:"key,omitempty" doc:"Name of the API key that was used; absent without a valid key." example:"intranet"`
	KeyID     string  `json:"keyId,omitempty" doc:"Id of that key; local for the key of the window and the command line." example:"k-3xq7m2v5kq4y"`
}

type requestsOutput struct{ Body []AnsweredRequest }

// requestHandler serves the most recent requests to this server.
type requestHandler struct {
	accounts *account.Service
	requests *observe.Requests
}

func (h *requestHandler) routes(r *route.Router) {
	route.Add(r, listRequests, h.list)
	route.Add(r, followRequests, h.follow)
}

var listRequests = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/requests",
	ID:      "list-requests",
	Summary: "List recent requests",
	Description: "Returns the last 500 requests to this server from all clients, oldest first. They are kept in memory only. " +
		"Requests for this list are not included.",
	Right: account.Admin,
}

func (h *requestHandler) list(ctx context.Context, _ *struct{}) (*requestsOutput, error) {
	observe.Hide(ctx)
	answered, err := h.describe(ctx, h.requests.List())
	return &requestsOutput{answered}, err
}

// describe converts requests to response bodies, with the names of the API keys.
func (h *requestHandler) describe(ctx context.Context, requests []observe.Request) ([]AnsweredRequest, error) {
	ids := make([]string, len(requests))
	for i, r := range requests {
		ids[i] = r.Key
	}
	names, err := h.accounts.Names(ctx, ids)
	if err != nil {
		return nil, err
	}
	answered := make([]AnsweredRequest, len(requests))
	for i, r := range requests {
		answered[i] = AnsweredRequest{
			Number: r.Number, At: timeText(r.At), Method: r.Method, Path: r.Path, Status: r.Status, Bytes: r.Bytes,
			Ms: float64(r.Took.Round(10*time.Microsecond)) / float64(time.Millisecond), RequestID: r.ID, Key: names[r.Key], KeyID: r.Key,
		}
	}
	return answered, nil
}

var followRequests = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/requests/stream",
	ID:      "follow-requests",
	Summary: "Follow requests",
	Description: "Returns requests as they are answered, as server-sent events of the type `requests`, collected for a tenth of " +
		"a second: first those of the list, then each new one. After 15 seconds without a request, a comment is sent.",
	Right: account.Admin,
	Describe: func(h huma.API, op *huma.Operation) {
		item := route.SchemaOf[AnsweredRequest](h)
		op.Responses = map[string]*huma.Response{"200": {
			Description: "The requests; each 'data' is an array of them.",
			Content: map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString,
				Description: "Lines of event and data; data as an array of " + item.Ref + "."}}},
		}}
	},
}

func (h *requestHandler) follow(ctx context.Context, in *changesInput) (*huma.StreamResponse, error) {
	observe.Hide(ctx)
	return &huma.StreamResponse{Body: func(response huma.Context) {
		out := newEventStream(response, func() error { return h.accounts.Check(ctx, in.Key, account.Admin) })
		logBrokenStream(ctx, h.requests.Follow(ctx, changesHeartbeat, func(found []observe.Request) error {
			answered, err := h.describe(ctx, found)
			if err != nil {
				return err
			}
			return out.sendRequests(answered)
		}))
	}}, nil
}

// sendRequests sends the requests. If there are none, it sends a comment to keep the connection open.
func (s *eventStream) sendRequests(answered []AnsweredRequest) error {
	if err := s.checkKey(); err != nil {
		return err
	}
	if len(answered) == 0 {
		return s.write([]byte(": still here\n\n"))
	}
	data, err := json.Marshal(answered)
	if err != nil {
		return err
	}
	return s.write(fmt.Appendf(nil, "event: requests\ndata: %s\n\n", data))
}

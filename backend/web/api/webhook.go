package api

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/sentence/translation"
	"lectern/backend/task"
	"lectern/backend/web/api/openapi"
	"lectern/backend/web/api/route"
	"lectern/backend/webhook"
)

// Delivery is a delivery of events to a webhook, with all attempts.
type Delivery struct {
	ID            string    `json:"id" doc:"Identifier of the delivery, sent to receivers as webhook-id." example:"msg_3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	DocumentID    string    `json:"documentId" doc:"The document of the events; empty for events of a task." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	TaskID        string    `json:"taskId,omitempty" doc:"The task of the events." example:"t-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	URL           string    `json:"url" doc:"Address of the receiver, with user information and secret parameters replaced by REDACTED." example:"https://example.com/hook"`
	State         string    `json:"state" enum:"pending,delivered,failed,cancelled" doc:"State of the delivery; cancelled means that the receiver responded 410 to another delivery before this one was attempted."`
	Types         []string  `json:"types" nullable:"false" doc:"Types of the events, in their order." example:"[\"document.posted\"]"`
	Body          string    `json:"body" doc:"The bytes that are sent: a JSON array of events." example:"[{\"type\":\"document.posted\",\"data\":{\"id\":\"3xq7m2v5kq4yyb2gq6v4x5n7ta\"},\"triggered_at\":\"2026-01-02T03:04:05.678Z\"}]"`
	CreatedAt     string    `json:"createdAt" doc:"When the first attempt was made, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	NextAttemptAt string    `json:"nextAttemptAt,omitempty" doc:"When the next attempt is due; only for pending deliveries without an attempt in progress." example:"2026-01-02T03:09:05.678+00:00"`
	EndedAt       string    `json:"endedAt,omitempty" doc:"When the delivery stopped being pending." example:"2026-01-02T03:04:05.978+00:00"`
	Attempts      []Attempt `json:"attempts" nullable:"false" doc:"All attempts, oldest first."`
}

// Attempt is one attempt of a delivery.
type Attempt struct {
	At     string `json:"at" doc:"When the attempt began, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	Status int    `json:"status,omitempty" doc:"HTTP status of the response; absent if there was none." example:"200"`
	Error  string `json:"error,omitempty" doc:"Why the delivery was not accepted, as a sentence for people; absent if it was." example:"The receiver responded 503."`
	// LocalError is Error in the language that the client prefers; empty if that is English.
	LocalError string `json:"localError,omitempty" doc:"The error in the language that Accept-Language prefers; absent if that is English or the error has no translation." example:"Le récepteur a répondu 503."`
	Ms         int64  `json:"ms" doc:"Milliseconds until the response was complete." example:"42"`
	Answer     string `json:"answer" doc:"The first 1,024 bytes of the response, as text." example:"ok"`
}

func newDelivery(ctx context.Context, d webhook.Delivery) Delivery {
	out := Delivery{
		ID:            d.ID,
		DocumentID:    d.DocumentID,
		URL:           d.URL.Redacted(),
		State:         string(d.State),
		Body:          d.Body,
		CreatedAt:     timeText(d.CreatedAt),
		NextAttemptAt: timeText(d.NextAt),
		EndedAt:       timeText(d.EndedAt),
		Attempts:      []Attempt{},
	}
	if strings.HasPrefix(d.DocumentID, task.IDPrefix) {
		out.DocumentID, out.TaskID = "", d.DocumentID
	}
	for _, kind := range d.Types {
		out.Types = append(out.Types, string(kind))
	}
	for _, attempt := range d.Attempts {
		out.Attempts = append(out.Attempts, newAttempt(ctx, attempt))
	}
	return out
}

func newAttempt(ctx context.Context, a webhook.Attempt) Attempt {
	return Attempt{At: timeText(a.At), Status: a.Status, Error: a.Error.String(), LocalError: translation.Local(ctx, a.Error.Sentence()),
		Ms: a.Took.Milliseconds(), Answer: a.Answer}
}

type deliveriesInput struct {
	DocumentID string `query:"documentId" doc:"Only deliveries of events of this document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	TaskID     string `query:"taskId" doc:"Only deliveries of events of this task." example:"t-3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	State      string `query:"state" enum:"pending,delivered,failed,cancelled" doc:"Only deliveries in this state."`
	Limit      int    `query:"limit" minimum:"1" maximum:"500" default:"50" doc:"Maximum number of deliveries."`
	After      int64  `query:"after" minimum:"1" doc:"Continue after this delivery: the value in the Link header of the previous response." example:"41"`
}

type deliveriesOutput struct {
	Link string `header:"Link" doc:"Address of the next part of the list, as rel=\"next\", if there is one."`
	Body []Delivery
}

// webhookHandler serves the deliveries of webhooks and the secret with which they are signed.
type webhookHandler struct {
	webhooks *webhook.Service
	url      publicURL
}

func (h *webhookHandler) routes(r *route.Router) {
	route.Add(r, listDeliveries, h.listDeliveries)
	route.Add(r, getDelivery, h.getDelivery)
	route.Add(r, replayDelivery, h.replayDelivery)
	route.Add(r, testWebhook, h.test)
	route.Add(r, getWebhookSecret, h.getSecret)
	route.Add(r, rotateWebhookSecret, h.rotateSecret)
	describeWebhooks(r)
}

var listDeliveries = route.Route{
	Method:      http.MethodGet,
	Path:        route.Base + "/webhook/delivery",
	ID:          "list-webhook-deliveries",
	Summary:     "List webhook deliveries",
	Description: "Returns deliveries to webhooks with all their attempts, newest first. They are kept for 30 days after they end.",
	Errors:      []int{http.StatusUnprocessableEntity},
}

func (h *webhookHandler) listDeliveries(ctx context.Context, in *deliveriesInput) (*deliveriesOutput, error) {
	selection := webhook.Selection{DocumentID: cmp.Or(in.DocumentID, in.TaskID), State: webhook.State(in.State), After: in.After,
		Limit: in.Limit + 1}
	found, err := h.webhooks.List(ctx, selection)
	if err != nil {
		return nil, err
	}
	found, last := cutPage(found, in.Limit)
	out := &deliveriesOutput{Body: []Delivery{}}
	for _, d := range found {
		out.Body = append(out.Body, newDelivery(ctx, d))
	}
	if last != nil {
		out.Link = h.url.nextLink(listDeliveries.Path, url.Values{"documentId": {in.DocumentID}, "taskId": {in.TaskID}, "state": {in.State},
			"limit": {strconv.Itoa(in.Limit)}, "after": {strconv.FormatInt(last.Number, 10)}})
	}
	return out, nil
}

type deliveryInput struct {
	ID string `path:"id" doc:"Identifier of the delivery." example:"msg_3xq7m2v5kq4yyb2gq6v4x5n7ta"`
}

type deliveryOutput struct{ Body Delivery }

var getDelivery = route.Route{
	Method:      http.MethodGet,
	Path:        route.Base + "/webhook/delivery/{id}",
	ID:          "get-webhook-delivery",
	Summary:     "Get a webhook delivery",
	Description: "Returns a delivery to a webhook with all its attempts.",
	Errors:      []int{http.StatusNotFound},
}

func (h *webhookHandler) getDelivery(ctx context.Context, in *deliveryInput) (*deliveryOutput, error) {
	d, err := h.webhooks.Find(ctx, in.ID)
	return &deliveryOutput{newDelivery(ctx, d)}, err
}

var replayDelivery = route.Route{
	Method:  http.MethodPost,
	Path:    route.Base + "/webhook/delivery/{id}/replay",
	ID:      "replay-webhook-delivery",
	Summary: "Send a webhook delivery again",
	Description: "Sends the same bytes with the same id at once, whatever the state of the delivery, and records the attempt. " +
		"For a delivery that has ended, the response has the result of the attempt; for a pending one, it has its state: its " +
		"next attempt is now.",
	Errors: []int{http.StatusNotFound},
}

func (h *webhookHandler) replayDelivery(ctx context.Context, in *deliveryInput) (*deliveryOutput, error) {
	d, err := h.webhooks.Replay(ctx, in.ID)
	return &deliveryOutput{newDelivery(ctx, d)}, err
}

type testInput struct {
	URL string `query:"url" required:"true" doc:"Address of the receiver, http or https." example:"https://example.com/hook"`
}

type testOutput struct{ Body Attempt }

var testWebhook = route.Route{
	Method:  http.MethodPost,
	Path:    route.Base + "/webhook/test",
	ID:      "test-webhook",
	Summary: "Test a webhook receiver",
	Description: "Sends an array with one event of the type webhook.test to the address, signed like all deliveries, and returns " +
		"the result. It is not recorded.",
	Errors: []int{http.StatusUnprocessableEntity},
}

func (h *webhookHandler) test(ctx context.Context, in *testInput) (*testOutput, error) {
	attempt, err := h.webhooks.SendTest(ctx, in.URL)
	return &testOutput{newAttempt(ctx, attempt)}, err
}

// describeWebhooks adds the requests that receivers of webhooks get to the OpenAPI document.
func describeWebhooks(h huma.API) {
	description := h.OpenAPI()
	if description.Webhooks == nil {
		description.Webhooks = map[string]*huma.PathItem{}
	}
	header := func(name, text string) *huma.Param {
		return &huma.Param{Name: name, In: "header", Required: true, Description: text, Schema: &huma.Schema{Type: huma.TypeString}}
	}
	description.Webhooks["events"] = &huma.PathItem{Post: &huma.Operation{
		OperationID: "receive-events",
		Summary:     "Receive events",
		Description: "A request to the address given with a document or a task, signed as defined by Standard Webhooks. A " +
			"response of 2xx that ends within 15 seconds and 64 KiB accepts the delivery; 410 ends all deliveries for the " +
			"document; any other result is retried with the same id and the same bytes.",
		Tags:     []string{string(openapi.Webhooks)},
		Security: []map[string][]string{{}}, // none: the signature authenticates the server
		Parameters: []*huma.Param{
			header("webhook-id", "Identifier of the delivery, the same for each attempt."),
			header("webhook-timestamp", "When this attempt was made, in seconds since 1970."),
			header("webhook-signature", "Signatures separated by spaces: v1, a comma, and the base64 of an HMAC-SHA256 of "+
				"id.timestamp.body."),
		},
		RequestBody: &huma.RequestBody{Required: true,
			Content: map[string]*huma.MediaType{"application/json": {Schema: route.ArrayOf(route.SchemaOf[Event](h))}}},
		Responses: map[string]*huma.Response{"200": {Description: "The receiver has accepted the events."}},
	}}
}

package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/account"
	"lectern/backend/webhook"
)

// WebhookSecret has what signs webhook deliveries.
type WebhookSecret struct {
	Secret   string          `json:"secret" doc:"Signs deliveries, as Standard Webhooks says: whsec_ and base64." example:"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"`
	Previous *PreviousSecret `json:"previous,omitempty" doc:"The secret before, with which deliveries are signed, too, while it is valid."`
}

// PreviousSecret is a secret that has been replaced.
type PreviousSecret struct {
	Secret     string `json:"secret" doc:"The secret." example:"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"`
	ValidUntil string `json:"validUntil" doc:"Until when deliveries are signed with it, ISO 8601." example:"2026-01-03T03:04:05.678+00:00"`
}

type secretOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         WebhookSecret
}

var getWebhookSecret = operation{
	id:          "get-webhook-secret",
	summary:     "Get the secret of webhooks",
	description: "Gives the secret with which receivers check the signature of deliveries.",
	right:       account.Admin,
	tells:       true,
}

func (a *API) getWebhookSecret(ctx context.Context, _ *struct{}) (*secretOutput, error) {
	secrets, err := a.Webhooks.Secrets(ctx)
	if err != nil {
		return nil, err
	}
	return &secretOutput{CacheControl: "no-store", Body: newWebhookSecret(secrets)}, nil
}

func newWebhookSecret(secrets []webhook.Secret) WebhookSecret {
	out := WebhookSecret{Secret: secrets[0].Text}
	if len(secrets) > 1 {
		out.Previous = &PreviousSecret{Secret: secrets[1].Text, ValidUntil: timeText(secrets[1].ValidUntil)}
	}
	return out
}

var rotateWebhookSecret = operation{
	id:      "rotate-webhook-secret",
	summary: "Replace the secret of webhooks",
	right:   account.Admin,
	description: "Makes a new secret, or takes the one that is given. The one before stays valid for 24 hours, " +
		"in which deliveries are signed with both; a second replacement ends it.",
	errors: []int{http.StatusBadRequest, http.StatusUnprocessableEntity},
}

// describeSecret adds the body that can hold a secret to the description of an operation.
func describeSecret(op *huma.Operation) {
	secret := &huma.Schema{Type: huma.TypeString, Description: "whsec_ and the base64 of 24 to 64 bytes; a random one where it is missing."}
	op.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{"application/json": {
		Schema: &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"secret": secret}},
	}}}
}

func (a *API) rotateWebhookSecret(ctx context.Context, in *JSONInput) (*secretOutput, error) {
	var fields struct {
		Secret string `json:"secret"`
	}
	if err := in.decodeOptional(&fields); err != nil {
		return nil, err
	}
	if err := a.Webhooks.Rotate(ctx, fields.Secret); err != nil {
		return nil, err
	}
	return a.getWebhookSecret(ctx, nil)
}

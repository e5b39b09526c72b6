package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/account"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
	"lectern/backend/webhook"
)

// WebhookSecret contains the secrets with which webhook deliveries are signed.
type WebhookSecret struct {
	Secret   string          `json:"secret" doc:"The secret that signs deliveries as defined by Standard Webhooks: whsec_ and base64." example:"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"`
	Previous *PreviousSecret `json:"previous,omitempty" doc:"The previous secret, with which deliveries are also signed while it is valid."`
}

// PreviousSecret is a secret that has been replaced.
type PreviousSecret struct {
	Secret     string `json:"secret" doc:"The secret." example:"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"`
	ValidUntil string `json:"validUntil" doc:"When the secret stops being used for signatures, ISO 8601." example:"2026-01-03T03:04:05.678+00:00"`
}

type secretOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         WebhookSecret
}

var getWebhookSecret = route.Route{
	Method:         http.MethodGet,
	Path:           route.Base + "/settings/webhook/secret",
	ID:             "get-webhook-secret",
	Summary:        "Get the webhook secret",
	Description:    "Returns the secret with which receivers verify the signatures of deliveries.",
	Right:          account.Admin,
	RevealsSecrets: true,
}

func (h *webhookHandler) getSecret(ctx context.Context, _ *struct{}) (*secretOutput, error) {
	secrets, err := h.webhooks.Secrets(ctx)
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

var rotateWebhookSecret = route.Route{
	Method:  http.MethodPost,
	Path:    route.Base + "/settings/webhook/secret",
	ID:      "rotate-webhook-secret",
	Summary: "Replace the webhook secret",
	Right:   account.Admin,
	Description: "Creates a new secret, or uses the given one. The previous secret stays valid for 24 hours, during which " +
		"deliveries are signed with both; replacing the secret again ends it.",
	Errors: []int{http.StatusBadRequest, http.StatusUnprocessableEntity},
	Body:   webhookSecretBody,
}

// webhookSecretBody describes a body that may contain a secret.
func webhookSecretBody(huma.API, *huma.Operation) *huma.RequestBody {
	secret := &huma.Schema{Type: huma.TypeString, Description: "whsec_ and the base64 of 24 to 64 bytes. Default: a random secret."}
	return &huma.RequestBody{Content: map[string]*huma.MediaType{"application/json": {
		Schema: &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"secret": secret}},
	}}}
}

func (h *webhookHandler) rotateSecret(ctx context.Context, in *body.JSON) (*secretOutput, error) {
	var fields struct {
		Secret string `json:"secret"`
	}
	if err := in.DecodeOptional(&fields); err != nil {
		return nil, err
	}
	if err := h.webhooks.Rotate(ctx, fields.Secret); err != nil {
		return nil, err
	}
	return h.getSecret(ctx, nil)
}

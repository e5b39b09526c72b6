package api

import (
	"context"
	"net/http"

	"lectern/backend/account"
	"lectern/backend/session"
)

// previewMinutes is for how long a preview can be looked at: a working day.
const previewMinutes = 12 * 60

var createPreview = operation{
	id:      "create-viewer-preview",
	summary: "Preview viewer settings",
	description: "Grants the owner a viewer whose settings are not stored: it shows what is built in, its address says the profile " +
		"(`profileOverrides`), " +
		"and the page that frames it sends it the theme, property by property. Only this server's own pages and Lectern's window can frame it. " +
		"It is in no list of sessions.",
	right:  account.Admin,
	errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
}

type createPreviewInput struct {
	DocumentID string `query:"documentId" required:"true" doc:"The document to view." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Reader     string `query:"reader" maxLength:"200" doc:"The reader whom a watermark names." example:"Zoë"`
}

func (a *API) createPreview(ctx context.Context, in *createPreviewInput) (*sessionOutput, error) {
	granted, err := a.Sessions.Create(ctx, in.DocumentID, previewMinutes, session.Options{Reader: in.Reader, Preview: true,
		Maker: senderOf(ctx).ID})
	if err != nil {
		return nil, err
	}
	noteObjects(ctx, granted.DocumentID, granted.Reference())
	return &sessionOutput{a.newSession(granted)}, nil
}

package api

import (
	"context"
	"net/http"
	"net/url"

	"lectern/backend/session"
)

// Session is a session as the specification lists it.
type Session struct {
	ID        string `json:"id" doc:"Randomly generated session id: it is the grant."`
	ExpiresAt string `json:"expiresAt" doc:"Until when the viewer URL works, ISO 8601." example:"2026-01-02T04:04:05.678+00:00"`
	ViewerURL string `json:"viewerURL" doc:"Opens the viewer." example:"http://127.0.0.1:7420/viewer/view?sessionId=…"`
}

type sessionOutput struct{ Body Session }

var createSession = operation{
	id:          "create-session",
	summary:     "Create a viewing session",
	description: "Grants a reader a document for some minutes. Possession of the viewer URL is the grant.",
	errors:      []int{http.StatusNotFound, http.StatusUnprocessableEntity},
}

type createSessionInput struct {
	DocumentID string `query:"documentId" required:"true" doc:"The document to view."`
	Duration   int    `query:"duration" minimum:"1" maximum:"525600" default:"60" doc:"Minutes for which the session is valid."`
}

func (a *API) createSession(ctx context.Context, in *createSessionInput) (*sessionOutput, error) {
	granted, err := a.Sessions.Create(ctx, in.DocumentID, in.Duration)
	if err != nil {
		return nil, err
	}
	return &sessionOutput{a.newSession(granted)}, nil
}

func (a *API) newSession(s session.Session) Session {
	return Session{
		ID:        s.ID,
		ExpiresAt: s.ExpiresAt.UTC().Format(timeFormat),
		ViewerURL: a.URL() + "/viewer/view?sessionId=" + url.QueryEscape(s.ID),
	}
}

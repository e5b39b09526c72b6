package api

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/account"
	"lectern/backend/internal/fault"
	"lectern/backend/property"
	"lectern/backend/session"
)

// Session is a session as the specification lists it.
type Session struct {
	ID        string `json:"id" doc:"Randomly generated session id: it is the grant." example:"mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7"`
	ExpiresAt string `json:"expiresAt" doc:"Until when the viewer URL works, ISO 8601." example:"2026-01-02T04:04:05.678+00:00"`
	ViewerURL string `json:"viewerURL" doc:"Opens the viewer." example:"http://127.0.0.1:7420/viewer/view?sessionId=…"`
}

// KnownSession is a session as a key sees it that may not have made it: the id and the viewer URL, each of which is the
// grant, are for the key that made the session and for administrators.
type KnownSession struct {
	ID        string `json:"id,omitempty" doc:"Session id: it is the grant. Absent unless the key made the session, or is an admin's." example:"mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7"`
	Reference string `json:"reference" doc:"Names the session wherever its id is not shown, as in the event session.opened; GET and DELETE take it in the place of the id. It grants nothing." example:"9f86d081884c7d65"`
	ExpiresAt string `json:"expiresAt" doc:"Until when the viewer URL works, ISO 8601." example:"2026-01-02T04:04:05.678+00:00"`
	ViewerURL string `json:"viewerURL,omitempty" doc:"Opens the viewer. Absent where the id is." example:"http://127.0.0.1:7420/viewer/view?sessionId=…"`
}

// SessionDetails is all that is known of a session.
type SessionDetails struct {
	KnownSession
	DocumentID    string `json:"documentId" doc:"The document that it shows." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	State         string `json:"state" enum:"active,expired,ended,used" doc:"Whether it is in force: its time may be over, somebody may have ended it, or it was opened as often as it may be."`
	CreatedAt     string `json:"createdAt" doc:"When it was made, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	EndedAt       string `json:"endedAt,omitempty" doc:"When somebody ended it." example:"2026-01-02T03:34:05.678+00:00"`
	Profile       string `json:"profile,omitempty" doc:"The viewer profile that is bound to it." example:"reading"`
	Theme         string `json:"theme,omitempty" doc:"The viewer theme that is bound to it." example:"night"`
	LockedProfile bool   `json:"lockedProfile" doc:"Whether the profile is in force whatever the viewer's address says."`
	Reader        string `json:"reader,omitempty" doc:"Whom it is for." example:"Zoë"`
	MaxViews      int    `json:"maxViews" doc:"How often it can be opened; 0 for any number." example:"3"`
	Views         int    `json:"views" doc:"How often it was opened." example:"1"`
	Notify        bool   `json:"notify" doc:"Whether its owner wants to know who reads."`
}

// SessionReadings is a session with what was read in it.
type SessionReadings struct {
	SessionDetails
	Readings []SessionReading `json:"readings" nullable:"false" doc:"Its views, oldest first, at most the newest 1,000. Of a session without maxViews only its first 1,000 are kept."`
}

// SessionReading is one view of a session.
type SessionReading struct {
	OpenedAt string   `json:"openedAt" doc:"When it was opened, ISO 8601." example:"2026-01-02T03:10:05.678+00:00"`
	Seconds  int      `json:"seconds" doc:"How long the document was read, as the reader's page tells it; 0 where notify is not set." example:"42"`
	Pages    [][2]int `json:"pages" nullable:"false" doc:"The pages that were seen, as runs: first and last." example:"[[1,3],[7,7]]"`
}

type sessionOutput struct{ Body Session }

var createSession = operation{
	id:      "create-session",
	summary: "Create a viewing session",
	description: "Grants a reader a document for some minutes. Possession of the viewer URL is the grant.\n\n" +
		"With `lockedProfile` the profile is in force whatever the viewer's address says, and what it forbids the server does not give. " +
		"With `maxViews` each opening counts, and a reload of the same tab does not.\n\n" +
		"A key with the role `read` makes sessions for its owner's own reading alone, with `own`, of a day at most.\n\n" +
		"The session ends with the revocation of the key that makes it, unless `DELETE /key/{id}` keeps it; the expiry of the key " +
		"does not end it.",
	rightFor: func(ctx huma.Context) account.Role {
		if own, _ := strconv.ParseBool(ctx.Query("own")); own { // what is no value is refused with the other parameters
			return account.Read
		}
		return account.Write
	},
	errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
}

// ownReading is how long a session of a key that only reads is valid at most, in minutes: it
// outlives the key where that expires.
const ownReading = 24 * 60

type createSessionInput struct {
	DocumentID string `query:"documentId" required:"true" doc:"The document to view." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Duration   int    `query:"duration" minimum:"1" maximum:"525600" default:"60" doc:"Minutes for which the session is valid."`
	Profile    string `query:"profile" maxLength:"100" doc:"Name of a stored viewer profile, which holds where the viewer's address names none." example:"reading"`
	Theme      string `query:"theme" maxLength:"100" doc:"Name of a stored viewer theme, which holds where the viewer's address names none." example:"night"`
	Locked     bool   `query:"lockedProfile" doc:"Whether the profile holds whatever the viewer's address says."`
	MaxViews   int    `query:"maxViews" minimum:"0" maximum:"1000000" doc:"How often it can be opened; 0 for any number." example:"3"`
	Reader     string `query:"reader" maxLength:"200" doc:"Whom it is for, for lists and watermarks." example:"Zoë"`
	Notify     bool   `query:"notify" doc:"Whether to tell who reads: the event session.opened, at most once a minute, and the pages that were seen and the time, in the session."`
	Own        bool   `query:"own" doc:"Whether it is for the owner's own reading: then it is in no list of those in force."`
}

func (a *API) createSession(ctx context.Context, in *createSessionInput) (*sessionOutput, error) {
	if senderOf(ctx).Role == account.Read && in.Duration > ownReading {
		return nil, fault.New(fault.Forbidden, "This API key may only read: a session of it lasts %d minutes at most.", ownReading)
	}
	if err := a.checkSets(ctx, in.Profile, in.Theme); err != nil {
		return nil, err
	}
	granted, err := a.Sessions.Create(ctx, in.DocumentID, in.Duration, session.Options{
		Profile: in.Profile, Theme: in.Theme, Locked: in.Locked, MaxViews: in.MaxViews, Reader: in.Reader, Notify: in.Notify, Own: in.Own,
		Maker: senderOf(ctx).ID,
	})
	if err != nil {
		return nil, err
	}
	noteObjects(ctx, granted.DocumentID, granted.Reference())
	return &sessionOutput{a.newSession(granted)}, nil
}

// checkSets refuses names of a profile or theme that is not stored: who names one can mend
// them, the reader cannot.
func (a *API) checkSets(ctx context.Context, profile, theme string) error {
	if err := checkSet(ctx, a.Profiles.Sets, "profile", profile); err != nil {
		return err
	}
	return checkSet(ctx, a.Themes.Sets, "theme", theme)
}

// checkSet refuses a name that none of the sets has. The empty one is of none.
func checkSet(ctx context.Context, sets *property.Sets, parameter, name string) error {
	if name == "" {
		return nil
	}
	exists, err := sets.Exists(ctx, name)
	if err == nil && !exists {
		return fault.Field(parameter, "There is no %s %q.", parameter, name).Coded(fault.Code(parameter + "-unknown"))
	}
	return err
}

func (a *API) newSession(s session.Session) Session {
	return Session{
		ID:        s.ID,
		ExpiresAt: timeText(s.ExpiresAt),
		ViewerURL: a.URL() + "/viewer/view?sessionId=" + url.QueryEscape(s.ID),
	}
}

// newKnownSession returns a session as the key sees it that the request came with.
func (a *API) newKnownSession(ctx context.Context, s session.Session) KnownSession {
	known := KnownSession{Reference: s.Reference(), ExpiresAt: timeText(s.ExpiresAt)}
	if sender := senderOf(ctx); sender.Role == account.Admin || s.Maker != "" && s.Maker == sender.ID {
		whole := a.newSession(s)
		known.ID, known.ViewerURL = whole.ID, whole.ViewerURL
	}
	return known
}

func (a *API) newSessionDetails(ctx context.Context, s session.Session) SessionDetails {
	return SessionDetails{
		KnownSession: a.newKnownSession(ctx, s), DocumentID: s.DocumentID, State: a.Sessions.State(&s), CreatedAt: timeText(s.CreatedAt),
		EndedAt: timeText(s.EndedAt),
		Profile: s.Profile, Theme: s.Theme, LockedProfile: s.Locked, Reader: s.Reader, MaxViews: s.MaxViews, Views: s.Views, Notify: s.Notify,
	}
}

var listSessions = operation{
	id:      "list-sessions",
	summary: "List viewing sessions",
	description: "Gives the sessions that are in force, newest first; with `all` those that are over, too. " +
		"`id` and `viewerURL` are there for the key that made the session and for keys with the role `admin`; others have the `reference`. " +
		"The header `Link` has the address at which the list goes on, as long as it does.",
	errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
}

type listSessionsInput struct {
	DocumentID string `query:"documentId" doc:"Those of this document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Profile    string `query:"profile" maxLength:"100" doc:"Those that are bound to this profile." example:"reading"`
	Theme      string `query:"theme" maxLength:"100" doc:"Those that are bound to this theme." example:"night"`
	All        bool   `query:"all" doc:"Whether to give those that are over, too."`
	Limit      int    `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"How many at most."`
	After      string `query:"after" maxLength:"200" doc:"Where the list goes on, as the header Link of an earlier answer has it: the reference of a session." example:"9f86d081884c7d65"`
}

type listSessionsOutput struct {
	Link string `header:"Link" doc:"Where the list goes on."`
	Body []SessionDetails
}

func (a *API) listSessions(ctx context.Context, in *listSessionsInput) (*listSessionsOutput, error) {
	q := session.Query{DocumentID: in.DocumentID, Profile: in.Profile, Theme: in.Theme, Limit: in.Limit + 1}
	if in.After != "" {
		before, err := a.Sessions.FindNamed(ctx, in.After)
		if err != nil {
			return nil, err
		}
		q.Before = &before
	}
	found, err := a.Sessions.List(ctx, q, in.All)
	if err != nil {
		return nil, err
	}
	found, last := cutPage(found, in.Limit)
	out := &listSessionsOutput{Body: []SessionDetails{}}
	for _, s := range found {
		out.Body = append(out.Body, a.newSessionDetails(ctx, s))
	}
	if last != nil {
		out.Link = a.nextLink("/session", url.Values{"documentId": {in.DocumentID}, "profile": {in.Profile}, "theme": {in.Theme},
			"all":   {strconv.FormatBool(in.All)},
			"limit": {strconv.Itoa(in.Limit)}, "after": {last.Reference()}})
	}
	return out, nil
}

// sessionInput names a session.
type sessionInput struct {
	ID string `path:"id" doc:"The session's id, or its reference." example:"mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7"`
}

var getSession = operation{
	id:          "get-session",
	summary:     "Get a viewing session",
	description: "Gives what is known of a session, in force or not, and what was read in it.",
	errors:      []int{http.StatusNotFound},
}

type sessionReadingsOutput struct{ Body SessionReadings }

func (a *API) getSession(ctx context.Context, in *sessionInput) (*sessionReadingsOutput, error) {
	found, err := a.Sessions.FindNamed(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	views, err := a.Sessions.Views(ctx, found.ID)
	if err != nil {
		return nil, err
	}
	out := SessionReadings{SessionDetails: a.newSessionDetails(ctx, found), Readings: make([]SessionReading, len(views))}
	for i, view := range views {
		out.Readings[i] = SessionReading{OpenedAt: timeText(view.OpenedAt), Seconds: view.Seconds, Pages: view.Pages}
	}
	return &sessionReadingsOutput{out}, nil
}

var endSession = operation{
	id:          "end-session",
	summary:     "End a viewing session",
	description: "Ends a session at once, also for those who have it open.",
	errors:      []int{http.StatusNotFound},
}

func (a *API) endSession(ctx context.Context, in *sessionInput) (*struct{}, error) {
	found, err := a.Sessions.FindNamed(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return nil, a.Sessions.End(ctx, found.ID)
}

package api

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/account"
	"lectern/backend/internal/fault"
	"lectern/backend/session"
	"lectern/backend/web/api/openapi"
	"lectern/backend/web/api/route"
)

// Session is a session with the fields that the specification of the viewing interface lists.
type Session struct {
	ID        string `json:"id" doc:"Randomly generated session id. Anyone who knows it can view the document." example:"mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7"`
	ExpiresAt string `json:"expiresAt" doc:"When the viewer URL expires, ISO 8601." example:"2026-01-02T04:04:05.678+00:00"`
	ViewerURL string `json:"viewerURL" doc:"URL of the viewer for this session." example:"http://127.0.0.1:7420/viewer/view?sessionId=…"`
}

// KnownSession is a session as it is shown to any API key. The id and the viewer URL grant access to the document, so
// they are only shown to administrators and to the key that created the session.
type KnownSession struct {
	ID        string `json:"id,omitempty" doc:"Session id. Anyone who knows it can view the document. Only returned to the key that created the session and to admin keys." example:"mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7"`
	Reference string `json:"reference" doc:"Name of the session where its id is not shown, as in the event session.opened. GET and DELETE accept it instead of the id. It does not grant access." example:"9f86d081884c7d65"`
	ExpiresAt string `json:"expiresAt" doc:"When the viewer URL expires, ISO 8601." example:"2026-01-02T04:04:05.678+00:00"`
	ViewerURL string `json:"viewerURL,omitempty" doc:"URL of the viewer for this session. Absent if the id is absent." example:"http://127.0.0.1:7420/viewer/view?sessionId=…"`
}

// SessionDetails contains the properties of a session.
type SessionDetails struct {
	KnownSession
	DocumentID    string `json:"documentId" doc:"The document that the session shows." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	State         string `json:"state" enum:"active,expired,ended,used" doc:"State of the session: active, expired, ended by somebody, or used up because it was opened maxViews times."`
	CreatedAt     string `json:"createdAt" doc:"When the session was created, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	EndedAt       string `json:"endedAt,omitempty" doc:"When somebody ended the session." example:"2026-01-02T03:34:05.678+00:00"`
	Profile       string `json:"profile,omitempty" doc:"The viewer profile of the session." example:"reading"`
	Theme         string `json:"theme,omitempty" doc:"The viewer theme of the session." example:"night"`
	LockedProfile *bool  `json:"lockedProfile,omitempty" doc:"Whether the profile is enforced, as stated when the session was created. Absent if nothing was stated: the permissions of a profile that the session or its document names are enforced."`
	Reader        string `json:"reader,omitempty" doc:"The reader that the session is for." example:"Zoë"`
	MaxViews      int    `json:"maxViews" doc:"How often the session can be opened; 0 for any number of times." example:"3"`
	Views         int    `json:"views" doc:"How often the session was opened." example:"1"`
	Notify        bool   `json:"notify" doc:"Whether the owner of the session is notified of readers."`
}

// SessionReadings is a session with its views.
type SessionReadings struct {
	SessionDetails
	Readings []SessionReading `json:"readings" nullable:"false" doc:"The views of the session, oldest first; at most the newest 1,000. Without maxViews, only the first 1,000 are recorded."`
}

// SessionReading is one view of a session.
type SessionReading struct {
	OpenedAt string   `json:"openedAt" doc:"When the view began, ISO 8601." example:"2026-01-02T03:10:05.678+00:00"`
	Seconds  int      `json:"seconds" doc:"How long the document was read, in seconds, as reported by the reader's page; 0 unless notify is set." example:"42"`
	Pages    [][2]int `json:"pages" nullable:"false" doc:"Ranges of pages that were seen: first and last page." example:"[[1,3],[7,7]]"`
}

type sessionOutput struct{ Body Session }

// sessionHandler serves viewing sessions.
type sessionHandler struct {
	sessions *session.Service
	sets     viewerSets
	url      publicURL
}

func (h *sessionHandler) routes(r *route.Router) {
	route.Add(r, createSession, h.create)
	route.Add(r, listSessions, h.list)
	route.Add(r, getSession, h.get)
	route.Add(r, endSession, h.endSession)
	route.Add(r.ForArea(openapi.Themes), createPreview, h.createPreview)
}

var createSession = route.Route{
	Method:  http.MethodPost,
	Path:    route.Base + "/session",
	ID:      "create-session",
	Summary: "Create a viewing session",
	Description: "Grants a reader a document for some minutes. Possession of the viewer URL is the grant.\n\n" +
		"The permissions of a profile that the session or its document names are enforced: the server rejects requests that " +
		"the profile forbids, and the viewer's address can change the presentation, but only tighten permissions. Set " +
		"`lockedProfile=false` to enforce nothing. Sessions with `own` enforce nothing unless `lockedProfile` is true.\n\n" +
		"With `maxViews` each opening counts, and a reload of the same tab does not.\n\n" +
		"A key with the role `read` makes sessions for its owner's own reading alone, with `own`, of a day at most.\n\n" +
		"The session ends with the revocation of the key that makes it, unless `DELETE /key/{id}` keeps it; the expiry of the key " +
		"does not end it.",
	RightFor: func(ctx huma.Context) account.Role {
		if own, _ := strconv.ParseBool(ctx.Query("own")); own { // an invalid value is rejected later
			return account.Read
		}
		return account.Write
	},
	Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
}

// readOnlyMinutes is the maximum validity, in minutes, of a session that is created with a read-only key. The session
// stays valid even if the key expires earlier.
const readOnlyMinutes = 24 * 60

type createSessionInput struct {
	DocumentID string               `query:"documentId" required:"true" doc:"The document to view." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Duration   int                  `query:"duration" minimum:"1" maximum:"525600" default:"60" doc:"Minutes for which the session is valid."`
	Profile    string               `query:"profile" maxLength:"100" doc:"Name of a stored viewer profile. Its permissions are enforced; the viewer's address can change the presentation." example:"reading"`
	Theme      string               `query:"theme" maxLength:"100" doc:"Name of a stored viewer theme, which applies unless the viewer's address names one." example:"night"`
	Locked     route.Optional[bool] `query:"lockedProfile" doc:"false: nothing is enforced, and the profile only affects presentation. true: the viewer's address cannot change homeURL and output either, a reader whose address asks for more is notified, and without a profile the one named default is enforced."`
	MaxViews   int                  `query:"maxViews" minimum:"0" maximum:"1000000" doc:"How often the session can be opened; 0 for any number of times." example:"3"`
	Reader     string               `query:"reader" maxLength:"200" doc:"The reader that the session is for, shown in lists and watermarks." example:"Zoë"`
	Notify     bool                 `query:"notify" doc:"Whether to report readers: the event session.opened, at most once a minute, and in the session the pages that were seen and the time."`
	Own        bool                 `query:"own" doc:"Whether the session is for the owner's own reading and is not listed among the active ones."`
}

func (h *sessionHandler) create(ctx context.Context, in *createSessionInput) (*sessionOutput, error) {
	if route.Sender(ctx).Role == account.Read && in.Duration > readOnlyMinutes {
		return nil, fault.New(fault.Forbidden, "This API key is for reading only: its sessions can last at most %d minutes.", readOnlyMinutes)
	}
	if err := h.sets.check(ctx, in.Profile, in.Theme); err != nil {
		return nil, err
	}
	granted, err := h.sessions.Create(ctx, in.DocumentID, in.Duration, session.Options{
		Profile: in.Profile, Theme: in.Theme, Lock: session.NewLock(in.Locked.Value, in.Locked.IsSet),
		MaxViews: in.MaxViews, Reader: in.Reader, Notify: in.Notify, ByOwner: in.Own, Maker: route.Sender(ctx).ID,
	})
	if err != nil {
		return nil, err
	}
	route.NoteObjects(ctx, granted.DocumentID, granted.Reference())
	return &sessionOutput{h.url.newSession(granted)}, nil
}

// newSession returns the response with a session, for the key that created it.
func (u publicURL) newSession(s session.Session) Session {
	return Session{
		ID:        s.ID,
		ExpiresAt: timeText(s.ExpiresAt),
		ViewerURL: u() + "/viewer/view?sessionId=" + url.QueryEscape(s.ID),
	}
}

// newKnownSession returns the properties of a session that the API key of the request may see.
func (u publicURL) newKnownSession(ctx context.Context, s session.Session) KnownSession {
	known := KnownSession{Reference: s.Reference(), ExpiresAt: timeText(s.ExpiresAt)}
	if sender := route.Sender(ctx); sender.Role == account.Admin || s.Maker != "" && s.Maker == sender.ID {
		whole := u.newSession(s)
		known.ID, known.ViewerURL = whole.ID, whole.ViewerURL
	}
	return known
}

// newSessionDetails returns all details of a session that the API key of the request may see.
func (h *sessionHandler) newSessionDetails(ctx context.Context, s session.Session) SessionDetails {
	return SessionDetails{
		KnownSession: h.url.newKnownSession(ctx, s), DocumentID: s.DocumentID, State: h.sessions.State(&s), CreatedAt: timeText(s.CreatedAt),
		EndedAt: timeText(s.EndedAt),
		Profile: s.Profile, Theme: s.Theme, LockedProfile: statedLock(s.Lock), Reader: s.Reader,
		MaxViews: s.MaxViews, Views: s.Views, Notify: s.Notify,
	}
}

// statedLock returns whether a session enforces its profile. It returns nil if the session leaves that unset.
func statedLock(l session.Lock) *bool {
	if !l.IsStated() {
		return nil
	}
	on := l == session.LockOn
	return &on
}

var listSessions = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/session",
	ID:      "list-sessions",
	Summary: "List viewing sessions",
	Description: "Returns active sessions, newest first; with `all` also those that are over. `id` and `viewerURL` are only " +
		"returned to the key that created the session and to keys with the role `admin`; others get the `reference`. If there " +
		"are more sessions, the header `Link` has the address of the next part.",
	Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
}

type listSessionsInput struct {
	DocumentID string `query:"documentId" doc:"Sessions of this document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Profile    string `query:"profile" maxLength:"100" doc:"Sessions with this profile." example:"reading"`
	Theme      string `query:"theme" maxLength:"100" doc:"Sessions with this theme." example:"night"`
	All        bool   `query:"all" doc:"Whether to include sessions that are no longer active."`
	Limit      int    `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"Maximum number of sessions."`
	After      string `query:"after" maxLength:"200" doc:"Continue after this session: the reference in the Link header of the previous response." example:"9f86d081884c7d65"`
}

type listSessionsOutput struct {
	Link string `header:"Link" doc:"Address of the next part of the list, as rel=\"next\", if there is one."`
	Body []SessionDetails
}

func (h *sessionHandler) list(ctx context.Context, in *listSessionsInput) (*listSessionsOutput, error) {
	q := session.Query{DocumentID: in.DocumentID, Profile: in.Profile, Theme: in.Theme, Limit: in.Limit + 1}
	if in.After != "" {
		before, err := h.sessions.FindByIDOrReference(ctx, in.After)
		if err != nil {
			return nil, err
		}
		q.Before = &before
	}
	found, err := h.sessions.List(ctx, q, in.All)
	if err != nil {
		return nil, err
	}
	found, last := cutPage(found, in.Limit)
	out := &listSessionsOutput{Body: []SessionDetails{}}
	for _, s := range found {
		out.Body = append(out.Body, h.newSessionDetails(ctx, s))
	}
	if last != nil {
		out.Link = h.url.nextLink(listSessions.Path, url.Values{"documentId": {in.DocumentID}, "profile": {in.Profile}, "theme": {in.Theme},
			"all":   {strconv.FormatBool(in.All)},
			"limit": {strconv.Itoa(in.Limit)}, "after": {last.Reference()}})
	}
	return out, nil
}

// sessionInput is the input of requests about one session.
type sessionInput struct {
	ID string `path:"id" doc:"Id or reference of the session." example:"mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7"`
}

var getSession = route.Route{
	Method:      http.MethodGet,
	Path:        route.Base + "/session/{id}",
	ID:          "get-session",
	Summary:     "Get a viewing session",
	Description: "Returns a session in any state, with the record of its views.",
	Errors:      []int{http.StatusNotFound},
}

type sessionReadingsOutput struct{ Body SessionReadings }

func (h *sessionHandler) get(ctx context.Context, in *sessionInput) (*sessionReadingsOutput, error) {
	found, err := h.sessions.FindByIDOrReference(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	views, err := h.sessions.Views(ctx, found.ID)
	if err != nil {
		return nil, err
	}
	out := SessionReadings{SessionDetails: h.newSessionDetails(ctx, found), Readings: make([]SessionReading, len(views))}
	for i, view := range views {
		out.Readings[i] = SessionReading{OpenedAt: timeText(view.OpenedAt), Seconds: view.Seconds, Pages: view.Pages}
	}
	return &sessionReadingsOutput{out}, nil
}

var endSession = route.Route{
	Method:      http.MethodDelete,
	Path:        route.Base + "/session/{id}",
	ID:          "end-session",
	Summary:     "End a viewing session",
	Description: "Ends a session at once, also for readers who have it open.",
	Errors:      []int{http.StatusNotFound},
	AuditedAs:   session.ReferenceOf,
}

func (h *sessionHandler) endSession(ctx context.Context, in *sessionInput) (*struct{}, error) {
	found, err := h.sessions.FindByIDOrReference(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return nil, h.sessions.End(ctx, found.ID)
}

// previewMinutes is the validity of a preview, in minutes. A preview stays valid for a working day.
const previewMinutes = 12 * 60

var createPreview = route.Route{
	Method:  http.MethodPost,
	Path:    route.Base + "/settings/viewer/preview",
	ID:      "create-viewer-preview",
	Summary: "Preview viewer settings",
	Description: "Creates a viewer for the owner that tries out settings before they are stored: it starts with the built-in " +
		"settings, takes the profile from its address (`profileOverrides`), and receives the theme, property by property, from " +
		"the page that frames it. Only pages of this server and Lectern's window can frame it. It is in no list of sessions.",
	Right:  account.Admin,
	Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
}

type createPreviewInput struct {
	DocumentID string `query:"documentId" required:"true" doc:"The document to view." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Reader     string `query:"reader" maxLength:"200" doc:"The reader named in a watermark." example:"Zoë"`
}

func (h *sessionHandler) createPreview(ctx context.Context, in *createPreviewInput) (*sessionOutput, error) {
	granted, err := h.sessions.Create(ctx, in.DocumentID, previewMinutes, session.Options{Reader: in.Reader, Preview: true,
		Maker: route.Sender(ctx).ID})
	if err != nil {
		return nil, err
	}
	route.NoteObjects(ctx, granted.DocumentID, granted.Reference())
	return &sessionOutput{h.url.newSession(granted)}, nil
}

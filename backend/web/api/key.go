package api

import (
	"context"
	"net/http"
	"time"

	"lectern/backend/account"
	"lectern/backend/session"
	"lectern/backend/web/api/route"
)

// Key is an API key, without its secret.
type Key struct {
	ID         string       `json:"id" doc:"Identifier of the key, which is used to revoke it." example:"k-3xq7m2v5kq4y"`
	Name       string       `json:"name" doc:"Purpose of the key." example:"intranet"`
	Role       account.Role `json:"role" enum:"admin,write,read" doc:"Role of the key: admin for everything, write for documents and sessions, read for reading."`
	CreatedAt  string       `json:"createdAt" doc:"When the key was created, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	ExpiresAt  string       `json:"expiresAt,omitempty" doc:"When the key expires; absent if never." example:"2027-01-02T03:04:05.678+00:00"`
	RevokedAt  string       `json:"revokedAt,omitempty" doc:"When the key was revoked; absent if it was not." example:"2026-06-02T03:04:05.678+00:00"`
	LastUsedAt string       `json:"lastUsedAt,omitempty" doc:"When the key was last used, to the minute; absent if never." example:"2026-01-02T03:04:00.000+00:00"`
}

// NewKey is a new API key with its secret.
type NewKey struct {
	Key
	Secret string `json:"key" doc:"The value for the Authorization header. It is shown only once, because the server stores its hash only." example:"mq2v7x5kzr4nyb3gq6v4w5n7taeh3xq7mq2v7x5kzr4nyb3gq6v4"`
}

func newKey(k account.Key) Key {
	return Key{ID: k.ID, Name: k.Name, Role: k.Role, CreatedAt: timeText(k.CreatedAt), ExpiresAt: timeText(k.ExpiresAt),
		RevokedAt: timeText(k.RevokedAt), LastUsedAt: timeText(k.UsedAt)}
}

// keyHandler serves API keys.
type keyHandler struct {
	accounts *account.Service
	sessions *session.Service
	url      publicURL
}

func (h *keyHandler) routes(r *route.Router) {
	route.Add(r, getCurrentKey, h.getCurrent)
	route.Add(r, listKeys, h.list)
	route.Add(r, createKey, h.create)
	route.Add(r, revokeKey, h.revoke)
}

var listKeys = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/key",
	ID:      "list-keys",
	Summary: "List API keys",
	Description: "Returns the keys, oldest first, including revoked ones. If there are more keys, the header `Link` has the " +
		"address of the next part.",
	Right:  account.Admin,
	Errors: []int{http.StatusUnprocessableEntity},
}

type listKeysOutput struct {
	Link string `header:"Link" doc:"Address of the next part of the list, as rel=\"next\", if there is one."`
	Body []Key
}

func (h *keyHandler) list(ctx context.Context, in *PageInput) (*listKeysOutput, error) {
	at, id, err := in.cursor()
	if err != nil {
		return nil, err
	}
	keys, err := h.accounts.List(ctx, at, id, in.Limit+1)
	if err != nil {
		return nil, err
	}
	keys, last := cutPage(keys, in.Limit)
	out := &listKeysOutput{Body: make([]Key, len(keys))}
	for i, key := range keys {
		out.Body[i] = newKey(key)
	}
	if last != nil {
		out.Link = in.nextLink(h.url, listKeys.Path, cursorOf(last.CreatedAt, last.ID))
	}
	return out, nil
}

// CurrentKey is the API key of the request.
type CurrentKey struct {
	ID    string       `json:"id" doc:"Identifier of the key." example:"k-3xq7m2v5kq4y"`
	Name  string       `json:"name" doc:"Purpose of the key." example:"intranet"`
	Role  account.Role `json:"role" enum:"admin,write,read" doc:"Role of the key."`
	Local bool         `json:"local" doc:"Whether this is the key of the window and the command line on the server's own machine."`
}

var getCurrentKey = route.Route{
	Method:      http.MethodGet,
	Path:        route.Base + "/key/current",
	ID:          "get-current-key",
	Summary:     "Get the current key",
	Description: "Returns the name and the role of the API key of this request.",
}

type currentKeyOutput struct{ Body CurrentKey }

func (h *keyHandler) getCurrent(ctx context.Context, _ *struct{}) (*currentKeyOutput, error) {
	key := route.Sender(ctx)
	return &currentKeyOutput{CurrentKey{ID: key.ID, Name: key.Name, Role: key.Role, Local: key.IsLocal()}}, nil
}

var createKey = route.Route{
	Method:      http.MethodPost,
	Path:        route.Base + "/key",
	ID:          "create-key",
	Summary:     "Create an API key",
	Description: "Creates an API key and returns its secret, which is shown only once.",
	Right:       account.Admin,
	Errors:      []int{http.StatusBadRequest, http.StatusUnprocessableEntity},
}

type createKeyInput struct {
	Name      string       `query:"name" required:"true" maxLength:"100" doc:"Purpose of the key." example:"intranet"`
	Role      account.Role `query:"role" enum:"admin,write,read" default:"write" doc:"Role of the key."`
	ExpiresAt time.Time    `query:"expiresAt" doc:"When the key expires, RFC 3339; if absent, it never expires." example:"2027-01-02T03:04:05Z"`
}

type newKeyOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         NewKey
}

func (h *keyHandler) create(ctx context.Context, in *createKeyInput) (*newKeyOutput, error) {
	key, secret, err := h.accounts.Create(ctx, in.Name, in.Role, in.ExpiresAt)
	if err != nil {
		return nil, err
	}
	route.NoteObjects(ctx, key.ID)
	return &newKeyOutput{CacheControl: "no-store", Body: NewKey{Key: newKey(key), Secret: secret}}, nil
}

var revokeKey = route.Route{
	Method:  http.MethodDelete,
	Path:    route.Base + "/key/{id}",
	ID:      "revoke-key",
	Summary: "Revoke an API key",
	Description: "Revokes a key: requests with it are rejected from now on. The key stays in the list. The viewing sessions that " +
		"it created end; with `sessions=keep` they stay valid, and only administrators see their ids from then on, until a later " +
		"request without it ends them. The expiry of a key does not end sessions.",
	Right:  account.Admin,
	Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
}

type revokeKeyInput struct {
	ID       string `path:"id" doc:"Identifier of the key." example:"k-3xq7m2v5kq4y"`
	Sessions string `query:"sessions" enum:"end,keep" default:"end" doc:"What happens to the viewing sessions that the key created: they end, or they stay valid."`
}

func (h *keyHandler) revoke(ctx context.Context, in *revokeKeyInput) (*struct{}, error) {
	ended, err := h.accounts.Revoke(ctx, in.ID, in.Sessions == "keep")
	h.sessions.NotifyEnded(ended...)
	return nil, err
}

package api

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"lectern/backend/account"
	"lectern/backend/audit"
	"lectern/backend/web/api/route"
)

// AuditEntry is an entry of the audit log.
type AuditEntry struct {
	At      string   `json:"at" doc:"When the operation was carried out, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	KeyID   string   `json:"keyId" doc:"Identifier of the key that was used; local for the window and the command line of the server's own user." example:"k-3xq7m2v5kq4y"`
	KeyName string   `json:"keyName" doc:"Name of the key at that time." example:"intranet"`
	Action  string   `json:"action" doc:"The operation, by its operationId in this description." example:"delete-document"`
	Objects []string `json:"objects" nullable:"false" doc:"The objects of the operation: ids of documents, collections, keys and others, names of profiles and themes, and references of sessions; at most 100." example:"[\"3xq7m2v5kq4yyb2gq6v4x5n7ta\"]"`
	Status  int      `json:"status" doc:"HTTP status of the response." example:"204"`
	Remote  string   `json:"remote,omitempty" doc:"Address of the client, or of the proxy in front of it; absent for a command that ran without a server." example:"192.0.2.7"`
	Request string   `json:"request,omitempty" doc:"Identifier of the request in the log; absent if remote is absent." example:"5yhq2c4xv6kq3m7a"`
}

// auditHandler serves the audit log.
type auditHandler struct {
	audit *audit.Service
	url   publicURL
}

func (h *auditHandler) routes(r *route.Router) {
	route.Add(r, listAudit, h.list)
}

var listAudit = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/audit",
	ID:      "list-audit",
	Summary: "List audit entries",
	Description: "Returns what keys have changed, newest first: every operation that changes something, reads the webhook secret " +
		"or takes a backup, and the commands `key create`, `key revoke` and `restore`. Requests rejected for a missing key or " +
		"permission are only in the log. Entries are kept for `auditDays`, a setting. If there are more entries, the header " +
		"`Link` has the address of the next part.",
	Right:  account.Admin,
	Errors: []int{http.StatusUnprocessableEntity},
}

type listAuditInput struct {
	KeyID  string    `query:"keyId" maxLength:"100" doc:"Entries of this key." example:"k-3xq7m2v5kq4y"`
	Action string    `query:"action" maxLength:"100" doc:"Entries of this operation." example:"delete-document"`
	Object string    `query:"object" maxLength:"200" doc:"Entries about this document, key or other object." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Since  time.Time `query:"since" doc:"Entries from this time on, RFC 3339." example:"2026-01-02T03:04:05Z"`
	Until  time.Time `query:"until" doc:"Entries before this time, RFC 3339." example:"2026-02-02T03:04:05Z"`
	Limit  int       `query:"limit" minimum:"1" maximum:"500" default:"50" doc:"Maximum number of entries."`
	After  int64     `query:"after" minimum:"1" doc:"Continue after this entry: the value in the Link header of the previous response." example:"41"`
}

type listAuditOutput struct {
	Link string `header:"Link" doc:"Address of the next part of the list, as rel=\"next\", if there is one."`
	Body []AuditEntry
}

func (h *auditHandler) list(ctx context.Context, in *listAuditInput) (*listAuditOutput, error) {
	found, err := h.audit.List(ctx, audit.Selection{
		KeyID: in.KeyID, Action: in.Action, Object: in.Object, Since: in.Since, Until: in.Until, Before: in.After, Limit: in.Limit + 1,
	})
	if err != nil {
		return nil, err
	}
	found, last := cutPage(found, in.Limit)
	out := &listAuditOutput{Body: make([]AuditEntry, len(found))}
	for i, e := range found {
		out.Body[i] = AuditEntry{At: timeText(e.At), KeyID: e.KeyID, KeyName: e.KeyName, Action: e.Action,
			Objects: append([]string{}, e.Objects...),
			Status:  e.Status, Remote: e.Remote, Request: e.Request}
	}
	if last != nil {
		out.Link = h.url.nextLink(listAudit.Path, url.Values{"keyId": {in.KeyID}, "action": {in.Action}, "object": {in.Object},
			"since": {parameterTime(in.Since)},
			"until": {parameterTime(in.Until)}, "limit": {strconv.Itoa(in.Limit)}, "after": {strconv.FormatInt(last.Number, 10)}})
	}
	return out, nil
}

// parameterTime formats a time as a query parameter. The zero time is "", so that the parameter is omitted from the
// URL.
func parameterTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}

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
	At      string   `json:"at" doc:"When it was done, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	KeyID   string   `json:"keyId" doc:"Identifier of the key with which it was done; local for the window and the command line of the server's own user." example:"k-3xq7m2v5kq4y"`
	KeyName string   `json:"keyName" doc:"The name that the key had then." example:"intranet"`
	Action  string   `json:"action" doc:"What was done: an operation of this description, by its operationId." example:"delete-document"`
	Objects []string `json:"objects" nullable:"false" doc:"What it was done with: the ids of documents, collections, keys and so on, names of profiles and themes, and the references of sessions; 100 at most." example:"[\"3xq7m2v5kq4yyb2gq6v4x5n7ta\"]"`
	Status  int      `json:"status" doc:"HTTP status of the answer." example:"204"`
	Remote  string   `json:"remote,omitempty" doc:"Address from which it was asked for, which is that of a proxy where there is one; absent for a command that no server carried out." example:"192.0.2.7"`
	Request string   `json:"request,omitempty" doc:"Identifier of the request, by which the log has it; absent where remote is." example:"5yhq2c4xv6kq3m7a"`
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
	Summary: "List who has done what",
	Description: "Gives what keys have changed, newest first: every operation that changes something, that reads the webhooks' secret or " +
		"that takes a backup, and the commands `key create`, " +
		"`key revoke` and `restore`. What is refused for want of a key or a right is in the log alone. " +
		"Entries are kept for `auditDays`, a setting. The header `Link` has the address at which the list goes on, as long as it does.",
	Right:  account.Admin,
	Errors: []int{http.StatusUnprocessableEntity},
}

type listAuditInput struct {
	KeyID  string    `query:"keyId" maxLength:"100" doc:"What was done with this key." example:"k-3xq7m2v5kq4y"`
	Action string    `query:"action" maxLength:"100" doc:"This operation." example:"delete-document"`
	Object string    `query:"object" maxLength:"200" doc:"What was done with this document, key and so on." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Since  time.Time `query:"since" doc:"From this time on, RFC 3339." example:"2026-01-02T03:04:05Z"`
	Until  time.Time `query:"until" doc:"Before this time, RFC 3339." example:"2026-02-02T03:04:05Z"`
	Limit  int       `query:"limit" minimum:"1" maximum:"500" default:"50" doc:"How many at most."`
	After  int64     `query:"after" minimum:"1" doc:"Where the list goes on, as the header Link of an earlier answer has it." example:"41"`
}

type listAuditOutput struct {
	Link string `header:"Link" doc:"Where the list goes on."`
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

// parameterTime formats a time as a query parameter. The zero time is "", which leaves the parameter out.
func parameterTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}

package route

import (
	"context"
	"net"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/account"
	"lectern/backend/audit"
	"lectern/backend/internal/observe"
	"lectern/backend/web/problem"
)

// audited reports whether requests of the route are recorded in the audit log: all requests that change something, and
// requests whose responses contain secrets.
func (r *Route) audited() bool {
	return r.RevealsSecrets || r.Method != http.MethodGet && r.Right != account.Read
}

// auditedRequest contains the data about a request that the audit log records.
type auditedRequest struct {
	remote  string // IP address of the client
	objects []string
}

type auditedRequestKey struct{}

// noteOrigin returns a middleware that notes the client's address and the path parameters of a request, for the audit
// log.
func noteOrigin(route *Route) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		request := &auditedRequest{remote: ctx.RemoteAddr()}
		if host, _, err := net.SplitHostPort(request.remote); err == nil {
			request.remote = host
		}
		for _, parameter := range ctx.Operation().Parameters {
			if parameter.In != "path" {
				continue
			}
			object := ctx.Param(parameter.Name)
			if route.AuditedAs != nil {
				object = route.AuditedAs(object)
			}
			request.objects = append(request.objects, object)
		}
		next(huma.WithValue(ctx, auditedRequestKey{}, request))
	}
}

// NoteObjects adds the ids of objects that a request changes to its entry in the audit log. Empty ids are ignored.
func NoteObjects(ctx context.Context, objects ...string) {
	if request, ok := ctx.Value(auditedRequestKey{}).(*auditedRequest); ok {
		request.objects = slices.DeleteFunc(slices.Concat(request.objects, objects), func(object string) bool { return object == "" })
	}
}

// withAudit returns a handler that calls handle and records the request in the audit log before the response is sent.
// The function status returns the status of a successful response.
func withAudit[I, O any](log *audit.Service, action string, status func() int, handle func(context.Context, *I) (*O, error)) func(
	context.Context, *I) (*O, error) {
	return func(ctx context.Context, in *I) (*O, error) {
		out, err := handle(ctx, in)
		if err != nil {
			Record(ctx, log, action, problem.FromError(ctx, err).StatusInt)
		} else {
			Record(ctx, log, action, status())
		}
		return out, err
	}
}

// Record adds an entry for a request to the audit log. The entry contains objects and the objects from [NoteObjects].
func Record(ctx context.Context, log *audit.Service, action string, status int, objects ...string) {
	sender := Sender(ctx)
	entry := audit.Entry{At: time.Now(), KeyID: sender.ID, KeyName: sender.Name, Action: action, Status: status, Objects: objects,
		Request: observe.RequestID(ctx)}
	if request, ok := ctx.Value(auditedRequestKey{}).(*auditedRequest); ok {
		entry.Remote, entry.Objects = request.remote, slices.Concat(request.objects, objects)
	}
	log.Record(ctx, entry)
}

// successStatusOf returns the status of an operation's successful response.
func successStatusOf(op *huma.Operation) int {
	for text := range op.Responses {
		if status, err := strconv.Atoi(text); err == nil && status < http.StatusMultipleChoices {
			return status
		}
	}
	return http.StatusOK
}

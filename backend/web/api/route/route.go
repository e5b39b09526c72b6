// Package route declares the routes of the API: each has its description, limits and rights in one place. It checks the
// API key, the parameters and the rights of each request, records changes in the audit log, and answers errors as
// problems (RFC 9457).
package route

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/account"
	"lectern/backend/audit"
	"lectern/backend/internal/disk"
	"lectern/backend/sentence/translation"
	"lectern/backend/web/api/openapi"
	"lectern/backend/web/problem"
)

// Base is the path below which the viewing interface lies.
const Base = "/api/v0"

// TaskBase is the path below which the task interface lies.
const TaskBase = "/v1"

// defaultMaxJSON is the size limit of JSON bodies, in bytes, of routes that declare none.
const defaultMaxJSON = 1 << 20

// Route declares a route.
type Route struct {
	Method, Path string
	// ID is the name of the operation in the OpenAPI document and in the audit log.
	ID, Summary, Description string
	// Errors are the statuses that the route can answer, besides those that all can.
	Errors []int
	// Right is the right that the API key needs; the default is Read for GET and Write for other methods.
	Right account.Role
	// RightFor returns the right that a request needs, where that depends on its parameters. It overrides Right.
	RightFor func(huma.Context) account.Role
	// Keyless reports whether a request needs no API key because the handler checks something else, such as a signature
	// in the URL. By default all requests need one.
	Keyless func(huma.Context) bool
	// RevealsSecrets marks a route that changes nothing but whose answer has secrets: it is audited as changes are.
	RevealsSecrets bool
	// FreesSpace marks a route that makes room on the disk: like DELETE, it may use the space that is reserved for
	// that.
	FreesSpace bool
	// Status is the status of success; the default depends on the type of the output.
	Status int
	// MaxJSON is the size limit of a JSON body, in bytes; the default is 1 MiB.
	MaxJSON int64
	// Body describes the body of a request; nil for none.
	Body Body
	// Describe adds to the OpenAPI description what the types of the handler do not show; may be nil.
	Describe func(h huma.API, op *huma.Operation)
	// AuditedAs returns the name in the audit log of what a path parameter names; the default is its value.
	AuditedAs func(parameter string) string
}

// Body returns the description of a request's body. It is called when the parameters of the operation are known. The
// body is not described to huma before, which would read all of it into memory.
type Body func(h huma.API, op *huma.Operation) *huma.RequestBody

// Router adds routes to an API.
type Router struct {
	huma.API
	config Config
	area   openapi.Area
}

// Config contains the services that all routes use.
type Config struct {
	Accounts  *account.Service
	Audit     *audit.Service
	Languages *translation.Languages
	Version   string
}

// NewRouter returns a router that adds its routes to mux. It also makes problems of huma's own errors, for the whole
// process.
func NewRouter(mux *http.ServeMux, config Config) *Router {
	huma.NewErrorWithContext = newError
	huma.NewError = newErrorWithoutContext
	return &Router{API: humago.New(mux, openapi.Config(config.Version)), config: config}
}

// In returns a router whose routes the OpenAPI document lists under an area.
func (r *Router) In(area openapi.Area) *Router {
	return &Router{API: r.API, config: r.config, area: area}
}

// Add adds a route. Before its handler runs, a request needs an API key with the right of the route, and valid
// parameters.
func Add[I, O any](r *Router, route Route, handle func(context.Context, *I) (*O, error)) {
	op := r.operation(&route)
	success := http.StatusOK
	if route.audited() {
		handle = recorded(r.config.Audit, route.ID, func() int { return success }, handle)
	}
	huma.Register(r.API, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := handle(ctx, in)
		if err != nil {
			return nil, problem.Of(ctx, err)
		}
		return out, nil
	})
	registered := operationOf(r.OpenAPI().Paths[op.Path], route.Method)
	if route.Body != nil {
		registered.RequestBody = route.Body(r.API, registered)
	}
	success = successOf(registered)
}

// operation returns huma's description of a route.
func (r *Router) operation(route *Route) huma.Operation {
	op := huma.Operation{
		OperationID:      route.ID,
		Method:           route.Method,
		Path:             route.Path,
		Summary:          route.Summary,
		Description:      route.Description,
		Tags:             []string{string(r.area)},
		Security:         route.security(),
		DefaultStatus:    route.Status,
		Middlewares:      r.middlewares(route),
		Errors:           append([]int{http.StatusUnauthorized, http.StatusForbidden, http.StatusInternalServerError}, route.Errors...),
		MaxBodyBytes:     max(route.MaxJSON, defaultMaxJSON),
		BodyReadTimeout:  -1,
		SkipValidateBody: true,
	}
	if route.Describe != nil {
		route.Describe(r.API, &op)
	}
	return op
}

func (r *Router) middlewares(route *Route) huma.Middlewares {
	all := huma.Middlewares{r.detectLanguage, r.authorize(route)}
	if route.FreesSpace || route.Method == http.MethodDelete {
		all = append(all, useReserve)
	}
	if route.audited() {
		all = append(all, noteOrigin(route))
	}
	return all
}

// detectLanguage notes the language of the client, for error messages.
func (r *Router) detectLanguage(ctx huma.Context, next func(huma.Context)) {
	next(huma.WithContext(ctx, r.config.Languages.With(ctx.Context(), ctx.Header("Accept-Language"))))
}

// useReserve lets a request use the disk space that is reserved for making room.
func useReserve(ctx huma.Context, next func(huma.Context)) {
	next(huma.WithContext(ctx, disk.WithReserve(ctx.Context())))
}

// security returns the security requirements of a route for the OpenAPI document.
func (r *Route) security() []map[string][]string {
	all := []map[string][]string{{openapi.KeyScheme: {}}}
	if r.Keyless != nil {
		all = append(all, map[string][]string{})
	}
	return all
}

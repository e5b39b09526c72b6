// Package route declares the routes of the API. The declaration of a route contains its description, limits and rights.
// For each request, the package checks the API key, its rights and the parameters. It records changes in the audit log,
// and sends errors as problems (RFC 9457).
package route

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/account"
	"lectern/backend/audit"
	"lectern/backend/internal/disk"
	"lectern/backend/sentence/translation"
	"lectern/backend/web/api/openapi"
	"lectern/backend/web/problem"
)

// Base is the path prefix of the viewing interface.
const Base = "/api/v0"

// TaskBase is the path prefix of the task interface.
const TaskBase = "/v1"

// defaultMaxJSON is the size limit of JSON bodies, in bytes, of routes that declare none.
const defaultMaxJSON = 1 << 20

// Route declares a route.
type Route struct {
	Method, Path string
	// ID is the name of the operation in the OpenAPI document and in the audit log.
	ID, Summary, Description string
	// Errors are the error statuses with which the route may respond, besides the statuses that are possible on every
	// route.
	Errors []int
	// Right is the right that the API key needs; the default is Read for GET and Write for other methods.
	Right account.Role
	// RightFor returns the right that a request needs, where that depends on its parameters. It overrides Right.
	RightFor func(huma.Context) account.Role
	// Keyless reports whether a request needs no API key because the handler checks something else, such as a signature
	// in the URL. By default all requests need one.
	Keyless func(huma.Context) bool
	// RevealsSecrets marks a route that does not change anything, but has secrets in its response. Its requests are
	// recorded in the audit log, like changes.
	RevealsSecrets bool
	// FreesSpace marks a route that frees disk space. Like DELETE requests, its requests may use the disk space that is
	// reserved for freeing space.
	FreesSpace bool
	// Status is the status of success; the default depends on the type of the output.
	Status int
	// MaxJSON is the size limit of a JSON body, in bytes; the default is 1 MiB.
	MaxJSON int64
	// Body describes the body of a request; nil for none.
	Body Body
	// Describe, if not nil, completes the OpenAPI description of the operation with properties that cannot be derived
	// from the types of the handler.
	Describe func(h huma.API, op *huma.Operation)
	// AuditedAs returns the text that the audit log records for the value of a path parameter; the default is the value
	// itself.
	AuditedAs func(parameter string) string
}

// Body returns the description of a request's body. It is called when the parameters of the operation are known. Huma
// must not know the body when the route is added, because it would then read the whole body into memory.
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

// NewRouter returns a router that adds its routes to mux. It also replaces huma's error constructors, for the whole
// process, so that huma's own errors are sent as problems.
func NewRouter(mux *http.ServeMux, config Config) *Router {
	huma.NewErrorWithContext = newError
	huma.NewError = newErrorWithoutContext
	return &Router{API: humago.New(mux, openapi.Config(config.Version)), config: config}
}

// ForArea returns a router whose routes are listed under an area in the OpenAPI document.
func (r *Router) ForArea(area openapi.Area) *Router {
	return &Router{API: r.API, config: r.config, area: area}
}

// Add adds a route. The handler is called only for requests that have an API key with the right of the route, and valid
// parameters.
func Add[I, O any](r *Router, route Route, handle func(context.Context, *I) (*O, error)) {
	op := r.operation(&route)
	success := http.StatusOK
	if route.audited() {
		handle = withAudit(r.config.Audit, route.ID, func() int { return success }, handle)
	}
	registered := register(r.API, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := handle(ctx, in)
		if err != nil {
			return nil, problem.FromError(ctx, err)
		}
		return out, nil
	})
	if route.Body != nil {
		registered.RequestBody = route.Body(r.API, registered)
	}
	success = successStatusOf(registered)
}

// register adds an operation to an API, and returns the copy of the operation that the API describes and serves.
func register[I, O any](api huma.API, op huma.Operation, handle func(context.Context, *I) (*O, error)) (registered *huma.Operation) {
	description := api.OpenAPI()
	hooks := description.OnAddOperation
	description.OnAddOperation = append(slices.Clone(hooks), func(_ *huma.OpenAPI, added *huma.Operation) { registered = added })
	huma.Register(api, op, handle)
	description.OnAddOperation = hooks
	return registered
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

// detectLanguage stores the client's language in the context, for error messages.
func (r *Router) detectLanguage(ctx huma.Context, next func(huma.Context)) {
	next(huma.WithContext(ctx, r.config.Languages.With(ctx.Context(), ctx.Header("Accept-Language"))))
}

// useReserve lets a request use the disk space that is reserved for requests that free space.
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

package api

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/account"
	"lectern/backend/internal/bodies"
	"lectern/backend/internal/disk"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/observe"
	"lectern/backend/web/problem"
	"lectern/converters/wire/nearest"
)

// keyScheme is the name of the API key's security scheme.
const keyScheme = "apiKey"

func configuration(version string) huma.Config {
	config := huma.DefaultConfig("Lectern", version)
	config.Info.Description = "Takes documents, converts them, and grants temporary sessions to view them in a browser. Below `/api/v0`:\n\n" +
		"1. Post a document: `POST /document/upload`, or `POST /document?url=…`.\n" +
		"2. Wait until it can be viewed: `GET /document/{id}?wait=viewable`.\n" +
		"3. Grant somebody a time with it: `POST /session?documentId=…&duration=60`.\n" +
		"4. Open the `viewerURL` of the answer.\n\n" +
		"Tasks fill templates: `POST /v1/task`. [The guide to templates](docs/templates) has the language of their tags, with an example " +
		"for each.\n\n" +
		"[The API guide](docs/guide) explains how the parts work together, [Error codes](docs/errors) lists all codes, and " +
		"[Operating](docs/operating) is for operators.\n\n" +
		"Every request carries an API key in the header `Authorization`, as it stands; `lectern key create NAME` makes the first. " +
		"A refusal is a problem (RFC 9457) whose `message` says what is wrong, and whose `requestId` finds it in the server's log."
	config.Info.License = &huma.License{Name: "AGPL-3.0-or-later", Identifier: "AGPL-3.0-or-later"}
	config.Servers = []*huma.Server{{URL: "/", Description: "This server"}}
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil // no $schema in answers: the specification lists their fields as complete
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		keyScheme: {Type: "apiKey", In: "header", Name: "Authorization", Description: "The API key as it stands, without a scheme word."},
	}
	return config
}

// operation describes one route to the reader of the OpenAPI description.
type operation struct {
	id, summary, description string
	errors                   []int
	// right is what the caller's key must be allowed; empty for reading where the method
	// is GET, else for writing.
	right account.Role
	// rightFor says so of a request, where its parameters decide; may be nil.
	rightFor func(huma.Context) account.Role
	// keyless reports whether a request needs no key because its handler checks something else, such as the signature
	// of an address; nil where all requests need one.
	keyless func(huma.Context) bool
	// tells says of one that changes nothing that it tells secrets: who asks is noted, too.
	tells bool
	// frees reports that an operation other than DELETE frees room: it goes on where the disk is full.
	frees bool
	// status is that of success; 0 is the usual one.
	status int
	// adjust completes what the types do not tell; may be nil.
	adjust func(h huma.API, op *huma.Operation)
}

// register adds a route of the interface: it wants a key, and its errors become
// problems.
func register[I, O any](a *API, h huma.API, method, path string, described operation, handle func(context.Context, *I) (*O, error)) {
	op := huma.Operation{
		OperationID:      described.id,
		Method:           method,
		Path:             fullPath(path),
		Summary:          described.summary,
		Description:      described.description,
		Tags:             []string{areaOf(path)},
		Security:         described.security(),
		DefaultStatus:    described.status,
		Middlewares:      huma.Middlewares{a.hearLanguage, a.requireKey(&described)},
		Errors:           append([]int{http.StatusUnauthorized, http.StatusForbidden, http.StatusInternalServerError}, described.errors...),
		MaxBodyBytes:     -1,
		BodyReadTimeout:  -1,
		SkipValidateBody: true,
	}
	if described.adjust != nil {
		described.adjust(h, &op)
	}
	success := http.StatusOK
	if described.frees || method == http.MethodDelete {
		op.Middlewares = append(op.Middlewares, func(ctx huma.Context, next func(huma.Context)) {
			next(huma.WithContext(ctx, disk.WithReserve(ctx.Context())))
		})
	}
	if described.audits(method) {
		handle = audited(a, described.id, func() int { return success }, handle)
		op.Middlewares = append(op.Middlewares, func(ctx huma.Context, next func(huma.Context)) { next(noteDeed(ctx)) })
	}
	huma.Register(h, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := handle(ctx, in)
		if err != nil {
			return nil, problem.Of(ctx, err)
		}
		return out, nil
	})
	success = successOf(h.OpenAPI().Paths[op.Path], method)
}

// fullPath gives the path of an operation: those of the task interface lie beside [Base].
func fullPath(path string) string {
	if strings.HasPrefix(path, TaskBase+"/") {
		return path
	}
	return Base + path
}

// security says what a request is let through with.
func (o *operation) security() []map[string][]string {
	all := []map[string][]string{{keyScheme: {}}}
	if o.keyless != nil {
		all = append(all, map[string][]string{})
	}
	return all
}

func (o *operation) neededRight(ctx huma.Context) account.Role {
	switch {
	case o.rightFor != nil:
		return o.rightFor(ctx)
	case o.right != "":
		return o.right
	case ctx.Method() == http.MethodGet:
		return account.Read
	}
	return account.Write
}

// hearLanguage notes in which language a request is to be told of failures.
func (a *API) hearLanguage(ctx huma.Context, next func(huma.Context)) {
	next(huma.WithContext(ctx, a.Languages.With(ctx.Context(), ctx.Header("Accept-Language"))))
}

// requireKey lets only requests through with a good API key that has the right of an operation, and
// with parameters that say something: what is passed over may have been a wish.
func (a *API) requireKey(o *operation) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		if o.keyless != nil && o.keyless(ctx) {
			next(ctx)
			return
		}
		sender, err := a.Accounts.Identify(ctx.Context(), ctx.Header("Authorization"), o.neededRight(ctx))
		if err == nil {
			err = checkParameters(ctx)
		}
		if err != nil {
			refuse(ctx, err)
			return
		}
		observe.NoteKey(ctx.Context(), sender.ID)
		bodies.SetKey(ctx.Context(), sender.ID)
		next(huma.WithValue(ctx, senderKey{}, sender))
	}
}

// senderKey is that of a request's API key in its context.
type senderKey struct{}

// senderOf gives the API key that a request came with.
func senderOf(ctx context.Context) account.Key {
	sender, _ := ctx.Value(senderKey{}).(account.Key)
	return sender
}

func refuse(ctx huma.Context, err error) {
	refused := problem.Of(ctx.Context(), err)
	ctx.SetHeader("Content-Type", problem.ContentType)
	for name, values := range refused.GetHeaders() {
		ctx.SetHeader(name, values[0])
	}
	ctx.SetStatus(refused.StatusInt)
	_ = json.NewEncoder(ctx.BodyWriter()).Encode(refused) // a caller that has gone needs no answer
}

// checkParameters refuses query parameters that are there without a value, as from a script whose
// variable is not set, or twice; and, where something is changed, those that the operation does
// not have.
func checkParameters(ctx huma.Context) error {
	address := ctx.URL()
	query, err := url.ParseQuery(address.RawQuery)
	if err != nil {
		return fault.New(fault.Invalid, "The parameters are not URL-encoded: %v.", err)
	}
	if err := checkKeyOfPost(ctx); err != nil {
		return err
	}
	known := make(map[string]*huma.Param)
	for _, parameter := range ctx.Operation().Parameters {
		if parameter.In == "query" {
			known[parameter.Name] = parameter
		}
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		parameter, found := known[name]
		switch {
		case !found && ctx.Method() != http.MethodGet:
			return unknownParameter(name, slices.Sorted(maps.Keys(known)))
		case found:
			if err := checkValues(parameter, query[name]); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkValues refuses a parameter that is there without a value, or more often than it may be.
func checkValues(parameter *huma.Param, values []string) error {
	switch name := parameter.Name; {
	case slices.Contains(values, "") && parameter.Required:
		return fault.Field(name, "The parameter %s is empty: give it a value.", name).Coded(fault.ParameterEmpty)
	case slices.Contains(values, ""):
		return fault.Field(name, "The parameter %s is empty: leave it out, or give it a value.", name).Coded(fault.ParameterEmpty)
	case len(values) > 1 && parameter.Schema.Type != huma.TypeArray:
		return fault.Field(name, "The parameter %s is there more than once.", name).Coded(fault.ParameterRepeated)
	}
	return nil
}

// checkKeyOfPost does so with the header that has a request answered once.
func checkKeyOfPost(ctx huma.Context) error {
	const name = "Idempotency-Key"
	if !slices.ContainsFunc(ctx.Operation().Parameters, func(p *huma.Param) bool { return p.In == "header" && p.Name == name }) {
		return nil
	}
	r, _ := humago.Unwrap(ctx)
	switch keys := r.Header.Values(name); {
	case slices.Contains(keys, ""):
		return fault.Field(name, "The header %s is empty: leave it out, or give it a value.", name).Coded(fault.ParameterEmpty)
	case len(keys) > 1:
		return fault.Field(name, "The header %s is there more than once.", name).Coded(fault.ParameterRepeated)
	}
	return nil
}

func unknownParameter(name string, known []string) error {
	if len(known) == 0 {
		return fault.Field(name, "There is no parameter %q: this takes none.", name).Coded(fault.ParameterUnknown)
	}
	return fault.Field(name, "%s", nearest.Question(fmt.Sprintf("There is no parameter %q", name), nearest.Name(name, known))).
		Coded(fault.ParameterUnknown)
}

// newError makes huma's own refusals, of parameters mostly, problems like all others.
func newError(ctx huma.Context, status int, message string, errs ...error) huma.StatusError {
	background := context.Background()
	if ctx != nil {
		background = ctx.Context()
	}
	var reasons []problem.Reason
	for _, err := range errs {
		if detail, ok := err.(huma.ErrorDetailer); ok {
			// Not its Value: it would echo what was sent, secrets too.
			d := detail.ErrorDetail()
			location := strings.TrimPrefix(d.Location, "query.") // as the domains name parameters
			reasons = append(reasons, problem.Reason{Location: location, Message: d.Message})
		} else if err != nil {
			reasons = append(reasons, problem.Reason{Message: err.Error()})
		}
	}
	if len(reasons) > 0 && status == http.StatusUnprocessableEntity {
		message = worded(reasons[0])
	}
	refused := problem.New(background, status, message, reasons...)
	if len(reasons) > 0 && status == http.StatusUnprocessableEntity {
		refused.Code = refusalCode(reasons[0])
	}
	return refused
}

// refusalCode returns the code of a refusal of huma's.
func refusalCode(r problem.Reason) fault.Code {
	if strings.HasPrefix(r.Message, "required ") {
		return fault.ParameterMissing
	}
	return fault.InvalidParameter
}

// worded puts a refusal of huma's into a person's words.
func worded(r problem.Reason) string {
	if strings.HasPrefix(r.Message, "required ") {
		return fault.MissingParameter(r.Location).Message
	}
	return "The parameter " + r.Location + " is not valid: " + r.Message + "."
}

func newErrorWithoutContext(status int, message string, errs ...error) huma.StatusError {
	return newError(nil, status, message, errs...)
}

// streamed describes a success whose body huma does not see.
func streamed(op *huma.Operation, description string, schema *huma.Schema) {
	op.Responses = map[string]*huma.Response{strconv.Itoa(http.StatusOK): {
		Description: description,
		Content:     map[string]*huma.MediaType{"application/json": {Schema: schema}},
	}}
}

// schemaOf gives the schema of a Go type.
func schemaOf[T any](h huma.API) *huma.Schema {
	return h.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[T](), true, "")
}

// arrayOf gives the schema of an array.
func arrayOf(items *huma.Schema) *huma.Schema {
	return &huma.Schema{Type: huma.TypeArray, Items: items}
}

func serveJSON(body []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body) // a caller that has gone needs no answer
	})
}

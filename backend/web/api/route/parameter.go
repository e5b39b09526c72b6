package route

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/internal/fault"
	"lectern/converters/wire/nearest"
)

// checkParameters rejects query parameters that are empty or repeated. An empty parameter is probably a mistake, for
// instance of a script whose variable is not set. Requests with methods other than GET are also rejected for unknown
// parameters.
func checkParameters(ctx huma.Context) error {
	address := ctx.URL()
	query, err := url.ParseQuery(address.RawQuery)
	if err != nil {
		return fault.New(fault.Invalid, "The parameters are not URL-encoded: %v.", err)
	}
	if err := checkIdempotencyKey(ctx); err != nil {
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
			if err := CheckValues(parameter, query[name]); err != nil {
				return err
			}
		}
	}
	return nil
}

// CheckValues rejects the values of a parameter if a value is empty, or if there are several values although the
// parameter is not a list.
func CheckValues(parameter *huma.Param, values []string) error {
	switch name := parameter.Name; {
	case slices.Contains(values, "") && parameter.Required:
		return fault.Field(name, "The parameter %s is empty. Set a value.", name).WithCode(fault.ParameterEmpty)
	case slices.Contains(values, ""):
		return fault.Field(name, "The parameter %s is empty. Leave it out, or set a value.", name).WithCode(fault.ParameterEmpty)
	case len(values) > 1 && parameter.Schema.Type != huma.TypeArray:
		return fault.Field(name, "The parameter %s is repeated. Send it only once.", name).WithCode(fault.ParameterRepeated)
	}
	return nil
}

// checkIdempotencyKey rejects an Idempotency-Key header that is empty or repeated, on routes that accept one.
func checkIdempotencyKey(ctx huma.Context) error {
	const name = "Idempotency-Key"
	if !slices.ContainsFunc(ctx.Operation().Parameters, func(p *huma.Param) bool { return p.In == "header" && p.Name == name }) {
		return nil
	}
	r, _ := humago.Unwrap(ctx)
	switch keys := r.Header.Values(name); {
	case slices.Contains(keys, ""):
		return fault.Field(name, "The header %s is empty. Leave it out, or set a value.", name).WithCode(fault.ParameterEmpty)
	case len(keys) > 1:
		return fault.Field(name, "The header %s is repeated. Send it only once.", name).WithCode(fault.ParameterRepeated)
	}
	return nil
}

// unknownParameter returns the error for an unknown parameter. The error suggests the most similar known parameter.
func unknownParameter(name string, knownNames []string) error {
	if len(knownNames) == 0 {
		return fault.Field(name, "There is no parameter %q: this route has no parameters.", name).WithCode(fault.ParameterUnknown)
	}
	return fault.Field(name, "%s", nearest.Suggest(fmt.Sprintf("There is no parameter %q", name), nearest.Name(name, knownNames))).
		WithCode(fault.ParameterUnknown)
}

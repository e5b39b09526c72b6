package body

import (
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/internal/disposition"
	"lectern/backend/internal/fault"
	"lectern/backend/web/api/route"
)

// applyForm sets the parameters of an operation's input to the values of the form fields with the same names. The
// values are validated like values in the query, and must not contradict them. Other fields are ignored.
func applyForm(op *huma.Operation, query, form url.Values, input any) error {
	for _, parameter := range op.Parameters {
		values, given := form[parameter.Name]
		if parameter.In != "query" || !given {
			continue
		}
		target := parameterField(reflect.ValueOf(input).Elem(), parameter.Name)
		if err := setParameter(parameter, values, query[parameter.Name], target); err != nil {
			return err
		}
	}
	return nil
}

// setParameter sets target to the values of a parameter in a form. The argument queryValues has the values of the same
// parameter in the query, if there are any.
func setParameter(parameter *huma.Param, values, queryValues []string, target reflect.Value) error {
	if err := route.CheckValues(parameter, values); err != nil {
		return err
	}
	value, err := parseParameter(parameter, values, target.Type())
	if err != nil {
		return err
	}
	if len(queryValues) > 0 && !reflect.DeepEqual(value.Interface(), target.Interface()) {
		return fault.Field(parameter.Name, "The form and the query have different values for %s. Leave one of them out.", parameter.Name).
			WithCode(fault.ParameterConflict)
	}
	target.Set(value)
	return nil
}

// parseParameter parses the values of a parameter as a value of a type.
func parseParameter(parameter *huma.Param, values []string, kind reflect.Type) (reflect.Value, error) {
	for i, value := range values {
		values[i] = disposition.DecodeText(value)
	}
	value := reflect.New(kind).Elem()
	var err error
	switch kind.Kind() {
	case reflect.Slice:
		value.Set(reflect.ValueOf(values))
		return value, validateParameter(parameter, values)
	case reflect.Bool:
		var truth bool
		truth, err = strconv.ParseBool(values[0])
		value.SetBool(truth)
	case reflect.Int, reflect.Int64:
		var number int64
		number, err = strconv.ParseInt(values[0], 10, 64)
		value.SetInt(number)
	default:
		value.SetString(values[0])
	}
	if err != nil {
		return value, route.InvalidParameter(parameter.Name, "invalid "+parameter.Schema.Type)
	}
	return value, validateParameter(parameter, value.Interface())
}

// validateParameter validates a value against the schema of its parameter.
func validateParameter(parameter *huma.Param, value any) error {
	var result huma.ValidateResult
	huma.Validate(nil, parameter.Schema, huma.NewPathBuffer(nil, 0), huma.ModeWriteToServer, value, &result)
	for _, err := range result.Errors {
		if detail, ok := err.(huma.ErrorDetailer); ok {
			return route.InvalidParameter(parameter.Name, detail.ErrorDetail().Message)
		}
	}
	return nil
}

// parameterField returns the field of a struct, or of a struct embedded in it, that holds a query parameter.
func parameterField(input reflect.Value, name string) reflect.Value {
	for field, value := range input.Fields() {
		if tag, _, _ := strings.Cut(field.Tag.Get("query"), ","); tag == name {
			return value
		}
		if field.Anonymous && value.Kind() == reflect.Struct {
			if found := parameterField(value, name); found.IsValid() {
				return found
			}
		}
	}
	return reflect.Value{}
}

package api

import (
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/internal/disposition"
	"lectern/backend/internal/fault"
	"lectern/backend/web/problem"
)

// applyForm sets the parameters of the input of an operation that the fields of a form name. They are checked as those
// of the query are, and may not contradict it. Fields that are no parameters are passed over.
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

// setParameter sets a field to the values that a form has for a parameter, of which the query may have some, too.
func setParameter(parameter *huma.Param, values, inQuery []string, target reflect.Value) error {
	if err := checkValues(parameter, values); err != nil {
		return err
	}
	value, err := parseParameter(parameter, values, target.Type())
	if err != nil {
		return err
	}
	if len(inQuery) > 0 && !reflect.DeepEqual(value.Interface(), target.Interface()) {
		return fault.Field(parameter.Name, "The form has another %s than the query: leave one of them out.", parameter.Name).
			Coded(fault.ParameterConflict)
	}
	target.Set(value)
	return nil
}

// parseParameter parses the values of a parameter as a type that parameters have.
func parseParameter(parameter *huma.Param, values []string, as reflect.Type) (reflect.Value, error) {
	for i, value := range values {
		values[i] = disposition.Text(value)
	}
	value := reflect.New(as).Elem()
	var err error
	switch as.Kind() {
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
		return value, invalidParameter(parameter.Name, "invalid "+parameter.Schema.Type)
	}
	return value, validateParameter(parameter, value.Interface())
}

// validateParameter checks a value by what the description says of its parameter.
func validateParameter(parameter *huma.Param, value any) error {
	var result huma.ValidateResult
	huma.Validate(nil, parameter.Schema, huma.NewPathBuffer(nil, 0), huma.ModeWriteToServer, value, &result)
	for _, err := range result.Errors {
		if detail, ok := err.(huma.ErrorDetailer); ok {
			return invalidParameter(parameter.Name, detail.ErrorDetail().Message)
		}
	}
	return nil
}

func invalidParameter(name, reason string) error {
	return fault.Field(name, "%s", worded(problem.Reason{Location: name, Message: reason}))
}

// parameterField returns the field of a struct, or of those within it, that has a query parameter.
func parameterField(of reflect.Value, name string) reflect.Value {
	for field, value := range of.Fields() {
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

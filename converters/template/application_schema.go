package template

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	broken "github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"lectern/converters/template/core"
	"lectern/converters/wire"
)

// validate checks parameters against the schema of the package. It returns nil if the package has no schema. The error
// is of type [Problems] if the parameters violate the schema or the schema is not valid.
func (a *application) validate(params map[string]any) error {
	schema, err := a.schema()
	if schema == nil {
		return err
	}
	err = schema.Validate(params)
	if err == nil {
		return nil
	}
	wrong, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return err
	}
	var found core.ProblemList
	addCauses(wrong, &found)
	return Problems(found.List)
}

// schema returns the compiled schema of the package, or nil if it has none. Errors are of type [Problems].
func (a *application) schema() (*jsonschema.Schema, error) {
	if len(a.Schema) == 0 {
		return nil, nil
	}
	schema, err := compileSchema(a.Schema)
	if err != nil {
		return nil, Problems{{Code: "application-schema", Part: applicationFile, Values: map[string]string{"reason": err.Error()}}}
	}
	return schema, nil
}

// compileSchema compiles a JSON schema. References to other documents are not resolved.
func compileSchema(source []byte) (*jsonschema.Schema, error) {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(source))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{})
	c.DefaultDraft(jsonschema.Draft2020)
	const name = "schema.json"
	if err := c.AddResource(name, value); err != nil {
		return nil, err
	}
	return c.Compile(name)
}

// addCauses adds the innermost causes of a validation error to problems. The outer errors, which only wrap these
// causes, carry no information.
func addCauses(err *jsonschema.ValidationError, problems *core.ProblemList) {
	for _, cause := range err.Causes {
		addCauses(cause, problems)
	}
	if len(err.Causes) > 0 {
		return
	}
	at := err.InstanceLocation
	switch why := err.ErrorKind.(type) {
	case *broken.Required:
		for _, name := range why.Missing {
			problems.Add(wire.TemplateProblem{Code: "params-missing",
				Values: map[string]string{"name": parameterName(append(slices.Clone(at), name))}})
		}
	case *broken.AdditionalProperties:
		for _, name := range why.Properties {
			problems.Add(wire.TemplateProblem{Code: "params-unknown",
				Values: map[string]string{"name": parameterName(append(slices.Clone(at), name))}})
		}
	case *broken.RefCycle:
		// The schema itself is wrong. The text of the error is not shown, because it contains addresses that are only
		// used internally.
		problems.Add(wire.TemplateProblem{Code: "application-schema", Part: applicationFile,
			Values: map[string]string{"reason": "it refers to itself without end"}})
	default:
		reason := err.ErrorKind.LocalizedString(message.NewPrinter(language.English))
		problems.Add(wire.TemplateProblem{Code: "params-schema", Values: map[string]string{"name": parameterName(at), "reason": reason}})
	}
}

// parameterName returns the path of a parameter in the notation of tags, such as items[0].title, or "params" for the
// whole object.
func parameterName(path []string) string {
	var name strings.Builder
	for i, step := range path {
		_, err := strconv.Atoi(step)
		switch {
		case i == 0:
			name.WriteString(step)
		case err == nil:
			name.WriteString("[" + step + "]")
		default:
			name.WriteString("." + step)
		}
	}
	return core.Shorten(cmp.Or(name.String(), "params"))
}

package template

import (
	"bytes"
	"errors"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"lectern/converters/wire"
)

// validate holds parameters against the schema of a package.
func (a *application) validate(params map[string]any) error {
	if len(a.Schema) == 0 {
		return nil
	}
	schema, err := compileSchema(a.Schema)
	if err != nil {
		return Problems{{Code: "application-schema", Part: applicationFile, Values: map[string]string{"reason": err.Error()}}}
	}
	err = schema.Validate(params)
	var wrong *jsonschema.ValidationError
	if !errors.As(err, &wrong) {
		return nil
	}
	var found problems
	tell(wrong, &found)
	return Problems(found.list)
}

// compileSchema reads a schema, which refers to nothing outside of itself.
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

// tell adds the innermost causes: those around them only say that there are some.
func tell(wrong *jsonschema.ValidationError, found *problems) {
	for _, cause := range wrong.Causes {
		tell(cause, found)
	}
	if len(wrong.Causes) > 0 {
		return
	}
	reason := wrong.ErrorKind.LocalizedString(message.NewPrinter(language.English))
	found.add(wire.TemplateProblem{Code: "params-schema", Values: map[string]string{"pointer": "/" + strings.Join(wrong.InstanceLocation, "/"), "reason": reason}})
}

package template

import (
	"encoding/json"

	"lectern/converters/template/core"
	"lectern/converters/template/schema"
	"lectern/converters/wire"
)

// Findings are the result of [Check].
type Findings struct {
	Problems []wire.TemplateProblem
	// Schema is the JSON Schema of the parameters, and Sample is an example of parameters.
	Schema, Sample json.RawMessage
	// Query maps parameters of a package to the queries that fill them.
	Query map[string]string
}

// Check returns the problems with a template or a package of templates, and infers its parameters. Errors are of type
// [Problems].
func Check(source []byte) (*Findings, error) {
	a, err := openApplication(source)
	if err != nil {
		return nil, err
	}
	inference := schema.NewInference()
	found := &Findings{}
	if a == nil {
		if found.Problems, err = checkFile(source, inference); err != nil {
			return nil, err
		}
		return found, found.describe(inference.Scopes[0])
	}
	found.Query = a.Query
	found.Problems = append(a.descriptionProblems(), a.templateProblems(inference)...)
	if err := found.describe(inference.Scopes[0]); err != nil {
		return nil, err
	}
	if len(a.Schema) > 0 {
		found.Schema = a.Schema
		if example := exampleOf(a.Schema); example != nil {
			found.Sample = example
		}
	}
	return found, nil
}

// exampleOf returns the first example in a schema (JSON Schema, Validation, 9.5). It returns nil if this example is not
// an object.
func exampleOf(schema json.RawMessage) json.RawMessage {
	var declared struct {
		Examples []json.RawMessage `json:"examples"`
	}
	if err := json.Unmarshal(schema, &declared); err != nil || len(declared.Examples) == 0 {
		return nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(declared.Examples[0], &members); err != nil || members == nil {
		return nil
	}
	return declared.Examples[0]
}

// checkFile returns the problems with one file. It also infers the parameters that the file uses, and stores them in
// inference.
func checkFile(source []byte, inference *schema.Inference) ([]wire.TemplateProblem, error) {
	p, kind, main, err := core.Open(source)
	if err != nil {
		return nil, err
	}
	d := &core.Document{Package: p, Kind: kind, Main: main, Language: newLanguage()}
	inference.Add(compileParts(d))
	return d.Problems.List, nil
}

// fileProblems is like checkFile, but returns errors as problems, too: for example, the error for a file that is not a
// template.
func fileProblems(source []byte, inference *schema.Inference) Problems {
	found, err := checkFile(source, inference)
	if err != nil {
		return asProblems(err)
	}
	return found
}

// describe sets the schema and the sample of the findings, which are derived from the inferred parameters.
func (found *Findings) describe(params *schema.Parameter) (err error) {
	schema := params.JSONSchema()
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	if found.Schema, err = json.Marshal(schema); err == nil {
		found.Sample, err = json.Marshal(params.Sample("", 0, 0))
	}
	return err
}

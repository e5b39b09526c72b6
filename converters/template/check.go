package template

import (
	"encoding/json"

	"lectern/converters/wire"
)

// Findings are what a look at a template tells.
type Findings struct {
	Problems []wire.TemplateProblem
	// Schema is the JSON Schema of the parameters, and Sample parameters that it allows.
	Schema, Sample json.RawMessage
}

// Check finds what is wrong with a template by itself, and guesses its parameters.
func Check(source []byte) (*Findings, error) {
	p, kind, main, err := open(source)
	if err != nil {
		return nil, err
	}
	d := &document{Package: p, kind: kind, main: main}
	guessed := infer(d.compileAll(filters()))
	found := &Findings{Problems: d.found.list}
	schema := guessed.jsonSchema()
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	if found.Schema, err = json.Marshal(schema); err != nil {
		return nil, err
	}
	if found.Sample, err = json.Marshal(guessed.sample("", 0)); err != nil {
		return nil, err
	}
	return found, nil
}

package template

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/expression"
	"lectern/converters/template/schema"
	"lectern/converters/wire"
)

// entryProblems returns a problem for each unknown entry and each invalid value in application.json.
func (a *application) entryProblems(description []byte) Problems {
	var found core.ProblemList
	var entries struct {
		Templates []json.RawMessage `json:"templates"`
	}
	_ = json.Unmarshal(description, &entries) // the description was already decoded without an error
	unknownEntries(&found, description, *a)
	for _, one := range entries.Templates {
		unknownEntries(&found, one, applicationTemplate{})
	}
	policies := []string{"empty", "keep", "error"}
	if a.Missing != "" && !slices.Contains(policies, a.Missing) {
		found.Add(wire.TemplateProblem{Code: "application-value", Part: applicationFile,
			Values: map[string]string{"name": "missing", "value": a.Missing}, Nearest: expression.Nearest(a.Missing, policies)})
	}
	return found.List
}

// missingFiles returns a problem for each template that application.json lists but the package does not contain.
func (a *application) missingFiles() Problems {
	var found core.ProblemList
	names := slices.Sorted(maps.Keys(a.files))
	for _, t := range a.Templates {
		if a.files[t.File] == nil {
			found.Add(wire.TemplateProblem{Code: "application-file", Part: applicationFile, Values: map[string]string{"name": t.File},
				Nearest: expression.Nearest(t.File, names)})
		}
	}
	return found.List
}

// descriptionProblems returns the problems with application.json that can be found without reading the templates: wrong
// document names, conditions, locale, time zone and schema.
func (a *application) descriptionProblems() Problems {
	n, err := newNameEvaluator(&Request{})
	if err != nil {
		return asProblems(err)
	}
	n.Compiler.Part = applicationFile
	for _, t := range a.Templates {
		n.parseName(t.Name)
		if t.When != "" {
			n.parseCondition(t.When)
		}
	}
	n.parseName(a.Merge)
	wrong := Problems(n.problems.List)
	options := a.options(wire.TemplateOptions{})
	if _, err := environment(&options); err != nil {
		wrong = append(wrong, asProblems(err)...)
	}
	if _, err := a.schema(); err != nil {
		wrong = append(wrong, asProblems(err)...)
	}
	return wrong
}

// templateProblems returns the problems with the templates of a package. It also infers the parameters that the
// templates use, and stores them in inference.
func (a *application) templateProblems(inference *schema.Inference) (all Problems) {
	for _, t := range a.Templates[:min(len(a.Templates), maxTemplates)] {
		if a.files[t.File] == nil {
			continue
		}
		for _, p := range fileProblems(a.files[t.File], inference) {
			p.File = t.File
			all = append(all, p)
		}
	}
	return all
}

// unknownEntries reports the members of a JSON object for which the struct expected has no field. Names that begin with
// "$", such as "$schema", are allowed.
func unknownEntries(p *core.ProblemList, object []byte, expected any) {
	var members map[string]json.RawMessage
	_ = json.Unmarshal(object, &members) // the object was already decoded without an error
	names := jsonNames(expected)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if strings.HasPrefix(name, "$") || slices.ContainsFunc(names, func(one string) bool { return strings.EqualFold(one, name) }) {
			continue
		}
		p.Add(wire.TemplateProblem{Code: "application-entry", Part: applicationFile, Values: map[string]string{"name": name},
			Nearest: expression.Nearest(name, names)})
	}
}

// jsonNames returns the JSON names of the fields of a struct.
func jsonNames(v any) (names []string) {
	for field := range reflect.TypeOf(v).Fields() {
		if name := field.Tag.Get("json"); name != "" {
			names = append(names, name)
		}
	}
	return names
}

package template

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/zip"

	"lectern/converters/template/core"
	"lectern/converters/template/schema"
	"lectern/converters/wire"
)

// applicationFile is the file that describes a package of templates.
const applicationFile = "application.json"

// Limits of a package of templates: the number of templates, and the total uncompressed size of all files in bytes.
const (
	maxTemplates = 50
	maxFilesSize = 64 << 20
)

// application is a package of templates: a ZIP file that contains application.json and the template files.
type application struct {
	// Templates are the files to render, in order.
	Templates []applicationTemplate `json:"templates"`
	// Merge is the file name of the PDF that joins all documents. It can contain template tags. If it is empty, the
	// documents stay separate.
	Merge string `json:"merge"`
	// Schema is the JSON Schema of the parameters. Defaults are the values that are used for missing parameters.
	Schema   json.RawMessage `json:"schema"`
	Defaults map[string]any  `json:"defaults"`
	Locale   string          `json:"locale"`
	TimeZone string          `json:"timeZone"`
	Missing  string          `json:"missing"`
	// Query maps names of parameters to the queries whose results fill them. The queries can contain template tags; the
	// platform, such as Salesforce, runs them.
	Query map[string]string `json:"query"`

	files map[string][]byte
}

// applicationTemplate is an entry of "templates" in application.json.
type applicationTemplate struct {
	File string `json:"file"`
	// Name is the name of the document without its extension. It can contain template tags. If it is empty, the
	// document is named after the template's file.
	Name string `json:"name"`
	// When is an expression. The document is rendered only if its value is true. If When is empty, the document is
	// always rendered.
	When string `json:"when"`
}

// openApplication opens a package of templates. It returns nil if the file is not a package. Errors are of type
// [Problems].
func openApplication(source []byte) (*application, error) {
	archive, err := zip.NewReader(bytes.NewReader(source), int64(len(source)))
	if err != nil {
		return nil, nil // the error is reported when the file is opened as a template
	}
	a := &application{files: make(map[string][]byte)}
	var description []byte
	left := int64(maxFilesSize)
	for _, file := range archive.File {
		if file.Name == "[Content_Types].xml" {
			return nil, nil
		}
		if file.Name == applicationFile {
			if description, err = readEntry(file, &left); err != nil {
				return nil, err
			}
		}
	}
	if description == nil {
		return nil, nil
	}
	description = decodeJSON(description)
	if err := json.Unmarshal(description, a); err != nil {
		return nil, Problems{{Code: "application-invalid", Part: applicationFile, Values: map[string]string{"reason": err.Error()}}}
	}
	wrong := a.entryProblems(description)
	// A missing list of templates is not reported if there are other problems with the entries: the name "templates" is
	// probably misspelled then, which is already reported as an unknown entry.
	if none := len(a.Templates) == 0; none && len(wrong) == 0 || len(a.Templates) > maxTemplates {
		wrong = append(wrong, wire.TemplateProblem{Code: "application-templates", Part: applicationFile,
			Values: map[string]string{"most": fmt.Sprint(maxTemplates)}})
	}
	if err := a.readFiles(archive, &left); err != nil {
		return nil, err
	}
	if wrong = append(wrong, a.missingFiles()...); len(wrong) > 0 {
		return nil, slices.Concat(wrong, a.descriptionProblems(), a.templateProblems(schema.NewInference()))
	}
	return a, nil
}

func readEntry(file *zip.File, remaining *int64) ([]byte, error) {
	r, err := file.Open()
	if err != nil {
		return nil, Problems{{Code: "not-a-package", Values: map[string]string{"reason": err.Error()}}}
	}
	defer r.Close()
	content, err := io.ReadAll(io.LimitReader(r, *remaining+1))
	if err != nil {
		return nil, Problems{{Code: "not-a-package", Values: map[string]string{"reason": err.Error()}}}
	}
	if *remaining -= int64(len(content)); *remaining < 0 {
		return nil, Problems{{Code: "bomb"}}
	}
	return content, nil
}

// readFiles reads all files of the package except application.json. The parameter remaining points to the number of
// bytes that may still be read; readFiles subtracts the size of each file from it.
func (a *application) readFiles(archive *zip.Reader, remaining *int64) error {
	for _, file := range archive.File {
		if file.Name == applicationFile || file.FileInfo().IsDir() {
			continue
		}
		content, err := readEntry(file, remaining)
		if err != nil {
			return err
		}
		a.files[file.Name] = content
	}
	return nil
}

// options returns the options for rendering the package. The locale, time zone and policy for missing values in
// application.json override those of the request.
func (a *application) options(requested wire.TemplateOptions) wire.TemplateOptions {
	for _, one := range []struct {
		value  string
		target *string
	}{{a.Locale, &requested.Locale}, {a.TimeZone, &requested.TimeZone}, {a.Missing, &requested.Missing}} {
		if one.value != "" {
			*one.target = one.value
		}
	}
	return requested
}

// withDefaults returns the members of params, and those members of defaults that are missing in params. Nested objects
// in params are completed in the same way.
func withDefaults(params, defaults map[string]any) map[string]any {
	all := maps.Clone(defaults)
	if all == nil {
		return params
	}
	for name, value := range params {
		inner, isObject := value.(map[string]any)
		usual, isUsual := all[name].(map[string]any)
		if isObject && isUsual {
			value = withDefaults(inner, usual)
		}
		all[name] = value
	}
	return all
}

// render renders each template of the package whose condition is true. Problems with several templates are returned
// together, as one error of type [Problems].
func (a *application) render(ctx context.Context, request Request) (*Result, error) {
	if wrong := append(a.descriptionProblems(), checkName(request.Options.Name)...); len(wrong) > 0 {
		return nil, append(wrong, a.templateProblems(schema.NewInference())...)
	}
	request.Options = a.options(request.Options)
	request.Params = withDefaults(request.Params, a.Defaults)
	if err := a.validate(request.Params); err != nil {
		return nil, err
	}
	evaluator, err := newNameEvaluator(&request)
	if err != nil {
		return nil, err
	}
	result := &Result{}
	for i := range a.Templates {
		t := &a.Templates[i]
		if !evaluator.conditionHolds(t.When) {
			continue
		}
		one := request.withOwnParams()
		one.Name, one.Template, one.files = t.File, a.files[t.File], a.files
		if t.Name != "" {
			one.Name = evaluator.evaluateName(t.Name) + path.Ext(t.File)
		}
		made, err := renderFile(ctx, one)
		if err == nil {
			if t.Name == "" {
				evaluator.rename(made, &request.Options, t.File)
			}
			evaluator.makeUnique(made)
		}
		result.addOutcome(&evaluator.problems, t.File, made, err)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	if a.Merge != "" {
		result.Merge = strings.TrimSuffix(evaluator.evaluateName(a.Merge), ".pdf") + ".pdf"
	}
	switch {
	case len(evaluator.problems.List) > 0:
		return nil, Problems(evaluator.problems.List)
	// If the package is rendered for each row of a file, single rows may yield no document.
	case len(result.Documents)+len(result.needs) == 0 && request.Options.Row == 0:
		return nil, Problems{{Code: "application-no-document", Part: applicationFile}}
	case len(result.needs) > 0 && len(result.needs)+len(request.Fetched) > wire.MaxTemplateAddresses:
		return nil, Problems{core.TooManyAddresses()}
	case len(result.needs) > 0:
		return nil, &NeedError{result.needs}
	}
	return result, nil
}

// addOutcome adds the outcome of rendering one template. If err is nil, it adds the rendered document to the result. If
// err is a [NeedError], it adds the addresses that must be fetched to the result. Any other error is added to the
// problems of the whole package.
func (r *Result) addOutcome(problems *core.ProblemList, file string, doc *Document, err error) {
	var wrong Problems
	var need *NeedError
	switch {
	case err == nil:
		r.Documents = append(r.Documents, *doc)
	case errors.As(err, &need):
		for _, address := range need.Addresses {
			if !slices.Contains(r.needs, address) {
				r.needs = append(r.needs, address)
			}
		}
	case errors.As(err, &wrong):
		for _, p := range wrong {
			p.File = cmp.Or(p.File, file)
			problems.Add(p)
		}
	default:
		problems.Add(wire.TemplateProblem{Code: "failed", File: file, Values: map[string]string{"reason": err.Error()}})
	}
}

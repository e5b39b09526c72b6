package template

import (
	"context"
	"fmt"

	"lectern/converters/template/core"
	"lectern/converters/template/schema"
	"lectern/converters/wire"
)

// Request is a template together with the parameters for rendering it.
type Request struct {
	// Name is the file name of the template.
	Name     string
	Template []byte
	Params   map[string]any
	// Fetched maps addresses to their contents. The content is empty if an address could not be fetched.
	Fetched map[string][]byte
	Options wire.TemplateOptions

	files map[string][]byte // the files of the package, by their names
}

// Document is a finished document. Type is its file extension without the dot.
type Document struct {
	Name, Type string
	Content    []byte
}

// Problems is the error that is returned if no document can be rendered. It lists the problems with the template and
// the parameters.
type Problems = core.Problems

// NeedError is returned if a rendering needs files, such as pictures, from addresses. The caller must fetch them and
// render again.
type NeedError struct{ Addresses []string }

// Error returns the number of addresses, for logs.
func (e *NeedError) Error() string {
	return fmt.Sprintf("%d addresses are to be fetched", len(e.Addresses))
}

// Result is the result of rendering a template or a package of templates.
type Result struct {
	Documents []Document
	// Merge is the file name of the PDF that joins the documents. If it is empty, the documents stay separate.
	Merge string

	needs []string
}

// Render renders a template or a package of templates. It returns errors of type [Problems] or [*NeedError], or the
// error of ctx.
func Render(ctx context.Context, request Request) (*Result, error) {
	a, err := openApplication(request.Template)
	switch {
	case err != nil:
		return nil, err
	case a != nil:
		return a.render(ctx, request)
	}
	if request.Options.Name == "" && request.Options.Row == 0 {
		made, err := renderFile(ctx, request)
		if err != nil {
			return nil, err
		}
		return &Result{Documents: []Document{*made}}, nil
	}
	return renderNamed(ctx, request)
}

// renderNamed renders a single file, and sets the name of the document according to the options.
func renderNamed(ctx context.Context, request Request) (*Result, error) {
	if wrong := checkName(request.Options.Name); len(wrong) > 0 {
		return nil, append(fileProblems(request.Template, schema.NewInference()), wrong...)
	}
	n, err := newNameEvaluator(&request)
	if err != nil {
		return nil, err
	}
	made, err := renderFile(ctx, request)
	if err != nil {
		return nil, err
	}
	if n.rename(made, &request.Options, request.Name); len(n.problems.List) > 0 {
		return nil, Problems(n.problems.List)
	}
	return &Result{Documents: []Document{*made}}, nil
}

package template

import (
	"context"
	"fmt"

	"lectern/converters/template/core"
	"lectern/converters/template/schema"
	"lectern/converters/wire"
)

// Request is a template with the parameters to render it.
type Request struct {
	// Name is the name of the template's file.
	Name     string
	Template []byte
	Params   map[string]any
	// Fetched is the content of addresses; empty if an address could not be fetched.
	Fetched map[string][]byte
	Options wire.TemplateOptions

	files map[string][]byte // the files of the package, by their names
}

// Document is a finished document. Type is the extension of its file.
type Document struct {
	Name, Type string
	Content    []byte
}

// Problems is the error of a template or of parameters from which no document can be made.
type Problems = core.Problems

// NeedError is the error of a rendering that needs the content of addresses.
type NeedError struct{ Addresses []string }

// Error returns the number of addresses, for logs.
func (e *NeedError) Error() string {
	return fmt.Sprintf("%d addresses are to be fetched", len(e.Addresses))
}

// Result has the documents of a template, or of a package of templates.
type Result struct {
	Documents []Document
	// Merge is the name of the PDF that joins the documents; empty if they stay separate.
	Merge string

	needs []string
}

// Render renders a template or a package of templates. Its error is a [Problems], a [*NeedError], or that of ctx.
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

// renderNamed renders a single file, whose document has the name in the options.
func renderNamed(ctx context.Context, request Request) (*Result, error) {
	if wrong := checkName(request.Options.Name); len(wrong) > 0 {
		return nil, append(wrongFile(request.Template, schema.NewInference()), wrong...)
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

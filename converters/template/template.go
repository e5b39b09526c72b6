package template

import (
	"context"
	"fmt"

	"lectern/converters/template/core"
	"lectern/converters/template/schema"
	"lectern/converters/wire"
)

// Request asks for a rendering.
type Request struct {
	// Name is the template's file name.
	Name     string
	Template []byte
	Params   map[string]any
	// Fetched is what addresses lead to; nothing where they lead to nothing.
	Fetched map[string][]byte
	Options wire.TemplateOptions

	files map[string][]byte // those of the package, by their names
}

// Document is a finished one.
type Document struct {
	Name, Type string
	Content    []byte
}

// Problems is the error of a template or of parameters that give no document.
type Problems = core.Problems

// NeedError is the error of a rendering that needs what addresses lead to.
type NeedError struct{ Addresses []string }

// Error says how many, for logs.
func (e *NeedError) Error() string {
	return fmt.Sprintf("%d addresses are to be fetched", len(e.Addresses))
}

// Result are the documents that a template makes: one, or those of a package.
type Result struct {
	Documents []Document
	// Merge is the name of the PDF that they are to become; empty where they stay apart.
	Merge string

	needs []string
}

// Render gives the documents that a template, or a package of templates, and parameters make. Its
// error is a [Problems], a [*NeedError], or ctx's.
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

// renderNamed renders a single file, whose document has the name that the options say.
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
	if n.rename(made, &request.Options, request.Name); len(n.found.List) > 0 {
		return nil, Problems(n.found.List)
	}
	return &Result{Documents: []Document{*made}}, nil
}

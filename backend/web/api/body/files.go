package body

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/internal/fault"
	"lectern/backend/web/problem"
)

// Files defines how the files of a request are received. T is the type of a received file.
type Files[T any] struct {
	// Receive stores a file while it is read from the request. Documents and templates are written to the content store
	// (package document/content, Store.Add), under the hash of their bytes.
	Receive    func(name string, content io.Reader) (T, error)
	Discard    func(T)
	MaxIgnored int64                 // size limit, in bytes, of all superfluous files of a form together
	Check      func(files []T) error // rejects files of a form before its fields are validated; nil for none
}

// ReadFiles stores the files of a request: the files of a form, or the body itself. The argument name is the file name
// for the body. ReadFiles returns the files and the fields of the form, and also copies these fields into the fields of
// input with the same names. If it fails, it discards the files.
func ReadFiles[T any](ctx context.Context, in *Request, input any, name string, f Files[T]) (files []T, fields url.Values, err error) {
	in.request.Body = receivedBody{in.request.Body}
	switch mediaType := uploadType(in.request); {
	case strings.HasPrefix(mediaType, "multipart/"):
		return readForm(ctx, in, input, f)
	case mediaType == "application/x-www-form-urlencoded":
		return nil, nil, problem.New(ctx, http.StatusUnsupportedMediaType,
			"A URL-encoded form cannot contain a file. Send multipart/form-data with a part 'file', or the file itself as the "+
				"body (with curl: -F file=@NAME, or --data-binary @NAME with a Content-Type).")
	default:
		file, err := f.Receive(name, rawFile(mediaType, in.request.Body))
		if err != nil {
			return nil, nil, err
		}
		return []T{file}, nil, nil
	}
}

func readForm[T any](ctx context.Context, in *Request, input any, f Files[T]) ([]T, url.Values, error) {
	form := formReader[T]{Files: f, isKnown: isField(in.operation)}
	files, fields, err := form.read(ctx, in.request)
	if err != nil {
		return nil, nil, err
	}
	if f.Check != nil {
		err = f.Check(files)
	}
	if err == nil {
		err = applyForm(in.operation, in.request.URL.Query(), fields, input)
	}
	if err != nil {
		form.discardAll(files)
		return nil, nil, err
	}
	return files, fields, nil
}

// OneFile rejects a form without a file, or with several files.
func OneFile[T any](files []T) error {
	switch {
	case len(files) == 0:
		return fault.Field(FilePart, "The form contains no file. Send one as the part 'file'.").WithCode(fault.FileMissing)
	case len(files) > 1:
		return fault.Field(FilePart, "The form contains %d files, but only one is accepted. Send one file per request.", len(files))
	}
	return nil
}

// Documents describes a body that is a file, or a form with files and a password.
func Documents(_ huma.API, op *huma.Operation) *huma.RequestBody {
	file := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	form := formSchema(op, &huma.Schema{Type: huma.TypeArray, Items: file})
	form.Properties[PasswordField] = passwordSchema()
	return fileBody(file, form)
}

// OptionalDocuments describes the same body as [Documents], except that the body may be missing.
func OptionalDocuments(h huma.API, op *huma.Operation) *huma.RequestBody {
	described := Documents(h, op)
	described.Required = false
	return described
}

// File describes a body that is a file, or a form with one file.
func File(_ huma.API, op *huma.Operation) *huma.RequestBody {
	file := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	return fileBody(file, formSchema(op, file))
}

// fileBody describes a body that is a file or a form.
func fileBody(file, form *huma.Schema) *huma.RequestBody {
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"multipart/form-data":      {Schema: form},
		"application/octet-stream": {Schema: file},
	}}
}

// formSchema returns the schema of a form with a file, or files, and the parameters of an operation.
func formSchema(op *huma.Operation, file *huma.Schema) *huma.Schema {
	form := &huma.Schema{Type: huma.TypeObject, Properties: parametersOf(op), Required: []string{FilePart}}
	form.Properties[FilePart] = file
	return form
}

// parametersOf returns the schemas of the query parameters of an operation. A client may send them as form fields
// instead.
func parametersOf(op *huma.Operation) map[string]*huma.Schema {
	fields := map[string]*huma.Schema{}
	for _, parameter := range op.Parameters {
		if parameter.In == "query" {
			fields[parameter.Name] = parameter.Schema
		}
	}
	return fields
}

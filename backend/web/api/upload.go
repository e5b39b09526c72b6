package api

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/document"
	"lectern/backend/internal/disposition"
	"lectern/backend/internal/fault"
	"lectern/backend/web/problem"
)

var uploadDocument = operation{
	id:      "upload-document",
	summary: "Post a document by upload",
	description: "Accepts a file: as the part `file` of a form, or as the body itself, with its name in the parameter `filename` or in " +
		"`Content-Disposition`. " +
		"One file returns its document, several return an array of theirs. A single file of a form counts under any name. The other fields of " +
		"a form count like the query parameters " +
		"of the same names, before or after the files; fields that are no parameters are ignored. The field `password` opens files that " +
		"are encrypted.",
	errors: []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusGone, http.StatusInsufficientStorage},
	adjust: func(h huma.API, op *huma.Operation) {
		one := schemaOf[Document](h)
		streamed(op, "The document, or an array of documents for several files.",
			&huma.Schema{OneOf: []*huma.Schema{one, arrayOf(one)}})
	},
}

// describeUpload adds the request's body to the description of an upload. Declared
// before its registration, huma would read all of it into memory.
func describeUpload(op *huma.Operation, required bool) {
	file := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	form := &huma.Schema{Type: huma.TypeObject, Properties: formFields(op), Required: []string{filePart}}
	form.Properties[filePart], form.Properties[passwordField] = arrayOf(file), passwordSchema()
	op.RequestBody = &huma.RequestBody{
		Required: required,
		Content: map[string]*huma.MediaType{
			"multipart/form-data":      {Schema: form},
			"application/octet-stream": {Schema: file},
		},
	}
}

// formFields describes the fields of a form that count like the query parameters of an operation.
func formFields(op *huma.Operation) map[string]*huma.Schema {
	fields := map[string]*huma.Schema{}
	for _, parameter := range op.Parameters {
		if parameter.In == "query" {
			fields[parameter.Name] = parameter.Schema
		}
	}
	return fields
}

// FileInput keeps the request, so that its body can be read as a stream. (It has a large
// initial because huma passes over embedded types that have none.)
type FileInput struct {
	Filename    string `query:"filename" maxLength:"1000" doc:"The file's name, where the body is the file." example:"letter.docx"`
	Disposition string `header:"Content-Disposition" doc:"May carry the file's name, where the body is the file." example:"attachment; filename=\"letter.docx\""`
	PasswordInput
}

type uploadInput struct {
	FileInput
	PostInput
	SupportedOnly bool `query:"supportedOnly" doc:"Whether a file of a type that is not shown is refused, instead of becoming a document that fails."`
}

type uploadOutput struct{ Body any }

func (a *API) uploadDocument(ctx context.Context, in *uploadInput) (*uploadOutput, error) {
	uploads, options, err := a.receiveAll(ctx, &in.FileInput, in, func() (document.Options, error) {
		return in.options(ctx), a.checkSets(ctx, in.Profile, in.Theme)
	})
	if err != nil {
		return nil, err
	}
	if in.SupportedOnly {
		if err := document.CheckTypes(uploads); err != nil {
			a.Documents.Discard(ctx, uploads)
			return nil, err
		}
	}
	docs, err := a.Documents.PostUploads(ctx, uploads, options)
	if err != nil {
		return nil, err
	}
	bodies := make([]Document, len(docs))
	for i, doc := range docs {
		if bodies[i], err = a.posted(ctx, doc, in.Session, options.Seen()); err != nil {
			return nil, err
		}
	}
	if len(bodies) == 1 {
		return &uploadOutput{bodies[0]}, nil
	}
	return &uploadOutput{bodies}, nil
}

// receiveAll stores the files of a request, and sets the parameters in input that a form names. It returns the options
// that look makes of them, and the password. Before anything is stored, it checks those of the query.
func (a *API) receiveAll(ctx context.Context, in *FileInput, input any, look func() (document.Options, error)) ([]document.Upload,
	document.Options, error) {
	options, err := a.uploadOptions(in, look)
	if err == nil && options.Idempotency == nil { // else it may have been taken before
		err = a.Documents.CheckQueue(ctx)
	}
	if err != nil {
		return nil, options, err
	}
	uploads, err := a.receive(ctx, in, input)
	if err == nil {
		options, err = a.uploadOptions(in, look)
	}
	if err != nil {
		a.Documents.Discard(ctx, uploads)
		return nil, options, unreadable(ctx, err)
	}
	return uploads, options, nil
}

func (a *API) uploadOptions(in *FileInput, look func() (document.Options, error)) (document.Options, error) {
	options, err := look()
	options.Password = cmp.Or(in.formPassword, in.Header)
	return options, cmp.Or(err, a.Documents.Validate(options))
}

// receive stores what the request's body holds. Beside an error it returns what had been stored until then.
func (a *API) receive(ctx context.Context, in *FileInput, input any) ([]document.Upload, error) {
	in.request.Body = receivedBody{in.request.Body}
	kind := mediaType(in.request)
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		return a.receiveForm(ctx, in, input)
	case kind == "application/x-www-form-urlencoded":
		return nil, noFileForm(ctx)
	}
	upload, err := a.Documents.Receive(ctx, in.name(), rawFile(kind, in.request.Body))
	if err != nil {
		return nil, err
	}
	return []document.Upload{upload}, nil
}

// noFileForm refuses a form that has no place for a file.
func noFileForm(ctx context.Context) error {
	return problem.New(ctx, http.StatusUnsupportedMediaType,
		"A URL-encoded form cannot carry a file: send multipart/form-data with a part 'file', or the file itself as the body (with curl: -F "+
			"file=@NAME, or --data-binary @NAME with a Content-Type).")
}

// name returns the name of a file that is the body.
func (in *FileInput) name() string {
	if in.Filename != "" {
		return disposition.Text(in.Filename)
	}
	return disposition.ParsePart(in.Disposition).Filename
}

func (a *API) receiveForm(ctx context.Context, in *FileInput, input any) ([]document.Upload, error) {
	form := formReader[document.Upload]{
		receive: func(name string, file io.Reader) (document.Upload, error) {
			return a.Documents.Receive(ctx, name, file)
		},
		discard: func(u document.Upload) { a.Documents.Discard(ctx, []document.Upload{u}) },
		ignored: a.Settings.Get().MaxUpload,
		wants:   wantsField(in.operation),
	}
	uploads, fields, err := form.read(ctx, in.request)
	if err != nil {
		return nil, err
	}
	in.formPassword = fields.Get(passwordField)
	return uploads, applyForm(in.operation, in.request.URL.Query(), fields, input)
}

// unreadable words a body that ended before its end as the caller's mistake.
func unreadable(ctx context.Context, err error) error {
	if fault.IsAny(err) {
		return err
	}
	if _, broken := errors.AsType[*brokenBody](err); broken || errors.Is(err, io.ErrUnexpectedEOF) {
		return problem.New(ctx, http.StatusBadRequest, "The upload is cut off: its body ended too soon, or came too slowly.").
			Coded(fault.UploadIncomplete)
	}
	return err
}

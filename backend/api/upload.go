package api

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/document"
	"lectern/backend/fault"
	"lectern/backend/problem"
)

// maxFiles bounds the files of one upload.
const maxFiles = 100

var uploadDocument = operation{
	id:      "upload-document",
	summary: "Post a document by upload",
	description: "Accepts a file: as the part `file` of a form, or as the body itself, with its name in the parameter `filename` or in `Content-Disposition`. " +
		"One file is answered with its document, several with an array of theirs. A part `password` before or after them opens those that are encrypted.",
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
	form := &huma.Schema{
		Type:       huma.TypeObject,
		Properties: map[string]*huma.Schema{"file": arrayOf(file), passwordField: passwordSchema()},
		Required:   []string{"file"},
	}
	op.RequestBody = &huma.RequestBody{
		Required: required,
		Content: map[string]*huma.MediaType{
			"multipart/form-data":      {Schema: form},
			"application/octet-stream": {Schema: file},
		},
	}
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
	if err := a.checkSets(ctx, in.Profile, in.Theme); err != nil {
		return nil, err
	}
	options := in.options(ctx)
	uploads, err := a.receiveAll(ctx, &in.FileInput, &options)
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

// receiveAll stores the files of a request, and completes the options with its password.
func (a *API) receiveAll(ctx context.Context, in *FileInput, options *document.Options) ([]document.Upload, error) {
	options.Password = in.Header
	err := options.Validate()                     // before anything is stored
	if err == nil && options.Idempotency == nil { // else it may have been taken before
		err = a.Documents.CheckQueue(ctx)
	}
	if err != nil {
		return nil, err
	}
	uploads, password, err := a.receive(ctx, in)
	if password != "" {
		options.Password = password
	}
	if err != nil {
		a.Documents.Discard(ctx, uploads)
		return nil, unreadable(ctx, err)
	}
	return uploads, nil
}

// receive stores what the request's body holds, and gives the password in it. Beside
// an error it gives what had been stored until then.
func (a *API) receive(ctx context.Context, in *FileInput) (uploads []document.Upload, password string, err error) {
	in.request.Body = patient(in.request.Body, in.response)
	kind, _, _ := strings.Cut(in.request.Header.Get("Content-Type"), ";")
	switch kind = strings.ToLower(strings.TrimSpace(kind)); {
	case strings.HasPrefix(kind, "multipart/"):
		return a.receiveForm(ctx, in.request)
	case kind == "application/x-www-form-urlencoded":
		return nil, "", problem.New(ctx, http.StatusUnsupportedMediaType,
			"A URL-encoded form cannot carry a file: send multipart/form-data with a part 'file', or the file itself as the body (with curl: -F file=@NAME, or --data-binary @NAME with a Content-Type).")
	}
	name := in.Filename
	if name == "" {
		name = dispositionName(in.Disposition)
	}
	upload, err := a.Documents.Receive(ctx, name, in.request.Body)
	if err != nil {
		return nil, "", err
	}
	return []document.Upload{upload}, "", nil
}

func (a *API) receiveForm(ctx context.Context, r *http.Request) (uploads []document.Upload, password string, err error) {
	form, err := r.MultipartReader()
	if err != nil {
		return nil, "", problem.New(ctx, http.StatusBadRequest, "The form cannot be read: its Content-Type is not multipart/form-data with a boundary.")
	}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return uploads, password, nil
		}
		if err != nil {
			return uploads, "", problem.New(ctx, http.StatusBadRequest, "The form cannot be read: it is cut off or malformed.")
		}
		switch part.FormName() {
		case passwordField:
			password, err = readField(part)
		case "file":
			uploads, err = a.receivePart(ctx, uploads, part)
		}
		if err != nil {
			return uploads, "", err
		}
	}
}

// readField gives the value of a form's field that is short. Of a longer one it gives
// enough to be refused.
func readField(part *multipart.Part) (string, error) {
	value, err := io.ReadAll(io.LimitReader(part, maxForm))
	return string(value), err
}

// receivePart stores a file of a form behind those before it.
func (a *API) receivePart(ctx context.Context, uploads []document.Upload, part *multipart.Part) ([]document.Upload, error) {
	if len(uploads) == maxFiles {
		return uploads, fault.Field("file", "One upload takes at most %d files.", maxFiles)
	}
	upload, err := a.Documents.Receive(ctx, partName(part), part)
	if err != nil {
		return uploads, err
	}
	return append(uploads, upload), nil
}

// unreadable words a body that ended before its end as the caller's mistake.
func unreadable(ctx context.Context, err error) error {
	if _, broken := errors.AsType[*brokenBody](err); broken || errors.Is(err, io.ErrUnexpectedEOF) {
		return problem.New(ctx, http.StatusBadRequest, "The upload is cut off: its body ended too soon, or came too slowly.")
	}
	return err
}

// partName gives the name of a form's file as it was sent: unlike
// [multipart.Part.FileName] it keeps a path, of which the display name is cleaned.
func partName(part *multipart.Part) string {
	return dispositionName(part.Header.Get("Content-Disposition"))
}

func dispositionName(disposition string) string {
	_, params, err := mime.ParseMediaType(disposition)
	if err != nil {
		return ""
	}
	return params["filename"]
}

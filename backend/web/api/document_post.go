package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/document"
	"lectern/backend/internal/disposition"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/idempotency"
	"lectern/backend/session"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
)

var postDocument = route.Route{
	Method:      http.MethodPost,
	Path:        route.Base + "/document",
	ID:          "post-document",
	Summary:     "Post a document by its address",
	Description: "Accepts the address of a document and returns at once. The document is fetched and converted afterwards.",
	Errors: []int{http.StatusBadRequest, http.StatusGone, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity,
		http.StatusTooManyRequests, http.StatusInsufficientStorage},
	Body: postDocumentBody,
}

type postDocumentInput struct {
	URL string `query:"url" doc:"Address of the document, http or https; a form can have it as a field instead." example:"https://example.com/letter.docx"`
	PostInput
	body.Password
}

// postDocumentBody describes a form with the parameters of the operation. The form's field url is described as
// required; the handler checks that the field is present after it has read the form.
func postDocumentBody(h huma.API, op *huma.Operation) *huma.RequestBody {
	for _, parameter := range op.Parameters {
		if parameter.Name == "url" {
			parameter.Required = true
		}
	}
	return body.Fields(h, op)
}

// errMisplacedUpload is returned for a file in place of an address, which is a frequent mistake.
var errMisplacedUpload = fault.Field(body.FilePart, "This request takes the address of a document as 'url'. Send a file to "+
	"/document/upload instead.")

func (h *documentHandler) post(ctx context.Context, in *postDocumentInput) (*documentOutput, error) {
	password, err := in.ReadPassword(in)
	if in.URL == "" && errors.Is(err, body.ErrSecondDocument) {
		err = errMisplacedUpload
	}
	if err != nil {
		return nil, err
	}
	if err := h.sets.check(ctx, in.Profile, in.Theme); err != nil {
		return nil, err
	}
	options := in.options(ctx)
	options.Password = password
	doc, repeated, err := h.documents.PostURL(ctx, in.URL, options)
	if err != nil {
		return nil, err
	}
	return h.answerPost(ctx, doc, in.Session, repeated)
}

// answerPost returns the response to a request that posts a document, with a session if one is requested.
func (h *documentHandler) answerPost(ctx context.Context, doc document.Document, minutes int, repeated bool) (*documentOutput, error) {
	body, err := h.describePosted(ctx, doc, minutes, repeated)
	return &documentOutput{body}, err
}

// describePosted describes a posted document, with a session if one is requested. If the same request was sent before
// with the same Idempotency-Key, the session of that request is reused while it is valid.
func (h *documentHandler) describePosted(ctx context.Context, doc document.Document, minutes int, repeated bool) (Document, error) {
	route.NoteObjects(ctx, doc.ID)
	body := newDocument(doc)
	if minutes == 0 {
		return body, nil
	}
	grant := h.sessions.Create
	if repeated {
		grant = h.sessions.FindOrCreate
	}
	granted, err := grant(ctx, doc.ID, minutes, session.Options{Maker: route.Sender(ctx).ID})
	if err != nil {
		return body, err
	}
	route.NoteObjects(ctx, granted.Reference())
	answer := h.url.newSession(granted)
	body.Session = &answer
	return body, nil
}

// LabelInput contains the parameters of requests that send a document or a new version of a document.
type LabelInput struct {
	Name          string   `query:"name" maxLength:"1000" doc:"Display name. Default: the file name." example:"Letter.docx"`
	WebhookURL    string   `query:"webhookURL" doc:"Address that receives the events of the document." example:"https://example.com/hook"`
	ExternalID    string   `query:"externalId" maxLength:"200" doc:"Id of the document in another system." example:"case-4711"`
	Metadata      string   `query:"metadata" maxLength:"16384" doc:"A JSON object that is stored with the document. Lists can be filtered by its values." example:"{\"customer\":\"7\"}"`
	Tag           []string `query:"tag,explode" maxItems:"50" doc:"A tag. Repeatable." example:"[\"contract\"]"`
	Profile       string   `query:"profile" maxLength:"100" doc:"Name of a stored viewer profile that the document's sessions enforce, unless the session names one." example:"reading"`
	Theme         string   `query:"theme" maxLength:"100" doc:"Name of a stored viewer theme for the document's sessions, unless the viewer's address or the session names one." example:"night"`
	KeepOriginal  bool     `query:"keepOriginal" default:"true" doc:"Whether the original is kept after the conversion and can be downloaded."`
	OriginalSaved bool     `query:"originalDocumentSaved" default:"true" doc:"Same as keepOriginal, under the name of the field that it sets."`
}

// PostInput contains the parameters of requests that post new documents.
type PostInput struct {
	LabelInput
	Session        int    `query:"session" minimum:"0" maximum:"525600" doc:"Minutes for which the viewing session in the response is valid; 0 for no session." example:"60"`
	Collection     string `query:"collection" maxLength:"100" doc:"Id of the collection to which the document is added." example:"c-3xq7m2v5kq4y"`
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"200" doc:"A name chosen by the client for this request. A second request with the same name within 24 hours returns the result of the first one." example:"order-4711"`
}

// options returns the document options that the parameters ask for, without the password.
func (in *LabelInput) options() document.Options {
	return document.Options{
		Name: in.Name, WebhookURL: in.WebhookURL,
		Labels:  document.Labels{ExternalID: in.ExternalID, Metadata: json.RawMessage(in.Metadata), Tags: in.Tag},
		Profile: in.Profile, Theme: in.Theme,
		DropOriginal: !in.KeepOriginal || !in.OriginalSaved,
	}
}

func (in *PostInput) options(ctx context.Context) document.Options {
	o := in.LabelInput.options()
	o.Collection = in.Collection
	if in.IdempotencyKey != "" {
		o.Idempotency = &idempotency.Key{Sender: route.Sender(ctx).ID, Name: in.IdempotencyKey}
	}
	return o
}

var uploadDocument = route.Route{
	Method:  http.MethodPost,
	Path:    route.Base + "/document/upload",
	ID:      "upload-document",
	Summary: "Post a document by upload",
	Description: "Accepts a file as the part `file` of a form, or as the body with its name in the parameter `filename` or in " +
		"`Content-Disposition`. One file returns its document, several files return an array of documents. A single file in a " +
		"form can have any part name. Other fields of a form are treated like query parameters of the same names, before or " +
		"after the files; fields that are not parameters are ignored. The field `password` opens encrypted files.",
	Errors: []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusGone, http.StatusInsufficientStorage},
	Describe: func(h huma.API, op *huma.Operation) {
		one := route.SchemaOf[Document](h)
		route.StreamsJSON(op, "The document, or an array of documents for several files.",
			&huma.Schema{OneOf: []*huma.Schema{one, route.ArrayOf(one)}})
	},
	Body: body.Documents,
}

// FileInput is a request whose body is a file, or a form with files.
type FileInput struct {
	Filename    string `query:"filename" maxLength:"1000" doc:"File name, if the body is the file." example:"letter.docx"`
	Disposition string `header:"Content-Disposition" doc:"Can contain the file name, if the body is the file." example:"attachment; filename=\"letter.docx\""`
	body.Password
}

type uploadInput struct {
	FileInput
	PostInput
	SupportedOnly bool `query:"supportedOnly" doc:"Whether files of unsupported types are rejected instead of becoming failed documents."`
}

type uploadOutput struct{ Body any }

func (h *documentHandler) upload(ctx context.Context, in *uploadInput) (*uploadOutput, error) {
	uploads, options, err := h.receiveAll(ctx, &in.FileInput, in, func() (document.Options, error) {
		return in.options(ctx), h.sets.check(ctx, in.Profile, in.Theme)
	})
	if err != nil {
		return nil, err
	}
	if in.SupportedOnly {
		if err := document.CheckTypes(uploads); err != nil {
			h.documents.Discard(ctx, uploads)
			return nil, err
		}
	}
	docs, repeated, err := h.documents.PostUploads(ctx, uploads, options)
	if err != nil {
		return nil, err
	}
	bodies := make([]Document, len(docs))
	for i, doc := range docs {
		if bodies[i], err = h.describePosted(ctx, doc, in.Session, repeated); err != nil {
			return nil, err
		}
	}
	if len(bodies) == 1 {
		return &uploadOutput{bodies[0]}, nil
	}
	return &uploadOutput{bodies}, nil
}

// receiveAll stores the files of a request, and copies the form's fields into the fields of input with the same names.
// The function makeOptions converts the parameters in input to document options. receiveAll calls makeOptions with the
// parameters of the query before anything is stored, and again when the form has been read. The returned options also
// contain the password.
func (h *documentHandler) receiveAll(ctx context.Context, in *FileInput, input any, makeOptions func() (document.Options, error)) (
	[]document.Upload, document.Options, error) {
	password := in.Header
	options, err := h.checkOptions(password, makeOptions)
	if err == nil && options.Idempotency == nil { // a repeated request gets its response even if the queue is full
		err = h.documents.CheckQueue(ctx)
	}
	if err != nil {
		return nil, options, err
	}
	uploads, fields, err := body.ReadFiles(ctx, &in.Request, input, in.name(), body.Files[document.Upload]{
		Receive: func(name string, file io.Reader) (document.Upload, error) {
			return h.documents.Receive(ctx, name, file)
		},
		Discard: func(u document.Upload) { h.documents.Discard(ctx, []document.Upload{u}) },

		MaxIgnored: h.settings.Get().MaxUpload,
	})
	if err == nil {
		password = cmp.Or(fields.Get(body.PasswordField), password)
		options, err = h.checkOptions(password, makeOptions)
	}
	if err != nil {
		h.documents.Discard(ctx, uploads)
		return nil, options, body.Incomplete(ctx, err)
	}
	return uploads, options, nil
}

// checkOptions returns the options from makeOptions with the password, or an error if they are not valid.
func (h *documentHandler) checkOptions(password string, makeOptions func() (document.Options, error)) (document.Options, error) {
	options, err := makeOptions()
	options.Password = password
	return options, cmp.Or(err, h.documents.Validate(options))
}

// name returns the file name for a body that is the file itself.
func (in *FileInput) name() string {
	if in.Filename != "" {
		return disposition.DecodeText(in.Filename)
	}
	return disposition.ParsePart(in.Disposition).Filename
}

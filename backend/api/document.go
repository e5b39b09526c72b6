package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/document"
)

// timeFormat is ISO 8601 with milliseconds and the offset in digits.
const timeFormat = "2006-01-02T15:04:05.000-07:00"

// Document is a document as the specification lists it.
type Document struct {
	ID                    string `json:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Name                  string `json:"name" doc:"Display name." example:"Letter.docx"`
	Status                string `json:"status" enum:"processing,ready,failed" doc:"Where the document is in its life."`
	PageCount             int    `json:"pageCount" doc:"The pages known so far; 0 directly after posting."`
	CreatedAt             string `json:"createdAt" doc:"When it was posted, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	OriginalURL           string `json:"originalURL" doc:"Where it was fetched from; empty for an upload."`
	DownloadFilename      string `json:"downloadFilename" doc:"File name offered for downloading." example:"Letter.docx"`
	OriginalDocumentSaved bool   `json:"originalDocumentSaved" doc:"Whether the original file is kept."`
	Viewable              bool   `json:"viewable" doc:"Whether the first page can be viewed."`
	Message               string `json:"message,omitempty" doc:"Why it failed, in a person's words; failed documents only."`
	Reason                Reason `json:"reason,omitempty"`
}

// Reason is a document's reason to fail, as the description lists them.
type Reason document.Reason

// Schema implements [huma.SchemaProvider].
func (Reason) Schema(huma.Registry) *huma.Schema {
	schema := &huma.Schema{Type: huma.TypeString, Description: "Why it failed, as a name that stays; failed documents only, and not those that failed under a Lectern that noted none."}
	for _, reason := range document.Reasons() {
		schema.Enum = append(schema.Enum, string(reason))
	}
	return schema
}

func newDocument(d document.Document) Document {
	return Document{
		ID:                    d.ID,
		Name:                  d.Name,
		Status:                string(d.Status),
		PageCount:             d.PageCount,
		CreatedAt:             d.CreatedAt.UTC().Format(timeFormat),
		OriginalURL:           d.OriginalURL,
		DownloadFilename:      d.DownloadFilename,
		OriginalDocumentSaved: d.OriginalSaved,
		Viewable:              d.Viewable,
		Message:               d.Message,
		Reason:                Reason(d.Reason),
	}
}

type documentOutput struct{ Body Document }

var listDocuments = operation{
	id:          "list-documents",
	summary:     "List documents",
	description: "Gives all documents, newest first.",
	adjust: func(h huma.API, op *huma.Operation) {
		streamed(op, "The documents; an empty array when there is none.", arrayOf(schemaOf[Document](h)))
	},
}

// listDocuments streams: a library can hold more than the memory should.
func (a *API) listDocuments(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
	return &huma.StreamResponse{Body: func(h huma.Context) {
		h.SetHeader("Content-Type", "application/json")
		w := h.BodyWriter()
		encoder := json.NewEncoder(w)
		separator := "["
		err := a.Documents.List(ctx, func(d document.Document) error {
			if _, err := w.Write([]byte(separator)); err != nil {
				return err
			}
			separator = ","
			return encoder.Encode(newDocument(d))
		})
		if err == nil && separator == "[" {
			_, err = w.Write([]byte("["))
		}
		if err == nil {
			_, err = w.Write([]byte("]\n"))
		}
		if err != nil {
			// Half a list must not look like a whole one: the connection is cut.
			panic(http.ErrAbortHandler)
		}
	}}, nil
}

var postDocument = operation{
	id:          "post-document",
	summary:     "Post a document by its address",
	description: "Accepts the document that lies at a public address. It is fetched and converted afterwards.",
	errors:      []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity},
}

type postDocumentInput struct {
	URL        string `query:"url" required:"true" doc:"The document's address, http or https." example:"https://example.com/letter.docx"`
	Name       string `query:"name" maxLength:"1000" doc:"Display name; the file's own where it is missing."`
	WebhookURL string `query:"webhookURL" doc:"Address that receives the document's events."`
	PasswordInput
}

func (a *API) postDocument(ctx context.Context, in *postDocumentInput) (*documentOutput, error) {
	password, err := in.password(ctx)
	if err != nil {
		return nil, err
	}
	doc, err := a.Documents.PostURL(ctx, in.URL, document.Options{Name: in.Name, WebhookURL: in.WebhookURL, Password: password})
	if err != nil {
		return nil, err
	}
	return &documentOutput{newDocument(doc)}, nil
}

var getDocument = operation{
	id:          "get-document",
	summary:     "Get a document",
	description: "Gives a document as it is, or, with wait, as soon as it has reached a state, failed, or the time is up.",
	errors:      []int{http.StatusNotFound, http.StatusUnprocessableEntity},
}

type getDocumentInput struct {
	ID      string `path:"id" doc:"Identifier of the document."`
	Wait    string `query:"wait" enum:"viewable,ready" doc:"State to wait for."`
	Timeout int    `query:"timeout" minimum:"0" maximum:"300" default:"30" doc:"Seconds to wait at most."`
}

func (a *API) getDocument(ctx context.Context, in *getDocumentInput) (*documentOutput, error) {
	timeout := time.Duration(in.Timeout) * time.Second
	if in.Wait == "" {
		timeout = 0
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	doc, err := a.Documents.Await(ctx, in.ID, func(d document.Document) bool {
		return d.Status != document.Processing || (in.Wait == "viewable" && d.Viewable)
	})
	if err != nil {
		return nil, err
	}
	return &documentOutput{newDocument(doc)}, nil
}

var retryDocument = operation{
	id:      "retry-document",
	summary: "Try a failed document again",
	description: "Tries a document that has failed once more, with a password where one is given; what could not be fetched is fetched again. " +
		"The document is processing again, as directly after posting.",
	errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity},
}

type retryDocumentInput struct {
	ID string `path:"id" doc:"Identifier of the document."`
	PasswordInput
}

func (a *API) retryDocument(ctx context.Context, in *retryDocumentInput) (*documentOutput, error) {
	password, err := in.password(ctx)
	if err != nil {
		return nil, err
	}
	doc, err := a.Documents.Retry(ctx, in.ID, password)
	if err != nil {
		return nil, err
	}
	return &documentOutput{newDocument(doc)}, nil
}

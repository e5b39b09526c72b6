package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/document"
	"lectern/backend/session"
)

// Document is a document as the specification lists it.
type Document struct {
	ID                    string `json:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Name                  string `json:"name" doc:"Display name." example:"Letter.docx"`
	Status                string `json:"status" enum:"processing,ready,failed" doc:"Where the document is in its life."`
	PageCount             int    `json:"pageCount" doc:"The pages known so far; 0 directly after posting." example:"2"`
	CreatedAt             string `json:"createdAt" doc:"When it was posted, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	OriginalURL           string `json:"originalURL" doc:"Where it was fetched from; empty for an upload." example:"https://example.com/letter.docx"`
	DownloadFilename      string `json:"downloadFilename" doc:"File name offered for downloading." example:"Letter.docx"`
	OriginalDocumentSaved bool   `json:"originalDocumentSaved" doc:"Whether the original file is kept."`
	Viewable              bool   `json:"viewable" doc:"Whether the first page can be viewed."`
	Message               string `json:"message,omitempty" doc:"Why it failed, in a person's words; failed documents only." example:"The address answered 404: there is no such document."`
	Reason                Reason `json:"reason,omitempty"`

	ExternalID string   `json:"externalId,omitempty" doc:"Its id in another system, where it was posted with one." example:"case-4711"`
	Metadata   Metadata `json:"metadata,omitempty"`
	Tags       []string `json:"tags,omitempty" nullable:"false" doc:"Its tags, where it has some." example:"[\"contract\"]"`
	Session    *Session `json:"session,omitempty" doc:"The viewing session that was asked for with the post."`
}

// Metadata is what a document's owner keeps with it.
type Metadata json.RawMessage

// MarshalJSON implements [json.Marshaler].
func (m Metadata) MarshalJSON() ([]byte, error) { return json.RawMessage(m).MarshalJSON() }

// Schema implements [huma.SchemaProvider].
func (Metadata) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: "What its owner keeps with it, where there is some."}
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
		CreatedAt:             timeText(d.CreatedAt),
		OriginalURL:           d.OriginalURL,
		DownloadFilename:      d.DownloadFilename,
		OriginalDocumentSaved: d.OriginalSaved,
		Viewable:              d.Viewable,
		Message:               d.Message,
		Reason:                Reason(d.Reason),
		ExternalID:            d.ExternalID,
		Metadata:              Metadata(d.Metadata),
		Tags:                  d.Tags,
	}
}

type documentOutput struct{ Body Document }

var postDocument = operation{
	id:          "post-document",
	summary:     "Post a document by its address",
	description: "Accepts the document that lies at a public address. It is fetched and converted afterwards.",
	errors: []int{http.StatusBadRequest, http.StatusGone, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity,
		http.StatusTooManyRequests, http.StatusInsufficientStorage},
}

type postDocumentInput struct {
	URL string `query:"url" required:"true" doc:"The document's address, http or https." example:"https://example.com/letter.docx"`
	PostInput
	PasswordInput
}

func (a *API) postDocument(ctx context.Context, in *postDocumentInput) (*documentOutput, error) {
	options, err := in.options(ctx), error(nil)
	if options.Password, err = in.password(); err != nil {
		return nil, err
	}
	doc, err := a.Documents.PostURL(ctx, in.URL, options)
	if err != nil {
		return nil, err
	}
	return a.answerPost(ctx, doc, in.Session, options.Seen())
}

// answerPost gives a document that was posted, with a session where one is wanted.
func (a *API) answerPost(ctx context.Context, doc document.Document, minutes int, again bool) (*documentOutput, error) {
	body, err := a.posted(ctx, doc, minutes, again)
	return &documentOutput{body}, err
}

// posted words a document that was posted. One that is posted again keeps the session that it
// was given, while that is in force.
func (a *API) posted(ctx context.Context, doc document.Document, minutes int, again bool) (Document, error) {
	body := newDocument(doc)
	if minutes == 0 {
		return body, nil
	}
	grant := a.Sessions.Create
	if again {
		grant = a.Sessions.Renew
	}
	granted, err := grant(ctx, doc.ID, minutes, session.Options{})
	if err != nil {
		return body, err
	}
	answer := a.newSession(granted)
	body.Session = &answer
	return body, nil
}

var getDocument = operation{
	id:          "get-document",
	summary:     "Get a document",
	description: "Gives a document as it is, or, with wait, as soon as it has reached a state, failed, or the time is up.",
	errors:      []int{http.StatusNotFound, http.StatusUnprocessableEntity},
}

type getDocumentInput struct {
	ID      string `path:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
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
	ID string `path:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	PasswordInput
}

func (a *API) retryDocument(ctx context.Context, in *retryDocumentInput) (*documentOutput, error) {
	password, err := in.password()
	if err != nil {
		return nil, err
	}
	doc, err := a.Documents.Retry(ctx, in.ID, password)
	if err != nil {
		return nil, err
	}
	return &documentOutput{newDocument(doc)}, nil
}

var editDocument = operation{
	id:          "edit-document",
	summary:     "Rename a document, or change its labels",
	description: "Changes what the body names and leaves the rest as it is. `metadata` and `tags` are replaced as a whole; null removes them.",
	errors:      []int{http.StatusBadRequest, http.StatusNotFound, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
}

// documentEdit is the body of an edit.
type documentEdit struct {
	Name             *string          `json:"name,omitempty" maxLength:"1000" doc:"Display name." example:"Letter.docx"`
	DownloadFilename *string          `json:"downloadFilename,omitempty" maxLength:"1000" doc:"File name offered for downloading." example:"Letter.docx"`
	ExternalID       *string          `json:"externalId,omitempty" maxLength:"200" doc:"Its id in another system; empty for none." example:"case-4711"`
	Metadata         *json.RawMessage `json:"metadata,omitempty" doc:"A JSON object."`
	Tags             *[]string        `json:"tags,omitempty" doc:"Its tags." example:"[\"contract\"]"`
}

type editDocumentInput struct {
	ID string `path:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	JSONInput
}

func (a *API) editDocument(ctx context.Context, in *editDocumentInput) (*documentOutput, error) {
	var edit documentEdit
	if err := in.decode(ctx, &edit); err != nil {
		return nil, err
	}
	doc, err := a.Documents.Edit(ctx, in.ID, document.Edit(edit))
	if err != nil {
		return nil, err
	}
	return &documentOutput{newDocument(doc)}, nil
}

var deleteDocument = operation{
	id:          "delete-document",
	summary:     "Delete a document",
	description: "Removes a document, whatever its state, and ends its sessions. With the last document of the same bytes those go, too, with their pages.",
	errors:      []int{http.StatusNotFound},
}

func (a *API) deleteDocument(ctx context.Context, in *documentInput) (*struct{}, error) {
	return nil, a.Documents.Delete(ctx, in.ID)
}

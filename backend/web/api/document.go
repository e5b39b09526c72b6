package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/document"
	"lectern/backend/document/failure"
	"lectern/backend/sentence/pathname"
	"lectern/backend/sentence/translation"
	"lectern/backend/session"
	"lectern/backend/settings"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
)

// Document describes a document. It has the fields that the specification of the viewing interface lists, and further
// fields that a client requests.
type Document struct {
	ID                    string `json:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Name                  string `json:"name" doc:"Display name." example:"Letter.docx"`
	Status                string `json:"status" enum:"processing,ready,failed" doc:"State of the document."`
	PageCount             int    `json:"pageCount" doc:"Number of pages known so far; 0 directly after the upload." example:"2"`
	CreatedAt             string `json:"createdAt" doc:"When the document was posted, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	OriginalURL           string `json:"originalURL" doc:"Address that the document was fetched from, with user information and secret parameters replaced by REDACTED; empty for an upload." example:"https://example.com/letter.docx"`
	DownloadFilename      string `json:"downloadFilename" doc:"File name for downloads." example:"Letter.docx"`
	OriginalDocumentSaved bool   `json:"originalDocumentSaved" doc:"Whether the original file is kept."`
	Viewable              bool   `json:"viewable" doc:"Whether the first page can be viewed."`
	Message               string `json:"message,omitempty" doc:"Why the document failed, as a sentence for people; failed documents only." example:"The address answered 404: there is no such document."`
	Reason                Reason `json:"reason,omitempty"`

	ExternalID string   `json:"externalId,omitempty" doc:"Id of the document in another system, if one was posted." example:"case-4711"`
	Metadata   Metadata `json:"metadata,omitempty"`
	Tags       []string `json:"tags,omitempty" nullable:"false" doc:"Tags of the document; absent if there are none." example:"[\"contract\"]"`
	Session    *Session `json:"session,omitempty" doc:"The viewing session that was requested with the upload."`

	Favorite    bool     `json:"favorite,omitempty" doc:"Whether the document is a favorite; absent if it is not."`
	OpenedAt    string   `json:"openedAt,omitempty" doc:"When the document was last recorded as opened; absent if never." example:"2026-01-02T04:04:05.678+00:00"`
	DeletedAt   string   `json:"deletedAt,omitempty" doc:"When the document was moved to the trash; absent if it is not there." example:"2026-01-03T03:04:05.678+00:00"`
	Profile     string   `json:"profile,omitempty" doc:"The viewer profile that the document's sessions enforce, unless the session names one." example:"reading"`
	Theme       string   `json:"theme,omitempty" doc:"The viewer theme of the document's sessions, unless the viewer's address or the session names one." example:"night"`
	FolderID    string   `json:"folderId,omitempty" doc:"The watched folder that the document was imported from." example:"f-3xq7m2v5kq4y"`
	Collections []string `json:"collections,omitempty" nullable:"false" doc:"Ids of the collections that contain the document." example:"[\"c-3xq7m2v5kq4y\"]"`

	// The following fields are set on request only: see [DetailsInput].
	Size       int64     `json:"size,omitempty" doc:"Size of the original in bytes, once it is known; only with details, like the fields below." example:"34567"`
	Type       string    `json:"type,omitempty" doc:"File type detected from the content, as a file extension without the dot; absent until it is known, and if it is not supported." example:"docx"`
	Revision   int64     `json:"revision,omitempty" doc:"Number that increases with every change." example:"3"`
	SourcePath string    `json:"sourcePath,omitempty" doc:"Path of the file on the server's machine that was imported; if the path is not UTF-8, its address, such as file:///home/ada/caf%E9.docx. Only returned to the key of the window on that machine." example:"/home/ada/letter.docx"`
	Progress   *Progress `json:"progress,omitempty" doc:"Progress of the processing; only while the document is being processed."`
	// LocalMessage is Message in the language that the client prefers; empty if that is English.
	LocalMessage string `json:"localMessage,omitempty" doc:"The message in the language that Accept-Language prefers; absent if that is English or the message has no translation." example:"L’adresse a répondu 404."`
}

// Progress is the progress of a document that is being processed.
type Progress struct {
	Step  string `json:"step" enum:"waiting,fetching,converting,reading" doc:"Current step: waiting in the queue, fetching, converting, or reading the text of the pages."`
	Done  int64  `json:"done" doc:"Amount done: bytes fetched, or pages converted or read." example:"12"`
	Total int64  `json:"total" doc:"Total amount; 0 if it is not known." example:"40"`
}

// DetailsInput requests fields of documents that the specification of the viewing interface does not list.
type DetailsInput struct {
	Details bool `query:"details" doc:"With true, documents include size, type, revision, progress and localMessage."`
}

// Metadata is a JSON object that the client stores with a document.
type Metadata json.RawMessage

// MarshalJSON implements [json.Marshaler].
func (m Metadata) MarshalJSON() ([]byte, error) { return json.RawMessage(m).MarshalJSON() }

// Schema implements [huma.SchemaProvider].
func (Metadata) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: "Data that was stored with the document; " +
		"absent if there is none."}
}

// Reason is the code for why a document has failed.
type Reason failure.Reason

// Schema implements [huma.SchemaProvider].
func (Reason) Schema(huma.Registry) *huma.Schema {
	schema := &huma.Schema{Type: huma.TypeString, Description: "Stable name of the reason why the document failed; only for " +
		"failed documents, and not for those that failed under an old version of Lectern."}
	for _, reason := range failure.Reasons() {
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
		OriginalURL:           d.OriginalURL.Redacted(),
		DownloadFilename:      d.DownloadFilename,
		OriginalDocumentSaved: d.OriginalSaved,
		Viewable:              d.Viewable,
		Message:               d.Message,
		Reason:                Reason(d.Reason),
		ExternalID:            d.ExternalID,
		Metadata:              Metadata(d.Metadata),
		Tags:                  d.Tags,
		Favorite:              d.Favorite,
		OpenedAt:              timeText(d.OpenedAt),
		DeletedAt:             timeText(d.DeletedAt),
		Profile:               d.Profile,
		Theme:                 d.Theme,
		FolderID:              d.FolderID,
		Collections:           d.Collections,
	}
}

// describe returns the response body that describes a document, with details on request.
func (h *documentHandler) describe(ctx context.Context, d document.Document, in DetailsInput) Document {
	body := newDocument(d)
	if !in.Details {
		return body
	}
	body.LocalMessage = translation.Local(ctx, d.FailureMessage())
	body.Size, body.Type, body.Revision = d.Size, string(d.Type), d.Revision
	if key := route.Sender(ctx); key.IsLocal() {
		body.SourcePath = pathname.Text(d.SourcePath)
	}
	if d.Status == document.Processing {
		p := h.documents.Progress(&d)
		body.Progress = &Progress{string(p.Stage), p.Done, p.Total}
	}
	return body
}

type documentOutput struct{ Body Document }

// documentHandler serves the documents of the library.
type documentHandler struct {
	documents *document.Service
	sessions  *session.Service
	settings  *settings.Service
	sets      viewerSets
	url       publicURL
}

func (h *documentHandler) routes(r *route.Router) {
	route.Add(r, listDocuments, h.list)
	route.Add(r, postDocument, h.post)
	route.Add(r, uploadDocument, h.upload)
	route.Add(r, batchDocuments, h.batch)
	route.Add(r, getDocument, h.get)
	route.Add(r, replaceDocument, h.replace)
	route.Add(r, editDocument, h.edit)
	route.Add(r, deleteDocument, h.delete)
	route.Add(r, retryDocument, h.retry)
}

var getDocument = route.Route{
	Method:      http.MethodGet,
	Path:        route.Base + "/document/{id}",
	ID:          "get-document",
	Summary:     "Get a document",
	Description: "Returns a document at once, or, with wait, as soon as it reaches a state, fails, or the time is over.",
	Errors:      []int{http.StatusNotFound, http.StatusUnprocessableEntity},
}

type getDocumentInput struct {
	ID      string `path:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Wait    string `query:"wait" enum:"viewable,ready" doc:"State to wait for."`
	Timeout int    `query:"timeout" minimum:"0" maximum:"300" default:"30" doc:"Maximum time to wait, in seconds."`
	DetailsInput
}

func (h *documentHandler) get(ctx context.Context, in *getDocumentInput) (*documentOutput, error) {
	timeout := time.Duration(in.Timeout) * time.Second
	if in.Wait == "" {
		timeout = 0
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	doc, err := h.documents.Await(ctx, in.ID, func(d document.Document) bool {
		return d.Status != document.Processing || (in.Wait == "viewable" && d.Viewable)
	})
	if err != nil {
		return nil, err
	}
	return &documentOutput{h.describe(ctx, doc, in.DetailsInput)}, nil
}

var retryDocument = route.Route{
	Method:  http.MethodPost,
	Path:    route.Base + "/document/{id}/retry",
	ID:      "retry-document",
	Summary: "Retry a failed document",
	Description: "Processes a failed document again, with a password if one is given; documents that could not be fetched are " +
		"fetched again. A document that is ready but whose PDF is missing from the storage of the server is converted again. Its " +
		"state is processing, as directly after posting.",
	Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusConflict, http.StatusRequestEntityTooLarge,
		http.StatusUnprocessableEntity},
	Body: body.Fields,
}

type retryDocumentInput struct {
	ID string `path:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	body.Password
}

func (h *documentHandler) retry(ctx context.Context, in *retryDocumentInput) (*documentOutput, error) {
	password, err := in.ReadPassword(in)
	if err != nil {
		return nil, err
	}
	doc, err := h.documents.Retry(ctx, in.ID, password)
	if err != nil {
		return nil, err
	}
	return &documentOutput{newDocument(doc)}, nil
}

var editDocument = route.Route{
	Method:  http.MethodPatch,
	Path:    route.Base + "/document/{id}",
	ID:      "edit-document",
	Summary: "Change a document",
	Description: "Changes the fields that the body contains and keeps the others. `metadata` and `tags` are replaced as a whole; " +
		"null removes them.",
	Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
	Body:   body.Object[documentEdit],
}

// documentEdit is the body of a request that changes a document. Missing fields leave the document's values unchanged.
type documentEdit struct {
	Name             *string          `json:"name,omitempty" maxLength:"1000" doc:"Display name." example:"Letter.docx"`
	DownloadFilename *string          `json:"downloadFilename,omitempty" maxLength:"1000" doc:"File name for downloads." example:"Letter.docx"`
	ExternalID       *string          `json:"externalId,omitempty" maxLength:"200" doc:"Id of the document in another system; empty for none." example:"case-4711"`
	Metadata         *json.RawMessage `json:"metadata,omitempty" doc:"A JSON object."`
	Tags             *[]string        `json:"tags,omitempty" doc:"Tags of the document." example:"[\"contract\"]"`
	Favorite         *bool            `json:"favorite,omitempty" doc:"Whether the document is a favorite."`
	Profile          *string          `json:"profile,omitempty" maxLength:"100" doc:"The viewer profile that the document's sessions enforce, unless the session names one; empty for none." example:"reading"`
	Theme            *string          `json:"theme,omitempty" maxLength:"100" doc:"The viewer theme of the document's sessions, unless the viewer's address or the session names one; empty for none." example:"night"`
	Opened           *bool            `json:"opened,omitempty" doc:"With true, records that the document was opened now."`
}

// orEmpty returns the text that a pointer points to, or "" if it is nil.
func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

type editDocumentInput struct {
	ID string `path:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	body.JSON
}

func (h *documentHandler) edit(ctx context.Context, in *editDocumentInput) (*documentOutput, error) {
	var edit documentEdit
	if err := in.Decode(ctx, &edit); err != nil {
		return nil, err
	}
	if err := h.sets.check(ctx, orEmpty(edit.Profile), orEmpty(edit.Theme)); err != nil {
		return nil, err
	}
	doc, err := h.documents.Edit(ctx, in.ID, document.Edit(edit))
	if err != nil {
		return nil, err
	}
	return &documentOutput{newDocument(doc)}, nil
}

var deleteDocument = route.Route{
	Method:  http.MethodDelete,
	Path:    route.Base + "/document/{id}",
	ID:      "delete-document",
	Summary: "Delete a document",
	Description: "Deletes a document in any state and ends its sessions. The file and its pages are deleted with the last " +
		"document of the same bytes.",
	Errors: []int{http.StatusNotFound},
}

func (h *documentHandler) delete(ctx context.Context, in *documentInput) (*struct{}, error) {
	return nil, h.documents.Delete(ctx, in.ID)
}

// addDocumentExample adds an example of a whole document to the OpenAPI document. The examples of the single fields
// cannot be combined into one, because some fields exclude each other.
func addDocumentExample(description *huma.OpenAPI) {
	description.Components.Schemas.Map()["Document"].Examples = []any{Document{
		ID: "3xq7m2v5kq4yyb2gq6v4x5n7ta", Name: "Letter.docx", Status: "ready", PageCount: 2, CreatedAt: "2026-01-02T03:04:05.678+00:00",
		OriginalURL: "https://example.com/letter.docx", DownloadFilename: "Letter.docx", OriginalDocumentSaved: true, Viewable: true,
	}}
}

package api

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/document"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/jsonobject"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
)

// maxBatchJSON is the size limit of the body of a batch, in bytes: enough for 100,000 ids.
const maxBatchJSON = 8 << 20

var batchDocuments = route.Route{
	Method:     http.MethodPost,
	Path:       route.Base + "/document/batch",
	ID:         "batch-documents",
	FreesSpace: true,
	Summary:    "Change many documents",
	Description: "Carries out an action on all documents listed in `ids`, or on all that match `query`, whose fields have the " +
		"same names and meanings as the parameters of the list of documents; an empty object selects the whole library without " +
		"the trash.\n\nAn action that fails for one document, such as retrying one that has not failed, does not stop the " +
		"others. Up to 500 documents are changed in one transaction, all or none of them.\n\n`trash` moves documents to the " +
		"trash: they are in no list, and their sessions return 410 until `restore` restores them unchanged. After `trashDays`, a " +
		"setting, they are deleted permanently. `delete` does that at once, in the trash or not; with a query for the trash, " +
		"documents that are restored meanwhile are kept. `tag` and `untag` require `tags`, `collect` and `uncollect` the id of a " +
		"`collection`.",
	Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity, http.StatusTooManyRequests},
	Body:    body.Object[describedBatch],
	MaxJSON: maxBatchJSON,
}

// batchBody is the target for parsing the body of a batch request.
type batchBody struct {
	IDs        *[]string        `json:"ids"`
	Query      *json.RawMessage `json:"query"`
	Action     document.Action  `json:"action"`
	Tags       []string         `json:"tags"`
	Collection string           `json:"collection"`
}

// describedBatch is the body of a batch request, as the OpenAPI document describes it.
type describedBatch struct {
	IDs        []string        `json:"ids,omitempty" nullable:"false" maxItems:"100000" doc:"Ids of the documents." example:"[\"3xq7m2v5kq4yyb2gq6v4x5n7ta\"]"`
	Query      *batchQuery     `json:"query,omitempty" doc:"A filter that selects the documents, instead of ids."`
	Action     document.Action `json:"action" enum:"trash,restore,delete,retry,favorite,unfavorite,tag,untag,collect,uncollect" doc:"The action to carry out."`
	Tags       []string        `json:"tags,omitempty" nullable:"false" doc:"The tags to add or to remove." example:"[\"contract\"]"`
	Collection string          `json:"collection,omitempty" doc:"Id of the collection to which documents are added or from which they are removed." example:"c-3xq7m2v5kq4y"`
}

// batchQuery selects documents as [FilterInput] does.
type batchQuery struct {
	ID         []string        `json:"id,omitempty" nullable:"false" doc:"Documents with one of these ids." example:"[\"3xq7m2v5kq4yyb2gq6v4x5n7ta\"]"`
	Status     string          `json:"status,omitempty" enum:"processing,ready,failed" doc:"Documents in this state."`
	Name       string          `json:"name,omitempty" doc:"Documents whose name contains this text." example:"Letter.docx"`
	ExternalID string          `json:"externalId,omitempty" doc:"Documents with this id in another system." example:"case-4711"`
	Tag        []string        `json:"tag,omitempty" nullable:"false" doc:"Documents with all these tags." example:"[\"contract\"]"`
	Metadata   *MetadataFilter `json:"metadata,omitempty" doc:"Documents whose metadata has all these values."`
	Type       string          `json:"type,omitempty" enum:"pdf,text,sheet,slides" doc:"Documents of this kind."`
	Favorite   bool            `json:"favorite,omitempty" doc:"With true, favorites only."`
	Opened     bool            `json:"opened,omitempty" doc:"With true, only documents that have an openedAt."`
	Collection string          `json:"collection,omitempty" doc:"Documents in the collection with this id." example:"c-3xq7m2v5kq4y"`
	Folder     string          `json:"folder,omitempty" doc:"Documents from the watched folder with this id." example:"f-3xq7m2v5kq4y"`
	Deleted    bool            `json:"deleted,omitempty" doc:"With true, documents in the trash."`
}

// BatchOutcome is the result of a batch request.
type BatchOutcome struct {
	Changed int            `json:"changed" doc:"Number of documents that were changed." example:"12"`
	Failed  []BatchFailure `json:"failed" nullable:"false" doc:"Documents for which the action failed."`
}

// BatchFailure is a document for which the action of a batch failed, with the reason.
type BatchFailure struct {
	ID      string `json:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Message string `json:"message" doc:"Why the action failed, as a sentence for people." example:"Only a failed document can be tried again, and this one is ready."`
}

type batchOutput struct{ Body BatchOutcome }

func (h *documentHandler) batch(ctx context.Context, in *body.JSON) (*batchOutput, error) {
	var body batchBody
	if err := in.Decode(ctx, &body); err != nil {
		return nil, err
	}
	batch := document.Batch{Action: body.Action, Tags: body.Tags, Collection: body.Collection}
	if err := h.selectDocuments(ctx, &body, &batch); err != nil {
		return nil, err
	}
	route.NoteObjects(ctx, batch.IDs...)
	outcome, err := h.documents.Batch(ctx, batch)
	if err != nil {
		return nil, err
	}
	out := &batchOutput{BatchOutcome{Changed: len(outcome.Changed), Failed: make([]BatchFailure, len(outcome.Refused))}}
	for i, refusal := range outcome.Refused {
		out.Body.Failed[i] = BatchFailure{refusal.ID, refusal.Err.Error()}
	}
	return out, nil
}

// selectDocuments sets the documents of a batch. The body either lists their ids, or has a query that they match.
func (h *documentHandler) selectDocuments(ctx context.Context, body *batchBody, batch *document.Batch) error {
	if (body.IDs == nil) == (body.Query == nil) {
		return fault.Field("/ids", "A batch needs either ids or a query. Set exactly one of them.")
	}
	if body.IDs != nil {
		batch.IDs = *body.IDs
		return nil
	}
	q, err := parseBatchQuery(*body.Query)
	if err != nil {
		return err
	}
	batch.InTrash = q.Place == document.InTrash
	batch.IDs, err = h.documents.ListIDs(ctx, q)
	return err
}

// parseBatchQuery parses the query of a batch. It rejects unknown and empty fields. The client may have meant such a
// field as a restriction, and without that restriction the batch could delete most of a library.
func parseBatchQuery(text json.RawMessage) (document.Query, error) {
	var body batchQuery
	fields, err := jsonobject.Parse(text)
	if err == nil {
		err = jsonobject.Set(fields, &body)
	}
	if err != nil {
		return document.Query{}, err
	}
	for name, value := range fields {
		if text := string(value); text == `""` || text == "[]" || text == "null" {
			return document.Query{}, fault.Field("/query"+jsonobject.Pointer(name), "The field %s is empty. Leave it out, or set "+
				"a value.", name)
		}
	}
	filter := FilterInput{
		ID: body.ID, Status: body.Status, Name: body.Name, ExternalID: body.ExternalID, Tag: body.Tag, Type: body.Type,
		Favorite: body.Favorite, Opened: body.Opened, Collection: body.Collection, Folder: body.Folder, Deleted: body.Deleted,
	}
	if body.Metadata != nil {
		filter.Metadata = string(*body.Metadata)
	}
	return filter.query()
}

// MetadataFilter is a JSON object. A document matches if its metadata has all values of this object.
type MetadataFilter json.RawMessage

// UnmarshalJSON implements [json.Unmarshaler].
func (m *MetadataFilter) UnmarshalJSON(text []byte) error {
	return (*json.RawMessage)(m).UnmarshalJSON(text)
}

// Schema implements [huma.SchemaProvider].
func (MetadataFilter) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: "Documents whose metadata has all these " +
		"values."}
}

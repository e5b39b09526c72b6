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
	Summary:    "Do something with many documents",
	Description: "Does the same with all documents that `ids` names, or that are in the list that `query` asks for, whose fields are named " +
		"and mean as the parameters of the list of documents; " +
		"an empty object is the whole library, without the trash.\n\n" +
		"What is refused with one document, such as to retry one that has not failed, stops nothing. Up to 500 documents are changed at once, " +
		"all or none of them.\n\n" +
		"`trash` puts documents into the trash: they are in no list, and their sessions answer 410 until `restore` brings them back with " +
		"everything as it was. " +
		"After `trashDays`, a setting, they are deleted for good. `delete` does that at once, in the trash or not; with a query for the trash, " +
		"what is restored meanwhile stays. " +
		"`tag` and `untag` take `tags`, `collect` and `uncollect` the id of a `collection`.",
	Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity, http.StatusTooManyRequests},
	Body:    body.Object[describedBatch],
	MaxJSON: maxBatchJSON,
}

// batchBody is the body of a batch as it is parsed.
type batchBody struct {
	IDs        *[]string        `json:"ids"`
	Query      *json.RawMessage `json:"query"`
	Action     document.Action  `json:"action"`
	Tags       []string         `json:"tags"`
	Collection string           `json:"collection"`
}

// describedBatch is the body of a batch as the OpenAPI document describes it.
type describedBatch struct {
	IDs        []string        `json:"ids,omitempty" nullable:"false" maxItems:"100000" doc:"The documents." example:"[\"3xq7m2v5kq4yyb2gq6v4x5n7ta\"]"`
	Query      *batchQuery     `json:"query,omitempty" doc:"Or what they are like."`
	Action     document.Action `json:"action" enum:"trash,restore,delete,retry,favorite,unfavorite,tag,untag,collect,uncollect" doc:"What to do."`
	Tags       []string        `json:"tags,omitempty" nullable:"false" doc:"The tags to add or to remove." example:"[\"contract\"]"`
	Collection string          `json:"collection,omitempty" doc:"The collection to put them into or to take them out of, by its id." example:"c-3xq7m2v5kq4y"`
}

// batchQuery selects documents as [FilterInput] does.
type batchQuery struct {
	ID         []string        `json:"id,omitempty" nullable:"false" doc:"Those with one of these ids." example:"[\"3xq7m2v5kq4yyb2gq6v4x5n7ta\"]"`
	Status     string          `json:"status,omitempty" enum:"processing,ready,failed" doc:"Those in this state."`
	Name       string          `json:"name,omitempty" doc:"Those with this in their name." example:"Letter.docx"`
	ExternalID string          `json:"externalId,omitempty" doc:"Those with this id in another system." example:"case-4711"`
	Tag        []string        `json:"tag,omitempty" nullable:"false" doc:"Those with all these tags." example:"[\"contract\"]"`
	Metadata   *MetadataFilter `json:"metadata,omitempty" doc:"Those whose metadata has all these values."`
	Type       string          `json:"type,omitempty" enum:"pdf,text,sheet,slides" doc:"Those of this kind."`
	Favorite   bool            `json:"favorite,omitempty" doc:"With true, favorites only."`
	Opened     bool            `json:"opened,omitempty" doc:"With true, those only that have an openedAt."`
	Collection string          `json:"collection,omitempty" doc:"Those in this collection, by its id." example:"c-3xq7m2v5kq4y"`
	Folder     string          `json:"folder,omitempty" doc:"Those that came from this watched folder, by its id." example:"f-3xq7m2v5kq4y"`
	Deleted    bool            `json:"deleted,omitempty" doc:"With true, those in the trash."`
}

// BatchOutcome is the result of a batch.
type BatchOutcome struct {
	Changed int            `json:"changed" doc:"How many documents are not as they were." example:"12"`
	Failed  []BatchFailure `json:"failed" nullable:"false" doc:"Those with which it was refused."`
}

// BatchFailure is the reason why a document was left out of a batch.
type BatchFailure struct {
	ID      string `json:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Message string `json:"message" doc:"Why, in a person's words." example:"Only a failed document can be tried again, and this one is ready."`
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

// selectDocuments sets the documents of a batch: those that the body names, or those that its query finds.
func (h *documentHandler) selectDocuments(ctx context.Context, body *batchBody, batch *document.Batch) error {
	if (body.IDs == nil) == (body.Query == nil) {
		return fault.Field("/ids", "A batch names its documents by ids, or by a query.")
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

// parseBatchQuery parses the query of a batch. It rejects unknown and empty fields: the sender may have meant them to
// limit the batch, which without them could delete most of a library.
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
			return document.Query{}, fault.Field("/query"+jsonobject.Pointer(name), "The field %s is empty: leave it out, or give it a value.", name)
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

// MetadataFilter is a JSON object with values that the metadata of a document must have.
type MetadataFilter json.RawMessage

// UnmarshalJSON implements [json.Unmarshaler].
func (m *MetadataFilter) UnmarshalJSON(text []byte) error {
	return (*json.RawMessage)(m).UnmarshalJSON(text)
}

// Schema implements [huma.SchemaProvider].
func (MetadataFilter) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: "Those whose metadata has all these values."}
}

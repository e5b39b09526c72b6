package api

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/document"
	"lectern/backend/internal/fault"
	"lectern/backend/web/api/route"
)

var listDocuments = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/document",
	ID:      "list-documents",
	Summary: "List documents",
	Description: "Returns all documents that match the parameters, newest first. With `limit`, the header `Link` has the address " +
		"of the next part (`rel=\"next\"`, RFC 8288) if there is one, and `Total-Count` the number of all matching documents. " +
		"Documents in the trash are listed only with `deleted`.",
	Errors: []int{http.StatusUnprocessableEntity},
	Describe: func(h huma.API, op *huma.Operation) {
		route.StreamsJSON(op, "The documents; an empty array if there are none.", route.ArrayOf(route.SchemaOf[Document](h)))
		op.Responses["200"].Headers = map[string]*huma.Param{"Link": {
			Description: "Address of the next part of the list, as rel=\"next\", if there is one.", Schema: &huma.Schema{Type: huma.TypeString},
		}, "Total-Count": {
			Description: "Number of all matching documents; only with limit.", Schema: &huma.Schema{Type: huma.TypeInteger},
		}}
	},
}

type listDocumentsInput struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" doc:"Maximum number of documents; all if absent." example:"50"`
	After  string `query:"after" maxLength:"2000" doc:"Continue after this document: the value in the Link header of the previous response." example:"eyJvIjoiY3JlYXRlZEF0IiwiayI6MTc2NzMyMzA0NTY3OCwiaSI6IjN4cTcifQ"`
	Offset int    `query:"offset" minimum:"0" maximum:"1000000000" doc:"Number of documents to skip, for lists that are scrolled to any position; requires limit, and excludes after." example:"5000"`
	Sort   string `query:"sort" enum:"createdAt,-createdAt,name,-name,pageCount,-pageCount,openedAt,-openedAt,size,-size,type,-type,deletedAt,-deletedAt" default:"-createdAt" doc:"Sort order; a hyphen sorts in descending order."`
	FilterInput
	DetailsInput
}

// FilterInput selects the documents of a list.
type FilterInput struct {
	ID         []string `query:"id,explode" maxItems:"200" doc:"Documents with this id that also match the other parameters. Repeatable: documents with one of the ids." example:"[\"3xq7m2v5kq4yyb2gq6v4x5n7ta\"]"`
	Status     string   `query:"status" enum:"processing,ready,failed" doc:"Documents in this state."`
	Name       string   `query:"name" maxLength:"200" doc:"Documents whose name contains this text." example:"Letter.docx"`
	ExternalID string   `query:"externalId" maxLength:"200" doc:"Documents with this id in another system." example:"case-4711"`
	Tag        []string `query:"tag,explode" maxItems:"50" doc:"Documents with this tag. Repeatable: documents with all tags." example:"[\"contract\"]"`
	Metadata   string   `query:"metadata" maxLength:"16384" doc:"Documents whose metadata has all values of this JSON object." example:"{\"customer\":\"7\"}"`
	Type       string   `query:"type" enum:"pdf,text,sheet,slides" doc:"Documents of this kind, determined by their content."`
	Favorite   bool     `query:"favorite" doc:"With true, favorites only."`
	Opened     bool     `query:"opened" doc:"With true, only documents that have an openedAt; sort=-openedAt lists the most recently opened ones first."`
	Collection string   `query:"collection" maxLength:"100" doc:"Documents in the collection with this id." example:"c-3xq7m2v5kq4y"`
	Folder     string   `query:"folder" maxLength:"100" doc:"Documents from the watched folder with this id." example:"f-3xq7m2v5kq4y"`
	Fetched    bool     `query:"fetched" doc:"With true, only documents that were fetched from an address."`
	Deleted    bool     `query:"deleted" doc:"With true, documents in the trash, which are in no other list."`
}

func (in *listDocumentsInput) query() (q document.Query, err error) {
	if q, err = in.FilterInput.query(); err != nil {
		return q, err
	}
	order, descending := strings.CutPrefix(in.Sort, "-")
	q.Order, q.Descending, q.Limit, q.Offset = document.Order(order), descending, in.Limit, in.Offset
	if in.Offset > 0 && in.Limit == 0 {
		return q, fault.Field("offset", "The parameter offset requires limit.")
	}
	if in.After != "" {
		q.After, err = document.ParseCursor(in.After)
	}
	return q, err
}

func (in *FilterInput) query() (document.Query, error) {
	q := document.Query{
		IDs: in.ID, Status: document.Status(in.Status), Name: in.Name, ExternalID: in.ExternalID, Tags: in.Tag, Family: document.Family(in.Type),
		Favorite: in.Favorite, Opened: in.Opened, Collection: in.Collection, Folder: in.Folder, Fetched: in.Fetched,
	}
	if in.Deleted {
		q.Place = document.InTrash
	}
	if in.Metadata != "" {
		if err := json.Unmarshal([]byte(in.Metadata), &q.Metadata); err != nil || q.Metadata == nil {
			return q, fault.Field("metadata", `The metadata must be a JSON object, such as {"customer":"7"}.`)
		}
	}
	return q, nil
}

// values returns the query parameters for the part of the list that begins after the given cursor.
func (in *listDocumentsInput) values(next *document.Cursor) url.Values {
	return url.Values{"limit": {strconv.Itoa(in.Limit)}, "after": {next.String()}, "sort": {in.Sort}, "id": in.ID, "status": {in.Status},
		"name": {in.Name}, "externalId": {in.ExternalID}, "metadata": {in.Metadata}, "tag": in.Tag, "type": {in.Type},
		"favorite": {trueOrEmpty(in.Favorite)},
		"opened":   {trueOrEmpty(in.Opened)}, "collection": {in.Collection}, "folder": {in.Folder}, "fetched": {trueOrEmpty(in.Fetched)},
		"deleted": {trueOrEmpty(in.Deleted)}, "details": {trueOrEmpty(in.Details)}}
}

// trueOrEmpty returns "true" if its argument is true, and "" otherwise, so that the parameter is omitted from the URL.
func trueOrEmpty(value bool) string {
	if value {
		return "true"
	}
	return ""
}

// list responds with the documents that match the parameters. Without a limit it streams them, since the documents of a
// library may not fit into memory.
func (h *documentHandler) list(ctx context.Context, in *listDocumentsInput) (*huma.StreamResponse, error) {
	q, err := in.query()
	if err != nil {
		return nil, err
	}
	if in.Limit == 0 {
		return h.listAll(ctx, q, in.DetailsInput), nil
	}
	window, err := h.documents.Window(ctx, q)
	if err != nil {
		return nil, err
	}
	docs := make([]Document, len(window.Documents))
	for i, d := range window.Documents {
		docs[i] = h.describe(ctx, d, in.DetailsInput)
	}
	return &huma.StreamResponse{Body: func(response huma.Context) {
		response.SetHeader("Content-Type", "application/json")
		response.SetHeader("Total-Count", strconv.Itoa(window.Total))
		if window.Next != nil {
			response.SetHeader("Link", h.url.nextLink(listDocuments.Path, in.values(window.Next)))
		}
		_ = json.NewEncoder(response.BodyWriter()).Encode(docs) // the client may have disconnected
	}}, nil
}

func (h *documentHandler) listAll(ctx context.Context, q document.Query, in DetailsInput) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(response huma.Context) {
		response.SetHeader("Content-Type", "application/json")
		r, answer := humago.Unwrap(response)
		w := newStream(answer)
		encoder := json.NewEncoder(w)
		separator := "["
		err := h.documents.List(ctx, q, func(d document.Document) error {
			if _, err := w.Write([]byte(separator)); err != nil {
				return err
			}
			separator = ","
			return encoder.Encode(h.describe(ctx, d, in))
		})
		if err == nil && separator == "[" {
			_, err = w.Write([]byte("["))
		}
		if err == nil {
			_, err = w.Write([]byte("]\n"))
		}
		if err != nil {
			w.fail(r, err)
		}
	}}
}

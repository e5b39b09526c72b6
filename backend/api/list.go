package api

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/document"
	"lectern/backend/fault"
)

var listDocuments = operation{
	id:      "list-documents",
	summary: "List documents",
	description: "Gives all documents, newest first; or those that the parameters name. With `limit`, the header `Link` has the address at which " +
		"the list goes on (`rel=\"next\"`, RFC 8288), as long as it does.",
	errors: []int{http.StatusUnprocessableEntity},
	adjust: func(h huma.API, op *huma.Operation) {
		streamed(op, "The documents; an empty array when there is none.", arrayOf(schemaOf[Document](h)))
		op.Responses["200"].Headers = map[string]*huma.Param{"Link": {
			Description: "Where the list goes on.", Schema: &huma.Schema{Type: huma.TypeString},
		}}
	},
}

type listDocumentsInput struct {
	Limit      int      `query:"limit" minimum:"1" maximum:"1000" doc:"How many at most; all where it is missing." example:"50"`
	After      string   `query:"after" maxLength:"2000" doc:"Where the list goes on, as the header Link of an earlier answer has it." example:"eyJvIjoiY3JlYXRlZEF0IiwidCI6MTc2NzMyMzA0NTY3OCwiaSI6IjN4cTcifQ"`
	Sort       string   `query:"sort" enum:"createdAt,-createdAt,name,-name,pageCount,-pageCount" default:"-createdAt" doc:"What to sort by; a hyphen turns the order round."`
	Status     string   `query:"status" enum:"processing,ready,failed" doc:"Those in this state."`
	Name       string   `query:"name" maxLength:"200" doc:"Those with this in their name." example:"Letter.docx"`
	ExternalID string   `query:"externalId" maxLength:"200" doc:"Those with this id in another system." example:"case-4711"`
	Tag        []string `query:"tag,explode" maxItems:"50" doc:"Those with this tag. Repeatable: with all of them." example:"[\"contract\"]"`
	Metadata   string   `query:"metadata" maxLength:"16384" doc:"Those whose metadata has all these values, a JSON object." example:"{\"customer\":\"7\"}"`
}

func (in *listDocumentsInput) query() (q document.Query, err error) {
	order, descending := strings.CutPrefix(in.Sort, "-")
	q = document.Query{Status: document.Status(in.Status), Name: in.Name, ExternalID: in.ExternalID, Tags: in.Tag,
		Order: document.Order(order), Descending: descending, Limit: in.Limit}
	if in.Metadata != "" {
		if err := json.Unmarshal([]byte(in.Metadata), &q.Metadata); err != nil || q.Metadata == nil {
			return q, fault.Field("metadata", `The metadata is a JSON object, such as {"customer":"7"}.`)
		}
	}
	if in.After != "" {
		q.After, err = document.ParseCursor(in.After)
	}
	return q, err
}

// values gives the parameters of the list that goes on at a place.
func (in *listDocumentsInput) values(next *document.Cursor) url.Values {
	return url.Values{"limit": {strconv.Itoa(in.Limit)}, "after": {next.String()}, "sort": {in.Sort}, "status": {in.Status},
		"name": {in.Name}, "externalId": {in.ExternalID}, "metadata": {in.Metadata}, "tag": in.Tag}
}

// listDocuments streams where all are wanted: a library can hold more than the memory should.
func (a *API) listDocuments(ctx context.Context, in *listDocumentsInput) (*huma.StreamResponse, error) {
	q, err := in.query()
	if err != nil {
		return nil, err
	}
	if in.Limit == 0 {
		return a.listAll(ctx, q), nil
	}
	docs := []Document{}
	next, err := a.Documents.List(ctx, q, func(d document.Document) error {
		docs = append(docs, newDocument(d))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(h huma.Context) {
		h.SetHeader("Content-Type", "application/json")
		if next != nil {
			h.SetHeader("Link", a.nextLink("/document", in.values(next)))
		}
		_ = json.NewEncoder(h.BodyWriter()).Encode(docs) // a caller that has gone needs no answer
	}}, nil
}

func (a *API) listAll(ctx context.Context, q document.Query) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(h huma.Context) {
		h.SetHeader("Content-Type", "application/json")
		w := h.BodyWriter()
		encoder := json.NewEncoder(w)
		separator := "["
		_, err := a.Documents.List(ctx, q, func(d document.Document) error {
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
	}}
}

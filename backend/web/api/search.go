package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/search"
	"lectern/backend/web/api/route"
)

// queryHelp explains the syntax of queries, and withinHelp that of queries within one document.
const (
	queryHelp = "Words, all of which are to be on a page; \"phrases\" in quotes; word* for the beginning of a word. " +
		"Everything else is text. Case, accents and vowel points do not matter; scripts without spaces are found anywhere in a line."
	withinHelp = queryHelp + " Words are found within others, too: ment finds document, and \"ment vie\" document viewer. " +
		"The switches make the search stricter."
)

// searchHandler searches the texts of documents.
type searchHandler struct {
	search *search.Service
}

func (h *searchHandler) routes(r *route.Router) {
	route.Add(r, searchDocument, h.searchDocument)
	route.Add(r, countDocument, h.countDocument)
	route.Add(r, searchLibrary, h.searchLibrary)
}

var searchLibrary = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/search",
	ID:      "search",
	Summary: "Search all documents",
	Description: "Gives the documents with pages that have all of what is searched for, the best first, and of each its three best pages. " +
		"A page is better the rarer its words are, the more often it has them, and the shorter it is; among equals, the newer " +
		"document is first. " +
		"What is on more than 20,000 pages is ranked in parts: the newest 20,000 pages first, then the 20,000 before them. " +
		"A document that is still processing is found by the pages whose text is known.\n\n" + queryHelp,
	Errors:   []int{http.StatusUnprocessableEntity, http.StatusTooManyRequests},
	Describe: describeBoxes,
}

// describeBoxes describes boxes as never null.
func describeBoxes(h huma.API, _ *huma.Operation) {
	schema := h.OpenAPI().Components.Schemas.SchemaFromRef(route.SchemaOf[search.PageHits](h).Ref)
	boxes := schema.Properties["boxes"].Items
	boxes.Nullable, boxes.Items.Nullable = false, false
}

type searchLibraryInput struct {
	Query string `query:"q" required:"true" minLength:"1" maxLength:"1000" doc:"What to search for." example:"annual report"`
	Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"Documents at most."`
	After string `query:"after" doc:"The next of the answer before, to go on from there." example:"42-3-0-17-12"`
	Boxes bool   `query:"boxes" doc:"Whether to tell where on the page each hit is."`
}

// LibraryHits is the result of a search in all documents.
type LibraryHits struct {
	Documents []FoundDocument `json:"documents" nullable:"false" doc:"The documents, the best first."`
	Next      string          `json:"next,omitempty" doc:"To be given as after for the next ones; absent where there are none."`
}

type searchLibraryOutput struct{ Body LibraryHits }

// FoundDocument is a document that a search has found.
type FoundDocument struct {
	ID        string            `json:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Name      string            `json:"name" doc:"Display name." example:"Letter.docx"`
	Status    string            `json:"status" enum:"processing,ready,failed" doc:"Where the document is in its life."`
	PageCount int               `json:"pageCount" doc:"The pages known so far."`
	CreatedAt string            `json:"createdAt" doc:"When it was posted, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	Pages     []search.PageHits `json:"pages" nullable:"false" doc:"Its best pages, the best first; at most three."`
}

func (h *searchHandler) searchLibrary(ctx context.Context, in *searchLibraryInput) (*searchLibraryOutput, error) {
	found, err := h.search.Library(ctx, in.Query, search.LibraryOptions{Limit: in.Limit, After: in.After, Boxes: in.Boxes})
	if err != nil {
		return nil, err
	}
	out := &searchLibraryOutput{LibraryHits{Documents: make([]FoundDocument, len(found.Documents)), Next: found.Next}}
	for i, d := range found.Documents {
		out.Body.Documents[i] = FoundDocument{ID: d.ID, Name: d.Name, Status: d.Status, PageCount: d.PageCount,
			CreatedAt: timeText(d.CreatedAt), Pages: d.Pages}
	}
	return out, nil
}

var searchDocument = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/document/{id}/search",
	ID:      "search-document",
	Summary: "Search a document",
	Description: "Gives the pages of a document that have all of what is searched for, in their order, with the boxes of each hit. " +
		"An answer with the boxes or lines of 1,000 hits has no further page, also where limit allows more: next leads on.\n\n" +
		withinHelp,
	Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusTooManyRequests},
}

// WithinDocument has the query for a search within a document, and its options.
type WithinDocument struct {
	ID     string `path:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Query  string `query:"q" required:"true" minLength:"1" maxLength:"1000" doc:"What to search for." example:"annual report"`
	After  int    `query:"after" minimum:"0" doc:"The next of the answer before: only pages behind this one are looked at." example:"17"`
	Prefix bool   `query:"prefix" deprecated:"true" doc:"Has no effect: parts of words are found without it."`
	Case   bool   `query:"case" doc:"Whether capitals are other letters."`
	Word   bool   `query:"word" doc:"Whether only whole words count. In scripts without spaces there are none."`
	Marks  bool   `query:"marks" doc:"Whether letters with accents or points are other letters."`
}

func (in *WithinDocument) options() search.Options {
	return search.Options{Case: in.Case, Word: in.Word, Marks: in.Marks}
}

type searchDocumentInput struct {
	WithinDocument
	Limit    int  `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"Pages at most."`
	Before   int  `query:"before" minimum:"0" doc:"Only pages before this one are given; 0 for all." example:"40"`
	Count    bool `query:"count" default:"true" doc:"Whether pages and hits are counted. Without it the first page is found at once in a document of any length."`
	Snippets bool `query:"snippets" default:"true" doc:"Whether to give an excerpt of each page."`
	Lines    bool `query:"lines" doc:"Whether to give what stands around hits: of each page, around 20 of them."`
	Skip     int  `query:"skip" minimum:"0" doc:"Of each page the lines of the hits behind so many are given." example:"20"`
	Boxes    bool `query:"boxes" default:"true" doc:"Whether to tell where on the page each hit is."`
}

type searchDocumentOutput struct{ Body search.DocumentHits }

func (h *searchHandler) searchDocument(ctx context.Context, in *searchDocumentInput) (*searchDocumentOutput, error) {
	found, err := h.search.Document(ctx, in.ID, in.Query, search.DocumentOptions{
		Options: in.options(), Limit: in.Limit, After: in.After, Before: in.Before,
		Uncounted: !in.Count, Text: in.Snippets, Lines: in.Lines, Skip: in.Skip, Boxes: in.Boxes,
	})
	if err != nil {
		return nil, err
	}
	return &searchDocumentOutput{found}, nil
}

var countDocument = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/document/{id}/search/counts",
	ID:      "count-search-document",
	Summary: "Count what is found in a document",
	Description: "Gives the pages of a document that have all of what is searched for, and how often, without a look at where that " +
		"is on them. " +
		"One answer looks at 5,000 pages at most, and at fewer where that takes long: next leads on.\n\n" +
		withinHelp,
	Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusTooManyRequests},
}

type countDocumentInput struct{ WithinDocument }

type countDocumentOutput struct{ Body search.Counts }

func (h *searchHandler) countDocument(ctx context.Context, in *countDocumentInput) (*countDocumentOutput, error) {
	counts, err := h.search.Counts(ctx, in.ID, in.Query, search.CountOptions{Options: in.options(), After: in.After})
	if err != nil {
		return nil, err
	}
	return &countDocumentOutput{counts}, nil
}

package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/search"
	"lectern/backend/web/api/route"
)

// queryHelp explains the syntax of queries. documentQueryHelp explains the syntax of queries within one document.
const (
	queryHelp = "Words, all of which must be on a page; \"phrases\" in quotes; word* for the beginning of a word. Everything " +
		"else is text. Case, accents and vowel points are ignored; scripts without spaces are found anywhere in a line."
	documentQueryHelp = queryHelp + " Parts of words match as well: ment finds document, and \"ment vie\" document viewer. The options " +
		"make the search stricter."
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
	Description: "Returns documents with pages that contain all search terms, best matches first, each with its three best " +
		"pages. A page ranks higher the rarer its words are, the more often it contains them, and the shorter it is; of equal " +
		"matches, the newer document is first. If more than 20,000 pages match, they are ranked in parts: the newest 20,000 " +
		"pages first, then the 20,000 before them. In a document that is being processed, the pages whose text is known are " +
		"searched.\n\n" +
		"The parameters type, tag, collection, folder and favorite limit the search to some documents, as in the list of " +
		"documents.\n\n" + queryHelp,
	Errors:   []int{http.StatusUnprocessableEntity, http.StatusTooManyRequests},
	Describe: describeBoxes,
}

// describeBoxes marks the lists of boxes in the schema as never null.
func describeBoxes(h huma.API, _ *huma.Operation) {
	schema := h.OpenAPI().Components.Schemas.SchemaFromRef(route.SchemaOf[search.PageHits](h).Ref)
	boxes := schema.Properties["boxes"].Items
	boxes.Nullable, boxes.Items.Nullable = false, false
}

type searchLibraryInput struct {
	Query string `query:"q" required:"true" minLength:"1" maxLength:"1000" doc:"What to search for." example:"annual report"`
	Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"Maximum number of documents."`
	After string `query:"after" doc:"Value of next in the previous response, to get the next part." example:"42-3-0-17-12"`
	Boxes bool   `query:"boxes" doc:"Whether the response contains the position of each hit on its page."`
	Count bool   `query:"count" doc:"Whether the response contains totals."`
	SearchFilterInput
}

// SearchFilterInput selects the documents of a search, as [FilterInput] does for a list.
type SearchFilterInput struct {
	Type       string   `query:"type" enum:"pdf,text,sheet,slides" doc:"Documents of this kind, determined by their content."`
	Tag        []string `query:"tag,explode" maxItems:"50" doc:"Documents with this tag. Repeatable: documents with all tags." example:"[\"contract\"]"`
	Collection string   `query:"collection" maxLength:"100" doc:"Documents in the collection with this id." example:"c-3xq7m2v5kq4y"`
	Folder     string   `query:"folder" maxLength:"100" doc:"Documents from the watched folder with this id." example:"f-3xq7m2v5kq4y"`
	Favorite   bool     `query:"favorite" doc:"With true, favorites only."`
}

// LibraryHits is the result of a search in all documents.
type LibraryHits struct {
	Documents []FoundDocument `json:"documents" nullable:"false" doc:"The documents, best matches first."`
	Next      string          `json:"next,omitempty" doc:"Value of the parameter after for the next part; absent if this is the last one."`
	Totals    *search.Totals  `json:"totals,omitempty" doc:"The numbers of all documents and pages with hits; absent unless requested with count. With after, those that come before are not counted if they are ranked in an earlier part."`
}

type searchLibraryOutput struct{ Body LibraryHits }

// FoundDocument is a document that a search has found.
type FoundDocument struct {
	ID        string            `json:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Name      string            `json:"name" doc:"Display name." example:"Letter.docx"`
	Status    string            `json:"status" enum:"processing,ready,failed" doc:"State of the document."`
	PageCount int               `json:"pageCount" doc:"Number of pages known so far."`
	CreatedAt string            `json:"createdAt" doc:"When it was posted, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	Pages     []search.PageHits `json:"pages" nullable:"false" doc:"The pages with the best matches, best first; at most three."`
}

func (h *searchHandler) searchLibrary(ctx context.Context, in *searchLibraryInput) (*searchLibraryOutput, error) {
	found, err := h.search.Library(ctx, in.Query, search.LibraryOptions{
		Filter: search.Filter{Family: in.Type, Tags: in.Tag, Collection: in.Collection, Folder: in.Folder, Favorite: in.Favorite},
		Limit:  in.Limit, After: in.After, Boxes: in.Boxes, Count: in.Count,
	})
	if err != nil {
		return nil, err
	}
	out := &searchLibraryOutput{LibraryHits{Documents: make([]FoundDocument, len(found.Documents)), Next: found.Next, Totals: found.Totals}}
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
	Description: "Returns the pages of a document that contain all search terms, in page order, with the boxes of each hit. A " +
		"response ends with the page on which it reaches the boxes or lines of 1,000 hits, even below limit; next continues the " +
		"search.\n\n" +
		documentQueryHelp,
	Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusTooManyRequests},
}

// DocumentQueryInput contains the query for a search within a document, and its options.
type DocumentQueryInput struct {
	ID     string `path:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Query  string `query:"q" required:"true" minLength:"1" maxLength:"1000" doc:"What to search for." example:"annual report"`
	After  int    `query:"after" minimum:"0" doc:"Value of next in the previous response: only pages after this one are searched." example:"17"`
	Prefix bool   `query:"prefix" deprecated:"true" doc:"Has no effect: parts of words are found without it."`
	Case   bool   `query:"case" doc:"Whether upper and lower case are distinguished."`
	Word   bool   `query:"word" doc:"Whether only whole words match. Scripts without spaces have none."`
	Marks  bool   `query:"marks" doc:"Whether letters with and without diacritics are distinguished."`
}

func (in *DocumentQueryInput) options() search.Options {
	return search.Options{Case: in.Case, Word: in.Word, Marks: in.Marks}
}

type searchDocumentInput struct {
	DocumentQueryInput
	Limit    int  `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"Maximum number of pages."`
	Before   int  `query:"before" minimum:"0" doc:"Only pages before this one are returned; 0 for all." example:"40"`
	Count    bool `query:"count" default:"true" doc:"Whether pages and hits are counted. Without counting, the first page is found at once in a document of any length."`
	Snippets bool `query:"snippets" default:"true" doc:"Whether the response contains an excerpt of each page."`
	Lines    bool `query:"lines" doc:"Whether the response contains the text around hits, of about 20 hits per page."`
	Skip     int  `query:"skip" minimum:"0" doc:"Number of hits on each page to skip before lines are returned." example:"20"`
	Boxes    bool `query:"boxes" default:"true" doc:"Whether the response contains the position of each hit on its page."`
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
	Summary: "Count the hits in a document",
	Description: "Returns the pages of a document that contain all search terms and the number of hits, without their positions. " +
		"One response covers at most 5,000 pages, and fewer if the search takes long; next continues the search.\n\n" +
		documentQueryHelp,
	Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusTooManyRequests},
}

type countDocumentInput struct{ DocumentQueryInput }

type countDocumentOutput struct{ Body search.Counts }

func (h *searchHandler) countDocument(ctx context.Context, in *countDocumentInput) (*countDocumentOutput, error) {
	counts, err := h.search.Counts(ctx, in.ID, in.Query, search.CountOptions{Options: in.options(), After: in.After})
	if err != nil {
		return nil, err
	}
	return &countDocumentOutput{counts}, nil
}

package api

import (
	"context"
	"net/http"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/document"
	"lectern/backend/document/pages"
	"lectern/backend/web/api/route"
	"lectern/converters/wire"
)

// pageHandler serves the pages of documents, and the outline that leads to them.
type pageHandler struct {
	documents *document.Service
	pages     *pages.Cache
}

func (h *pageHandler) routes(r *route.Router) {
	route.Add(r, getPage, h.get)
	route.Add(r, getOutline, h.getOutline)
	route.Add(r, getThumbnail, h.getThumbnail)
}

var getPage = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/document/{id}/page/{page}",
	ID:      "get-page",
	Summary: "Get a page",
	Description: "Returns a page of a document: `<number>.svg` as a drawing, `.png` as an image, `.txt` as text, `.json` as " +
		"words with their boxes in points from the top left corner of the page. Pages are numbered from 1.\n\nThe JSON " +
		"has `page`, `width` and `height`; `lines` in reading order, each with a `box` (left, top, right, bottom) and " +
		"its `words`, each with a `text` and a `box`, and `fixed` if its characters divide the box evenly; `blocks`, " +
		"which group the lines; and `links`, each with a `box` and a `target`, which is a `page` or a `uri`. Each line " +
		"is in one block, in the same order: `kind` is `heading`, `paragraph`, `item` (of a list), `table`, `caption` or " +
		"`other` (outside the text, such as the page number), `first` is the index of its first line from 0, and `count` " +
		"the number of its lines. `level` is that of a heading, 1 to 6, or the nesting depth of a list item. `rows` of a " +
		"table have the number of lines in each cell, in order. `breaks` are the lines of the block, from 0, after which " +
		"the author inserted a line break; `continues` means that the block continues on the next page. The blocks " +
		"of a tagged PDF are taken from its tags; for other PDFs they are derived from the outline and from sizes and " +
		"positions.\n\nPages have size limits, and larger ones are scaled down: a side of a page to `--max-side` points (the " +
		"report has the number of affected pages), an image to `--max-pixels` at any requested scale. A drawing of more than " +
		"`--max-svg` bytes is returned as an image inside an `<svg>`. The header `Page-Scale` has the scale at which an image " +
		"was drawn.",
	Errors:   []int{http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusTooManyRequests},
	Describe: describePage,
}

// describePage describes the successful response for each media type in which a page is served.
func describePage(h huma.API, op *huma.Operation) {
	words := h.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[wire.Words](), true, "Words")
	content := map[string]*huma.MediaType{pages.Words.MediaType(): {Schema: words}}
	for _, kind := range []pages.Kind{pages.SVG, pages.Image, pages.Text} {
		content[kind.MediaType()] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	op.Responses = map[string]*huma.Response{strconv.Itoa(http.StatusOK): {Description: "The page.", Content: content}}
}

type getPageInput struct {
	ID    string  `path:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Page  string  `path:"page" doc:"Page number and format." example:"1.svg"`
	Scale float64 `query:"scale" default:"1" doc:"Scale of an image in pixels per point, from 0.05 to 20; 1 is 72 dpi."`
}

type getPageOutput struct {
	ContentType   string `header:"Content-Type"`
	ContentLength int    `header:"Content-Length"`
	Scale         string `header:"Page-Scale" doc:"Scale of the image in pixels per point: lower than requested if the image would have exceeded the limit. For a drawing (SVG), the header is only sent if the response is an image because the drawing exceeds the limit." example:"0.5"`
	Body          []byte
}

type pageOutput struct {
	ContentType   string `header:"Content-Type"`
	ContentLength int    `header:"Content-Length"` // without a length, the body would be sent in chunks
	Body          []byte
}

func (h *pageHandler) get(ctx context.Context, in *getPageInput) (*getPageOutput, error) {
	number, kind, err := pages.ParsePage(in.Page)
	if err != nil {
		return nil, err
	}
	doc, err := h.documents.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	page, err := h.pages.Render(ctx, route.Sender(ctx).ID, &doc, kind, number, in.Scale)
	if err != nil {
		return nil, err
	}
	out := &getPageOutput{ContentType: kind.MediaType(), ContentLength: len(page.Data), Body: page.Data}
	if page.Scale > 0 {
		out.Scale = strconv.FormatFloat(page.Scale, 'g', 3, 64)
	}
	return out, nil
}

var getOutline = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/document/{id}/outline",
	ID:      "get-outline",
	Summary: "Get a document's outline",
	Description: "Returns the outline, whose entries link to pages, numbered from 1, or to addresses, and the page labels if " +
		"there are any. Positions are in points from the top left corner of the page.",
	Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
	Describe: func(h huma.API, op *huma.Operation) {
		route.StreamsJSON(op, "The outline.", route.SchemaOf[pages.Outline](h))
	},
}

func (h *pageHandler) getOutline(ctx context.Context, in *documentInput) (*pageOutput, error) {
	doc, err := h.documents.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	data, err := h.pages.Outline(ctx, &doc)
	return &pageOutput{ContentType: "application/json", ContentLength: len(data), Body: data}, err
}

var getThumbnail = route.Route{
	Method:      http.MethodGet,
	Path:        route.Base + "/document/{id}/thumbnail",
	ID:          "get-thumbnail",
	Summary:     "Get a thumbnail of the first page",
	Description: "Returns page 1 as a small PNG.",
	Errors:      []int{http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusTooManyRequests},
	Describe:    func(_ huma.API, op *huma.Operation) { route.ReturnsFile(op, "The picture.", "image/png") },
}

type thumbnailInput struct {
	ID    string `path:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Width int    `query:"width" minimum:"16" maximum:"1024" default:"240" doc:"Width in pixels; a very high page is made narrower."`
}

func (h *pageHandler) getThumbnail(ctx context.Context, in *thumbnailInput) (*pageOutput, error) {
	doc, err := h.documents.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	sizes, err := h.documents.Sizes(ctx, &doc)
	if err != nil {
		return nil, err
	}
	data, err := h.pages.Thumbnail(ctx, route.Sender(ctx).ID, &doc, sizes, in.Width)
	return &pageOutput{ContentType: "image/png", ContentLength: len(data), Body: data}, err
}

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
	Description: "Gives one page of a document: `<number>.svg` as a drawing, `.png` as a picture, `.txt` as text, " +
		"`.json` as words with their boxes in points from the page's top left corner. Pages count from 1.\n\n" +
		"The JSON has `page`, `width`, `height`; `lines` in the order of reading, each a `box` (left, top, right, bottom) and its `words`, " +
		"each a `text` and a `box`; " +
		"`blocks`, which say what the lines make up; and `links`, each a `box` and a `target`, a `page` or a `uri`. " +
		"Each line is in one block, in the same order: `kind` is `heading`, `paragraph`, `item` (of a list), `table`, `caption` or `other` " +
		"(around the text, such as the page's number), " +
		"`first` the number of its first line from 0, `count` how many it has. `level` is that of a heading, 1 to 6, or how deep an " +
		"item's list is. " +
		"`rows` of a table have for each cell how many lines are in it, one behind the other. `breaks` are the lines of the block, from 0, " +
		"behind which its author has ended the line; " +
		"`continues` says that it goes on on the next page. A PDF that is tagged says so itself; of others blocks are found by the outline, " +
		"sizes and places.\n\n" +
		"Pages are bounded, and what is larger comes smaller: a side of a page to `--max-side` points (the report says how many pages " +
		"were longer), " +
		"a picture to `--max-pixels`, whatever scale is asked for. A drawing of more than `--max-svg` bytes comes as a picture within " +
		"an `<svg>`. " +
		"The header `Page-Scale` tells the scale at which a picture was drawn.",
	Errors:   []int{http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusTooManyRequests},
	Describe: describePage,
}

// describePage describes the answer for each form of a page, by its media type.
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
	Page  string  `path:"page" doc:"Page number and form." example:"1.svg"`
	Scale float64 `query:"scale" default:"1" doc:"Pixels a point, for pictures, from 0.05 to 20; 1 is 72 dpi."`
}

type getPageOutput struct {
	ContentType   string `header:"Content-Type"`
	ContentLength int    `header:"Content-Length"`
	Scale         string `header:"Page-Scale" doc:"Pixels a point that the picture has: fewer than asked for where it would have had more than the limit. Of a drawing it is there only where that comes as a picture, because it is larger than the limit." example:"0.5"`
	Body          []byte
}

type pageOutput struct {
	ContentType   string `header:"Content-Type"`
	ContentLength int    `header:"Content-Length"` // otherwise the body would be sent in chunks
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
	Description: "Gives the outline, whose entries lead to pages, counted from 1, or to addresses, and the names of the pages where " +
		"they have some. " +
		"Places are in points from the page's top left corner.",
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
	Summary:     "Get a picture of the first page",
	Description: "Gives page 1 as a small PNG.",
	Errors:      []int{http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusTooManyRequests},
	Describe:    func(_ huma.API, op *huma.Operation) { route.ReturnsFile(op, "The picture.", "image/png") },
}

type thumbnailInput struct {
	ID    string `path:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Width int    `query:"width" minimum:"16" maximum:"1024" default:"240" doc:"Width in pixels; a very high page becomes narrower."`
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

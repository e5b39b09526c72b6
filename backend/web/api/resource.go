package api

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/document"
	"lectern/backend/web/attachment"
)

// documentInput names a document.
type documentInput struct {
	ID string `path:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
}

var getOutline = operation{
	id:      "get-outline",
	summary: "Get a document's outline",
	description: "Gives the outline, whose entries lead to pages, counted from 1, or to addresses, and the names of the pages where " +
		"they have some. " +
		"Places are in points from the page's top left corner.",
	errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
	adjust: func(h huma.API, op *huma.Operation) {
		streamed(op, "The outline.", schemaOf[document.Outline](h))
	},
}

func (a *API) getOutline(ctx context.Context, in *documentInput) (*pageOutput, error) {
	doc, err := a.Documents.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	data, err := a.Pages.Outline(ctx, &doc)
	return &pageOutput{ContentType: "application/json", ContentLength: len(data), Body: data}, err
}

var getThumbnail = operation{
	id:          "get-thumbnail",
	summary:     "Get a picture of the first page",
	description: "Gives page 1 as a small PNG.",
	errors:      []int{http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusTooManyRequests},
	adjust:      func(_ huma.API, op *huma.Operation) { file(op, "The picture.", "image/png") },
}

type thumbnailInput struct {
	ID    string `path:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Width int    `query:"width" minimum:"16" maximum:"1024" default:"240" doc:"Width in pixels; a very high page becomes narrower."`
}

func (a *API) getThumbnail(ctx context.Context, in *thumbnailInput) (*pageOutput, error) {
	doc, err := a.Documents.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	sizes, err := a.Documents.Sizes(ctx, &doc)
	if err != nil {
		return nil, err
	}
	data, err := a.Pages.Thumbnail(ctx, senderOf(ctx).ID, &doc, sizes, in.Width)
	return &pageOutput{ContentType: "image/png", ContentLength: len(data), Body: data}, err
}

var getPDF = operation{
	id:      "get-pdf",
	summary: "Get a document as PDF",
	description: "Gives the document as the PDF that its pages are drawn from, as soon as there is the whole. " +
		"Of an encrypted PDF that was posted with its password it is the copy without encryption. Ranges of it can be asked for.",
	errors: []int{http.StatusNotFound},
	adjust: func(_ huma.API, op *huma.Operation) { file(op, "The PDF.", "application/pdf") },
}

func (a *API) getPDF(ctx context.Context, in *documentInput) (*huma.StreamResponse, error) {
	return a.download(ctx, in.ID, a.Documents.PDF)
}

var getOriginal = operation{
	id:          "get-original",
	summary:     "Get the original file",
	description: "Gives the bytes as they were posted, under their file name. Ranges of them can be asked for.",
	errors:      []int{http.StatusNotFound},
	adjust:      func(_ huma.API, op *huma.Operation) { file(op, "The file, in its own type.", "*/*") },
}

func (a *API) getOriginal(ctx context.Context, in *documentInput) (*huma.StreamResponse, error) {
	return a.download(ctx, in.ID, a.Documents.Original)
}

var getText = operation{
	id:          "get-text",
	summary:     "Get a document's text",
	description: "Gives the text of all pages, with a form feed between two pages, when the document is ready.",
	errors:      []int{http.StatusNotFound, http.StatusTooManyRequests},
	adjust:      func(_ huma.API, op *huma.Operation) { file(op, "The text.", "text/plain; charset=utf-8") },
}

func (a *API) getText(ctx context.Context, in *documentInput) (*huma.StreamResponse, error) {
	doc, err := a.Documents.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	write, err := a.Documents.Text(ctx, &doc, senderOf(ctx).ID)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(h huma.Context) {
		h.SetHeader("Content-Type", document.Text.MediaType())
		h.SetHeader("X-Content-Type-Options", "nosniff")
		if err := write(h.BodyWriter()); err != nil {
			panic(http.ErrAbortHandler) // half a text must not look like a whole one
		}
	}}, nil
}

// download answers with a file of a document, or with the parts of it that are wanted.
func (a *API) download(ctx context.Context, id string, open func(context.Context, *document.Document) (document.Download,
	error)) (*huma.StreamResponse, error) {
	doc, err := a.Documents.Find(ctx, id)
	if err != nil {
		return nil, err
	}
	f, err := open(ctx, &doc)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(h huma.Context) {
		defer f.Close()
		r, w := humago.Unwrap(h)
		attachment.Serve(w, r, f)
	}}, nil
}

// file describes a success whose body is a file.
func file(op *huma.Operation, description, mediaType string) {
	op.Responses = map[string]*huma.Response{strconv.Itoa(http.StatusOK): {
		Description: description,
		Content:     map[string]*huma.MediaType{mediaType: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}},
	}}
}

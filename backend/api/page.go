package api

import (
	"context"
	"net/http"

	"lectern/backend/document"
)

var getPage = operation{
	id:      "get-page",
	summary: "Get a page",
	description: "Gives one page of a document: `<number>.svg` as a drawing, `.png` as a picture, `.txt` as text, " +
		"`.json` as words with their boxes in points from the page's top left corner. Pages count from 1.",
	errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
}

type getPageInput struct {
	ID    string  `path:"id" doc:"Identifier of the document."`
	Page  string  `path:"page" doc:"Page number and form." example:"1.svg"`
	Scale float64 `query:"scale" default:"1" doc:"Pixels a point, for pictures, from 0.05 to 20; 1 is 72 dpi."`
}

type pageOutput struct {
	ContentType   string `header:"Content-Type"`
	ContentLength int    `header:"Content-Length"` // without it, the body would go out in chunks
	Body          []byte
}

func (a *API) getPage(ctx context.Context, in *getPageInput) (*pageOutput, error) {
	number, kind, err := document.ParsePage(in.Page)
	if err != nil {
		return nil, err
	}
	doc, err := a.Documents.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	data, err := a.Pages.Render(ctx, &doc, kind, number, in.Scale)
	if err != nil {
		return nil, err
	}
	return &pageOutput{ContentType: kind.MediaType(), ContentLength: len(data), Body: data}, nil
}

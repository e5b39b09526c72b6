package api

import (
	"context"
	"net/http"

	"lectern/backend/web/api/route"
)

var addSampleTemplate = route.Route{
	Method:  http.MethodPost,
	Path:    route.TaskBase + "/sample/{sample}",
	ID:      "add-sample-template",
	Summary: "Add a sample template",
	Description: "Stores one of Lectern's samples as a new template, with parameters to try it: an invoice, an offer letter or a " +
		"deck of slides. A new library has no templates.",
	Errors: []int{http.StatusConflict, http.StatusUnprocessableEntity, http.StatusInsufficientStorage},
}

type addSampleInput struct {
	Sample string `path:"sample" enum:"invoice,letter,deck" doc:"Name of the sample." example:"invoice"`
}

func (h *templateHandler) addSample(ctx context.Context, in *addSampleInput) (*templateOutput, error) {
	made, err := h.templates.AddSample(ctx, in.Sample)
	if err != nil {
		return nil, err
	}
	route.NoteObjects(ctx, made.ID)
	return &templateOutput{newTemplate(made)}, nil
}

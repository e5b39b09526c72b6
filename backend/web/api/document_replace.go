package api

import (
	"context"
	"net/http"

	"lectern/backend/document"
	"lectern/backend/internal/fault"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
)

var replaceDocument = route.Route{
	Method:  http.MethodPut,
	Path:    route.Base + "/document/{id}",
	ID:      "replace-document",
	Summary: "Upload a new version of a document",
	Description: "Replaces the document with a file, sent like an upload, or with a file from an address. The document keeps its " +
		"id and is processed again; active viewing sessions show the new version as it becomes available. Properties that are " +
		"not among the parameters are kept.",
	Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusInsufficientStorage},
	Body: body.OptionalDocuments,
}

type replaceDocumentInput struct {
	ID  string `path:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	URL string `query:"url" doc:"Address of the new version, if the request has no body." example:"https://example.com/letter.docx"`
	FileInput
	LabelInput
}

func (h *documentHandler) replace(ctx context.Context, in *replaceDocumentInput) (*documentOutput, error) {
	if _, err := h.documents.Find(ctx, in.ID); err != nil {
		return nil, err // an unknown document is rejected before anything is stored
	}
	if in.URL != "" {
		return h.replaceByURL(ctx, in)
	}
	uploads, options, err := h.receiveAll(ctx, &in.FileInput, in, func() (document.Options, error) {
		return in.options(), h.sets.check(ctx, in.Profile, in.Theme)
	})
	switch {
	case err != nil:
		return nil, err
	case in.URL != "" && len(uploads) == 0: // the form has the field url
		return h.replaceWith(ctx, in, options)
	case in.URL != "":
		err = body.ErrSecondDocument
	case len(uploads) == 0:
		err = fault.Field(body.FilePart, "The form contains no file. Send the new version as the part 'file', or its address as "+
			"'url'.").
			WithCode(fault.FileMissing)
	case len(uploads) > 1:
		err = fault.Field(body.FilePart, "A new version must be a single file.")
	}
	if err != nil {
		h.documents.Discard(ctx, uploads)
		return nil, err
	}
	doc, err := h.documents.Replace(ctx, in.ID, uploads[0], options)
	if err != nil {
		return nil, err
	}
	return &documentOutput{newDocument(doc)}, nil
}

func (h *documentHandler) replaceByURL(ctx context.Context, in *replaceDocumentInput) (*documentOutput, error) {
	password, err := in.ReadPassword(in)
	if err != nil {
		return nil, err
	}
	if err := h.sets.check(ctx, in.Profile, in.Theme); err != nil {
		return nil, err
	}
	options := in.options()
	options.Password = password
	return h.replaceWith(ctx, in, options)
}

// replaceWith replaces a document by a version that is fetched from the URL in the input.
func (h *documentHandler) replaceWith(ctx context.Context, in *replaceDocumentInput, options document.Options) (*documentOutput, error) {
	doc, err := h.documents.ReplaceByURL(ctx, in.ID, in.URL, options)
	if err != nil {
		return nil, err
	}
	return &documentOutput{newDocument(doc)}, nil
}

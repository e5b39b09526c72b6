package api

import (
	"context"
	"net/http"

	"lectern/backend/document"
	"lectern/backend/internal/fault"
)

var replaceDocument = operation{
	id:      "replace-document",
	summary: "Give a document a new version",
	description: "Takes a file, as an upload does, or the address of one, in the place of the document's present one. The document is " +
		"processing again under " +
		"the same id, and viewing sessions that are in force show the new version as it comes. What the parameters do not name stays as it is.",
	errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusInsufficientStorage},
}

type replaceDocumentInput struct {
	ID  string `path:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	URL string `query:"url" doc:"Address of the new version, where the body is none." example:"https://example.com/letter.docx"`
	FileInput
	LabelInput
}

func (a *API) replaceDocument(ctx context.Context, in *replaceDocumentInput) (*documentOutput, error) {
	if _, err := a.Documents.Find(ctx, in.ID); err != nil {
		return nil, err // before anything is stored
	}
	if in.URL != "" {
		return a.replaceByURL(ctx, in)
	}
	uploads, options, err := a.receiveAll(ctx, &in.FileInput, in, func() (document.Options, error) {
		return in.options(), a.checkSets(ctx, in.Profile, in.Theme)
	})
	switch {
	case err != nil:
		return nil, err
	case in.URL != "" && len(uploads) == 0: // which a form has said
		return a.replaceWith(ctx, in, options)
	case in.URL != "":
		err = errSecondDocument
	case len(uploads) == 0:
		err = fault.Field(filePart, "The form holds no file: send the new version as the part 'file', or its address as 'url'.").
			Coded(fault.FileMissing)
	case len(uploads) > 1:
		err = fault.Field(filePart, "A new version is one file.")
	}
	if err != nil {
		a.Documents.Discard(ctx, uploads)
		return nil, err
	}
	doc, err := a.Documents.Replace(ctx, in.ID, uploads[0], options)
	if err != nil {
		return nil, err
	}
	return &documentOutput{newDocument(doc)}, nil
}

func (a *API) replaceByURL(ctx context.Context, in *replaceDocumentInput) (*documentOutput, error) {
	password, err := in.readPassword(in)
	if err != nil {
		return nil, err
	}
	if err := a.checkSets(ctx, in.Profile, in.Theme); err != nil {
		return nil, err
	}
	options := in.options()
	options.Password = password
	return a.replaceWith(ctx, in, options)
}

// replaceWith replaces the document by the version at the address in the input.
func (a *API) replaceWith(ctx context.Context, in *replaceDocumentInput, options document.Options) (*documentOutput, error) {
	doc, err := a.Documents.ReplaceByURL(ctx, in.ID, in.URL, options)
	if err != nil {
		return nil, err
	}
	return &documentOutput{newDocument(doc)}, nil
}

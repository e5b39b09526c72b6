package api

import (
	"context"
	"net/http"

	"lectern/backend/collection"
)

// Collection is a collection of documents.
type Collection struct {
	ID        string `json:"id" doc:"Identifier of the collection." example:"c-3xq7m2v5kq4y"`
	Name      string `json:"name" doc:"Its name." example:"Contracts"`
	Color     string `json:"color" doc:"Its color, as #rrggbb; empty for none." example:"#1d3557"`
	Count     int    `json:"count" doc:"How many documents are in it, those in the trash aside." example:"12"`
	CreatedAt string `json:"createdAt" doc:"When it was made, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
}

func wordCollection(c collection.Collection) Collection {
	return Collection{ID: c.ID, Name: c.Name, Color: c.Color, Count: c.Count, CreatedAt: timeText(c.CreatedAt)}
}

func wordCollections(all []collection.Collection) []Collection {
	worded := make([]Collection, len(all))
	for i, c := range all {
		worded[i] = wordCollection(c)
	}
	return worded
}

var listCollections = operation{
	id:          "list-collections",
	summary:     "List collections",
	description: "Gives all collections by their names. The documents of one are in the list of documents with its id as `collection`.",
}

type collectionsOutput struct{ Body []Collection }

func (a *API) listCollections(ctx context.Context, _ *struct{}) (*collectionsOutput, error) {
	all, err := a.Collections.List(ctx)
	return &collectionsOutput{wordCollections(all)}, err
}

var createCollection = operation{
	id:          "create-collection",
	summary:     "Make a collection",
	description: "Makes an empty collection. Documents are put into it by a batch, or as they are posted.",
	errors:      []int{http.StatusBadRequest, http.StatusConflict, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
}

// newCollection is the body that makes a collection.
type newCollection struct {
	Name  string `json:"name" maxLength:"100" doc:"Its name, one line." example:"Contracts"`
	Color string `json:"color,omitempty" doc:"Its color, as #rrggbb; empty for none." example:"#1d3557"`
}

type collectionOutput struct{ Body Collection }

func (a *API) createCollection(ctx context.Context, in *JSONInput) (*collectionOutput, error) {
	var body newCollection
	if err := in.decode(ctx, &body); err != nil {
		return nil, err
	}
	c, err := a.Collections.Create(ctx, body.Name, body.Color)
	noteObjects(ctx, c.ID)
	return &collectionOutput{wordCollection(c)}, err
}

// collectionInput names a collection.
type collectionInput struct {
	ID string `path:"id" doc:"Identifier of the collection." example:"c-3xq7m2v5kq4y"`
}

var editCollection = operation{
	id:          "edit-collection",
	summary:     "Change a collection",
	description: "Changes what the body names and leaves the rest as it is.",
	errors:      []int{http.StatusBadRequest, http.StatusNotFound, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
}

// collectionEdit is the body of a change.
type collectionEdit struct {
	Name  *string `json:"name,omitempty" maxLength:"100" doc:"Its name, one line." example:"Contracts"`
	Color *string `json:"color,omitempty" doc:"Its color, as #rrggbb; empty for none." example:"#1d3557"`
}

type editCollectionInput struct {
	ID string `path:"id" doc:"Identifier of the collection." example:"c-3xq7m2v5kq4y"`
	JSONInput
}

func (a *API) editCollection(ctx context.Context, in *editCollectionInput) (*collectionOutput, error) {
	var edit collectionEdit
	if err := in.decode(ctx, &edit); err != nil {
		return nil, err
	}
	c, err := a.Collections.Edit(ctx, in.ID, collection.Edit(edit))
	return &collectionOutput{wordCollection(c)}, err
}

var deleteCollection = operation{
	id:          "delete-collection",
	summary:     "Delete a collection",
	description: "Removes a collection, and none of its documents.",
	errors:      []int{http.StatusNotFound},
}

func (a *API) deleteCollection(ctx context.Context, in *collectionInput) (*struct{}, error) {
	return nil, a.Collections.Delete(ctx, in.ID)
}

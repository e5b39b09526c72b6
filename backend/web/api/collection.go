package api

import (
	"context"
	"net/http"

	"lectern/backend/collection"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
)

// Collection is a collection of documents.
type Collection struct {
	ID        string `json:"id" doc:"Identifier of the collection." example:"c-3xq7m2v5kq4y"`
	Name      string `json:"name" doc:"Name of the collection." example:"Contracts"`
	Color     string `json:"color" doc:"Color of the collection, as #rrggbb; empty for none." example:"#1d3557"`
	Count     int    `json:"count" doc:"Number of documents in the collection, without those in the trash." example:"12"`
	CreatedAt string `json:"createdAt" doc:"When the collection was created, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
}

func describeCollection(c collection.Collection) Collection {
	return Collection{ID: c.ID, Name: c.Name, Color: c.Color, Count: c.Count, CreatedAt: timeText(c.CreatedAt)}
}

func describeCollections(all []collection.Collection) []Collection {
	worded := make([]Collection, len(all))
	for i, c := range all {
		worded[i] = describeCollection(c)
	}
	return worded
}

// collectionHandler serves collections of documents.
type collectionHandler struct {
	collections *collection.Service
}

func (h *collectionHandler) routes(r *route.Router) {
	route.Add(r, listCollections, h.list)
	route.Add(r, createCollection, h.create)
	route.Add(r, editCollection, h.edit)
	route.Add(r, deleteCollection, h.delete)
}

var listCollections = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/collection",
	ID:      "list-collections",
	Summary: "List collections",
	Description: "Returns all collections, sorted by name. To list the documents of a collection, list documents with its id as " +
		"`collection`.",
}

type collectionsOutput struct{ Body []Collection }

func (h *collectionHandler) list(ctx context.Context, _ *struct{}) (*collectionsOutput, error) {
	all, err := h.collections.List(ctx)
	return &collectionsOutput{describeCollections(all)}, err
}

var createCollection = route.Route{
	Method:      http.MethodPost,
	Path:        route.Base + "/collection",
	ID:          "create-collection",
	Summary:     "Create a collection",
	Description: "Creates an empty collection. Documents are added by a batch or when they are posted.",
	Errors:      []int{http.StatusBadRequest, http.StatusConflict, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
	Body:        body.Object[newCollection],
}

// newCollection is the body of a request for a new collection.
type newCollection struct {
	Name  string `json:"name" maxLength:"100" doc:"Name of the collection, one line." example:"Contracts"`
	Color string `json:"color,omitempty" doc:"Color of the collection, as #rrggbb; empty for none." example:"#1d3557"`
}

type collectionOutput struct{ Body Collection }

func (h *collectionHandler) create(ctx context.Context, in *body.JSON) (*collectionOutput, error) {
	var body newCollection
	if err := in.Decode(ctx, &body); err != nil {
		return nil, err
	}
	c, err := h.collections.Create(ctx, body.Name, body.Color)
	route.NoteObjects(ctx, c.ID)
	return &collectionOutput{describeCollection(c)}, err
}

// collectionInput is the input of requests about one collection.
type collectionInput struct {
	ID string `path:"id" doc:"Identifier of the collection." example:"c-3xq7m2v5kq4y"`
}

var editCollection = route.Route{
	Method:      http.MethodPatch,
	Path:        route.Base + "/collection/{id}",
	ID:          "edit-collection",
	Summary:     "Change a collection",
	Description: "Changes the fields that the body contains and keeps the others.",
	Errors:      []int{http.StatusBadRequest, http.StatusNotFound, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
	Body:        body.Object[collectionEdit],
}

// collectionEdit is the body of a request that changes a collection. Missing fields leave the collection's values
// unchanged.
type collectionEdit struct {
	Name  *string `json:"name,omitempty" maxLength:"100" doc:"Name of the collection, one line." example:"Contracts"`
	Color *string `json:"color,omitempty" doc:"Color of the collection, as #rrggbb; empty for none." example:"#1d3557"`
}

type editCollectionInput struct {
	ID string `path:"id" doc:"Identifier of the collection." example:"c-3xq7m2v5kq4y"`
	body.JSON
}

func (h *collectionHandler) edit(ctx context.Context, in *editCollectionInput) (*collectionOutput, error) {
	var edit collectionEdit
	if err := in.Decode(ctx, &edit); err != nil {
		return nil, err
	}
	c, err := h.collections.Edit(ctx, in.ID, collection.Edit(edit))
	return &collectionOutput{describeCollection(c)}, err
}

var deleteCollection = route.Route{
	Method:      http.MethodDelete,
	Path:        route.Base + "/collection/{id}",
	ID:          "delete-collection",
	Summary:     "Delete a collection",
	Description: "Removes a collection. Its documents are kept.",
	Errors:      []int{http.StatusNotFound},
}

func (h *collectionHandler) delete(ctx context.Context, in *collectionInput) (*struct{}, error) {
	return nil, h.collections.Delete(ctx, in.ID)
}

package api

import (
	"context"
	"net/http"

	"lectern/backend/collection"
	"lectern/backend/document"
	"lectern/backend/settings"
	"lectern/backend/web/api/route"
)

// Library contains the numbers of documents in the library, by state, type, tag and folder.
type Library struct {
	Total       int           `json:"total" doc:"Number of documents. All numbers except trash are without the documents in the trash." example:"1200"`
	Processing  int           `json:"processing" doc:"Number of documents that are being processed." example:"3"`
	Failed      int           `json:"failed" doc:"Number of documents that failed." example:"1"`
	Favorites   int           `json:"favorites" doc:"Number of favorites." example:"7"`
	Opened      int           `json:"opened" doc:"Number of documents that have an openedAt." example:"42"`
	Trash       int           `json:"trash" doc:"Number of documents in the trash." example:"12"`
	TrashDays   int           `json:"trashDays" doc:"Days after which documents in the trash are deleted permanently, as in the settings; 0 for never." example:"30"`
	Types       LibraryTypes  `json:"types" doc:"Number of documents of each type, as in the filter of lists. Documents whose type is not known are not counted."`
	Tags        []NameCount   `json:"tags" nullable:"false" doc:"The 1,000 most frequent tags, by name."`
	Collections []Collection  `json:"collections" nullable:"false" doc:"All collections, by name."`
	Folders     []FolderCount `json:"folders" nullable:"false" doc:"The watched folders that documents were imported from."`
}

// LibraryTypes counts documents by their types.
type LibraryTypes struct {
	PDF    int `json:"pdf" doc:"Number of PDFs." example:"700"`
	Text   int `json:"text" doc:"Number of text documents." example:"300"`
	Sheet  int `json:"sheet" doc:"Number of workbooks." example:"120"`
	Slides int `json:"slides" doc:"Number of presentations." example:"80"`
}

// NameCount is the number of documents with a tag.
type NameCount struct {
	Name  string `json:"name" doc:"The tag." example:"contract"`
	Count int    `json:"count" doc:"Number of documents with the tag." example:"12"`
}

// FolderCount is the number of documents from a watched folder.
type FolderCount struct {
	ID    string `json:"id" doc:"Identifier of the folder." example:"f-3xq7m2v5kq4y"`
	Count int    `json:"count" doc:"Number of documents that were imported from the folder." example:"12"`
}

type libraryOutput struct{ Body Library }

// libraryHandler counts the documents of the library.
type libraryHandler struct {
	documents   *document.Service
	collections *collection.Service
	settings    *settings.Service
}

func (h *libraryHandler) routes(r *route.Router) {
	route.Add(r, getLibrary, h.get)
}

var getLibrary = route.Route{
	Method:      http.MethodGet,
	Path:        route.Base + "/library",
	ID:          "get-library",
	Summary:     "Count the library",
	Description: "Returns the number of documents for each filter of lists, within a millisecond for a library of any size.",
}

func (h *libraryHandler) get(ctx context.Context, _ *struct{}) (*libraryOutput, error) {
	o, err := h.documents.Overview(ctx)
	if err != nil {
		return nil, err
	}
	collections, err := h.collections.List(ctx)
	if err != nil {
		return nil, err
	}
	body := Library{
		Total: o.Total, Processing: o.Processing, Failed: o.Failed, Favorites: o.Favorites, Opened: o.Opened, Trash: o.Trash,
		TrashDays: h.settings.Get().TrashDays,
		Types: LibraryTypes{PDF: o.Families[document.FamilyPDF], Text: o.Families[document.FamilyText],
			Sheet: o.Families[document.FamilySheet], Slides: o.Families[document.FamilySlides]},
		Tags: make([]NameCount, len(o.Tags)), Collections: describeCollections(collections), Folders: make([]FolderCount, len(o.Folders)),
	}
	for i, tag := range o.Tags {
		body.Tags[i] = NameCount(tag)
	}
	for i, folder := range o.Folders {
		body.Folders[i] = FolderCount{folder.Name, folder.Count}
	}
	return &libraryOutput{body}, nil
}

package api

import (
	"context"
	"net/http"

	"lectern/backend/collection"
	"lectern/backend/document"
	"lectern/backend/settings"
	"lectern/backend/web/api/route"
)

// Library has the numbers of documents in the library.
type Library struct {
	Total       int           `json:"total" doc:"How many documents there are; all numbers but trash are without the trash." example:"1200"`
	Processing  int           `json:"processing" doc:"Those that are processing." example:"3"`
	Failed      int           `json:"failed" doc:"Those that have failed." example:"1"`
	Favorites   int           `json:"favorites" doc:"Favorites." example:"7"`
	Opened      int           `json:"opened" doc:"Those with an openedAt." example:"42"`
	Trash       int           `json:"trash" doc:"Those in the trash." example:"12"`
	TrashDays   int           `json:"trashDays" doc:"Days after which what is in the trash is deleted for good, as the settings say; 0 for never." example:"30"`
	Types       LibraryTypes  `json:"types" doc:"How many there are of each type, as lists know it. Those whose type is not known are in none."`
	Tags        []NameCount   `json:"tags" nullable:"false" doc:"The tags that documents have, by their names; the 1,000 most frequent ones."`
	Collections []Collection  `json:"collections" nullable:"false" doc:"All collections, by their names."`
	Folders     []FolderCount `json:"folders" nullable:"false" doc:"The watched folders that documents came from."`
}

// LibraryTypes counts documents by their types.
type LibraryTypes struct {
	PDF    int `json:"pdf" doc:"PDFs." example:"700"`
	Text   int `json:"text" doc:"Text documents." example:"300"`
	Sheet  int `json:"sheet" doc:"Workbooks." example:"120"`
	Slides int `json:"slides" doc:"Presentations." example:"80"`
}

// NameCount is the number of documents with a tag.
type NameCount struct {
	Name  string `json:"name" doc:"The tag." example:"contract"`
	Count int    `json:"count" doc:"How many documents have it." example:"12"`
}

// FolderCount is the number of documents from a watched folder.
type FolderCount struct {
	ID    string `json:"id" doc:"Identifier of the folder." example:"f-3xq7m2v5kq4y"`
	Count int    `json:"count" doc:"How many documents came from it." example:"12"`
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
	Method:  http.MethodGet,
	Path:    route.Base + "/library",
	ID:      "get-library",
	Summary: "Count the library",
	Description: "Gives how many documents there are of each kind that lists can be narrowed to, in a millisecond, however large " +
		"the library is.",
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

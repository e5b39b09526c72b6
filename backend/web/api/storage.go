package api

import (
	"context"
	"net/http"

	"lectern/backend/account"
	"lectern/backend/web/api/route"
)

// Storage is the disk space that the library occupies, in bytes.
type Storage struct {
	Documents     int          `json:"documents" doc:"How many documents there are, those in the trash too." example:"1200"`
	Originals     int64        `json:"originals" doc:"Bytes of originals; the same ones are kept once." example:"734003200"`
	PDFs          int64        `json:"pdfs" doc:"Bytes of PDFs that were made of them, of templates and what tasks have made, and of what is on its way." example:"268435456"`
	Database      int64        `json:"database" doc:"Bytes of the database, with the texts and their index." example:"104857600"`
	Temp          int64        `json:"temp" doc:"Bytes of temporary files." example:"4096"`
	SetAside      int64        `json:"setAside" doc:"Bytes of libraries that restored backups have taken the place of, and of one that waits to do so." example:"0"`
	Waiting       int64        `json:"waiting" doc:"Bytes of the one that waits, which are part of setAside." example:"0"`
	SetAsideFiles int64        `json:"setAsideFiles" doc:"Bytes of files that no record names, in set-aside of the data folder, and of databases that 'lectern start-anew' has put there." example:"0"`
	Free          int64        `json:"free" doc:"Bytes that are free on the disk; 0 where it does not tell." example:"52428800000"`
	Trash         TrashStorage `json:"trash" doc:"What is in the trash, which is part of the rest."`
}

// TrashStorage is the size of the trash.
type TrashStorage struct {
	Count int   `json:"count" doc:"How many documents." example:"12"`
	Bytes int64 `json:"bytes" doc:"Bytes of their originals, each counted by itself." example:"7340032"`
}

type storageOutput struct{ Body Storage }

// storageHandler reports the disk space that the library occupies, and frees some.
type storageHandler struct {
	storage func(ctx context.Context) (Storage, error)
	clean   func(ctx context.Context, what Cleaning) error
}

func (h *storageHandler) routes(r *route.Router) {
	route.Add(r, getStorage, h.get)
	route.Add(r, cleanStorage, h.cleanStorage)
}

var getStorage = route.Route{
	Method:      http.MethodGet,
	Path:        route.Base + "/storage",
	ID:          "get-storage",
	Summary:     "Say what the library takes up",
	Description: "Gives the bytes of the library on the server's disk, by what they are for.",
	Right:       account.Admin,
}

func (h *storageHandler) get(ctx context.Context, _ *struct{}) (*storageOutput, error) {
	storage, err := h.storage(ctx)
	return &storageOutput{storage}, err
}

var cleanStorage = route.Route{
	Method:     http.MethodPost,
	Path:       route.Base + "/storage/clean",
	ID:         "clean-storage",
	FreesSpace: true,
	Summary:    "Make room",
	Description: "Empties the trash for good, sets files aside that no record names (they are removed when the server has run for 30 days), " +
		"and has the database give room back, during which nothing is written. " +
		"With `setAside=true` the libraries that restored backups have taken the place of are deleted, too: not one that a server runs on, and " +
		"not one that waits to be restored. " +
		"With `setAsideFiles=true` what lay in `set-aside` before is deleted, too, but for files that records need by now. " +
		"Gives what the library takes up then.",
	Right:  account.Admin,
	Errors: []int{http.StatusConflict, http.StatusInsufficientStorage},
}

type cleanInput struct {
	SetAside      bool `query:"setAside" doc:"With true, what restoring has set aside is deleted, too."`
	SetAsideFiles bool `query:"setAsideFiles" doc:"With true, the files that no record names are deleted that were set aside before: where another database knows them, as one that was restored since, they are lost for that."`
}

// Cleaning selects what is deleted besides files that nothing needs.
type Cleaning struct {
	Libraries bool // libraries that were replaced by restored backups
	Files     bool // files without a record, which were set aside earlier
}

func (h *storageHandler) cleanStorage(ctx context.Context, in *cleanInput) (*storageOutput, error) {
	if err := h.clean(ctx, Cleaning{Libraries: in.SetAside, Files: in.SetAsideFiles}); err != nil {
		return nil, err
	}
	return h.get(ctx, nil)
}

package api

import (
	"context"
	"net/http"

	"lectern/backend/account"
	"lectern/backend/web/api/route"
)

// Storage is the disk space that the library occupies, in bytes.
type Storage struct {
	Documents     int          `json:"documents" doc:"Number of documents, including those in the trash." example:"1200"`
	Originals     int64        `json:"originals" doc:"Bytes of originals; identical originals are stored once." example:"734003200"`
	PDFs          int64        `json:"pdfs" doc:"Bytes of PDFs converted from them, of templates, of results of tasks, and of files in progress." example:"268435456"`
	Database      int64        `json:"database" doc:"Bytes of the database, including texts and their index." example:"104857600"`
	Temp          int64        `json:"temp" doc:"Bytes of temporary files." example:"4096"`
	SetAside      int64        `json:"setAside" doc:"Bytes of libraries that were replaced by restored backups, and of a restored one that waits for the next start." example:"0"`
	Waiting       int64        `json:"waiting" doc:"Bytes of the restored library that waits for the next start, which are part of setAside." example:"0"`
	SetAsideFiles int64        `json:"setAsideFiles" doc:"Bytes of files that are not in the database, in set-aside of the data folder, and of databases that 'lectern start-anew' has put there." example:"0"`
	Free          int64        `json:"free" doc:"Free bytes on the disk; 0 if unknown." example:"52428800000"`
	Trash         TrashStorage `json:"trash" doc:"Contents of the trash, which are included in the other numbers."`
}

// TrashStorage is the size of the trash.
type TrashStorage struct {
	Count int   `json:"count" doc:"Number of documents." example:"12"`
	Bytes int64 `json:"bytes" doc:"Bytes of their originals, with identical originals counted separately." example:"7340032"`
}

type storageOutput struct{ Body Storage }

// storageHandler reports the disk space that the library occupies, and deletes unused files.
type storageHandler struct {
	storage func(ctx context.Context) (Storage, error)
	clean   func(ctx context.Context, selection Cleaning) error
}

func (h *storageHandler) routes(r *route.Router) {
	route.Add(r, getStorage, h.get)
	route.Add(r, cleanStorage, h.cleanStorage)
}

var getStorage = route.Route{
	Method:      http.MethodGet,
	Path:        route.Base + "/storage",
	ID:          "get-storage",
	Summary:     "Get the disk usage of the library",
	Description: "Returns the number of bytes that the library uses on the server's disk, by purpose.",
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
	Summary:    "Free disk space",
	Description: "Empties the trash permanently, sets aside files that are not in the database (they are removed after the " +
		"server has run for 30 days), and compacts the database, which blocks writing meanwhile. With `setAside=true`, libraries " +
		"that were replaced by restored backups are deleted as well, except one that a server runs on and one that waits to be " +
		"restored. With `setAsideFiles=true`, files that were in `set-aside` before are deleted as well, except those that " +
		"records need by now. Returns the disk usage afterwards.",
	Right:  account.Admin,
	Errors: []int{http.StatusConflict, http.StatusInsufficientStorage},
}

type cleanInput struct {
	SetAside      bool `query:"setAside" doc:"With true, also deletes the libraries that were set aside by restoring."`
	SetAsideFiles bool `query:"setAsideFiles" doc:"With true, also deletes files set aside because they are not in the database. They are lost for any other database that needs them, such as one restored later."`
}

// Cleaning selects what is deleted in addition to files that nothing uses.
type Cleaning struct {
	Libraries bool // libraries that were replaced by restored backups
	Files     bool // files that belong to no record and were set aside by an earlier run
}

func (h *storageHandler) cleanStorage(ctx context.Context, in *cleanInput) (*storageOutput, error) {
	if err := h.clean(ctx, Cleaning{Libraries: in.SetAside, Files: in.SetAsideFiles}); err != nil {
		return nil, err
	}
	return h.get(ctx, nil)
}

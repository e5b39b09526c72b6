package api

import (
	"context"
	"log/slog"
	"net/http"
	"path/filepath"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/account"
	"lectern/backend/attachment"
	"lectern/backend/fault"
	"lectern/backend/pathname"
)

var getBackup = operation{
	id:      "get-backup",
	summary: "Back the library up",
	description: "Gives the whole library as one file, as it is when the answer begins, while work goes on: documents, sessions, settings, the hashes of keys. " +
		"`lectern restore FILE` makes a library of it. It has all that is secret in it.",
	right:  account.Admin,
	adjust: func(_ huma.API, op *huma.Operation) { file(op, "The backup, a tar archive.", "application/x-tar") },
}

func (a *API) getBackup(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
	return &huma.StreamResponse{Body: func(h huma.Context) {
		h.SetHeader("Content-Type", "application/x-tar")
		h.SetHeader("Content-Disposition", attachment.Disposition("lectern-backup.tar"))
		h.SetHeader("Cache-Control", "no-store")
		_, w := humago.Unwrap(h)
		if err := a.Backup(ctx, newPatientAnswer(w)); err != nil {
			slog.ErrorContext(ctx, "backup failed", slog.Any("error", err))
			panic(http.ErrAbortHandler) // half a backup must not look like a whole one
		}
	}}, nil
}

var saveBackup = operation{
	id:      "save-backup",
	summary: "Back the library up to a file",
	description: "Writes the same file to a path of the server's machine, for its owner only, in the place of a file that is there. " +
		"It is for programs of that machine: it takes the key of the window and the command line.",
	right:  account.Admin,
	errors: []int{http.StatusBadRequest, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
}

// backupPlace says where a backup is to be.
type backupPlace struct {
	Path string `json:"path" doc:"Absolute path of the file." example:"/home/zoe/lectern-backup.tar"`
}

type saveBackupInput struct {
	Key string `header:"Authorization" hidden:"true"`
	JSONInput
}

func (a *API) saveBackup(ctx context.Context, in *saveBackupInput) (*messageOutput, error) {
	var place backupPlace
	if err := in.decode(ctx, &place); err != nil {
		return nil, err
	}
	path := pathname.Path(place.Path)
	if !filepath.IsAbs(path) {
		return nil, fault.Field("/path", "The path is that of a file, from the root on; it was %q.", place.Path)
	}
	if !a.Accounts.IsLocal(in.Key) {
		return nil, fault.New(fault.Forbidden, "Only the window and the command line have this server write to a file of its machine.")
	}
	if err := a.BackupTo(ctx, path); err != nil {
		return nil, err
	}
	return &messageOutput{Message{"The backup is in " + place.Path + "."}}, nil
}

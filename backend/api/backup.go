package api

import (
	"context"
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
	tells:  true,
	errors: []int{http.StatusConflict},
	adjust: func(_ huma.API, op *huma.Operation) { file(op, "The backup, a tar archive.", "application/x-tar") },
}

func (a *API) getBackup(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
	return &huma.StreamResponse{Body: func(h huma.Context) {
		h.SetHeader("Content-Type", "application/x-tar")
		h.SetHeader("Content-Disposition", attachment.Disposition("lectern-backup.tar"))
		h.SetHeader("Cache-Control", "no-store")
		r, w := humago.Unwrap(h)
		answer := newPatientAnswer(w)
		if err := a.Backup(ctx, answer); err != nil {
			answer.fail(r, err)
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

// backupPlace says where a backup is, or is to be.
type backupPlace struct {
	Path string `json:"path" doc:"Absolute path of the file." example:"/home/zoe/lectern-backup.tar"`
}

type backupInput struct {
	Key string `header:"Authorization" hidden:"true"`
	JSONInput
}

// place reads the body, of which path is as the system has it.
func (in *backupInput) place(ctx context.Context) (place backupPlace, path string, err error) {
	if err := in.decode(ctx, &place); err != nil {
		return place, "", err
	}
	path = pathname.Path(place.Path)
	if !filepath.IsAbs(path) {
		return place, "", fault.Field("/path", "The path is that of a file, from the root on; it was %q.", place.Path)
	}
	return place, path, nil
}

func (a *API) saveBackup(ctx context.Context, in *backupInput) (*messageOutput, error) {
	place, path, err := in.place(ctx)
	if err != nil {
		return nil, err
	}
	if !a.Accounts.IsLocal(in.Key) {
		return nil, fault.New(fault.Forbidden, "Only the window and the command line have this server write to a file of its machine.")
	}
	if err := a.BackupTo(ctx, path); err != nil {
		return nil, err
	}
	return &messageOutput{Message{"The backup is in " + place.Path + "."}}, nil
}

var restoreBackup = operation{
	id:      "restore-backup",
	summary: "Restore the library from a file",
	description: "Makes a library of a backup on the server's machine, when it is found to be all that was written, and keeps it until the server starts again: then it takes the place of the present one, " +
		"which is set aside in the data folder. Until then nothing changes, and `restorePending` of the server's status tells of it. What was restored before and still waits gives way. " +
		"It is for programs of that machine: it takes the key of the window and the command line.",
	right: account.Admin,
	errors: []int{http.StatusBadRequest, http.StatusConflict, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity,
		http.StatusInsufficientStorage},
}

func (a *API) restoreBackup(ctx context.Context, in *backupInput) (*messageOutput, error) {
	place, path, err := in.place(ctx)
	if err != nil {
		return nil, err
	}
	if !a.Accounts.IsLocal(in.Key) {
		return nil, fault.New(fault.Forbidden, "Only the window and the command line have this server read a file of its machine.")
	}
	if err := a.Restore(ctx, path); err != nil {
		return nil, err
	}
	return &messageOutput{Message{"The library of " + place.Path + " takes the place of the present one when Lectern starts again."}}, nil
}

var dropRestore = operation{
	id:      "drop-restore",
	summary: "Give a restore up",
	description: "Removes the restored library that waits for the server's next start, where there is one: the present one stays. " +
		"It takes the key of the window and the command line, too.",
	right:  account.Admin,
	errors: []int{http.StatusConflict},
}

type dropRestoreInput struct {
	Key string `header:"Authorization" hidden:"true"`
}

func (a *API) dropRestore(_ context.Context, in *dropRestoreInput) (*struct{}, error) {
	if !a.Accounts.IsLocal(in.Key) {
		return nil, fault.New(fault.Forbidden, "Only the window and the command line have this server give a restore up.")
	}
	return nil, a.DropRestore()
}

package api

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/account"
	"lectern/backend/internal/fault"
	"lectern/backend/library/backup"
	"lectern/backend/sentence/pathname"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
	"lectern/backend/web/attachment"
)

// backupHandler makes and restores backups of the library.
type backupHandler struct {
	accounts *account.Service
	library  BackupStore
}

func (h *backupHandler) routes(r *route.Router) {
	route.Add(r, getBackup, h.get)
	route.Add(r, saveBackup, h.save)
	route.Add(r, restoreBackup, h.restore)
	route.Add(r, dropRestore, h.dropRestore)
}

var getBackup = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/backup",
	ID:      "get-backup",
	Summary: "Back the library up",
	Description: "Gives the whole library as one file, as it is when the answer begins, while work goes on: documents, sessions, settings, " +
		"the hashes of keys. " +
		"`lectern restore FILE` makes a library of it. It has all that is secret in it. " +
		"Where a file of the library is missing or damaged, the answer is cut off behind a list of such files, `missing.jsonl`; with " +
		"`partial=true` the backup is made without them, and has the list.",
	Right:          account.Admin,
	RevealsSecrets: true,
	Errors:         []int{http.StatusConflict},
	Describe: func(_ huma.API, op *huma.Operation) {
		route.ReturnsFile(op, "The backup, a tar archive.", "application/x-tar")
	},
}

type getBackupInput struct {
	Partial bool `query:"partial" doc:"Whether to go on without files that are missing or damaged."`
}

func (h *backupHandler) get(ctx context.Context, in *getBackupInput) (*huma.StreamResponse, error) {
	return &huma.StreamResponse{Body: func(response huma.Context) {
		response.SetHeader("Content-Type", "application/x-tar")
		response.SetHeader("Content-Disposition", attachment.Disposition("lectern-backup.tar"))
		response.SetHeader("Cache-Control", "no-store")
		r, w := humago.Unwrap(response)
		answer := newStream(w)
		if _, err := h.library.BackUp(ctx, answer, in.Partial); err != nil {
			answer.fail(r, err)
		}
	}}, nil
}

var saveBackup = route.Route{
	Method:  http.MethodPost,
	Path:    route.Base + "/backup",
	ID:      "save-backup",
	Summary: "Back the library up to a file",
	Description: "Writes the same file to a path of the server's machine, for its owner only, in the place of a file that is there. " +
		"Where a file of the library is missing or damaged, nothing is written; with `partial` the backup is made without such files, unless " +
		"there is a file at the path. " +
		"It is for programs of that machine: it takes the key of the window and the command line.",
	Right:  account.Admin,
	Errors: []int{http.StatusBadRequest, http.StatusConflict, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
	Body:   body.Object[backupPlace],
}

// backupPlace names the file of a backup.
type backupPlace struct {
	Path    string `json:"path" doc:"Absolute path of the file." example:"/home/zoe/lectern-backup.tar"`
	Partial bool   `json:"partial,omitempty" doc:"Whether to go on without files that are missing or damaged. A backup without some does not replace a file."`
}

// BackupMessage reports that a backup was written or restored.
type BackupMessage struct {
	Message string       `json:"message" doc:"What was done, in a person's words." example:"The backup is in /home/zoe/lectern-backup.tar."`
	Missing []BackupLoss `json:"missing,omitempty" nullable:"false" doc:"The files that it is without, as they are missing or damaged; absent where there are none."`
}

// BackupLoss is a file that is missing from a backup.
type BackupLoss struct {
	Key    string       `json:"key" doc:"The file's name in the library's content: its SHA-256, with a slash after two digits." example:"5f/2d1c9b"`
	Reason string       `json:"reason" enum:"missing,damaged,unreadable" doc:"Whether the file is not there, has other bytes than its name stands for, or cannot be read."`
	Users  []BackupUser `json:"users" nullable:"false" doc:"Some of the records that need the file."`
}

// BackupUser is a record that needs a file.
type BackupUser struct {
	Kind      string `json:"kind" enum:"document,template,task" doc:"What it is."`
	ID        string `json:"id" doc:"Its id." example:"4f9c2b7e"`
	Name      string `json:"name" doc:"Its name, or that of the file." example:"Contract.docx"`
	Converted bool   `json:"converted,omitempty" doc:"True where the file is the PDF of a document, which retry-document makes again while the original is whole."`
}

type backupOutput struct{ Body BackupMessage }

// newBackupOutput returns an answer with a message and the files that the backup lacks.
func newBackupOutput(message string, losses []backup.Loss) *backupOutput {
	out := &backupOutput{BackupMessage{Message: message}}
	for _, loss := range losses {
		users := make([]BackupUser, len(loss.Users))
		for i, user := range loss.Users {
			users[i] = BackupUser(user)
		}
		out.Body.Missing = append(out.Body.Missing, BackupLoss{Key: loss.Key, Reason: string(loss.Reason), Users: users})
	}
	if len(losses) > 0 {
		out.Body.Message += fmt.Sprintf(" It is without %d files that are missing or damaged.", len(losses))
	}
	return out
}

type backupInput struct {
	Key string `header:"Authorization" hidden:"true"`
	body.JSON
}

// place reads the body. The path that it returns is one of the operating system; the path in the body may be a file
// address.
func (in *backupInput) place(ctx context.Context) (place backupPlace, path string, err error) {
	if err := in.Decode(ctx, &place); err != nil {
		return place, "", err
	}
	path = pathname.Path(place.Path)
	if !filepath.IsAbs(path) {
		return place, "", fault.Field("/path", "The path is that of a file, from the root on; it was %q.", place.Path)
	}
	return place, path, nil
}

func (h *backupHandler) save(ctx context.Context, in *backupInput) (*backupOutput, error) {
	place, path, err := in.place(ctx)
	if err != nil {
		return nil, err
	}
	if !h.accounts.IsLocal(in.Key) {
		return nil, fault.New(fault.Forbidden, "Only the window and the command line have this server write to a file of its machine.")
	}
	losses, err := h.library.BackUpTo(ctx, path, place.Partial)
	if err != nil {
		return nil, err
	}
	return newBackupOutput("The backup is in "+place.Path+".", losses), nil
}

var restoreBackup = route.Route{
	Method:  http.MethodPost,
	Path:    route.Base + "/restore",
	ID:      "restore-backup",
	Summary: "Restore the library from a file",
	Description: "Makes a library of a backup on the server's machine, when it is found to be all that was written, and keeps it until the " +
		"server starts again: then it takes the place of the present one, " +
		"which is set aside in the data folder. Until then nothing changes, and `restorePending` of the server's status tells of it. What was " +
		"restored before and still waits gives way. " +
		"A backup in which a file is missing or damaged is refused, unless it says so itself or `partial` is set. " +
		"It is for programs of that machine: it takes the key of the window and the command line.",
	Right: account.Admin,
	Errors: []int{http.StatusBadRequest, http.StatusConflict, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity,
		http.StatusInsufficientStorage},
	Body: body.Object[backupPlace],
}

func (h *backupHandler) restore(ctx context.Context, in *backupInput) (*backupOutput, error) {
	place, path, err := in.place(ctx)
	if err != nil {
		return nil, err
	}
	if !h.accounts.IsLocal(in.Key) {
		return nil, fault.New(fault.Forbidden, "Only the window and the command line have this server read a file of its machine.")
	}
	losses, err := h.library.Restore(ctx, path, place.Partial)
	if err != nil {
		return nil, err
	}
	return newBackupOutput("The library of "+place.Path+" takes the place of the present one when Lectern starts again.", losses), nil
}

var dropRestore = route.Route{
	Method:  http.MethodDelete,
	Path:    route.Base + "/restore",
	ID:      "drop-restore",
	Summary: "Give a restore up",
	Description: "Removes the restored library that waits for the server's next start, where there is one: the present one stays. " +
		"It takes the key of the window and the command line, too.",
	Right:  account.Admin,
	Errors: []int{http.StatusConflict},
}

type dropRestoreInput struct {
	Key string `header:"Authorization" hidden:"true"`
}

func (h *backupHandler) dropRestore(_ context.Context, in *dropRestoreInput) (*struct{}, error) {
	if !h.accounts.IsLocal(in.Key) {
		return nil, fault.New(fault.Forbidden, "Only the window and the command line have this server give a restore up.")
	}
	return nil, h.library.DropRestore()
}

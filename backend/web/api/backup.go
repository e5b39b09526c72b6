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
	Summary: "Back up the library",
	Description: "Returns the whole library as one file, in its state when the response begins; the server keeps working " +
		"meanwhile. The file contains documents, sessions, settings and the hashes of keys. `lectern restore FILE` creates a " +
		"library from it. It contains all secrets. If a file of the library is missing or damaged, the response is cut off after " +
		"a list of such files, `missing.jsonl`; with `partial=true` the backup is completed without them and contains the list.",
	Right:          account.Admin,
	RevealsSecrets: true,
	Errors:         []int{http.StatusConflict},
	Describe: func(_ huma.API, op *huma.Operation) {
		route.ReturnsFile(op, "The backup, a tar archive.", "application/x-tar")
	},
}

type getBackupInput struct {
	Partial bool `query:"partial" doc:"Whether to continue without files that are missing or damaged."`
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
	Summary: "Back up the library to a file",
	Description: "Writes the same file to a path on the server's machine, readable by its owner only, and replaces an existing " +
		"file. If a file of the library is missing or damaged, nothing is written; with `partial` the backup is written without " +
		"such files, unless there is a file at the path. Requires the key of the window and the command line, because it is " +
		"meant for programs on that machine.",
	Right:  account.Admin,
	Errors: []int{http.StatusBadRequest, http.StatusConflict, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
	Body:   body.Object[backupPlace],
}

// backupPlace names the file of a backup.
type backupPlace struct {
	Path    string `json:"path" doc:"Absolute path of the file." example:"/home/zoe/lectern-backup.tar"`
	Partial bool   `json:"partial,omitempty" doc:"Whether to continue without files that are missing or damaged. An incomplete backup never replaces an existing file."`
}

// BackupMessage reports that a backup was written or restored.
type BackupMessage struct {
	Message string       `json:"message" doc:"The result, as a sentence for people." example:"The backup is in /home/zoe/lectern-backup.tar."`
	Missing []BackupLoss `json:"missing,omitempty" nullable:"false" doc:"The missing or damaged files that the backup does not contain; absent if there are none."`
}

// BackupLoss is a file that is missing from a backup.
type BackupLoss struct {
	Key    string       `json:"key" doc:"Name of the file in the content store of the library: its SHA-256 with a slash after two digits." example:"5f/2d1c9b"`
	Reason string       `json:"reason" enum:"missing,damaged,unreadable" doc:"Whether the file does not exist, does not match its hash, or cannot be read."`
	Users  []BackupUser `json:"users" nullable:"false" doc:"Some of the records that need the file."`
}

// BackupUser is a record that needs a file.
type BackupUser struct {
	Kind      string `json:"kind" enum:"document,template,task" doc:"The kind of record."`
	ID        string `json:"id" doc:"Id of the record." example:"4f9c2b7e"`
	Name      string `json:"name" doc:"Name of the record, or of its file." example:"Contract.docx"`
	Converted bool   `json:"converted,omitempty" doc:"True if the file is the PDF of a document, which retry-document creates again as long as the original is intact."`
}

type backupOutput struct{ Body BackupMessage }

// newBackupOutput returns a response with a message and the files that are missing from the backup.
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
		out.Body.Message += fmt.Sprintf(" It does not contain %d files that are missing or damaged.", len(losses))
	}
	return out
}

type backupInput struct {
	Key string `header:"Authorization" hidden:"true"`
	body.JSON
}

// readTarget reads the request's body. The path in the body may also be a file: URL; the path that readTarget returns
// is always a path of the operating system.
func (in *backupInput) readTarget(ctx context.Context) (place backupPlace, path string, err error) {
	if err := in.Decode(ctx, &place); err != nil {
		return place, "", err
	}
	path = pathname.Path(place.Path)
	if !filepath.IsAbs(path) {
		return place, "", fault.Field("/path", "The path must be absolute and lead to a file, but is %q.", place.Path)
	}
	return place, path, nil
}

func (h *backupHandler) save(ctx context.Context, in *backupInput) (*backupOutput, error) {
	place, path, err := in.readTarget(ctx)
	if err != nil {
		return nil, err
	}
	if !h.accounts.IsLocal(in.Key) {
		return nil, fault.New(fault.Forbidden, "Only the window and the command line can make this server write a file on its "+
			"machine.")
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
	Description: "Creates a library from a backup on the server's machine, checks that it is complete, and keeps it until the " +
		"next start of the server. Then it replaces the present library, which is set aside in the data folder. Until then " +
		"nothing changes, and the server's status has `restorePending`. A restored library that is still waiting is replaced. A " +
		"backup with missing or damaged files is rejected, unless the backup lists them as missing or `partial` is set. Requires " +
		"the key of the window and the command line, because it is meant for programs on that machine.",
	Right: account.Admin,
	Errors: []int{http.StatusBadRequest, http.StatusConflict, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity,
		http.StatusInsufficientStorage},
	Body: body.Object[backupPlace],
}

func (h *backupHandler) restore(ctx context.Context, in *backupInput) (*backupOutput, error) {
	place, path, err := in.readTarget(ctx)
	if err != nil {
		return nil, err
	}
	if !h.accounts.IsLocal(in.Key) {
		return nil, fault.New(fault.Forbidden, "Only the window and the command line can make this server read a file on its "+
			"machine.")
	}
	losses, err := h.library.Restore(ctx, path, place.Partial)
	if err != nil {
		return nil, err
	}
	return newBackupOutput("The library of "+place.Path+" replaces the present one when Lectern starts again.", losses), nil
}

var dropRestore = route.Route{
	Method:  http.MethodDelete,
	Path:    route.Base + "/restore",
	ID:      "drop-restore",
	Summary: "Cancel a restore",
	Description: "Removes the restored library that waits for the next start of the server, if there is one; the present library " +
		"is kept. Requires the key of the window and the command line.",
	Right:  account.Admin,
	Errors: []int{http.StatusConflict},
}

type dropRestoreInput struct {
	Key string `header:"Authorization" hidden:"true"`
}

func (h *backupHandler) dropRestore(_ context.Context, in *dropRestoreInput) (*struct{}, error) {
	if !h.accounts.IsLocal(in.Key) {
		return nil, fault.New(fault.Forbidden, "Only the window and the command line can cancel a restore of this server.")
	}
	return nil, h.library.DropRestore()
}

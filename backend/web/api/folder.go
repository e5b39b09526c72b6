package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/account"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/jsonobject"
	"lectern/backend/internal/sealedurl"
	"lectern/backend/sentence/translation"
	"lectern/backend/watch"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
)

// Folder is a watched folder.
type Folder struct {
	ID   string `json:"id" doc:"Identifier of the folder." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Path string `json:"path" doc:"Absolute path on the server's machine, with links resolved." example:"/home/zoe/inbox"`
	watch.Settings
	State   watch.State `json:"state" enum:"scanning,watching,polling,paused,missing,denied,full" doc:"State of the folder: scanning, the folder is being scanned; watching, the system reports changes; polling, the folder is scanned at intervals because the system reports no changes; missing, the folder does not exist; denied, the server has no permission; full, a disk is full. These states end by themselves when their cause is removed. paused lasts until the folder is resumed, and has a message if originals would be moved in a loop."`
	Message string      `json:"message,omitempty" doc:"What is wrong and how to solve it, as a sentence for people." example:"The folder /home/zoe/inbox is not there: put it back, or mount its drive. It is watched again as soon as it is there."`
	// LocalMessage is Message in the language that the client prefers; empty if that is English.
	LocalMessage string `json:"localMessage,omitempty" doc:"The message in the language that Accept-Language prefers; absent if that is English or the message has no translation." example:"Le dossier /home/zoe/inbox est introuvable."`
	Waiting      int    `json:"waiting" doc:"Number of files that are being written or waiting." example:"2"`
	Taken        int    `json:"taken" doc:"Number of files that became documents." example:"40"`
	Failed       int    `json:"failed" doc:"Number of files that could not be imported or whose documents failed." example:"1"`
	CreatedAt    string `json:"createdAt" doc:"When the folder was added, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
}

// Arrival is a file that was seen in a watched folder.
type Arrival struct {
	ID      string      `json:"id" doc:"Identifier of the entry." example:"41"`
	Path    string      `json:"path" doc:"Path of the file, relative to the folder." example:"2026/Letter.docx"`
	State   watch.Stage `json:"state" enum:"writing,waiting,taken,duplicate,failed,ignored,gone" doc:"State of the file: writing, the file is being written or is empty; duplicate, the same bytes were imported from this folder before; ignored, the file does not match the folder's settings; gone, the file was removed before it was imported."`
	Message string      `json:"message,omitempty" doc:"What is wrong, as a sentence for people." example:"The document is password-protected."`
	// LocalMessage is Message in the language that the client prefers; empty if that is English.
	LocalMessage string `json:"localMessage,omitempty" doc:"The message in the language that Accept-Language prefers; absent if that is English or the message has no translation." example:"Le document est protégé par un mot de passe."`
	DocumentID   string `json:"documentId,omitempty" doc:"The document that the file became, or that has the same bytes." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Size         int64  `json:"size" doc:"Size of the file in bytes when it was last checked." example:"14336"`
	SeenAt       string `json:"seenAt" doc:"When the file or a change to it was first seen, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	TakenAt      string `json:"takenAt,omitempty" doc:"When the file became a document or a new version of one." example:"2026-01-02T03:04:06.012+00:00"`
	MovedTo      string `json:"movedTo,omitempty" doc:"Path of the original after it was moved." example:"/home/zoe/done/Letter.docx"`
}

func newFolder(ctx context.Context, w watch.Watched) Folder {
	w.WebhookURL = sealedurl.URL(w.WebhookURL.Redacted())
	return Folder{ID: w.ID, Path: w.Path, Settings: w.Settings, State: w.State, Message: w.Message.String(),
		LocalMessage: translation.Local(ctx,
			w.Message.Sentence()),
		Waiting: w.Waiting, Taken: w.Taken, Failed: w.Failed, CreatedAt: timeText(w.CreatedAt)}
}

func newArrival(ctx context.Context, a watch.Arrival) Arrival {
	out := Arrival{ID: strconv.FormatInt(a.ID, 10), Path: strings.ToValidUTF8(a.Path, "\ufffd"), State: a.Stage, Message: a.Message.String(),
		LocalMessage: translation.Local(ctx, a.Message.Sentence()),
		DocumentID:   a.DocumentID, Size: a.Size, SeenAt: timeText(a.SeenAt), TakenAt: timeText(a.TakenAt)}
	if a.Moved {
		out.MovedTo = strings.ToValidUTF8(a.Target, "\ufffd")
	}
	return out
}

type folderInput struct {
	ID string `path:"id" doc:"Identifier of the folder." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
}

type (
	folderOutput  struct{ Body Folder }
	foldersOutput struct {
		Link string `header:"Link" doc:"Address of the next part of the list, as rel=\"next\", if there is one."`
		Body []Folder
	}
)

// answerFolder returns a function that converts the result of an operation on a watched folder into a response.
func answerFolder(ctx context.Context) func(watch.Watched, error) (*folderOutput, error) {
	return func(w watch.Watched, err error) (*folderOutput, error) {
		if err != nil {
			return nil, err
		}
		return &folderOutput{newFolder(ctx, w)}, nil
	}
}

// folderHandler serves watched folders.
type folderHandler struct {
	folders *watch.Service
	url     publicURL
}

func (h *folderHandler) routes(r *route.Router) {
	route.Add(r, listFolders, h.list)
	route.Add(r, createFolder, h.create)
	route.Add(r, getFolder, h.get)
	route.Add(r, editFolder, h.edit)
	route.Add(r, deleteFolder, h.delete)
	route.Add(r, scanFolder, h.scan)
	route.Add(r, listArrivals, h.listArrivals)
	route.Add(r, retryArrival, h.retryArrival)
}

var listFolders = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/folder",
	ID:      "list-folders",
	Summary: "List watched folders",
	Description: "Returns the folders of the server's machine whose files become documents, oldest first, with their state. If " +
		"there are more folders, the header `Link` has the address of the next part.",
	Right:  account.Admin,
	Errors: []int{http.StatusUnprocessableEntity},
}

func (h *folderHandler) list(ctx context.Context, in *PageInput) (*foldersOutput, error) {
	at, id, err := in.cursor()
	if err != nil {
		return nil, err
	}
	all, err := h.folders.List(ctx, at, id, in.Limit+1)
	if err != nil {
		return nil, err
	}
	all, last := cutPage(all, in.Limit)
	out := &foldersOutput{Body: make([]Folder, len(all))}
	for i, w := range all {
		out.Body[i] = newFolder(ctx, w)
	}
	if last != nil {
		out.Link = in.nextLink(h.url, listFolders.Path, cursorOf(last.Folder.CreatedAt, last.Folder.ID))
	}
	return out, nil
}

var createFolder = route.Route{
	Method:  http.MethodPost,
	Path:    route.Base + "/folder",
	ID:      "create-folder",
	Summary: "Watch a folder",
	Description: "Starts watching a folder of the server's machine. Files that are already in it are imported as well. Only " +
		"`path` is required; all other fields have defaults. Folders that contain a watched folder or are inside one are " +
		"rejected, and so is the data folder of Lectern.",
	Right:  account.Admin,
	Errors: []int{http.StatusBadRequest, http.StatusConflict, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
	Body:   newFolderBody,
}

// NewFolder describes the body of a request that watches a folder. FolderEdit describes the body of a request that
// changes the settings of a watched folder.
type (
	NewFolder struct {
		Path string `json:"path" doc:"Absolute path on the server's machine." example:"/home/zoe/inbox"`
		watch.Settings
	}
	FolderEdit struct{ watch.Settings }
)

// newFolderBody describes the body of a new folder. All fields but the path have defaults.
func newFolderBody(h huma.API, op *huma.Operation) *huma.RequestBody {
	described := body.Object[NewFolder](h, op)
	h.OpenAPI().Components.Schemas.Map()["NewFolder"].Required = []string{"path"}
	return described
}

// folderEditBody describes the body of a change of a folder. No field is required.
func folderEditBody(h huma.API, op *huma.Operation) *huma.RequestBody {
	described := body.Object[FolderEdit](h, op)
	h.OpenAPI().Components.Schemas.Map()["FolderEdit"].Required = nil
	return described
}

type createFolderInput struct{ body.JSON }

func (h *folderHandler) create(ctx context.Context, in *createFolderInput) (*folderOutput, error) {
	fields, err := in.Parse(ctx)
	if err != nil {
		return nil, err
	}
	var path string
	if text, ok := fields["path"]; ok {
		if err := json.Unmarshal(text, &path); err != nil {
			return nil, fault.Field("/path", "The field path is not valid: it must be a text.")
		}
		delete(fields, "path")
	}
	settings := watch.DefaultSettings()
	if err := jsonobject.Set(fields, &settings); err != nil {
		return nil, err
	}
	made, err := h.folders.Create(ctx, path, settings)
	route.NoteObjects(ctx, made.ID)
	return answerFolder(ctx)(made, err)
}

var getFolder = route.Route{
	Method:      http.MethodGet,
	Path:        route.Base + "/folder/{id}",
	ID:          "get-folder",
	Summary:     "Get a watched folder",
	Description: "Returns a watched folder with its state.",
	Right:       account.Admin,
	Errors:      []int{http.StatusNotFound},
}

func (h *folderHandler) get(ctx context.Context, in *folderInput) (*folderOutput, error) {
	return answerFolder(ctx)(h.folders.Find(ctx, in.ID))
}

var editFolder = route.Route{
	Method:  http.MethodPatch,
	Path:    route.Base + "/folder/{id}",
	ID:      "edit-folder",
	Summary: "Change a watched folder",
	Description: "Changes the fields that the body contains and keeps the others; lists are replaced as a whole. The changes " +
		"apply to files that arrive afterwards. The path cannot be changed: watch another folder instead.",
	Right:  account.Admin,
	Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
	Body:   folderEditBody,
}

type editFolderInput struct {
	ID string `path:"id" doc:"Identifier of the folder." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	body.JSON
}

func (h *folderHandler) edit(ctx context.Context, in *editFolderInput) (*folderOutput, error) {
	fields, err := in.Parse(ctx)
	if err != nil {
		return nil, err
	}
	if _, ok := fields["path"]; ok {
		return nil, fault.Field("/path", "The path of a watched folder cannot be changed. Watch another folder instead.")
	}
	return answerFolder(ctx)(h.folders.Edit(ctx, in.ID, func(s *watch.Settings) error { return jsonobject.Set(fields, s) }))
}

var deleteFolder = route.Route{
	Method:      http.MethodDelete,
	Path:        route.Base + "/folder/{id}",
	ID:          "delete-folder",
	Summary:     "Stop watching a folder",
	Description: "Stops watching a folder. Its files stay where they are, and their documents stay in the library.",
	Right:       account.Admin,
	Errors:      []int{http.StatusNotFound},
}

func (h *folderHandler) delete(ctx context.Context, in *folderInput) (*struct{}, error) {
	return nil, h.folders.Delete(ctx, in.ID)
}

var scanFolder = route.Route{
	Method:      http.MethodPost,
	Path:        route.Base + "/folder/{id}/scan",
	ID:          "scan-folder",
	Summary:     "Scan a watched folder",
	Description: "Scans the folder now, to find files that the system has not reported.",
	Right:       account.Admin,
	Errors:      []int{http.StatusNotFound, http.StatusConflict},
}

func (h *folderHandler) scan(ctx context.Context, in *folderInput) (*folderOutput, error) {
	return answerFolder(ctx)(h.folders.Scan(ctx, in.ID))
}

var listArrivals = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/folder/{id}/arrival",
	ID:      "list-arrivals",
	Summary: "List the files of a watched folder",
	Description: "Returns the files that were seen in the folder, newest first, with the result for each. Files that were " +
		"removed more than 30 days ago are not listed.",
	Right:  account.Admin,
	Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
}

type arrivalsInput struct {
	ID    string `path:"id" doc:"Identifier of the folder." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	State string `query:"state" enum:"writing,waiting,taken,duplicate,failed,ignored,gone" doc:"Only files in this state."`
	Limit int    `query:"limit" minimum:"1" maximum:"500" default:"50" doc:"Maximum number of files."`
	After string `query:"after" maxLength:"50" doc:"Continue after this file: the value in the Link header of the previous response." example:"1767323045678-41"`
}

type arrivalsOutput struct {
	Link string `header:"Link" doc:"Address of the next part of the list, as rel=\"next\", if there is one."`
	Body []Arrival
}

func (in *arrivalsInput) selection() (watch.Selection, error) {
	selection := watch.Selection{FolderID: in.ID, Stage: watch.Stage(in.State), Limit: in.Limit + 1}
	if in.After == "" {
		return selection, nil
	}
	var seen, id int64
	if _, err := fmt.Sscanf(in.After, "%d-%d", &seen, &id); err != nil {
		return selection, fault.Field("after", "The parameter after must be copied unchanged from the header Link of the "+
			"previous response.")
	}
	selection.After = &watch.Cursor{SeenAt: time.UnixMilli(seen), ID: id}
	return selection, nil
}

func (h *folderHandler) listArrivals(ctx context.Context, in *arrivalsInput) (*arrivalsOutput, error) {
	selection, err := in.selection()
	if err != nil {
		return nil, err
	}
	found, err := h.folders.Arrivals(ctx, selection)
	if err != nil {
		return nil, err
	}
	found, last := cutPage(found, in.Limit)
	out := &arrivalsOutput{Body: make([]Arrival, len(found))}
	for i, arrival := range found {
		out.Body[i] = newArrival(ctx, arrival)
	}
	if last != nil {
		out.Link = h.url.nextLink(route.Base+"/folder/"+url.PathEscape(in.ID)+"/arrival", url.Values{"state": {in.State},
			"limit": {strconv.Itoa(in.Limit)}, "after": {fmt.Sprintf("%d-%d", last.SeenAt.UnixMilli(), last.ID)}})
	}
	return out, nil
}

var retryArrival = route.Route{
	Method:  http.MethodPost,
	Path:    route.Base + "/folder/{id}/arrival/{arrival}/retry",
	ID:      "retry-arrival",
	Summary: "Retry a file of a watched folder",
	Description: "Retries what has failed: the document, if the file became one, or else the import of the file. To retry a " +
		"document that needs a password, use `/document/{id}/retry`.",
	Right:  account.Admin,
	Errors: []int{http.StatusNotFound, http.StatusConflict, http.StatusTooManyRequests},
}

type arrivalInput struct {
	ID      string `path:"id" doc:"Identifier of the folder." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Arrival int64  `path:"arrival" doc:"Identifier of the entry of the file." example:"41"`
}

type arrivalOutput struct{ Body Arrival }

func (h *folderHandler) retryArrival(ctx context.Context, in *arrivalInput) (*arrivalOutput, error) {
	arrival, err := h.folders.Retry(ctx, in.ID, in.Arrival)
	if err != nil {
		return nil, err
	}
	return &arrivalOutput{newArrival(ctx, arrival)}, nil
}

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
	"lectern/backend/sentence/telling"
	"lectern/backend/watch"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
)

// Folder is a watched folder.
type Folder struct {
	ID   string `json:"id" doc:"Identifier of the folder." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Path string `json:"path" doc:"Its absolute path on the server's machine, without links." example:"/home/zoe/inbox"`
	watch.Settings
	State   watch.State `json:"state" enum:"scanning,watching,polling,paused,missing,denied,full" doc:"How it is: scanning, it is looked through; watching, the system tells of changes; polling, it is looked through again and again, as the system tells of none; missing, it is not there; denied, the server has no permission; full, a disk is full. These mend themselves when the cause is gone; paused is until somebody resumes it, and has a message where originals would be moved again and again."`
	Message string      `json:"message,omitempty" doc:"What is wrong and what to do, in a person's words." example:"The folder /home/zoe/inbox is not there: put it back, or mount its drive. It is watched again as soon as it is there."`
	// LocalMessage is the translation of Message for readers of another language than English.
	LocalMessage string `json:"localMessage,omitempty" doc:"The message in the language that Accept-Language prefers; absent where that is English, or lacks the sentence." example:"Le dossier /home/zoe/inbox est introuvable."`
	Waiting      int    `json:"waiting" doc:"Files that are written, or wait for their turn." example:"2"`
	Taken        int    `json:"taken" doc:"Files that are documents." example:"40"`
	Failed       int    `json:"failed" doc:"Files that could not be taken, or whose documents have failed." example:"1"`
	CreatedAt    string `json:"createdAt" doc:"Since when it is watched, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
}

// Arrival is a file that was seen in a watched folder.
type Arrival struct {
	ID      string      `json:"id" doc:"Identifier of the entry." example:"41"`
	Path    string      `json:"path" doc:"Below the folder's." example:"2026/Letter.docx"`
	State   watch.Stage `json:"state" enum:"writing,waiting,taken,duplicate,failed,ignored,gone" doc:"Where it is on its way: writing, somebody writes to it, or it is empty; duplicate, its bytes were taken from this folder already; ignored, it is nothing that the folder takes; gone, it went before it was taken."`
	Message string      `json:"message,omitempty" doc:"What is wrong, in a person's words." example:"The document is password-protected."`
	// LocalMessage is the translation of Message for readers of another language than English.
	LocalMessage string `json:"localMessage,omitempty" doc:"The message in the language that Accept-Language prefers; absent where that is English, or lacks the sentence." example:"Le document est protégé par un mot de passe."`
	DocumentID   string `json:"documentId,omitempty" doc:"The document that it is, or whose bytes it has." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Size         int64  `json:"size" doc:"Its bytes, as far as they were looked at." example:"14336"`
	SeenAt       string `json:"seenAt" doc:"When it, or a change of it, was first seen, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	TakenAt      string `json:"takenAt,omitempty" doc:"When it became a document, or a new version of one." example:"2026-01-02T03:04:06.012+00:00"`
	MovedTo      string `json:"movedTo,omitempty" doc:"Where the original is, where it was moved." example:"/home/zoe/done/Letter.docx"`
}

func newFolder(ctx context.Context, w watch.Watched) Folder {
	w.WebhookURL = sealedurl.URL(w.WebhookURL.Redacted())
	return Folder{ID: w.ID, Path: w.Path, Settings: w.Settings, State: w.State, Message: w.Message.String(), LocalMessage: telling.Local(ctx,
		w.Message.Sentence()),
		Waiting: w.Waiting, Taken: w.Taken, Failed: w.Failed, CreatedAt: timeText(w.CreatedAt)}
}

func newArrival(ctx context.Context, a watch.Arrival) Arrival {
	out := Arrival{ID: strconv.FormatInt(a.ID, 10), Path: strings.ToValidUTF8(a.Path, "\ufffd"), State: a.Stage, Message: a.Message.String(),
		LocalMessage: telling.Local(ctx, a.Message.Sentence()),
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
		Link string `header:"Link" doc:"Where the list goes on."`
		Body []Folder
	}
)

// answerFolder returns a function that turns the result of an operation on a watched folder into an answer.
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
	Description: "Gives the folders of the server's machine whose files become documents, oldest first, and how they are. The header `Link` " +
		"has the address at which the list goes on, as long as it does.",
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
		out.Link = in.next(h.url, listFolders.Path, cursorOf(last.Folder.CreatedAt, last.Folder.ID))
	}
	return out, nil
}

var createFolder = route.Route{
	Method:  http.MethodPost,
	Path:    route.Base + "/folder",
	ID:      "create-folder",
	Summary: "Watch a folder",
	Description: "Begins to watch a folder of the server's machine. What is in it already is taken, too. `path` is needed; all else has " +
		"its default. " +
		"A folder within another one that is watched, or around it, is refused, and so is Lectern's own.",
	Right:  account.Admin,
	Errors: []int{http.StatusBadRequest, http.StatusConflict, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
	Body:   newFolderBody,
}

// NewFolder describes the body of a request that watches a folder, and FolderEdit that of one that changes the
// settings.
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
			return nil, fault.Field("/path", "The field path is not valid: it is to be a text.")
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
	Description: "Gives a watched folder, and how it is.",
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
	Description: "Changes what the body names and leaves the rest as it is; lists are replaced as a whole. It holds for what arrives " +
		"from then on. " +
		"The path stays: watch another folder instead.",
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
		return nil, fault.Field("/path", "The path of a watched folder stays: watch another folder instead.")
	}
	return answerFolder(ctx)(h.folders.Edit(ctx, in.ID, func(s *watch.Settings) error { return jsonobject.Set(fields, s) }))
}

var deleteFolder = route.Route{
	Method:      http.MethodDelete,
	Path:        route.Base + "/folder/{id}",
	ID:          "delete-folder",
	Summary:     "Watch a folder no more",
	Description: "Ends the watching of a folder. Its files stay where they are, and their documents in the library.",
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
	Summary:     "Look through a watched folder",
	Description: "Has the folder looked through now, for files of which the system has told nothing.",
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
	Summary: "List what arrived in a watched folder",
	Description: "Gives the files that were seen in the folder, newest first, and what became of each. " +
		"Those that have been gone for 30 days are not listed any more.",
	Right:  account.Admin,
	Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
}

type arrivalsInput struct {
	ID    string `path:"id" doc:"Identifier of the folder." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	State string `query:"state" enum:"writing,waiting,taken,duplicate,failed,ignored,gone" doc:"Files in this state only."`
	Limit int    `query:"limit" minimum:"1" maximum:"500" default:"50" doc:"How many at most."`
	After string `query:"after" maxLength:"50" doc:"Where the list goes on, as the header Link of an earlier answer has it." example:"1767323045678-41"`
}

type arrivalsOutput struct {
	Link string `header:"Link" doc:"The address of the next part of the list, as rel=\"next\", where there is one."`
	Body []Arrival
}

func (in *arrivalsInput) selection() (watch.Selection, error) {
	selection := watch.Selection{FolderID: in.ID, Stage: watch.Stage(in.State), Limit: in.Limit + 1}
	if in.After == "" {
		return selection, nil
	}
	var seen, id int64
	if _, err := fmt.Sscanf(in.After, "%d-%d", &seen, &id); err != nil {
		return selection, fault.Field("after", "The parameter after is what the header Link of an earlier answer has, as it stands.")
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
	Summary: "Try a file of a watched folder again",
	Description: "Tries again what has failed: the document, where there is one that has, else to take the file. " +
		"A document that wants a password is tried with it at `/document/{id}/retry`.",
	Right:  account.Admin,
	Errors: []int{http.StatusNotFound, http.StatusConflict, http.StatusTooManyRequests},
}

type arrivalInput struct {
	ID      string `path:"id" doc:"Identifier of the folder." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	Arrival int64  `path:"arrival" doc:"Identifier of the file's entry." example:"41"`
}

type arrivalOutput struct{ Body Arrival }

func (h *folderHandler) retryArrival(ctx context.Context, in *arrivalInput) (*arrivalOutput, error) {
	arrival, err := h.folders.Retry(ctx, in.ID, in.Arrival)
	if err != nil {
		return nil, err
	}
	return &arrivalOutput{newArrival(ctx, arrival)}, nil
}

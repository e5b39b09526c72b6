package api

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/account"
	"lectern/backend/audit"
	"lectern/backend/document"
	"lectern/backend/document/intake"
	"lectern/backend/internal/fault"
	"lectern/backend/sentence/pathname"
	"lectern/backend/sentence/translation"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
)

// TakenFile is a line of the response to a request that imports files. Each file has one line when it is found and
// another one when its outcome is known. The last line of the response has the totals.
type TakenFile struct {
	Path    string `json:"path,omitempty" doc:"Path of the file; if the path is not UTF-8, an address such as file:///home/ada/caf%E9.docx." example:"/home/ada/letter.docx"`
	Name    string `json:"name,omitempty" doc:"Name of the file." example:"letter.docx"`
	Size    int64  `json:"size,omitempty" doc:"Size of the file in bytes, if it is known." example:"24576"`
	State   string `json:"state" enum:"found,taken,locked,refused,failed,done" doc:"State of the file. A locked file was imported and needs its password. The last line has the state done." example:"taken"`
	Message string `json:"message,omitempty" doc:"Why the file is locked or was not imported, as a sentence for people." example:"The file is empty."`
	// LocalMessage is Message in the language that the client prefers; empty if that is English.
	LocalMessage string `json:"localMessage,omitempty" doc:"The message in the language that Accept-Language prefers; absent if that is English or the message has no translation." example:"Le fichier est vide."`
	DocumentID   string `json:"documentId,omitempty" doc:"The document that the file became." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`

	Found   *int `json:"found,omitempty" doc:"Number of files that were found; only in the last line, like the fields below." example:"3"`
	Taken   *int `json:"taken,omitempty" doc:"Number of files that were imported, including locked ones." example:"2"`
	Refused *int `json:"refused,omitempty" doc:"Number of files that were not imported." example:"1"`
	LeftOut *int `json:"leftOut,omitempty" doc:"Number of files in folders that were skipped: hidden files, lock files and links." example:"0"`
}

// fileRequest is the body of a request that imports files.
type fileRequest struct {
	Paths []string `json:"paths" minItems:"1" maxItems:"10000" doc:"Absolute paths of files and folders on the server's machine, or their addresses such as file:///home/ada/caf%E9.docx." example:"[\"/home/ada/letter.docx\"]"`
	Tags  []string `json:"tags,omitempty" doc:"Tags of the documents." example:"[\"letters\"]"`
}

// maxPaths is the maximum number of paths in one request.
const maxPaths = 10_000

// maxIntakeJSON is the size limit of the body of a request that imports files, in bytes: 4 KiB for each path.
const maxIntakeJSON = maxPaths << 12

// intakeHandler adds files of the server's machine to the library. The desktop window and the command line use it.
type intakeHandler struct {
	accounts  *account.Service
	audit     *audit.Service
	documents *document.Service
	intake    *intake.Service
}

func (h *intakeHandler) routes(r *route.Router) {
	route.Add(r, importFiles, h.importFiles)
}

var importFiles = route.Route{
	Method:  http.MethodPost,
	Path:    route.Base + "/intake",
	ID:      "take-files",
	Summary: "Import files of this machine",
	Description: "Imports files and whole folders by their paths, like files dropped on the window. Only programs of the " +
		"server's own user can do this, with the key of the running instance. The response has a line of JSON when a file is " +
		"found, another when its result is known, and a last line with totals. A file that fails does not stop the others.",
	Errors: []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity,
		http.StatusTooManyRequests},
	Describe: func(h huma.API, op *huma.Operation) {
		op.Responses = map[string]*huma.Response{"200": {
			Description: "The lines.",
			Content:     map[string]*huma.MediaType{"application/x-ndjson": {Schema: route.SchemaOf[TakenFile](h)}},
		}}
	},
	Body:    body.Object[fileRequest],
	MaxJSON: maxIntakeJSON,
}

// LocalInput is a request that must come from the user who runs the server, or a program of that user.
type LocalInput struct {
	Key string `header:"Authorization" hidden:"true"`
	body.JSON
}

// checkLocal rejects requests whose key is not the local key of the running server. Only the user who runs the server
// can read that key.
func checkLocal(accounts *account.Service, in *LocalInput) error {
	if accounts.IsLocal(in.Key) {
		return nil
	}
	return fault.New(fault.Forbidden, "Only the window and the command line of the server's own user can do this.")
}

func (h *intakeHandler) importFiles(ctx context.Context, in *LocalInput) (*huma.StreamResponse, error) {
	if err := checkLocal(h.accounts, in); err != nil {
		return nil, err
	}
	var request fileRequest
	if err := in.Decode(ctx, &request); err != nil {
		return nil, err
	}
	if len(request.Paths) == 0 || len(request.Paths) > maxPaths {
		return nil, fault.Field("paths", "The request must have 1 to %d paths.", maxPaths)
	}
	if err := h.documents.Validate(document.Options{Labels: document.Labels{Tags: request.Tags}}); err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(response huma.Context) {
		_, w := humago.Unwrap(response)
		w.Header().Set("Content-Type", "application/x-ndjson")
		w.Header().Set("Cache-Control", "no-store")
		h.writeLines(ctx, w, intake.Request{Paths: pathname.Paths(request.Paths), Tags: request.Tags})
	}}, nil
}

// writeLines imports files and streams a response line for each result. The import stops when the client disconnects.
func (h *intakeHandler) writeLines(ctx context.Context, w http.ResponseWriter, r intake.Request) {
	lines, flush := json.NewEncoder(w), http.NewResponseController(w)
	sum, err := h.intake.Import(ctx, r, func(f intake.File) error {
		line := TakenFile{Path: pathname.Text(f.Path), Name: f.Name, Size: f.Size, State: string(f.State), DocumentID: f.DocumentID,
			Message: f.Reason.String(), LocalMessage: translation.Local(ctx, f.Reason)}
		if f.DocumentID != "" {
			route.Record(ctx, h.audit, importFiles.ID, http.StatusOK, f.DocumentID)
		}
		if err := lines.Encode(line); err != nil {
			return err
		}
		return flush.Flush()
	})
	if err != nil {
		panic(http.ErrAbortHandler) // cut the connection, so that a part of the response does not look complete
	}
	_ = lines.Encode(TakenFile{State: "done", Found: &sum.Found, Taken: &sum.Taken, Refused: &sum.Refused, LeftOut: &sum.Ignored})
}

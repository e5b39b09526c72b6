package api

import (
	"context"
	"net/http"

	"lectern/backend/account"
	"lectern/backend/internal/fault"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
)

// windowRequest is the body of a request that controls the desktop window.
type windowRequest struct {
	Show      bool     `json:"show,omitempty" doc:"Whether the window comes to the front." example:"true"`
	Documents []string `json:"documents,omitempty" maxItems:"1000" doc:"Ids of documents to open; the first one is shown." example:"[\"3xq7m2v5kq4yyb2gq6v4x5n7ta\"]"`
	Files     []string `json:"files,omitempty" maxItems:"1000" doc:"Absolute paths of files and folders to import while showing the result for each, or their addresses such as file:///home/ada/caf%E9.docx." example:"[\"/home/ada/letter.docx\"]"`
}

// maxShown is the maximum number of documents in one request, and also the maximum number of files in one request.
const maxShown = 1000

// windowHandler controls the window of the desktop application.
type windowHandler struct {
	accounts *account.Service
	show     func(show bool, documents, files []string) bool
}

func (h *windowHandler) routes(r *route.Router) {
	route.Add(r, showWindow, h.showWindow)
}

var showWindow = route.Route{
	Method:  http.MethodPost,
	Path:    route.Base + "/window",
	ID:      "show-window",
	Summary: "Show documents in the window",
	Description: "Brings the window of the running desktop application to the front, opens documents in it, and imports files. " +
		"Only programs of the server's own user can do this, with the key of the running instance.",
	Errors: []int{http.StatusBadRequest, http.StatusConflict, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
	Body:   body.Object[windowRequest],
}

func (h *windowHandler) showWindow(ctx context.Context, in *LocalInput) (*struct{}, error) {
	if err := checkLocal(h.accounts, in); err != nil {
		return nil, err
	}
	var request windowRequest
	if err := in.Decode(ctx, &request); err != nil {
		return nil, err
	}
	if len(request.Documents) > maxShown {
		return nil, fault.Field("/documents", "The window can open at most %d documents at once.", maxShown)
	}
	if len(request.Files) > maxShown {
		return nil, fault.Field("/files", "The window can import at most %d files at once.", maxShown)
	}
	if !h.show(request.Show, request.Documents, request.Files) {
		return nil, fault.New(fault.Conflict, "This server runs without a window.")
	}
	return nil, nil
}

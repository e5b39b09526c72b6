package api

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/account"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
)

// maxArchiveJSON is the size limit of the body of a request for an archive, in bytes: enough for 10,000 ids.
const maxArchiveJSON = 1 << 20

// missingCount is the header with the number of documents that are not in an archive.
const missingCount = "Missing-Count"

var archiveDocuments = route.Route{
	Method:  http.MethodPost,
	Path:    route.Base + "/document/archive",
	ID:      "archive-documents",
	Right:   account.Read,
	Summary: "Download many documents",
	Description: "Returns a ZIP file with the originals of the documents, and with the PDFs of those whose originals were not " +
		"kept. Equal names get a number. Documents without any file, such as those that are still being fetched, are left out; " +
		"the header `Missing-Count` has their number.",
	Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity},
	Body:    body.Object[archiveBody],
	MaxJSON: maxArchiveJSON,
	Describe: func(_ huma.API, op *huma.Operation) {
		route.ReturnsFile(op, "The ZIP file.", "application/zip")
		op.Responses["200"].Headers = map[string]*huma.Param{missingCount: {
			Description: "Number of documents that have no file.", Schema: &huma.Schema{Type: huma.TypeInteger},
		}}
	},
}

// archiveBody is the body of a request for an archive.
type archiveBody struct {
	IDs []string `json:"ids" nullable:"false" minItems:"1" maxItems:"10000" doc:"Ids of the documents." example:"[\"3xq7m2v5kq4yyb2gq6v4x5n7ta\"]"`
}

func (h *downloadHandler) archive(ctx context.Context, in *body.JSON) (*huma.StreamResponse, error) {
	var body archiveBody
	if err := in.Decode(ctx, &body); err != nil {
		return nil, err
	}
	write, missing, err := h.documents.Archive(ctx, body.IDs)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(response huma.Context) {
		response.SetHeader("Content-Type", "application/zip")
		response.SetHeader("Content-Disposition", `attachment; filename="`+archiveName+`"`)
		response.SetHeader("X-Content-Type-Options", "nosniff")
		response.SetHeader(missingCount, strconv.Itoa(missing))
		if err := write(response.BodyWriter()); err != nil {
			panic(http.ErrAbortHandler) // cut the connection, or part of the archive would look complete
		}
	}}, nil
}

// archiveName is the file name of an archive.
const archiveName = "documents.zip"

package api

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/account"
	"lectern/backend/document"
	"lectern/backend/document/pages"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/openapi"
	"lectern/backend/web/api/route"
)

// documentInput is the input of requests about one document.
type documentInput struct {
	ID string `path:"id" doc:"Identifier of the document." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
}

// downloadHandler serves documents as files.
type downloadHandler struct {
	documents *document.Service
}

func (h *downloadHandler) routes(r *route.Router) {
	route.Add(r, getPDF, h.getPDF)
	route.Add(r, getOriginal, h.getOriginal)
	route.Add(r, archiveDocuments, h.archive)
	route.Add(r.ForArea(openapi.Pages), getText, h.getText)
}

var getPDF = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/document/{id}/pdf",
	ID:      "get-pdf",
	Summary: "Get a document as PDF",
	Description: "Returns the PDF from which the pages of the document are drawn, once the complete document is converted. For " +
		"an encrypted PDF that was posted with its password, it is the decrypted copy. Supports range requests.",
	Errors:   []int{http.StatusNotFound},
	Describe: func(_ huma.API, op *huma.Operation) { route.ReturnsFile(op, "The PDF.", "application/pdf") },
}

func (h *downloadHandler) getPDF(ctx context.Context, in *documentInput) (*huma.StreamResponse, error) {
	return h.download(ctx, in.ID, h.documents.PDF)
}

var getOriginal = route.Route{
	Method:      http.MethodGet,
	Path:        route.Base + "/document/{id}/original",
	ID:          "get-original",
	Summary:     "Get the original file",
	Description: "Returns the original bytes under their file name. Supports range requests.",
	Errors:      []int{http.StatusNotFound},
	Describe:    func(_ huma.API, op *huma.Operation) { route.ReturnsFile(op, "The file, in its own type.", "*/*") },
}

func (h *downloadHandler) getOriginal(ctx context.Context, in *documentInput) (*huma.StreamResponse, error) {
	return h.download(ctx, in.ID, h.documents.Original)
}

var getText = route.Route{
	Method:      http.MethodGet,
	Path:        route.Base + "/document/{id}/text",
	ID:          "get-text",
	Summary:     "Get a document's text",
	Description: "Returns the text of all pages, separated by form feeds, once the document is ready.",
	Errors:      []int{http.StatusNotFound, http.StatusTooManyRequests},
	Describe:    func(_ huma.API, op *huma.Operation) { route.ReturnsFile(op, "The text.", "text/plain; charset=utf-8") },
}

func (h *downloadHandler) getText(ctx context.Context, in *documentInput) (*huma.StreamResponse, error) {
	doc, err := h.documents.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	write, err := h.documents.Text(ctx, &doc, route.Sender(ctx).ID)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(response huma.Context) {
		response.SetHeader("Content-Type", pages.Text.MediaType())
		response.SetHeader("X-Content-Type-Options", "nosniff")
		if err := write(response.BodyWriter()); err != nil {
			panic(http.ErrAbortHandler) // cut the connection, so that a part of the text does not look complete
		}
	}}, nil
}

// download responds with the file that the function open returns for a document.
func (h *downloadHandler) download(ctx context.Context, id string, open func(context.Context, *document.Document) (document.Download,
	error)) (*huma.StreamResponse, error) {
	doc, err := h.documents.Find(ctx, id)
	if err != nil {
		return nil, err
	}
	f, err := open(ctx, &doc)
	if err != nil {
		return nil, err
	}
	return serveFile(f), nil
}

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
	archive, err := document.NewArchive(ctx, h.documents, body.IDs)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(response huma.Context) {
		response.SetHeader("Content-Type", "application/zip")
		response.SetHeader("Content-Disposition", `attachment; filename="`+archiveName+`"`)
		response.SetHeader("X-Content-Type-Options", "nosniff")
		response.SetHeader(missingCount, strconv.Itoa(archive.Missing))
		if err := archive.Write(ctx, response.BodyWriter()); err != nil {
			panic(http.ErrAbortHandler) // cut the connection, so that a part of the archive does not look complete
		}
	}}, nil
}

// archiveName is the file name of an archive.
const archiveName = "documents.zip"

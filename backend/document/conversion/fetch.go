package conversion

import (
	"context"
	"errors"
	"io"
	"strconv"
	"time"

	"lectern/backend/document"
	"lectern/backend/document/failure"
	"lectern/backend/internal/outbound"
)

// fetch downloads a document from its address, and stores its bytes and their type. The next job converts them.
func (w *Worker) fetch(ctx context.Context, doc document.Document, report document.Report) error {
	begin := time.Now()
	response, err := w.request(ctx, &doc)
	if err != nil {
		report.EndStep(ctx, document.StepFetched, begin, err)
		return w.failIfDocumentError(ctx, doc, &report, err)
	}
	defer response.Body.Close()
	body := w.reportFetching(&doc, response)
	key, size, err := w.content.Add(ctx, body, w.documents.Limits().Upload)
	report.EndStep(ctx, document.StepFetched, begin, err)
	if err != nil {
		return w.failIfDocumentError(ctx, doc, &report, err)
	}
	defer w.content.Release(ctx, key)
	begin = time.Now()
	kind, err := document.DetectType(ctx, w.content, key, fetchedName(&doc, response))
	if err != nil && !failure.IsDocumentError(err) {
		return err
	}
	report.AddStep(ctx, document.StepDetected, begin)
	_, err = w.documents.Update(ctx, doc.ID, document.Update{AddJob: true, RequireAttempt: true, Attempt: doc.Attempt, Started: doc.Started,
		Report: &report, Change: func(d *document.Document) error {
			d.Original, d.Size = key, size
			if d.PostedAt.Equal(d.CreatedAt) { // the first version; a later version keeps the names
				d.SetFetchedNames(response.Filename, response.URL)
				d.SetType(kind)
			} else {
				d.SetNewType(kind)
			}
			return nil
		}})
	if errors.Is(err, document.ErrAttemptEnded) {
		return nil
	}
	return err
}

// request requests the document from its address.
func (w *Worker) request(ctx context.Context, doc *document.Document) (*outbound.Response, error) {
	address, err := doc.OriginalURL.Open(w.sealer, doc.ID)
	if err != nil {
		return nil, err
	}
	return w.client.Get(ctx, address)
}

// fetchedName returns the file name in a response, or the name of the document if the response has none.
func fetchedName(doc *document.Document, response *outbound.Response) string {
	if response.Filename != "" {
		return response.Filename
	}
	return doc.DownloadFilename
}

// progressReader notes how many bytes of a document were read.
type progressReader struct {
	io.Reader
	documents *document.Service
	doc       *document.Document
	done      int64
	total     int64 // 0 if unknown
}

// reportFetching returns the body of a response as a reader that reports the progress of the download.
func (w *Worker) reportFetching(doc *document.Document, response *outbound.Response) io.Reader {
	total, err := strconv.ParseInt(response.Header.Get("Content-Length"), 10, 64)
	if err != nil || total < 0 {
		total = 0
	}
	r := &progressReader{Reader: response.Body, documents: w.documents, doc: doc, total: total}
	r.note()
	return r
}

// Read implements [io.Reader].
func (r *progressReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if n > 0 {
		r.done += int64(n)
		r.note()
	}
	return n, err
}

func (r *progressReader) note() {
	r.documents.NoteProgress(r.doc, document.Progress{Stage: document.Fetching, Done: r.done, Total: r.total})
}

// Package conversion fetches documents and converts them to PDFs whose pages can be served and searched.
// [Worker.convert] calls the stages of a conversion in order.
package conversion

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"lectern/backend/convert/office"
	"lectern/backend/convert/pdf"
	"lectern/backend/document"
	"lectern/backend/document/content"
	"lectern/backend/document/failure"
	"lectern/backend/document/pages"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/outbound"
	"lectern/backend/internal/retry"
	"lectern/converters/wire"
)

// Store keeps the records that conversions read and write.
type Store interface {
	FindDocument(ctx context.Context, id string) (document.Document, error)
	// FindReport returns a document's report, which may be empty.
	FindReport(ctx context.Context, id string) (document.Report, error)
	FindPDF(ctx context.Context, key string) (document.PDF, error)
	// FindConversion returns the conversion with the given key, or a fault of kind NotFound.
	FindConversion(ctx context.Context, key document.ConversionKey) (document.Conversion, error)
	// AddTexts stores texts of a PDF that directly follow the texts that are stored already. It ignores other texts.
	AddTexts(ctx context.Context, pdf string, texts document.Texts) error
}

// Converter converts Office documents to PDF, in processes of its own.
type Converter interface {
	// Convert converts an Office document. It passes PDFs to the receiver in this order: a provisional first page and
	// the final first page, each only if it is ready earlier, and the whole document.
	Convert(ctx context.Context, order office.Order, receiver office.Receiver) (office.Report, error)
	// Version returns the name and version of the converter, or "" if there is none.
	Version() string
}

// Renderer reads PDFs in processes of its own.
type Renderer interface {
	// Version returns the name and version of the renderer, or "" if it is unknown.
	Version() string
	Info(ctx context.Context, src pdf.Source) (wire.Info, error)
	Image(ctx context.Context, src pdf.Source, page int, scale float64) (wire.PDFResult, error)
	Text(ctx context.Context, src pdf.Source, page int) (string, error)
	// Texts returns the text of up to count pages, and the characters on these pages that are in no font. The argument
	// first is the number of the first page, and timeout is the maximum time for each page.
	Texts(ctx context.Context, src pdf.Source, first, count int, timeout time.Duration) (wire.Texts, error)
	// Decrypt writes a PDF without its encryption to out, which is empty.
	Decrypt(ctx context.Context, src pdf.Source, password string, out *os.File) error
}

// Config contains the dependencies of a [Worker].
type Config struct {
	Documents *document.Service
	Store     Store
	Content   *content.Store
	Pages     *pages.Cache
	Converter Converter
	Renderer  Renderer
	Client    *outbound.Client
	Sealer    document.Sealer
	Log       *slog.Logger
}

// Worker executes the jobs of documents: it fetches and converts the documents.
type Worker struct {
	documents *document.Service
	store     Store
	content   *content.Store
	pages     *pages.Cache
	converter Converter
	renderer  Renderer
	client    *outbound.Client
	sealer    document.Sealer
	log       *slog.Logger
	locks     keyLocks // locks of conversions, and of PDFs whose texts are being read
}

// New returns a worker.
func New(config Config) *Worker {
	return &Worker{documents: config.Documents, store: config.Store, content: config.Content, pages: config.Pages, converter: config.Converter,
		renderer: config.Renderer, client: config.Client, sealer: config.Sealer, log: config.Log}
}

// step is the work of one job on a document. The report contains the steps of earlier jobs, and how long this job has
// waited.
type step func(ctx context.Context, doc document.Document, report document.Report) error

// Register registers the functions that execute the jobs of documents.
func (w *Worker) Register(workers *river.Workers) {
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, job *river.Job[document.FetchJob]) error {
		return w.runStep(ctx, job.Args.ID, job.Args.Attempt, job.JobRow, w.fetch)
	}))
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, job *river.Job[document.ConvertJob]) error {
		convert := func(ctx context.Context, doc document.Document, report document.Report) error {
			return w.run(ctx, doc, report, job.Args.Preemptions)
		}
		return w.runStep(ctx, job.Args.ID, job.Args.Attempt, job.JobRow, convert)
	}))
}

// runStep executes one step on a document. A step returns only errors of the server, such as a temporary limit of the
// machine. The queue then repeats the job. If the last attempt also ends with an error, the document fails. If the
// server stops during a step, the step is repeated after the next start.
func (w *Worker) runStep(ctx context.Context, id string, attempt int64, job *rivertype.JobRow, do step) error {
	waited := time.Since(job.CreatedAt)
	ctx, end := w.documents.BeginAttempt(ctx, id, attempt)
	defer end()
	doc, err := w.store.FindDocument(ctx, id)
	switch {
	case fault.Is(err, fault.NotFound):
		return nil
	case err != nil:
		// The job is postponed, which does not use up one of its attempts. After the last attempt the document must be
		// recorded as failed, and that needs the database.
		w.log.ErrorContext(ctx, "a document is processed later because the database could not be read", "document", id, slog.Any("error", err))
		return river.JobSnooze(retry.JobDelay)
	case doc.Status != document.Processing, attempt != 0 && attempt != doc.Attempt:
		return nil // the step was done before a crash, or the document has a new version
	}
	defer w.documents.ForgetProgress(&doc)
	notice := w.noteStart(ctx, &doc)
	defer notice.stop()
	report, err := w.store.FindReport(ctx, id)
	if err == nil {
		report.AddDuration(document.StepQueued, waited)
		err = do(ctx, doc, report)
	}
	return w.endJob(ctx, &doc, job, err)
}

// endJob converts the error of a step to the result of the job that the queue expects: nil, a postponement or an error.
func (w *Worker) endJob(ctx context.Context, doc *document.Document, job *rivertype.JobRow, err error) error {
	switch {
	case err == nil, errors.Is(context.Cause(ctx), document.ErrAttemptVoid), isDeleted(ctx, w.store, doc.ID, err):
		return nil
	case ctx.Err() != nil:
		return river.JobSnooze(0)
	case fault.Is(err, fault.Unavailable):
		w.log.DebugContext(ctx, "a document is processed later because the database or the storage cannot be reached",
			"document", doc.ID, slog.Any("error", fault.Cause(err)))
		return river.JobSnooze(retry.JobDelay)
	case job.Attempt >= document.MaxJobAttempts:
		w.log.ErrorContext(ctx, "the processing of a document failed too often: it is not tried again",
			"document", doc.ID, slog.Any("error", err))
		if w.fail(context.WithoutCancel(ctx), *doc, nil, failure.FinalError(err)) != nil {
			return river.JobSnooze(retry.JobDelay) // the failure cannot even be recorded
		}
		return nil
	}
	return err
}

// isDeleted reports whether err means that another node has deleted the document.
func isDeleted(ctx context.Context, store Store, id string, err error) bool {
	if !fault.Is(err, fault.NotFound) {
		return false
	}
	_, err = store.FindDocument(ctx, id)
	return fault.Is(err, fault.NotFound)
}

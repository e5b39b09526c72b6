package document

import (
	"context"
	"errors"
	"log/slog"

	"github.com/riverqueue/river"

	"lectern/backend/observe"
)

// The queues of jobs. Office documents have their own, so that their backlog holds
// up no PDF, nor a slow address either of them. What is of no supported type fails
// in the PDFs' queue.
const (
	FetchQueue  = "fetch"
	OfficeQueue = "office"
	PDFQueue    = "pdf"
)

const (
	maxAttempts = 5
	givenUp     = "The document could not be processed because of a fault of the server. Its log says more."
)

// FetchJob fetches a document from its address.
type FetchJob struct {
	ID      string `json:"id"`
	Request string `json:"request,omitempty"` // id of the request that led to it, for the log
}

// Kind names the job in the queue.
func (FetchJob) Kind() string { return "document.fetch" }

// ConvertJob converts a document whose bytes are stored.
type ConvertJob struct {
	ID      string `json:"id"`
	Request string `json:"request,omitempty"`
}

// Kind names the job in the queue.
func (ConvertJob) Kind() string { return "document.convert" }

// NextJob gives the job that brings a document further, and its options.
func NextJob(ctx context.Context, doc *Document) (river.JobArgs, *river.InsertOpts) {
	options := &river.InsertOpts{MaxAttempts: maxAttempts}
	switch {
	case doc.Original == "":
		options.Queue = FetchQueue
		return FetchJob{ID: doc.ID, Request: observe.RequestID(ctx)}, options
	case doc.Type.Office():
		options.Queue = OfficeQueue
	default:
		options.Queue = PDFQueue
	}
	return ConvertJob{ID: doc.ID, Request: observe.RequestID(ctx)}, options
}

// Register adds the document jobs' workers.
func (s *Service) Register(workers *river.Workers) {
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, job *river.Job[FetchJob]) error {
		return s.work(observe.WithRequestID(ctx, job.Args.Request), job.Args.ID, job.Attempt, s.fetch)
	}))
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, job *river.Job[ConvertJob]) error {
		return s.work(observe.WithRequestID(ctx, job.Args.Request), job.Args.ID, job.Attempt, s.convert)
	}))
}

// work runs one step for a document. An error of step is the server's own (a full
// disk, say): the job is tried again, and the document fails with the last try.
// A step that was interrupted by the server's end goes on after its next start.
func (s *Service) work(ctx context.Context, id string, attempt int, step func(context.Context, Document) error) error {
	doc, err := s.store.FindDocument(ctx, id)
	if err != nil || doc.Status != Processing {
		return err // a job that was done before a crash has nothing left to do
	}
	err = step(ctx, doc)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return river.JobSnooze(0)
	case attempt >= maxAttempts:
		s.log.ErrorContext(ctx, "document given up", "document", id, slog.Any("error", err))
		return s.fail(context.WithoutCancel(ctx), doc, errors.New(givenUp))
	}
	return err
}

package document

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/observe"
	"lectern/backend/sentence"
)

// The queues of jobs. Office documents have their own, so that their backlog holds
// up no PDF; so have those that were stopped for others, so that they hold up none that
// comes later. What needs no converter, fetching and failing what is of no supported
// type, has one, too.
const (
	QuickQueue      = "quick"
	OfficeQueue     = "office"
	OfficeLongQueue = "office-long"
	PDFQueue        = "pdf"
	PDFLongQueue    = "pdf-long"
)

// priorities is how many there are of jobs in a queue: 1 comes first.
const priorities = 4

// putOff is how long a job waits when the database does not answer, or the store.
const putOff = 10 * time.Second

const maxAttempts = 5

// errGivenUp is what a document fails with where the server is at fault. It is of no kind: nobody
// is answered with it.
var errGivenUp = fault.Told(0, sentence.New("server-fault", "The document could not be processed because of a fault of the server. Its "+
	"log says more."))

// FetchJob fetches a document from its address.
type FetchJob struct {
	ID      string `json:"id"`
	Attempt int64  `json:"attempt,omitempty"`
	Request string `json:"request,omitempty"` // id of the request that led to it, for the log
}

// Kind names the job in the queue.
func (FetchJob) Kind() string { return "document.fetch" }

// ConvertJob converts a document whose bytes are stored.
type ConvertJob struct {
	ID      string `json:"id"`
	Attempt int64  `json:"attempt,omitempty"`
	Request string `json:"request,omitempty"`
	Stopped int    `json:"stopped,omitempty"` // how often it was stopped for others
}

// Kind names the job in the queue.
func (ConvertJob) Kind() string { return "document.convert" }

// NextJob gives the job that brings a document further that has been stopped for others
// so many times, and its options. Those that were stopped less often come first.
func NextJob(ctx context.Context, doc *Document, stopped int) (river.JobArgs, *river.InsertOpts) {
	options := &river.InsertOpts{MaxAttempts: maxAttempts}
	switch {
	case doc.Original == "":
		options.Queue = QuickQueue
		return FetchJob{ID: doc.ID, Attempt: doc.Attempt, Request: observe.RequestID(ctx)}, options
	case doc.Type == "":
		options.Queue = QuickQueue
	case doc.Type.Office():
		options.Queue = longer(stopped, OfficeQueue, OfficeLongQueue)
	default:
		options.Queue = longer(stopped, PDFQueue, PDFLongQueue)
	}
	options.Priority = min(max(stopped, 1), priorities)
	return ConvertJob{ID: doc.ID, Attempt: doc.Attempt, Request: observe.RequestID(ctx), Stopped: stopped}, options
}

// longer is the queue of a job that was stopped for others so many times.
func longer(stopped int, queue, long string) string {
	if stopped > 0 {
		return long
	}
	return queue
}

// Register adds the document jobs' workers.
func (s *Service) Register(workers *river.Workers) {
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, job *river.Job[FetchJob]) error {
		return s.work(ctx, job.Args.ID, job.Args.Attempt, job.JobRow, s.fetch)
	}))
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, job *river.Job[ConvertJob]) error {
		convert := func(ctx context.Context, doc Document, report Report) error {
			return s.convert(ctx, doc, report, job.Args.Stopped)
		}
		return s.work(ctx, job.Args.ID, job.Args.Attempt, job.JobRow, convert)
	}))
}

// work runs one step for a document. An error of step is the server's own (a full
// disk, say): the job is tried again, and the document fails with the last try.
// A step that was interrupted by the server's end goes on after its next start. It
// gets the report so far, with the time that its job has waited.
func (s *Service) work(ctx context.Context, id string, attempt int64, job *rivertype.JobRow, step func(context.Context, Document,
	Report) error) error {
	waited := time.Since(job.CreatedAt)
	ctx, end := s.attempts.begin(ctx, id, attempt)
	defer end()
	doc, err := s.store.FindDocument(ctx, id)
	switch {
	case fault.Is(err, fault.NotFound):
		return nil
	case err != nil:
		// No attempt is used up: when they all are, there must be a document to fail.
		s.log.ErrorContext(ctx, "job put off", "document", id, slog.Any("error", err))
		return river.JobSnooze(putOff)
	case doc.Status != Processing, attempt != 0 && attempt != doc.Attempt:
		return nil // it was done before a crash, or has a new version
	}
	defer s.progress.forget(id, doc.Attempt)
	defer s.begin(ctx, &doc)()
	report, err := s.store.FindReport(ctx, id)
	if err == nil {
		report.took(stepQueued, waited)
		err = step(ctx, doc, report)
	}
	switch {
	case err == nil, errors.Is(context.Cause(ctx), errVoid), s.isGone(ctx, id, err):
		return nil
	case ctx.Err() != nil:
		return river.JobSnooze(0)
	case fault.Is(err, fault.Unavailable):
		s.log.DebugContext(ctx, "job put off", "document", id, slog.Any("error", fault.Behind(err)))
		return river.JobSnooze(putOff)
	case job.Attempt >= maxAttempts:
		s.log.ErrorContext(ctx, "document given up", "document", id, slog.Any("error", err))
		if s.fail(context.WithoutCancel(ctx), doc, nil, whyGivenUp(err)) != nil {
			return river.JobSnooze(putOff) // it cannot even be written down
		}
		return nil
	}
	return err
}

// isGone says whether err is that another node has deleted the document.
func (s *Service) isGone(ctx context.Context, id string, err error) bool {
	if !fault.Is(err, fault.NotFound) {
		return false
	}
	_, err = s.store.FindDocument(ctx, id)
	return fault.Is(err, fault.NotFound)
}

package document

import (
	"context"

	"github.com/riverqueue/river"

	"lectern/backend/internal/observe"
)

// The queues of jobs. Office documents have their own queue, so that they do not delay PDFs. A document is preempted if
// its conversion is stopped to make room for other documents (see package schedule). Preempted documents have their own
// queues, so that they do not delay newer documents. The quick queue has jobs without a converter: fetching documents,
// and detecting their types.
const (
	QuickQueue      = "quick"
	OfficeQueue     = "office"
	OfficeLongQueue = "office-long"
	PDFQueue        = "pdf"
	PDFLongQueue    = "pdf-long"
)

// priorities is the number of priorities of jobs. Jobs of priority 1 come first.
const priorities = 4

// MaxJobAttempts is the maximum number of attempts for a job that fails because of errors of the server.
const MaxJobAttempts = 5

// FetchJob fetches a document from its address.
type FetchJob struct {
	ID      string `json:"id"`
	Attempt int64  `json:"attempt,omitempty"`
	Request string `json:"request,omitempty"` // id of the request that led to the job, for the log
}

// Kind implements [river.JobArgs]. It returns the name of the job type.
func (FetchJob) Kind() string { return "document.fetch" }

// ConvertJob converts a document whose bytes are stored.
type ConvertJob struct {
	ID          string `json:"id"`
	Attempt     int64  `json:"attempt,omitempty"`
	Request     string `json:"request,omitempty"`
	Preemptions int    `json:"stopped,omitempty"` // how often it was preempted
}

// Kind implements [river.JobArgs]. It returns the name of the job type.
func (ConvertJob) Kind() string { return "document.convert" }

// NextJob returns the next job of a document and its options. The argument preemptions is how often the document was
// preempted. Documents that were preempted less often come first.
func NextJob(ctx context.Context, doc *Document, preemptions int) (river.JobArgs, *river.InsertOpts) {
	options := &river.InsertOpts{MaxAttempts: MaxJobAttempts}
	switch {
	case doc.Original == "":
		options.Queue = QuickQueue
		return FetchJob{ID: doc.ID, Attempt: doc.Attempt, Request: observe.RequestID(ctx)}, options
	case doc.Type == "":
		options.Queue = QuickQueue
	case doc.Type.IsOffice():
		options.Queue = chooseQueue(preemptions, OfficeQueue, OfficeLongQueue)
	default:
		options.Queue = chooseQueue(preemptions, PDFQueue, PDFLongQueue)
	}
	options.Priority = min(max(preemptions, 1), priorities)
	return ConvertJob{ID: doc.ID, Attempt: doc.Attempt, Request: observe.RequestID(ctx), Preemptions: preemptions}, options
}

// chooseQueue returns the long queue for a document that was preempted, and the normal queue otherwise.
func chooseQueue(preemptions int, queue, long string) string {
	if preemptions > 0 {
		return long
	}
	return queue
}

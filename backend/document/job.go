package document

import (
	"context"

	"github.com/riverqueue/river"

	"lectern/backend/internal/observe"
)

// The queues of jobs. Office documents have their own, so that their backlog does not delay PDFs. Documents that were stopped in
// favour of others have their own, so that they do not delay newer ones. Jobs without a converter are quick: fetching a
// document, and finding out its type.
const (
	QuickQueue      = "quick"
	OfficeQueue     = "office"
	OfficeLongQueue = "office-long"
	PDFQueue        = "pdf"
	PDFLongQueue    = "pdf-long"
)

// priorities is the number of priorities of jobs. Jobs of priority 1 come first.
const priorities = 4

// MaxJobAttempts is how often the queue does a job whose errors are the server's own.
const MaxJobAttempts = 5

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

// NextJob returns the next job of a document and its options. Stopped is how often the document was stopped in favour of
// others; documents that were stopped less often come first.
func NextJob(ctx context.Context, doc *Document, stopped int) (river.JobArgs, *river.InsertOpts) {
	options := &river.InsertOpts{MaxAttempts: MaxJobAttempts}
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

// longer returns the long queue for a document that was stopped in favour of others, else the normal one.
func longer(stopped int, queue, long string) string {
	if stopped > 0 {
		return long
	}
	return queue
}

package document

import (
	"context"

	"github.com/riverqueue/river"

	"lectern/backend/internal/observe"
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

// NextJob gives the job that brings a document further that has been stopped for others
// so many times, and its options. Those that were stopped less often come first.
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

// longer is the queue of a job that was stopped for others so many times.
func longer(stopped int, queue, long string) string {
	if stopped > 0 {
		return long
	}
	return queue
}

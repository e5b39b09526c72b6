package document

import (
	"context"
	"errors"
	"time"
)

// Store stores the records of documents. A change and the job that follows from it are one transaction.
type Store interface {
	// CreateDocuments stores new documents, each with its first job, and returns them. If the post repeats an earlier
	// post, it returns the documents of the earlier post. The error is a fault of kind Invalid for a different post
	// with the same idempotency key, and of kind Busy if too many documents are processing.
	CreateDocuments(ctx context.Context, post Post) ([]Document, error)
	// CheckQueue returns a fault of kind Busy if at least limit documents are processing. 0 means no limit.
	CheckQueue(ctx context.Context, limit int) error
	// FindDocument returns one document, or a fault of kind NotFound.
	FindDocument(ctx context.Context, id string) (Document, error)
	// ListDocuments calls visit for each document of a query, in its order, until visit returns an error.
	ListDocuments(ctx context.Context, query Query, visit func(Document) error) error
	// ListWindow returns the documents after the cursor or offset of a query, up to its limit, and the total number.
	ListWindow(ctx context.Context, query Query) (docs []Document, total int, err error)
	// UpdateDocument applies an update to the stored document, increases its revision, and returns it. An error of
	// [Update.Apply] is returned unchanged, and nothing is stored.
	UpdateDocument(ctx context.Context, id string, u Update) (Document, error)
	// UpdateDocuments calls the function change with each document, and stores the changes in one transaction. It skips
	// documents that do not exist, and documents for which the function returns an error. Documents that the function
	// does not modify keep their revision.
	UpdateDocuments(ctx context.Context, ids []string, change func(*Document) error) (Outcome, error)
	// ChangeCollection adds documents to a collection, or removes them from it, in one transaction. The error is a
	// fault of kind NotFound if the collection does not exist.
	ChangeCollection(ctx context.Context, collection string, ids []string, add bool) (Outcome, error)
	// DeleteDocument removes a document, ends its sessions, and returns the document as it was.
	DeleteDocument(ctx context.Context, id string) (Document, error)
	// DeleteDocuments is like DeleteDocument for many documents in one transaction. It skips documents for which check
	// returns an error.
	DeleteDocuments(ctx context.Context, ids []string, check func(*Document) error) (deleted []Document, refused []Refusal, err error)
	// FindPDF returns the record of the PDF with a content key, or a fault of kind NotFound.
	FindPDF(ctx context.Context, key string) (PDF, error)
	// ListTexts calls visit for each page of a PDF that has a text, in order, until visit returns an error.
	ListTexts(ctx context.Context, pdf string, visit func(page int, text string) error) error
	// SumSizes returns the total size of the originals of all documents, in bytes. An original that several documents
	// share counts once for each of them.
	SumSizes(ctx context.Context) (int64, error)
	// FindOverview returns the numbers of documents in the library.
	FindOverview(ctx context.Context) (Overview, error)
	// FindUsage returns the disk space that documents use.
	FindUsage(ctx context.Context) (Usage, error)
	// CountDocuments returns the number of documents in each state.
	CountDocuments(ctx context.Context) (map[Status]int, error)
}

// Update is a change of a document with everything that is stored in the same transaction.
type Update struct {
	// Change, if not nil, changes the document. If it returns an error, nothing is stored.
	Change func(*Document) error
	// RequireAttempt restricts the update to a document that is being processed by the attempt with the number Attempt.
	// Otherwise the error is [ErrAttemptEnded].
	RequireAttempt bool
	Attempt        int64
	// Started is when the processing began. It is stored unless the document already has a start time.
	Started time.Time
	// Show states that the document becomes viewable with the field PDF, which must not be nil.
	Show bool
	// AddJob adds the document's next job. Preemptions is how often the document was preempted.
	AddJob      bool
	Preemptions int
	// MaxQueue is a limit for the number of documents that are processing, or 0 for no limit. If the limit is reached
	// before the update begins to process this document, the error is a fault of kind Busy.
	MaxQueue int
	// Posted means that the document has got a new version. The update then creates the same event as an upload.
	Posted bool
	// PDF, if not nil, is recorded, unless there is already a record of this PDF.
	PDF *PDF
	// Texts, if not nil, are added to the texts of the document's PDF.
	Texts *Texts
	// Report, if not nil, replaces the document's report.
	Report *Report
	// Conversion, if not nil, is recorded for documents with the same bytes.
	Conversion *Conversion
	// ArrivalID is the id of the record of a file in a watched folder, or 0. The update marks this record as imported.
	ArrivalID int64
	// SkipSync means that the update need not be on the disk at once. If a power failure undoes the update, the job
	// repeats it.
	SkipSync bool
}

// ErrAttemptEnded is the error of an update by an attempt that is no longer current. Either the document has a new
// version, or another job has completed the document: after a kill, two jobs may work on the same document.
var ErrAttemptEnded = errors.New("the document is completed already")

// Apply applies the update to a document.
func (u *Update) Apply(d *Document) error {
	if u.RequireAttempt && (d.Status != Processing || d.Attempt != u.Attempt) {
		return ErrAttemptEnded
	}
	if d.Started.IsZero() {
		d.Started = u.Started
	}
	if u.Show {
		d.Viewable, d.PDF, d.PageCount = true, u.PDF.Key, u.PDF.Pages
		d.Version++
	}
	if u.Change == nil {
		return nil
	}
	return u.Change(d)
}

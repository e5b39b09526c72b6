package document

import (
	"context"
	"errors"
	"time"
)

// Store keeps documents' records. A change and the job that follows from it are
// one transaction.
type Store interface {
	// CreateDocuments stores new documents, each with its first job, and gives them; or those
	// of an earlier post under the same key of its sender's. Another post under that key is a
	// fault of kind Invalid, too many that are processing already one of kind Busy.
	CreateDocuments(ctx context.Context, post Post) ([]Document, error)
	// CheckQueue is a fault of kind Busy where so many documents are processing; 0 is none.
	CheckQueue(ctx context.Context, most int) error
	// FindDocument gives one document, or a fault of kind NotFound.
	FindDocument(ctx context.Context, id string) (Document, error)
	// ListDocuments calls visit for the documents that a query is for, in its order, until it
	// errs.
	ListDocuments(ctx context.Context, query Query, visit func(Document) error) error
	// ListWindow gives the documents from a query's place on, as many as its limit says, and how
	// many there are in all.
	ListWindow(ctx context.Context, query Query) (docs []Document, total int, err error)
	// UpdateDocument changes the stored document as u says and counts its revision
	// up. An error of u.Change is given back as it is, and nothing is changed.
	UpdateDocument(ctx context.Context, id string, u Update) (Document, error)
	// UpdateDocuments changes stored documents, all that are not refused by change or not there,
	// in one transaction. Those that stay as they are keep their revision.
	UpdateDocuments(ctx context.Context, ids []string, change func(*Document) error) (Outcome, error)
	// CollectDocuments puts documents into a collection, or takes them out of it, in one
	// transaction. A collection that there is not is a fault of kind NotFound.
	CollectDocuments(ctx context.Context, collection string, ids []string, in bool) (Outcome, error)
	// DeleteDocument removes a document, ends its sessions, and gives it as it was.
	DeleteDocument(ctx context.Context, id string) (Document, error)
	// DeleteDocuments is DeleteDocument for many, all that are not refused by check, in one
	// transaction.
	DeleteDocuments(ctx context.Context, ids []string, check func(*Document) error) (deleted []Document, refused []Refusal, err error)
	// FindReport gives a document's report; an empty one where there is none.
	FindReport(ctx context.Context, id string) (Report, error)
	// FindPDF gives what is known of the PDF under a content key, or a fault of kind
	// NotFound.
	FindPDF(ctx context.Context, key string) (PDF, error)
	// AddTexts stores texts of a PDF that follow on those that are stored; others it
	// leaves out.
	AddTexts(ctx context.Context, pdf string, texts Texts) error
	// ListTexts calls visit for every page of a PDF that has a text, in their order,
	// until it errs.
	ListTexts(ctx context.Context, pdf string, visit func(page int, text string) error) error
	// FindConversion gives the conversion of a key, or a fault of kind NotFound.
	FindConversion(ctx context.Context, key ConversionKey) (Conversion, error)
	// SumSizes gives the bytes of the originals of all documents, each counted by itself.
	SumSizes(ctx context.Context) (int64, error)
	// FindOverview counts the library.
	FindOverview(ctx context.Context) (Overview, error)
	// FindUsage says what documents take up.
	FindUsage(ctx context.Context) (Usage, error)
	// CountDocuments gives the number of documents in each state.
	CountDocuments(ctx context.Context) (map[Status]int, error)
}

// Update is a change of a document, with all that must be so when the change is:
// one transaction.
type Update struct {
	// Change changes the document, if it is not nil. Its error undoes the update.
	Change func(*Document) error
	// Ongoing restricts the update to a document that is processing in the attempt of the number Attempt. Otherwise the
	// error is [ErrAttemptEnded].
	Ongoing bool
	Attempt int64
	// Started is when the processing began. It is set unless it is known.
	Started time.Time
	// Show makes the document viewable with the PDF.
	Show bool
	// Next says that the document's next job is part of it, and Stopped how often it has
	// been stopped for others by then.
	Next    bool
	Stopped int
	// Queue is how many documents may be processing where this one begins to; 0 for any number.
	// Where there are as many, the change is a fault of kind Busy.
	Queue int
	// Posted says that it is a new version: it is told as a post is.
	Posted bool
	// PDF is recorded, where it is not nil and not known.
	PDF *PDF
	// Texts are stored behind those of the document's PDF that are, where it is not nil.
	Texts *Texts
	// Report is kept in the place of the document's earlier one, where it is not nil.
	Report *Report
	// Conversion is kept for documents of the same bytes, where it is not nil.
	Conversion *Conversion
	// Arrival is the record of the file in a watched folder that is noted as taken; 0 for none.
	Arrival int64
	// Soon says that the change need not survive a loss of power: it is made again then.
	Soon bool
}

// ErrAttemptEnded is the error of an update that comes after the end of its attempt: another job has ended the document, as
// there may be two after a kill, or it has a new version.
var ErrAttemptEnded = errors.New("the document has ended already")

// Apply applies the update to a document.
func (u *Update) Apply(d *Document) error {
	if u.Ongoing && (d.Status != Processing || d.Attempt != u.Attempt) {
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

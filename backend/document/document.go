// Package document manages the documents of the library: their records, and how they are posted, listed, changed and
// deleted. Its sub-packages store their bytes, convert them, draw their pages and report on them.
package document

import (
	"time"

	"lectern/backend/convert/filetype"
	"lectern/backend/document/failure"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/id"
	"lectern/backend/internal/sealedurl"
	"lectern/backend/sentence"
)

// Status is the state of a document.
type Status string

// The states of a document.
const (
	Processing Status = "processing"
	Ready      Status = "ready"
	Failed     Status = "failed"
)

// Document is one posted document. Two posts of the same bytes are two documents.
type Document struct {
	ID               string
	Name             string // for display only; nothing is stored under it
	Status           Status
	Message          string            // why the document failed, for people; empty if it has not failed
	Failure          sentence.Sentence // the message in a form that can be translated; zero if it has not failed or none was recorded
	Reason           failure.Reason    // why it failed, for programs; empty if it has not failed or none was recorded
	Viewable         bool              // page 1 can be served
	PageCount        int               // number of pages known so far
	CreatedAt        time.Time
	PostedAt         time.Time     // when the current version was posted
	Started          time.Time     // when processing began; zero if it has not begun since the last post or retry
	OriginalURL      sealedurl.URL // encrypted for the document's id; empty for an upload
	DownloadFilename string
	OriginalSaved    bool          // false if the original is removed after the conversion
	WebhookURL       sealedurl.URL // encrypted for the document's id; empty for none
	Labels
	Size int64 // bytes of the original, once known

	Favorite  bool
	OpenedAt  time.Time // when it was last opened by its owner in Lectern; zero for never
	DeletedAt time.Time // when it was moved to the trash; zero if it is not in the trash
	// SourcePath is the absolute path of the local file from which the document was read. FolderID is the id of the
	// watched folder that contained the file. Both may be empty.
	SourcePath, FolderID string
	// Profile and Theme are the names of the default profile and theme of the document's sessions; empty for none.
	Profile, Theme string
	// Collections are the ids of the collections that contain the document. Updates do not change them.
	Collections []string

	// Original is the content key of the posted bytes, empty until they are fetched. PDF is the content key of the PDF
	// from which pages are drawn. While an Office document is converted, that may be a PDF of page 1 only.
	Original, PDF string
	// Type is the type of the original's content. It is empty if the type is not supported or not known yet.
	Type filetype.Type
	// Password is the encrypted password that came with the document. It is nil if there was no password, and after the
	// conversion.
	Password []byte
	// Revision is incremented with every change that a reader could see, and Version when pages are added or look
	// different.
	Revision, Version int64
	// Attempt grows with every post, new version and retry. Jobs of earlier attempts do nothing.
	Attempt int64
}

// Sizes are the sizes of a document's pages in points, run-length encoded: each run is a number of pages, their width
// and their height.
type Sizes [][3]float64

// newDocument returns a document as it is directly after posting.
func newDocument(name string, now time.Time) Document {
	name = CleanName(name)
	return Document{
		ID:               id.New(),
		Name:             name,
		Status:           Processing,
		CreatedAt:        now,
		PostedAt:         now,
		DownloadFilename: name,
		OriginalSaved:    true,
		Revision:         1,
		Attempt:          1,
	}
}

// FailureMessage returns the message of a document that has failed, or a zero Sentence for a document that has not.
// Documents that failed in earlier versions of Lectern have only an English message; their reason selects its
// translation.
func (d *Document) FailureMessage() sentence.Sentence {
	if !d.Failure.IsZero() || d.Message == "" {
		return d.Failure
	}
	message := sentence.English(d.Message)
	if d.Reason != "" {
		message.Code = string(d.Reason)
	}
	return message
}

// ErrNotConverted returns the fault of kind NotFound for a resource, such as an outline, that exists only when the
// whole document is converted.
func (d *Document) ErrNotConverted(resource string) error {
	if d.Status == Failed {
		return fault.New(fault.NotFound, "The document has failed, so it has no %s.", resource).WithCode(fault.DocumentFailed)
	}
	return fault.New(fault.NotFound, "The document is still being converted, so it has no %s yet.", resource).WithCode(fault.NotConverted)
}

// Package document has the documents of the library: their records, how they are posted, listed, changed and deleted. Its
// sub-packages store their bytes, convert them, draw their pages and report on them.
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
	Message          string            // why it failed, in a person's words; else empty
	Failure          sentence.Sentence // the message, to be told in other languages; else, and where none was noted, zero
	Reason           failure.Reason    // why it failed, in a program's words; else, and where none was noted, empty
	Viewable         bool              // page 1 can be served
	PageCount        int               // the pages known so far
	CreatedAt        time.Time
	PostedAt         time.Time     // of the present version
	Started          time.Time     // when its processing began; zero where it has not, since it was last posted or tried again
	OriginalURL      sealedurl.URL // of the document's own id; empty for an upload
	DownloadFilename string
	OriginalSaved    bool          // false where the original goes once it is converted
	WebhookURL       sealedurl.URL // likewise; empty for none
	Labels
	Size int64 // bytes of the original, once known

	Favorite  bool
	OpenedAt  time.Time // last, in the window; zero for never
	DeletedAt time.Time // in the trash since; zero where it is not there
	// SourcePath is the absolute path of the file of this machine that the document was read from, and FolderID the id of
	// the watched folder that the file was in. Both may be empty.
	SourcePath, FolderID string
	// Profile and Theme are the names of the defaults for its sessions; empty for none.
	Profile, Theme string
	// Collections are the ids of the collections that contain it. Updates do not change them.
	Collections []string

	// Original is the content key of the posted bytes, empty until they are
	// fetched. PDF is that of the PDF from which pages are drawn; a converting
	// Office document has one of page 1 alone first.
	Original, PDF string
	// Type is what the original's content is, empty until it is known and where it
	// is no supported type.
	Type filetype.Type
	// Password is the one that came with the document, sealed; nil where there was
	// none, and when the conversion has ended.
	Password []byte
	// Revision grows with every change that a reader could see, Version when pages are added or look different.
	Revision, Version int64
	// Attempt grows with every post, new version and retry. Jobs of earlier attempts do nothing.
	Attempt int64
}

// Sizes are the sizes of a document's pages in points, run-length encoded: each
// run is a number of pages, their width and their height.
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

// WhyFailed returns the message of a document that has failed, or a zero Sentence for a document that has not.
// Documents that failed before sentences were stored have a message in English; their reason selects the translation.
func (d *Document) WhyFailed() sentence.Sentence {
	if !d.Failure.IsZero() || d.Message == "" {
		return d.Failure
	}
	said := sentence.English(d.Message)
	if d.Reason != "" {
		said.Code = string(d.Reason)
	}
	return said
}

// NotWhole returns the fault of kind NotFound for something, such as an outline, that only a whole document has.
func (d *Document) NotWhole(what string) error {
	if d.Status == Failed {
		return fault.New(fault.NotFound, "The document has failed: it has no %s.", what).Coded(fault.DocumentFailed)
	}
	return fault.New(fault.NotFound, "The document is still being converted: there is no %s yet.", what).Coded(fault.NotConverted)
}

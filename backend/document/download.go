package document

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"lectern/backend/convert/filetype"
	"lectern/backend/document/content"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/limiter"
)

// Download is an open file of a document that a client can save.
type Download struct {
	*os.File
	Name      string // file name under which the file is saved
	MediaType string
	Tag       string // identifies the bytes in the header ETag
}

// errNotKept is the error of downloading an original that was not kept because the owner has disabled that for the
// document.
var errNotKept = fault.New(fault.NotFound, "The original of this document was not kept.").WithCode(fault.OriginalNotKept)

// Original returns the bytes that were posted. The caller closes them. If the original was never fetched, or is not
// kept, the error is a fault of kind NotFound.
func (s *Service) Original(ctx context.Context, doc *Document) (Download, error) {
	switch {
	case !doc.OriginalSaved:
		return Download{}, errNotKept
	case doc.Original == "":
		return Download{}, fault.New(fault.NotFound, "The document was not fetched from its address, so it has no original.").
			WithCode(fault.OriginalNotKept)
	}
	return openDownload(ctx, s.content, doc.Original, downloadName(doc.DownloadFilename, doc.Type), doc.Type.MediaType())
}

// PDF returns the document as one PDF. The caller closes it. The error is a fault of kind NotFound until the whole
// document is converted, and for a posted PDF that must not be kept.
func (s *Service) PDF(ctx context.Context, doc *Document) (Download, error) {
	if !doc.OriginalSaved && doc.Type == filetype.Pdf {
		return Download{}, errNotKept
	}
	if !doc.HasAllPages() {
		return Download{}, doc.ErrNotConverted("PDF")
	}
	return openDownload(ctx, s.content, doc.PDF, pdfName(doc.DownloadFilename), filetype.Pdf.MediaType())
}

func openDownload(ctx context.Context, from *content.Store, key, name, mediaType string) (Download, error) {
	f, err := from.Open(ctx, key)
	return Download{File: f, Name: name, MediaType: mediaType, Tag: strings.ReplaceAll(key, "/", "")}, err
}

// pageBreak separates the texts of two pages.
const pageBreak = "\f"

// textLimits limit how many texts of whole documents are written at the same time. Otherwise slow clients could keep
// any number of responses open.
var textLimits = limiter.Config{PerHolder: 4, Waiting: 16, Total: 64, MaxWait: 2 * time.Second}

// Text returns a function that writes the text of all pages, separated by form feeds. The caller must call the
// function, because it also releases the reader's place among the concurrent reads. Until the document is ready, the
// error is a fault of kind NotFound. If the reader, a session or an API key, reads too many texts at once, it is a
// fault of kind Busy.
func (s *Service) Text(ctx context.Context, doc *Document, reader string) (write func(io.Writer) error, err error) {
	if doc.Status != Ready {
		return nil, doc.ErrNotConverted("text")
	}
	release, err := s.texts.Acquire(ctx, reader)
	if errors.Is(err, limiter.ErrBusy) {
		return nil, fault.New(fault.Busy, "Too many texts are being read at the same time. Try again in a moment.")
	}
	if err != nil {
		return nil, err
	}
	return func(w io.Writer) error {
		defer release()
		before := 1
		err := s.store.ListTexts(ctx, doc.PDF, func(page int, text string) error {
			_, err := io.WriteString(w, strings.Repeat(pageBreak, page-before)+text)
			before = page
			return err
		})
		if err == nil {
			_, err = io.WriteString(w, strings.Repeat(pageBreak, doc.PageCount-before))
		}
		return err
	}, nil
}

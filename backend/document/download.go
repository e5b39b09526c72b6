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
	"lectern/backend/internal/turns"
)

// Download is a file of a document, for a caller to keep.
type Download struct {
	*os.File
	Name      string // to save it under
	MediaType string
	Tag       string // of these bytes and no others
}

// notKept answers who wants what the document's owner did not want kept.
var notKept = fault.New(fault.NotFound, "The original of this document is not kept.").Coded(fault.OriginalNotKept)

// Original gives the bytes that were posted. What was never fetched, or is not kept, is
// a fault of kind NotFound. The caller closes it.
func (s *Service) Original(ctx context.Context, doc *Document) (Download, error) {
	switch {
	case !doc.OriginalSaved:
		return Download{}, notKept
	case doc.Original == "":
		return Download{}, fault.New(fault.NotFound, "The document was not fetched from its address: there is no original.").
			Coded(fault.OriginalNotKept)
	}
	return openDownload(ctx, s.content, doc.Original, downloadName(doc.DownloadFilename, doc.Type), doc.Type.MediaType())
}

// PDF gives the document as one PDF. Until there is the whole it is a fault of kind
// NotFound; so is the working copy of a PDF that is not to be kept. The caller closes it.
func (s *Service) PDF(ctx context.Context, doc *Document) (Download, error) {
	if !doc.OriginalSaved && doc.Type == filetype.Pdf {
		return Download{}, notKept
	}
	if !doc.Whole() {
		return Download{}, doc.NotWhole("PDF")
	}
	return openDownload(ctx, s.content, doc.PDF, pdfName(doc.DownloadFilename), filetype.Pdf.MediaType())
}

func openDownload(ctx context.Context, from *content.Store, key, name, mediaType string) (Download, error) {
	f, err := from.Open(ctx, key)
	return Download{File: f, Name: name, MediaType: mediaType, Tag: strings.ReplaceAll(key, "/", "")}, err
}

// pageBreak stands between the texts of two pages.
const pageBreak = "\f"

// textLimits are how many texts are written at once. Each is read and packed as fast as its client takes it.
var textLimits = turns.Limits{Own: 4, Waiting: 16, All: 64, Patience: 2 * time.Second}

// Text returns what writes the text of all pages in pieces, with a form feed between two; it must be called. Until a
// document is ready the error is a fault of kind NotFound. Where the reader, a session or a key, takes too many texts at
// once, it is one of kind Busy.
func (s *Service) Text(ctx context.Context, doc *Document, reader string) (write func(io.Writer) error, err error) {
	if doc.Status != Ready {
		return nil, doc.NotWhole("text")
	}
	release, err := s.texts.Take(ctx, reader)
	if errors.Is(err, turns.ErrBusy) {
		return nil, fault.New(fault.Busy, "Too many texts are being read at once: try again in a moment.")
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

// Package report reports on converted documents: how the pages differ from what the author sees, what a document
// contains besides its pages, and what could not be read.
package report

import (
	"context"
	"log/slog"
	"os"
	"slices"
	"time"

	"lectern/backend/convert/filetype"
	"lectern/backend/convert/pdf"
	"lectern/backend/document"
	"lectern/backend/document/content"
	"lectern/backend/document/pages"
	"lectern/backend/internal/singleflight"
	"lectern/converters/wire"
)

// Store keeps the records that reports are made from.
type Store interface {
	FindReport(ctx context.Context, id string) (document.Report, error)
	FindPDF(ctx context.Context, key string) (document.PDF, error)
}

// Inspector finds content of Office documents that is not visible on their pages.
type Inspector interface {
	Facts(ctx context.Context, in *os.File, kind filetype.Type) (wire.Facts, error)
}

// PictureChecker finds pictures of PDFs that cannot be drawn.
type PictureChecker interface {
	// Pictures returns the pages that have pictures that cannot be drawn. The argument first is the first page to
	// check. Pictures checks as many pages as it can within the timeout.
	Pictures(ctx context.Context, src pdf.Source, first int, timeout time.Duration) (wire.Pictures, error)
}

// Config contains the dependencies of [Reports].
type Config struct {
	Store     Store
	Content   *content.Store
	Pages     *pages.Cache
	Inspector Inspector
	Pictures  PictureChecker
	Log       *slog.Logger
}

// Reports completes the stored reports of documents with findings from their files and from the text index. Findings
// from the files are kept in the page cache.
type Reports struct {
	store       Store
	content     *content.Store
	pages       *pages.Cache
	inspector   Inspector
	pictures    PictureChecker
	log         *slog.Logger
	inspections singleflight.Group[[]byte]
}

// New returns a [Reports].
func New(config Config) *Reports {
	return &Reports{store: config.Store, content: config.Content, pages: config.Pages, inspector: config.Inspector,
		pictures: config.Pictures, log: config.Log}
}

// Find returns the report of a document, with the findings so far. If the whole document is converted, the report
// includes findings from the original and from the text index.
func (r *Reports) Find(ctx context.Context, doc *document.Document) (document.Report, error) {
	report, err := r.store.FindReport(ctx, doc.ID)
	if err != nil || !doc.HasAllPages() {
		return report, err
	}
	r.addInspection(ctx, doc, &report)
	pdf, err := r.store.FindPDF(ctx, doc.PDF)
	if err != nil {
		return report, err
	}
	report.Warn(nonzero(missingGlyphSentence(pdf.MissingGlyphs, doc.Type.IsOffice()))...)
	report.Warn(unreadSentences(&pdf)...)
	r.addPictures(ctx, doc, &report)
	return report, nil
}

// FontGaps are the fonts and characters that a document lacks.
type FontGaps struct {
	// Missing are the missing fonts without which the layout may differ. Fonts are left out if their substitutes have
	// characters of the same widths.
	Missing []MissingFont `json:"missing"`
	// MissingGlyphs counts the characters that are in no font. It has one entry for each kind of character, such as a
	// script.
	MissingGlyphs []wire.MissingGlyphKind `json:"unseen"`
}

// FindFontGaps returns the fonts and characters that a document lacks. Until the whole document is converted and its
// report is written, the error is a fault of kind NotFound. Unlike [Reports.Find], it does not inspect the original.
func (r *Reports) FindFontGaps(ctx context.Context, doc *document.Document) (gaps FontGaps, err error) {
	if !doc.HasAllPages() || doc.Status == document.Processing {
		return gaps, doc.ErrNotConverted("list of fonts")
	}
	report, err := r.store.FindReport(ctx, doc.ID)
	if err != nil {
		return gaps, err
	}
	details, err := r.pages.Details(ctx, doc)
	if err != nil {
		return gaps, err
	}
	missing := slices.DeleteFunc(MissingFonts(&report, &details), keepsLayout)
	gaps = FontGaps{Missing: missing, MissingGlyphs: []wire.MissingGlyphKind{}}
	pdf, err := r.store.FindPDF(ctx, doc.PDF)
	if err == nil && len(pdf.MissingGlyphs) > 0 {
		gaps.MissingGlyphs = pdf.MissingGlyphs
	}
	return gaps, err
}

package template

import (
	"context"
	"io"
	"os"

	"lectern/backend/convert"
	"lectern/backend/convert/bundle"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/office"
	engine "lectern/backend/convert/template"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/tempfile"
)

// Finish returns the documents that filling a template produced. If pdf is true, the documents are converted to PDF. If
// the template also requires that, the PDFs are merged into one.
func (s *Service) Finish(ctx context.Context, filled engine.Result, pdf bool) ([]bundle.File, error) {
	return bundle.OutputFiles(ctx, filled, pdf, s)
}

// Merge implements [bundle.PDFMaker].
func (s *Service) Merge(ctx context.Context, pdfs [][]byte) ([]byte, error) {
	return bundle.MergeContents(ctx, s.merger, s.tempDir, pdfs)
}

// PDF implements [bundle.PDFMaker].
func (s *Service) PDF(ctx context.Context, filled []byte, extension string) (content []byte, err error) {
	kind, ok := filetype.FilledType(extension)
	if !ok {
		return nil, fault.Field("output", "A .%s cannot be converted to PDF.", extension)
	}
	file, err := tempfile.NewWithContent(s.tempDir, filled)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	original := office.Original{File: file, Kind: kind}
	err = convert.Retry(ctx, s.log, func() error {
		return office.ToPDF(ctx, s.office, original, func(converted *os.File) (err error) {
			content, err = io.ReadAll(converted)
			return err
		})
	})
	return content, err
}

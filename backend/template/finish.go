package template

import (
	"context"
	"io"
	"os"

	"lectern/backend/bundle"
	"lectern/backend/convert"
	"lectern/backend/fault"
	"lectern/backend/filetype"
	"lectern/backend/spool"
)

// File is a finished document.
type File struct {
	Name    string
	Type    filetype.Type
	Content []byte
}

// Finish gives what a template was filled to as documents of its own type or as PDFs; one PDF where the
// template wants them merged.
func (s *Service) Finish(ctx context.Context, filled convert.TemplateResult, pdf bool) ([]File, error) {
	files := make([]File, len(filled.Outputs))
	for i, output := range filled.Outputs {
		files[i] = File{output.Name, filetype.Type(output.Type), filled.Bytes[i]}
		if !pdf && filled.Merge == "" {
			continue
		}
		content, err := s.pdf(ctx, filled.Bytes[i], output.Type)
		if err != nil {
			return nil, err
		}
		files[i] = File{filetype.Rename(output.Name, filetype.Pdf), filetype.Pdf, content}
	}
	if filled.Merge == "" || len(files) == 0 {
		return files, nil
	}
	return s.merge(ctx, filled.Merge, files)
}

// merge gives one PDF of several.
func (s *Service) merge(ctx context.Context, name string, files []File) ([]File, error) {
	var pdfs [][]byte
	for _, file := range files {
		pdfs = append(pdfs, file.Content)
	}
	merged, err := bundle.MergeContents(ctx, s.Merger, s.TempDir, pdfs)
	return []File{{name, filetype.Pdf, merged}}, err
}

// pdf gives what a template was filled to as a PDF, of which the extension is told without a dot.
func (s *Service) pdf(ctx context.Context, filled []byte, extension string) (content []byte, err error) {
	kind, ok := filetype.WhenFilled(extension)
	if !ok {
		return nil, fault.Field("output", "Of a .%s no PDF can be made.", extension)
	}
	file, err := spool.With(s.TempDir, filled)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	check := func() error {
		return filetype.CheckInflation(ctx, file, int64(len(filled)), filetype.DefaultMaxInflation)
	}
	err = convert.ToPDF(ctx, s.Office, convert.Order{In: file, Kind: kind, Begin: check}, func(made *os.File) (err error) {
		content, err = io.ReadAll(made)
		return err
	})
	return content, err
}

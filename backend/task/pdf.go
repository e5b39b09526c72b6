package task

import (
	"context"
	"io"
	"os"

	"lectern/backend/convert"
	"lectern/backend/convert/bundle"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/office"
	"lectern/backend/convert/pdf"
	"lectern/backend/sentence"
)

// retryCrashed calls do. If a converter process crashes, it calls do a second time.
func (r *run) retryCrashed(ctx context.Context, do func() error) error {
	return convert.Retry(ctx, r.service.log.With("task", r.t.ID), do)
}

// addPDFs returns the requested outputs: the results, their PDFs, or both. If mergedName is not empty, the PDFs are
// merged into one PDF with that name.
func (r *run) addPDFs(ctx context.Context, results []Result, mergedName string) ([]Result, error) {
	if r.t.Output == OutputTemplate && mergedName == "" {
		return results, nil
	}
	var all, pdfs []Result
	for _, result := range results {
		pdf, err := r.makePDF(ctx, &result)
		if err != nil {
			return nil, err
		}
		if r.t.Output == OutputBoth {
			all = append(all, result)
		}
		if pdfs = append(pdfs, pdf); mergedName == "" {
			all = append(all, pdf)
		}
	}
	r.note(sentence.New("task-converted", "PDFs created: {count}.").With("count", len(pdfs)))
	if mergedName == "" || len(pdfs) == 0 {
		return all, nil
	}
	merged, err := r.merge(ctx, r.mergeSources(pdfs), mergedName)
	return append(all, merged), err
}

// merge merges PDFs into one and stores it.
func (r *run) merge(ctx context.Context, sources []pdf.Source, name string) (merged Result, err error) {
	err = r.retryCrashed(ctx, func() error {
		return r.withTempFile(func(out *os.File) error {
			if err := bundle.MergePDF(ctx, r.service.merger, r.service.tempDir, sources, out); err != nil {
				return err
			}
			if _, err := out.Seek(0, io.SeekStart); err != nil {
				return err
			}
			merged, err = r.storeResult(ctx, name, string(filetype.Pdf), out)
			return err
		})
	})
	return merged, err
}

// makePDF converts a result to PDF.
func (r *run) makePDF(ctx context.Context, result *Result) (pdf Result, err error) {
	kind, ok := filetype.FilledType(result.Type)
	if !ok {
		return pdf, failure("no-pdf", sentence.New("task-no-pdf", "{name} cannot be converted to PDF.").With("name", result.Name))
	}
	err = r.retryCrashed(ctx, func() error {
		return r.convert(ctx, result.Content, kind, func(file *os.File) (err error) {
			pdf, err = r.storeResult(ctx, filetype.ReplaceExtension(result.Name, filetype.Pdf), string(filetype.Pdf), file)
			return err
		})
	})
	return pdf, err
}

// convert converts stored content to PDF, and calls receive with the PDF.
func (r *run) convert(ctx context.Context, key string, kind filetype.Type, receive func(pdf *os.File) error) error {
	file, err := r.service.content.Open(ctx, key)
	if err != nil {
		return err
	}
	defer file.Close()
	original := office.Original{File: file, Kind: kind, MaxInflation: r.service.Limits().Inflation}
	return office.ToPDF(ctx, r.service.office, original, receive)
}

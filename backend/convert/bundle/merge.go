package bundle

import (
	"context"
	"errors"
	"io"
	"os"

	"lectern/backend/convert/pdf"
	"lectern/backend/internal/tempfile"
)

// maxBatch is the maximum number of PDFs that one process merges. It is limited because the process keeps all these
// PDFs in memory, and because a merge that is preempted starts again from the beginning.
const maxBatch = 64

// Merger merges PDFs, as [pdf.Reader] does.
type Merger interface {
	// Merge writes the pages of all sources, in order, to out, which must be open for writing and empty.
	Merge(ctx context.Context, sources []pdf.Source, out *os.File) error
}

// MergePDF writes the pages of all sources, in order, to out, which must be open for writing and empty. There must be
// at least one source. It merges batches into temporary files in a new folder below the folder temp, so that few files
// are open at the same time. It returns the errors of merger and of file operations.
func MergePDF(ctx context.Context, merger Merger, temp string, sources []pdf.Source, out *os.File) (err error) {
	if len(sources) <= maxBatch {
		return merger.Merge(ctx, sources, out)
	}
	folder, err := os.MkdirTemp(temp, "merge-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	for len(sources) > maxBatch {
		if sources, err = mergeBatches(ctx, merger, folder, sources); err != nil {
			return err
		}
	}
	return merger.Merge(ctx, sources, out)
}

// MergeContents returns one PDF with the pages of all contents, in order. There must be at least one content. It
// returns the errors of [MergePDF].
func MergeContents(ctx context.Context, merger Merger, temp string, pdfs [][]byte) (merged []byte, err error) {
	sources := make([]pdf.Source, len(pdfs))
	for i, pdf := range pdfs {
		sources[i].Open = func(context.Context) (*os.File, error) { return tempfile.NewWithContent(temp, pdf) }
	}
	out, err := tempfile.New(temp)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if err := MergePDF(ctx, merger, temp, sources, out); err != nil {
		return nil, err
	}
	if _, err := out.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return io.ReadAll(out)
}

// mergeBatches merges batches of the sources into files in the folder, and returns sources for these files.
func mergeBatches(ctx context.Context, merger Merger, folder string, sources []pdf.Source) (batches []pdf.Source, err error) {
	for len(sources) > 0 {
		size := min(maxBatch, len(sources))
		merged, err := mergeBatch(ctx, merger, folder, sources[:size])
		if err != nil {
			return nil, err
		}
		batches, sources = append(batches, merged), sources[size:]
	}
	return batches, nil
}

func mergeBatch(ctx context.Context, merger Merger, folder string, sources []pdf.Source) (merged pdf.Source, err error) {
	file, err := os.CreateTemp(folder, "")
	if err != nil {
		return merged, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	name := file.Name()
	merged = pdf.Source{Key: name, Open: func(context.Context) (*os.File, error) { return os.Open(name) }}
	return merged, merger.Merge(ctx, sources, file)
}

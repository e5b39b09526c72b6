package task

import (
	"context"
	"errors"
	"io"
	"os"

	"lectern/backend/convert/bundle"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/pdf"
	"lectern/backend/internal/tempfile"
	"lectern/backend/sentence"
)

// bundle combines the documents of all rows into one file if that is requested.
func (r *run) bundle(ctx context.Context) error {
	var made Result
	var err error
	switch r.t.Bundle {
	case BundleZip:
		made, err = r.archive(ctx)
	case BundlePDF:
		made, err = r.mergeRows(ctx)
	default:
		return nil
	}
	if err != nil {
		return err
	}
	r.note(sentence.New("task-bundled", "The documents were combined as {name}.").With("name", made.Name))
	return r.saveResults(ctx, []Result{made})
}

// archive creates a ZIP archive of the documents of all rows.
func (r *run) archive(ctx context.Context) (result Result, err error) {
	err = r.withTempFile(func(out *os.File) error {
		archive := bundle.NewArchive(out)
		err := r.eachRow(ctx, RowDone, func(rows []Row) error { return r.pack(ctx, archive, rows) })
		if err == nil {
			err = archive.Close()
		}
		if err == nil {
			_, err = out.Seek(0, io.SeekStart)
		}
		if err == nil {
			result, err = r.storeResult(ctx, filetype.ReplaceExtension(r.t.TemplateName, filetype.Package), string(filetype.Package), out)
		}
		return err
	})
	return result, err
}

// pack adds the documents of rows to an archive. If the archive renames the first document of a row to make its name
// unique, pack also changes the name of the row.
func (r *run) pack(ctx context.Context, archive *bundle.Archive, rows []Row) error {
	renamed := map[int]string{}
	for _, row := range rows {
		for i, result := range row.Results {
			name, err := r.packOne(ctx, archive, &result)
			if err != nil {
				return err
			}
			if i == 0 && name != row.Name {
				renamed[row.Number] = name
			}
		}
	}
	if len(renamed) == 0 {
		return nil
	}
	return r.service.store.RenameTaskRows(ctx, r.t.ID, renamed)
}

func (r *run) packOne(ctx context.Context, archive *bundle.Archive, result *Result) (name string, err error) {
	file, err := r.service.content.Open(ctx, result.Content)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return archive.Add(result.Name, r.t.StartedAt, file)
}

// mergeRows merges the documents of all rows into one PDF.
func (r *run) mergeRows(ctx context.Context) (merged Result, err error) {
	var sources []pdf.Source
	err = r.eachRow(ctx, RowDone, func(rows []Row) error {
		for _, row := range rows {
			sources = append(sources, r.mergeSources(row.Results)...)
		}
		return nil
	})
	if err != nil {
		return merged, err
	}
	if len(sources) == 0 { // the package of templates made no documents
		return merged, failure("no-document", sentence.New("task-no-document", "No row created a document."))
	}
	return r.merge(ctx, sources, filetype.ReplaceExtension(r.t.TemplateName, filetype.Pdf))
}

// mergeSources converts results that are PDFs into sources for a merge.
func (r *run) mergeSources(pdfs []Result) (sources []pdf.Source) {
	for _, result := range pdfs {
		open := func(ctx context.Context) (*os.File, error) { return r.service.content.Open(ctx, result.Content) }
		sources = append(sources, pdf.Source{Key: result.Content, Open: open})
	}
	return sources
}

// withTempFile calls do with a temporary file, and removes the file afterwards.
func (r *run) withTempFile(do func(*os.File) error) (err error) {
	out, err := tempfile.New(r.service.tempDir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	return do(out)
}

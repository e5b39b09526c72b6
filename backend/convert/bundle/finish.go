package bundle

import (
	"context"

	"lectern/backend/convert/filetype"
	"lectern/backend/convert/template"
)

// File is a finished document with its name.
type File struct {
	Name    string
	Type    filetype.Type
	Content []byte
}

// PDFMaker converts documents to PDF and merges PDFs.
type PDFMaker interface {
	// PDF returns a document as a PDF. The argument extension is the extension of the document's file name, without a
	// dot.
	PDF(ctx context.Context, content []byte, extension string) ([]byte, error)
	// Merge returns one PDF with the pages of all given PDFs, in order.
	Merge(ctx context.Context, pdfs [][]byte) ([]byte, error)
}

// OutputFiles returns the filled documents in their own type or, if pdf is true, as PDFs. If the template requires
// merging, OutputFiles returns one PDF with the pages of all documents.
func OutputFiles(ctx context.Context, filled template.Result, pdf bool, maker PDFMaker) ([]File, error) {
	files, pdfs := make([]File, len(filled.Outputs)), make([][]byte, len(filled.Outputs))
	for i, output := range filled.Outputs {
		files[i] = File{output.Name, filetype.Type(output.Type), filled.Bytes[i]}
		if !pdf && filled.Merge == "" {
			continue
		}
		var err error
		if pdfs[i], err = maker.PDF(ctx, filled.Bytes[i], output.Type); err != nil {
			return nil, err
		}
		files[i] = File{filetype.ReplaceExtension(output.Name, filetype.Pdf), filetype.Pdf, pdfs[i]}
	}
	if filled.Merge == "" || len(files) == 0 {
		return files, nil
	}
	merged, err := maker.Merge(ctx, pdfs)
	return []File{{filled.Merge, filetype.Pdf, merged}}, err
}

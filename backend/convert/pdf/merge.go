package pdf

import (
	"context"
	"errors"
	"os"

	"lectern/backend/convert"
	"lectern/converters/wire"
)

// Merge writes one PDF with the pages of all sources, in order, to out, which must be open for writing and empty. There
// must be at least one source. The error is an [*convert.Error], or wraps [syscall.ENOSPC] if the disk is full.
//
// The process ends with the call, as in [Reader.Decrypt].
func (r *Reader) Merge(ctx context.Context, sources []Source, out *os.File) error {
	err := r.writeFile(ctx, sources[0], out, func(ctx context.Context, s *slot) error {
		if _, err := s.open(ctx, sources[0], ""); err != nil {
			return err
		}
		for _, further := range sources[1:] {
			if err := s.appendPages(ctx, further); err != nil {
				return err
			}
		}
		return nil
	})
	if failure, ok := errors.AsType[*convert.Error](err); ok {
		r.log.WarnContext(ctx, "PDFs could not be merged", "reason", failure.Reason, "detail", failure.Detail)
	}
	return err
}

// appendPages appends the pages of a source to the document that is open in the process.
func (s *slot) appendPages(ctx context.Context, further Source) error {
	file, err := further.Open(ctx)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = s.worker.exchange(ctx, wire.PDFRequest{Op: wire.PDFAppend}, file)
	return err
}

package pdf

import (
	"context"
	"errors"
	"os"

	"lectern/backend/convert"
	"lectern/converters/wire"
)

// Merge writes one PDF with the pages of all sources, in their order, to out, which is open for
// writing and empty. There is one at least. The error is an [*Error], or wraps [syscall.ENOSPC] where
// the disk is full.
//
// It is done in a process of its own that ends with it, as [PDF.Decrypt] is.
func (p *Reader) Merge(ctx context.Context, sources []Source, out *os.File) error {
	if err := p.joinWork(); err != nil {
		return err
	}
	defer p.work.Done()
	ctx, cancel := p.untilClosed(ctx)
	defer cancel()
	lane, begun := &slot{}, false
	err := p.inTurn(ctx, lane, sources[0], func(ctx context.Context) error {
		if begun {
			if err := empty(out); err != nil {
				return err
			}
		}
		begun = true
		return p.merge(ctx, lane, sources, out)
	})
	if failure, ok := errors.AsType[*convert.Error](err); ok {
		p.log.WarnContext(ctx, "pdfs not merged", "reason", failure.Reason, "detail", failure.Detail)
	}
	return err
}

// merge is called by who has the lane, which has no process yet, and a turn.
func (p *Reader) merge(ctx context.Context, lane *slot, sources []Source, out *os.File) error {
	if _, err := p.open(ctx, lane, sources[0], ""); err != nil {
		return err
	}
	defer lane.process.end()
	for _, further := range sources[1:] {
		if err := p.appendTo(ctx, lane, further); err != nil {
			return err
		}
	}
	_, err := lane.process.exchange(ctx, wire.PDFRequest{Op: wire.PDFDecrypt}, out)
	return err
}

// appendTo adds the pages of a source to the document that a lane's process has open.
func (p *Reader) appendTo(ctx context.Context, lane *slot, further Source) error {
	file, err := further.Open(ctx)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = lane.process.exchange(ctx, wire.PDFRequest{Op: wire.PDFAppend}, file)
	return err
}

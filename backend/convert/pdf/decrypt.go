package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"lectern/backend/convert"
	"lectern/converters/wire"
)

// maxPassword is how long a password of a PDF can be, in bytes (ISO 32000-2, 7.6.4.3.2).
const maxPassword = 127

// Decrypt writes the PDF without its encryption to out, which is open for writing
// and empty. The password is the user's or the owner's; one that is not needed does
// no harm. The error is an [*Error] with ReasonProtected where a password is needed
// and there is none, and with ReasonPassword where another one is. It wraps
// [syscall.ENOSPC] where the disk is full.
//
// It is done in a process of its own that ends with it, so that no password stays
// in the memory of one that reads other requests.
func (p *Reader) Decrypt(ctx context.Context, src Source, password string, out *os.File) error {
	if len(password) > maxPassword || strings.ContainsRune(password, 0) {
		return &convert.Error{Reason: convert.ReasonPassword, Detail: "no PDF has such a password"}
	}
	if err := p.joinWork(); err != nil {
		return err
	}
	defer p.work.Done()
	ctx, cancel := p.untilClosed(ctx)
	defer cancel()
	lane, begun := &slot{}, false
	err := p.inTurn(ctx, lane, src, func(ctx context.Context) error {
		if begun {
			if err := empty(out); err != nil {
				return err
			}
		}
		begun = true
		return p.decrypt(ctx, lane, src, password, out)
	})
	if failure, ok := errors.AsType[*convert.Error](err); ok {
		p.log.WarnContext(ctx, "pdf not decrypted", "document", src.Key, "reason", failure.Reason, "detail", failure.Detail)
	}
	return err
}

// joinWork has Close wait for the caller until it is done.
func (p *Reader) joinWork() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closing.Err() != nil {
		return convert.ErrClosed
	}
	p.work.Add(1)
	return nil
}

// decrypt is called by who has the lane, which has no process yet, and a turn.
func (p *Reader) decrypt(ctx context.Context, lane *slot, src Source, password string, out *os.File) error {
	if _, err := p.open(ctx, lane, src, password); err != nil {
		return err
	}
	defer lane.process.end()
	_, err := lane.process.exchange(ctx, wire.PDFRequest{Op: wire.PDFDecrypt}, out)
	return err
}

// empty takes away what an attempt that was stopped has written.
func empty(file *os.File) error {
	if err := file.Truncate(0); err != nil {
		return fmt.Errorf("decrypt: %w", err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("decrypt: %w", err)
	}
	return nil
}

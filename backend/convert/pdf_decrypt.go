package convert

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

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
func (p *PDF) Decrypt(ctx context.Context, src Source, password string, out *os.File) error {
	if len(password) > maxPassword || strings.ContainsRune(password, 0) {
		return &Error{Reason: ReasonPassword, Detail: "no PDF has such a password"}
	}
	d, err := p.enter(ctx, p.decryptKey())
	if err != nil {
		return err
	}
	defer p.forget(d)
	ctx, cancel := p.untilClosed(ctx)
	defer cancel()
	err = p.decrypt(ctx, src, password, out)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		return cause
	}
	var failure *Error
	if errors.As(err, &failure) {
		p.log.Warn("pdf not decrypted", "document", src.Key, "reason", failure.Reason, "detail", failure.Detail)
	}
	return err
}

// decryptKey is one that no document has and no other call.
func (p *PDF) decryptKey() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.decrypts++
	return fmt.Sprintf("decrypt %d", p.decrypts)
}

func (p *PDF) decrypt(ctx context.Context, src Source, password string, out *os.File) error {
	file, err := src.Open(ctx)
	if err != nil {
		return err
	}
	defer file.Close()
	process, err := p.take()
	if err != nil {
		return err
	}
	defer process.end()
	if _, err := process.exchange(ctx, wire.PDFRequest{Op: wire.PDFOpen, Password: password}, file); err != nil {
		return err
	}
	_, err = process.exchange(ctx, wire.PDFRequest{Op: wire.PDFDecrypt}, out)
	return err
}

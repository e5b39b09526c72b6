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

// maxPassword is the maximum length of a PDF password in bytes (ISO 32000-2, 7.6.4.3.2).
const maxPassword = 127

// Decrypt writes the PDF without encryption to out, which must be open for writing and empty. The password is that of
// the user or the owner. A PDF without a password is written as well. The error is an [*convert.Error] with
// convert.ReasonProtected if a password is needed but empty, or with convert.ReasonWrongPassword if the password is
// wrong. The error wraps [syscall.ENOSPC] if the disk is full.
//
// The process ends with the call, so that no password stays in the memory of a process that serves other requests.
func (r *Reader) Decrypt(ctx context.Context, src Source, password string, out *os.File) error {
	if len(password) > maxPassword || strings.ContainsRune(password, 0) {
		return &convert.Error{Reason: convert.ReasonWrongPassword, Detail: "no PDF can have such a password"}
	}
	err := r.writeFile(ctx, src, out, func(ctx context.Context, s *slot) error {
		_, err := s.open(ctx, src, password)
		return err
	})
	if failure, ok := errors.AsType[*convert.Error](err); ok {
		r.log.WarnContext(ctx, "a PDF could not be decrypted", "document", src.Key, "reason", failure.Reason, "detail", failure.Detail)
	}
	return err
}

// openFunc opens a document in the process of a slot. It is called again if it was preempted.
type openFunc func(ctx context.Context, s *slot) error

// writeFile starts a process for this call. It opens a document with the function open and writes the document to out
// without encryption.
func (r *Reader) writeFile(ctx context.Context, src Source, out *os.File, open openFunc) error {
	single, done, err := r.pool.singleUse()
	if err != nil {
		return err
	}
	defer done()
	attempts := r.schedulers.acquire(ctx, single, src)
	defer attempts.release()
	for begun := false; attempts.next(); begun = true {
		if begun { // out contains what a preempted attempt has written
			err = truncate(out)
		}
		if err == nil {
			err = single.writeFile(attempts.current, out, open)
		}
		attempts.finishCurrent(err)
	}
	return attempts.err
}

// writeFile opens a document in a process that ends with the call, and writes it to out.
func (s *slot) writeFile(ctx context.Context, out *os.File, open openFunc) error {
	defer s.stop()
	if err := open(ctx, s); err != nil {
		return err
	}
	_, err := s.worker.exchange(ctx, wire.PDFRequest{Op: wire.PDFDecrypt}, out)
	return err
}

// stop ends the process of the slot if it has one.
func (s *slot) stop() {
	if s.worker != nil {
		s.worker.terminate()
	}
}

// truncate removes the content of a file.
func truncate(file *os.File) error {
	if err := file.Truncate(0); err != nil {
		return fmt.Errorf("decrypt: %w", err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("decrypt: %w", err)
	}
	return nil
}

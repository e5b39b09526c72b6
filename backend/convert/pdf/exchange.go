package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"lectern/backend/convert"
	"lectern/converters/wire"
)

// cancelGrace is the time in which a process must stop a cancelled request. After that, the process is killed.
const cancelGrace = 250 * time.Millisecond

// maxCPU is the processor time after which a process is replaced. Without replacement, its sandbox would kill it after
// an hour of processor time, which many requests may use up over days.
const maxCPU = 10 * time.Minute

// errProcessGone is joined to the error of a request that did not reach its process, because the process was dead.
var errProcessGone = errors.New("the process had ended")

// exchange sends one request and, unless it is nil, the file. It returns the answer. If the request is not for a page,
// only the field Data of the answer is set. exchange returns at the deadline at the latest, and soon after ctx ends.
// The process is alive afterwards unless it crashed or had to be killed.
func (w *worker) exchange(ctx context.Context, request wire.PDFRequest, file *os.File) (wire.PDFResult, error) {
	w.lastID++
	request.ID = w.lastID
	_ = w.conn.SetDeadline(time.Now().Add(w.deadline)) // only fails on a closed connection, where writing fails as well
	cancelled := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(cancelled)
		w.cancel(request.ID)
	})
	defer func() {
		if !stop() {
			<-cancelled // cancel sets a deadline, which must not apply to the next request
		}
		w.conn.clearDeadline()
	}()
	if err := w.send(request, file); err != nil {
		return wire.PDFResult{}, errors.Join(w.killFor(err), errProcessGone)
	}
	var answer wire.PDFAnswer
	payload, err := wire.ReadFrame(w.in, &answer)
	if err == nil && answer.ID != request.ID {
		err = fmt.Errorf("response %d to request %d", answer.ID, request.ID)
	}
	if err != nil {
		return wire.PDFResult{}, w.killFor(err)
	}
	w.worn = answer.Ends || answer.Fault == wire.PDFMemory || answer.CPU > maxCPU.Seconds()
	return wire.PDFResult{Data: payload, Drawn: answer.Drawn}, w.faultError(answer)
}

// cancel asks the process to stop a request, and limits the time to wait for the answer.
func (w *worker) cancel(id uint64) {
	_ = w.conn.SetDeadline(time.Now().Add(cancelGrace))
	_ = w.send(wire.PDFRequest{ID: id, Op: wire.PDFCancel}, nil) // if it fails, reading the answer fails, too
}

// send writes a request, together with the file if it is not nil.
func (w *worker) send(request wire.PDFRequest, file *os.File) error {
	request.File = w.conn.fileName(file)
	var frame bytes.Buffer
	if err := wire.WriteFrame(&frame, request, nil); err != nil {
		return err
	}
	return w.conn.send(frame.Bytes(), file)
}

// killFor kills a process that did not answer properly, and returns the error of the request. err is the error of the
// connection.
func (w *worker) killFor(err error) *convert.Error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		w.terminate()
		return &convert.Error{Reason: convert.ReasonTimeout, Limit: w.deadline, Detail: "no response before the deadline"}
	}
	w.AwaitExit()
	w.terminate()
	return w.CrashError(err)
}

// faultReasons maps faults that a process reports to the reasons of errors.
var faultReasons = map[wire.PDFFault]convert.Reason{
	wire.PDFDamaged:       convert.ReasonDamaged,
	wire.PDFProtected:     convert.ReasonProtected,
	wire.PDFWrongPassword: convert.ReasonWrongPassword,
	wire.PDFEncrypted:     convert.ReasonEncryption,
	wire.PDFNested:        convert.ReasonNesting,
	wire.PDFEmpty:         convert.ReasonEmpty,
	wire.PDFPages:         convert.ReasonTooManyPages,
	wire.PDFNoPage:        convert.ReasonNoPage,
	wire.PDFMemory:        convert.ReasonMemory,
	wire.PDFTooMuch:       convert.ReasonMemory,
	wire.PDFCancelled:     convert.ReasonTimeout,
}

// faultError returns the error of an answer that reports a fault, or nil.
func (w *worker) faultError(answer wire.PDFAnswer) error {
	if answer.Fault == "" {
		return nil
	}
	if answer.Fault == wire.PDFNoSpace {
		return fmt.Errorf("pdf process: %s: %w", answer.Detail, syscall.ENOSPC)
	}
	reason, known := faultReasons[answer.Fault]
	if !known {
		reason = convert.ReasonCrashed
	}
	failure := &convert.Error{Reason: reason, Detail: answer.Detail}
	if reason == convert.ReasonTooManyPages {
		failure.Pages, failure.MaxPages = answer.Pages, w.maxPages
	}
	return failure
}

package convert

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"lectern/converters/wire"
)

// cancelGrace is how long a process may take to drop what was cancelled, before
// it is killed.
const cancelGrace = 250 * time.Millisecond

// wornOut is after how much processor time a process is replaced: its sandbox
// ends it at an hour, be it of one request or of many days.
const wornOut = 10 * time.Minute

// errGone is the cause of an Error whose process was dead before it had the request.
var errGone = errors.New("the process was gone")

// pdfReply is the payload of an answer, and what is known of it if it is a page that was drawn.
type pdfReply struct {
	payload []byte
	drawn   wire.Drawn
}

// exchange sends one request, with file if it is not nil, and returns its answer. It takes at most the deadline, and little
// more than nothing once ctx ends. The process is alive afterwards unless it
// crashed or had to be killed.
func (p *pdfProcess) exchange(ctx context.Context, request wire.PDFRequest, file *os.File) (pdfReply, error) {
	p.lastID++
	request.ID = p.lastID
	_ = p.conn.SetDeadline(time.Now().Add(p.deadline)) // fails on a closed one only, as the write does then
	cancelled := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(cancelled)
		p.cancel(request.ID)
	})
	defer func() {
		if !stop() {
			<-cancelled // it sets the deadline, which must not hit the next request
		}
		p.conn.rest()
	}()
	if err := p.send(request, file); err != nil {
		return pdfReply{}, errors.Join(p.failure(err), errGone)
	}
	var answer wire.PDFAnswer
	payload, err := wire.ReadFrame(p.in, &answer)
	if err == nil && answer.ID != request.ID {
		err = fmt.Errorf("answer %d to request %d", answer.ID, request.ID)
	}
	if err != nil {
		return pdfReply{}, p.failure(err)
	}
	p.worn = answer.Ends || answer.Fault == wire.PDFMemory || answer.CPU > wornOut.Seconds()
	return pdfReply{payload, answer.Drawn}, p.faultError(answer)
}

// cancel asks the process to drop a request, and bounds the wait for it.
func (p *pdfProcess) cancel(id uint64) {
	_ = p.conn.SetDeadline(time.Now().Add(cancelGrace))
	_ = p.send(wire.PDFRequest{ID: id, Op: wire.PDFCancel}, nil) // where this fails, the reader notices, too
}

// send writes the request, and hands the file over with it.
func (p *pdfProcess) send(request wire.PDFRequest, file *os.File) error {
	request.File = p.conn.fileName(file)
	var frame bytes.Buffer
	if err := wire.WriteFrame(&frame, request, nil); err != nil {
		return err
	}
	return p.conn.send(frame.Bytes(), file)
}

// failure kills a process that did not answer as it should, and says why.
func (p *pdfProcess) failure(err error) *Error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		p.end()
		return &Error{Reason: ReasonTimeout, Limit: p.deadline, Detail: "no answer before the deadline"}
	}
	p.awaitEnd()
	p.end()
	return p.crash(err)
}

// crashReason tells from a dead process's last words whether it ran out of
// memory, or could start no thread: Go's runtime and the C++ library say so, each in its own way.
func crashReason(said string) Reason {
	if strings.Contains(said, "failed to create new OS thread") || strings.Contains(said, "pthread_create failed") {
		return ReasonMachine
	}
	for _, sign := range []string{"out of memory", "cannot allocate memory", "Cannot allocate memory", "std::bad_alloc"} {
		if strings.Contains(said, sign) {
			return ReasonMemory
		}
	}
	return ReasonCrashed
}

var faultReasons = map[wire.PDFFault]Reason{
	wire.PDFDamaged:       ReasonDamaged,
	wire.PDFProtected:     ReasonProtected,
	wire.PDFWrongPassword: ReasonPassword,
	wire.PDFEncrypted:     ReasonEncryption,
	wire.PDFNested:        ReasonNesting,
	wire.PDFEmpty:         ReasonEmpty,
	wire.PDFPages:         ReasonPages,
	wire.PDFNoPage:        ReasonNoPage,
	wire.PDFMemory:        ReasonMemory,
	wire.PDFTooMuch:       ReasonMemory,
	wire.PDFCancelled:     ReasonTimeout,
}

func (p *pdfProcess) faultError(answer wire.PDFAnswer) error {
	if answer.Fault == "" {
		return nil
	}
	if answer.Fault == wire.PDFNoSpace {
		return fmt.Errorf("pdf process: %s: %w", answer.Detail, syscall.ENOSPC)
	}
	reason, known := faultReasons[answer.Fault]
	if !known {
		reason = ReasonCrashed
	}
	failure := &Error{Reason: reason, Detail: answer.Detail}
	if reason == ReasonPages {
		failure.Pages, failure.MaxPages = answer.Pages, p.maxPages
	}
	return failure
}

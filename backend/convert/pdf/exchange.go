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

// cancelGrace is how long a process may take to drop what was cancelled, before
// it is killed.
const cancelGrace = 250 * time.Millisecond

// wornOut is after how much processor time a process is replaced: its sandbox
// ends it at an hour, be it of one request or of many days.
const wornOut = 10 * time.Minute

// errGone is the cause of an Error whose process was dead before it had the request.
var errGone = errors.New("the process was gone")

// pdfReply is the payload of an answer, and what is known of it if it is a page that was drawn.
type reply struct {
	payload []byte
	drawn   wire.Drawn
}

// exchange sends one request, with file if it is not nil, and returns its answer. It takes at most the deadline, and little
// more than nothing once ctx ends. The process is alive afterwards unless it
// crashed or had to be killed.
func (p *worker) exchange(ctx context.Context, request wire.PDFRequest, file *os.File) (reply, error) {
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
		return reply{}, errors.Join(p.failure(err), errGone)
	}
	var answer wire.PDFAnswer
	payload, err := wire.ReadFrame(p.in, &answer)
	if err == nil && answer.ID != request.ID {
		err = fmt.Errorf("answer %d to request %d", answer.ID, request.ID)
	}
	if err != nil {
		return reply{}, p.failure(err)
	}
	p.worn = answer.Ends || answer.Fault == wire.PDFMemory || answer.CPU > wornOut.Seconds()
	return reply{payload, answer.Drawn}, p.faultError(answer)
}

// cancel asks the process to drop a request, and bounds the wait for it.
func (p *worker) cancel(id uint64) {
	_ = p.conn.SetDeadline(time.Now().Add(cancelGrace))
	_ = p.send(wire.PDFRequest{ID: id, Op: wire.PDFCancel}, nil) // where this fails, the reader notices, too
}

// send writes the request, and hands the file over with it.
func (p *worker) send(request wire.PDFRequest, file *os.File) error {
	request.File = p.conn.fileName(file)
	var frame bytes.Buffer
	if err := wire.WriteFrame(&frame, request, nil); err != nil {
		return err
	}
	return p.conn.send(frame.Bytes(), file)
}

// failure kills a process that did not answer as it should, and says why.
func (p *worker) failure(err error) *convert.Error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		p.end()
		return &convert.Error{Reason: convert.ReasonTimeout, Limit: p.deadline, Detail: "no answer before the deadline"}
	}
	p.AwaitExit()
	p.end()
	return p.CrashError(err)
}

var faultReasons = map[wire.PDFFault]convert.Reason{
	wire.PDFDamaged:       convert.ReasonDamaged,
	wire.PDFProtected:     convert.ReasonProtected,
	wire.PDFWrongPassword: convert.ReasonPassword,
	wire.PDFEncrypted:     convert.ReasonEncryption,
	wire.PDFNested:        convert.ReasonNesting,
	wire.PDFEmpty:         convert.ReasonEmpty,
	wire.PDFPages:         convert.ReasonPages,
	wire.PDFNoPage:        convert.ReasonNoPage,
	wire.PDFMemory:        convert.ReasonMemory,
	wire.PDFTooMuch:       convert.ReasonMemory,
	wire.PDFCancelled:     convert.ReasonTimeout,
}

func (p *worker) faultError(answer wire.PDFAnswer) error {
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
	if reason == convert.ReasonPages {
		failure.Pages, failure.MaxPages = answer.Pages, p.maxPages
	}
	return failure
}

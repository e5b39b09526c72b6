package process

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"lectern/backend/convert"
	"lectern/converters/wire"
)

// Worker is a process that answers frames on its standard input, one after another. It must not be used concurrently.
type Worker struct {
	*Process
	in       io.WriteCloser
	out      *bufio.Reader
	Requests int
	Busy     time.Duration // total time of its exchanges
}

// StartWorker starts a process of the converter. The argument args contains its command-line arguments. The messages of
// errors begin with the text in task.
func StartWorker(cfg convert.Config, task string, args ...string) (*Worker, error) {
	p := &Worker{Process: New(cfg, args...)}
	in, err := p.Cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", task, err)
	}
	out, err := p.Cmd.StdoutPipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", task, err), in.Close())
	}
	p.in, p.out = in, bufio.NewReader(out)
	if err := p.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", task, err)
	}
	return p, nil
}

// Frame is a message: a header, which is encoded as JSON, and a payload.
type Frame struct {
	Header  any
	Payload []byte
}

// Exchange sends a frame, decodes the header of the response into answer, and passes the payload of the response to the
// function read. The caller must stop the worker after an error. Errors are [*convert.Error], or the cause of ctx. If
// the time limit is exceeded, the error contains the text in detail.
func (p *Worker) Exchange(ctx context.Context, limit time.Duration, detail string, request Frame, answer any,
	read func(payload []byte) error) error {
	begin := time.Now()
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	stop := context.AfterFunc(limited, p.Kill)
	err := wire.WriteFrame(p.in, request.Header, request.Payload)
	if err == nil {
		var payload []byte
		if payload, err = wire.ReadFrame(p.out, answer); err == nil {
			err = read(payload)
		}
	}
	p.Requests++
	p.Busy += time.Since(begin)
	killed := !stop()
	switch {
	case killed && ctx.Err() != nil:
		return context.Cause(ctx)
	case killed:
		return &convert.Error{Reason: convert.ReasonTimeout, Limit: limit, Detail: detail}
	case err != nil:
		p.AwaitExit()
		p.Stop()
		return p.CrashError(err)
	}
	return nil
}

// Stop kills the process and waits until it has ended.
func (p *Worker) Stop() {
	p.Kill()
	<-p.Exited
}

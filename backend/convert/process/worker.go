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

// frameProcess is a process that answers frames on its standard input, one after the other. One at a
// time uses it.
type Worker struct {
	*Process
	in       io.WriteCloser
	out      *bufio.Reader
	Requests int
	Busy     time.Duration // at work
}

// startFrameProcess starts a process of the converter with words; task says in errors what for.
func StartWorker(cfg convert.Config, task string, words ...string) (*Worker, error) {
	p := &Worker{Process: New(cfg, words...)}
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

// frame is a header, which is encoded or decoded as JSON, and a payload.
type Frame struct {
	Header  any
	Payload []byte
}

// exchange sends a frame, and has the header of its answer decoded into answer, and its payload given to
// read. After an error the process must be ended. Errors are [*Error], with detail
// where the limit was passed, or ctx's cause.
func (p *Worker) Exchange(ctx context.Context, limit time.Duration, detail string, sent Frame, answer any,
	read func(payload []byte) error) error {
	begin := time.Now()
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	stop := context.AfterFunc(limited, p.Kill)
	err := wire.WriteFrame(p.in, sent.Header, sent.Payload)
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

// end kills the process, and waits until it is gone.
func (p *Worker) Stop() {
	p.Kill()
	<-p.Exited
}

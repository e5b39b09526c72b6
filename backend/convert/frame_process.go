package convert

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"lectern/converters/wire"
)

// frameProcess is a process that answers frames on its standard input, one after the other. One at a
// time uses it.
type frameProcess struct {
	*process
	in    io.WriteCloser
	out   *bufio.Reader
	asked int
	spent time.Duration // at work
}

// startFrameProcess starts a process of the converter with words; task says in errors what for.
func startFrameProcess(cfg Config, task string, words ...string) (*frameProcess, error) {
	p := &frameProcess{process: newProcess(cfg, words...)}
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", task, err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", task, err), in.Close())
	}
	p.in, p.out = in, bufio.NewReader(out)
	if err := p.start(); err != nil {
		return nil, fmt.Errorf("%s: %w", task, err)
	}
	return p, nil
}

// frame is a header, which is encoded or decoded as JSON, and a payload.
type frame struct {
	header  any
	payload []byte
}

// exchange sends a frame, and has the header of its answer decoded into answer, and its payload given to
// read. After an error the process must be ended. Errors are [*Error], with detail
// where the limit was passed, or ctx's cause.
func (p *frameProcess) exchange(ctx context.Context, limit time.Duration, detail string, sent frame, answer any,
	read func(payload []byte) error) error {
	begin := time.Now()
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	stop := context.AfterFunc(limited, p.kill)
	err := wire.WriteFrame(p.in, sent.header, sent.payload)
	if err == nil {
		var payload []byte
		if payload, err = wire.ReadFrame(p.out, answer); err == nil {
			err = read(payload)
		}
	}
	p.asked++
	p.spent += time.Since(begin)
	killed := !stop()
	switch {
	case killed && ctx.Err() != nil:
		return context.Cause(ctx)
	case killed:
		return &Error{Reason: ReasonTimeout, Limit: limit, Detail: detail}
	case err != nil:
		p.awaitEnd()
		p.end()
		return p.crash(err)
	}
	return nil
}

// end kills the process, and waits until it is gone.
func (p *frameProcess) end() {
	p.kill()
	<-p.exited
}

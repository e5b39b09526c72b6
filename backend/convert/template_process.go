package convert

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"lectern/converters/wire"
)

// When a process that fills templates is replaced, so that what it keeps in its memory goes: after
// so many requests, or so much time at work.
const (
	wornTemplates    = 500
	wornTemplateTime = 2 * time.Minute
)

// tooLarge is the code of the problem that what is sent to a process is too large.
const tooLarge = "too-large"

// templateRequest is a request with the bytes of its parts.
type templateRequest struct {
	wire.TemplateRequest
	bytes [][]byte
}

// payload gives the request as a frame has it.
func (r *templateRequest) payload() (head wire.TemplateHead, payload []byte, err error) {
	text, err := json.Marshal(r.TemplateRequest)
	if err != nil {
		return head, nil, err
	}
	size := len(text)
	for _, part := range r.bytes {
		size += len(part)
	}
	payload = append(make([]byte, 0, size), text...)
	for _, part := range r.bytes {
		payload = append(payload, part...)
	}
	return wire.TemplateHead{JSON: len(text)}, payload, nil
}

// templatePool keeps processes that are idle.
type templatePool struct {
	most     int
	idleTime time.Duration

	mu     sync.Mutex
	idle   []*templateProcess
	stop   *time.Timer // ends the idle ones, when there was nothing to do for a while
	closed bool
}

// take gives an idle process that lives, or a new one.
func (p *templatePool) take(cfg Config) (*templateProcess, error) {
	for {
		process, err := p.pop()
		if err != nil {
			return nil, err
		}
		if process == nil {
			return startTemplateProcess(cfg)
		}
		if process.alive() {
			return process, nil
		}
	}
}

// pop takes one of the idle processes; nil where there is none.
func (p *templatePool) pop() (*templateProcess, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.idle) - 1
	switch {
	case p.closed:
		return nil, ErrClosed
	case last < 0:
		return nil, nil
	}
	process := p.idle[last]
	p.idle = p.idle[:last]
	return process, nil
}

// put keeps a process for the next request, or ends it.
func (p *templatePool) put(process *templateProcess) {
	if !p.keep(process) {
		process.end()
	}
}

func (p *templatePool) keep(process *templateProcess) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || process.isWorn() || len(p.idle) >= p.most {
		return false
	}
	p.idle = append(p.idle, process)
	if p.stop == nil {
		p.stop = time.AfterFunc(p.idleTime, p.endIdle)
	}
	p.stop.Reset(p.idleTime)
	return true
}

func (p *templatePool) endIdle() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, process := range p.idle {
		process.end()
	}
	p.idle = nil
}

// close ends those that are idle; the others end with what they do.
func (p *templatePool) close() {
	p.mu.Lock()
	p.closed = true
	if p.stop != nil {
		p.stop.Stop()
	}
	p.mu.Unlock()
	p.endIdle()
}

// templateProcess is one process of `lectern-converter template`. One at a time uses it.
type templateProcess struct {
	*process
	in    io.WriteCloser
	out   *bufio.Reader
	asked int
	spent time.Duration
}

// templateArguments are what every process is started with.
func templateArguments() []string { return []string{fmt.Sprintf("--memory=%d", int64(templateMemory))} }

func startTemplateProcess(cfg Config) (*templateProcess, error) {
	p := &templateProcess{process: newProcess(cfg, append([]string{"template"}, templateArguments()...)...)}
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start template process: %w", err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start template process: %w", err), in.Close())
	}
	p.in, p.out = in, bufio.NewReader(out)
	if err := p.start(); err != nil {
		return nil, fmt.Errorf("start template process: %w", err)
	}
	cfg.Metrics.started(kindTemplate)
	return p, nil
}

// isWorn says whether the process has done so much that it is to be replaced.
func (p *templateProcess) isWorn() bool {
	return p.asked >= wornTemplates || p.spent > wornTemplateTime
}

// ask makes a request. After an error the process must be ended. Errors are [*Error], or ctx's
// cause.
func (p *templateProcess) ask(ctx context.Context, request templateRequest, limit time.Duration) (result TemplateResult, err error) {
	head, payload, err := request.payload()
	if err != nil {
		return result, err
	}
	if len(payload) > wire.MaxPayload {
		result.Problems = []wire.TemplateProblem{{Code: tooLarge}}
		return result, nil
	}
	begin := time.Now()
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	stop := context.AfterFunc(limited, p.kill)
	err = wire.WriteFrame(p.in, head, payload)
	if err == nil {
		var said wire.TemplateHead
		if payload, err = wire.ReadFrame(p.out, &said); err == nil {
			result, err = templateAnswer(said, payload)
		}
	}
	p.asked++
	p.spent += time.Since(begin)
	killed := !stop()
	switch {
	case killed && ctx.Err() != nil:
		return result, context.Cause(ctx)
	case killed:
		return result, &Error{Reason: ReasonTimeout, Limit: limit, Detail: "filling the template"}
	case err != nil:
		p.awaitEnd()
		p.end()
		return result, p.crash(err)
	}
	return result, nil
}

// end kills the process, and waits until it is gone.
func (p *templateProcess) end() {
	p.kill()
	<-p.exited
}

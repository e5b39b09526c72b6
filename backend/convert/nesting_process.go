package convert

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"lectern/converters/wire"
)

// wornLooks is after how much time at work a process that looks is replaced: its sandbox
// ends it after two minutes of the processor's.
const wornLooks = 10 * time.Second

// nestingProcesses look whether documents are nested too deeply, each one after the other:
// to start a process for every small one costs more than the look. They parse in Go
// alone, in the same sandbox as those for one document.
type nestingProcesses struct {
	looks *OOXML

	mu     sync.Mutex
	idle   []*nestingProcess
	stop   *time.Timer // ends the idle ones, when there was nothing to do for a while
	closed bool
}

// look has a process look into a document.
func (n *nestingProcesses) look(ctx context.Context, document []byte) (said string, status int, err error) {
	process, err := n.take()
	if err != nil {
		return "", 0, err
	}
	answer, err := process.ask(ctx, document, n.looks.cfg.Deadline)
	if err != nil {
		process.end()
		return "", 0, err
	}
	n.put(process)
	return answer.Said, answer.Status, nil
}

// take gives an idle process that lives, or a new one.
func (n *nestingProcesses) take() (*nestingProcess, error) {
	for {
		process, err := n.pop()
		if err != nil {
			return nil, err
		}
		if process == nil {
			return startNestingProcess(n.looks.cfg)
		}
		if process.alive() {
			return process, nil
		}
	}
}

// pop takes one of the idle processes; nil where there is none.
func (n *nestingProcesses) pop() (*nestingProcess, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	last := len(n.idle) - 1
	switch {
	case n.closed:
		return nil, ErrClosed
	case last < 0:
		return nil, nil
	}
	process := n.idle[last]
	n.idle = n.idle[:last]
	return process, nil
}

// put keeps a process for the next document, or ends it where there are enough.
func (n *nestingProcesses) put(process *nestingProcess) {
	if !n.keep(process) {
		process.end()
	}
}

func (n *nestingProcesses) keep(process *nestingProcess) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed || process.spent > wornLooks || len(n.idle) >= max(n.looks.cfg.Workers, 1) {
		return false
	}
	n.idle = append(n.idle, process)
	if n.stop == nil {
		n.stop = time.AfterFunc(n.looks.cfg.Idle, n.endIdle)
	}
	n.stop.Reset(n.looks.cfg.Idle)
	return true
}

func (n *nestingProcesses) endIdle() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, process := range n.idle {
		process.end()
	}
	n.idle = nil
}

// close ends those that are idle; the others end with what they do.
func (n *nestingProcesses) close() {
	n.mu.Lock()
	n.closed = true
	if n.stop != nil {
		n.stop.Stop()
	}
	n.mu.Unlock()
	n.endIdle()
}

// nestingProcess is one process of `lectern-converter ooxml nestings`. One at a time uses it.
type nestingProcess struct {
	*process
	in    io.WriteCloser
	out   *bufio.Reader
	spent time.Duration
}

func startNestingProcess(cfg Config) (*nestingProcess, error) {
	p := &nestingProcess{process: newProcess(cfg, append(append([]string{"ooxml"}, ooxmlArguments()...), nestingLevels(cfg), wire.OOXMLNestings)...)}
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("look into package: %w", err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("look into package: %w", err), in.Close())
	}
	p.in, p.out = in, bufio.NewReader(out)
	if err := p.start(); err != nil {
		return nil, fmt.Errorf("look into package: %w", err)
	}
	return p, nil
}

// ask has the process look into a document. After an error it must be ended. Errors are
// [*Error], or ctx's cause.
func (p *nestingProcess) ask(ctx context.Context, document []byte, limit time.Duration) (answer wire.NestingAnswer, err error) {
	begin := time.Now()
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	stop := context.AfterFunc(limited, p.kill)
	if err = wire.WriteFrame(p.in, struct{}{}, document); err == nil {
		_, err = wire.ReadFrame(p.out, &answer)
	}
	p.spent += time.Since(begin)
	killed := !stop()
	switch {
	case killed && ctx.Err() != nil:
		return answer, context.Cause(ctx)
	case killed:
		return answer, &Error{Reason: ReasonTimeout, Limit: limit, Detail: "looking into the package"}
	case err != nil:
		p.awaitEnd()
		p.end()
		return answer, p.crash(err)
	}
	return answer, nil
}

// end kills the process, and waits until it is gone.
func (p *nestingProcess) end() {
	p.kill()
	<-p.exited
}

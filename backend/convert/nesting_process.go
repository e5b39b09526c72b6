package convert

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"syscall"
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

func (n *nestingProcesses) take() (*nestingProcess, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return nil, ErrClosed
	}
	for last := len(n.idle) - 1; last >= 0; last-- {
		process := n.idle[last]
		n.idle = n.idle[:last]
		if process.alive() {
			return process, nil
		}
		process.end()
	}
	return startNestingProcess(n.looks.cfg)
}

// put keeps a process for the next document, or ends it where there are enough.
func (n *nestingProcesses) put(process *nestingProcess) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed || process.spent > wornLooks || len(n.idle) >= max(n.looks.cfg.Workers, 1) {
		process.end()
		return
	}
	n.idle = append(n.idle, process)
	if n.stop == nil {
		n.stop = time.AfterFunc(n.looks.cfg.Idle, n.endIdle)
	}
	n.stop.Reset(n.looks.cfg.Idle)
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
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	said  *tail // on standard error
	spent time.Duration
	gone  chan struct{} // closed when it is gone and reaped
}

func startNestingProcess(cfg Config) (*nestingProcess, error) {
	p := &nestingProcess{said: &tail{}, gone: make(chan struct{})}
	p.cmd = exec.Command(cfg.Converter, append(append([]string{"ooxml"}, ooxmlArguments()...), nestingLevels(cfg), wire.OOXMLNestings)...)
	p.cmd.Env, p.cmd.Dir, p.cmd.Stderr = []string{}, "/", p.said
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.WaitDelay = time.Second
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("look into package: %w", err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("look into package: %w", err), in.Close())
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("look into package: %w", err)
	}
	p.in, p.out = in, bufio.NewReader(out)
	go p.reap()
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
		p.end()
		return answer, &Error{Reason: crashReason(p.said.String()), Detail: fmt.Sprintf("%v; %v; %s", err, p.cmd.ProcessState, p.said)}
	}
	return answer, nil
}

func (p *nestingProcess) kill() {
	if p.alive() {
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) // fails where it is gone
	}
}

// reap waits for the process's end. An answer that is under way then is lost: it is not to
// be believed.
func (p *nestingProcess) reap() {
	_ = p.cmd.Wait() // how it ended is in cmd.ProcessState
	close(p.gone)
}

// alive is false once the process is gone.
func (p *nestingProcess) alive() bool {
	select {
	case <-p.gone:
		return false
	default:
		return true
	}
}

// end kills the process, and waits until it is gone.
func (p *nestingProcess) end() {
	p.kill()
	<-p.gone
}

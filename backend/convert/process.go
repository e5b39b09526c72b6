package convert

import (
	"fmt"
	"os/exec"
	"sync/atomic"
	"time"
)

// process is one of the converter's that serves many requests. It inherits no variable, no
// file and no working folder of the server.
type process struct {
	cmd    *exec.Cmd
	said   *tail         // on standard error
	exited chan struct{} // closed when it is gone and reaped
	killed atomic.Bool   // by us
}

// newProcess gives one with these words that is still to be started.
func newProcess(cfg Config, words ...string) *process {
	p := &process{cmd: exec.Command(cfg.Converter, words...), said: &tail{}, exited: make(chan struct{})}
	p.cmd.Stderr = p.said
	bare(p.cmd)
	return p
}

// bare has a command begin with nothing of the server's, in a group of its own.
func bare(cmd *exec.Cmd) {
	cmd.Env, cmd.Dir = []string{}, "/"
	ownGroup(cmd)
	cmd.WaitDelay = time.Second
}

// priority is that of converters, as nice(1) has it: who asks the server for something comes
// before what is converted behind. Among each other they are equal.
const priority = 5

// yield has a process that has just been started, and all that it starts, leave more of the
// processors to the server.
func yield(cmd *exec.Cmd) {
	setPriority(cmd.Process, priority)
}

func (p *process) start() error {
	if err := p.cmd.Start(); err != nil {
		return err
	}
	yield(p.cmd)
	go p.reap()
	return nil
}

// reap waits for the end. Of pipes, what is under way then is lost: it is not to be believed.
func (p *process) reap() {
	_ = p.cmd.Wait() // how it ended is in cmd.ProcessState
	p.killGroup()
	close(p.exited)
}

// alive is false once the process is gone.
func (p *process) alive() bool {
	select {
	case <-p.exited:
		return false
	default:
		return true
	}
}

// kill ends the process and all that it started, if it is not gone.
func (p *process) kill() {
	if p.alive() {
		p.killed.Store(true)
		p.killGroup()
	}
}

func (p *process) killGroup() {
	_ = killGroup(p.cmd.Process) // fails where all are gone
}

// deathWait is how long the end of a process is waited for that says no more: who has killed
// it is seen as long as we have not.
const deathWait = time.Second

// awaitEnd waits a moment for a process that is at its end.
func (p *process) awaitEnd() {
	timer := time.NewTimer(deathWait)
	defer timer.Stop()
	select {
	case <-p.exited:
	case <-timer.C:
	}
}

// crash is the error of a process that is gone, because of err.
func (p *process) crash(err error) *Error {
	reason := crashReason(p.said.String())
	return &Error{
		Reason: reason, Resource: threadsOf(reason), Killed: reason == ReasonCrashed && !p.killed.Load() && wasKilled(p.cmd.ProcessState),
		Detail: fmt.Sprintf("%v; %v; %s", err, p.cmd.ProcessState, p.said),
	}
}

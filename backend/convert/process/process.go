// Package process starts the processes of the converter program, limits them and kills them.
package process

import (
	"os/exec"
	"sync/atomic"
	"time"

	"lectern/backend/convert"
)

// process is one of the converter's that serves many requests. It inherits no variable, no
// file and no working folder of the server.
type Process struct {
	Cmd    *exec.Cmd
	stderr *Tail         // on standard error
	Exited chan struct{} // closed when it is gone and reaped
	killed atomic.Bool   // by us
}

// newProcess gives one with these words that is still to be started.
func New(cfg convert.Config, words ...string) *Process {
	p := &Process{Cmd: exec.Command(cfg.Converter, words...), stderr: &Tail{}, Exited: make(chan struct{})}
	p.Cmd.Stderr = p.stderr
	Isolate(p.Cmd)
	return p
}

// bare has a command begin with nothing of the server's, in a group of its own.
func Isolate(cmd *exec.Cmd) {
	cmd.Env, cmd.Dir = []string{}, "/"
	OwnGroup(cmd)
	cmd.WaitDelay = time.Second
}

// priority is that of converters, as nice(1) has it: who asks the server for something comes
// before what is converted behind. Among each other they are equal.
const priority = 5

// slowPriority is that of a process that gives way to others, as nice(1) has it.
const SlowPriority = priority + 10

// yield has a process that has just been started, and all that it starts, leave more of the
// processors to the server.
func LowerPriority(cmd *exec.Cmd) {
	SetPriority(cmd.Process, priority)
}

func (p *Process) Start() error {
	if err := p.Cmd.Start(); err != nil {
		return err
	}
	LowerPriority(p.Cmd)
	go p.reap()
	return nil
}

// reap waits for the end. Of pipes, what is under way then is lost: it is not to be believed.
func (p *Process) reap() {
	_ = p.Cmd.Wait() // how it ended is in cmd.ProcessState
	p.killGroup()
	close(p.Exited)
}

// alive is false once the process is gone.
func (p *Process) Alive() bool {
	select {
	case <-p.Exited:
		return false
	default:
		return true
	}
}

// kill ends the process and all that it started, if it is not gone.
func (p *Process) Kill() {
	if p.Alive() {
		p.killed.Store(true)
		p.killGroup()
	}
}

func (p *Process) killGroup() {
	_ = KillGroup(p.Cmd.Process) // fails where all are gone
}

// deathWait is how long the end of a process is waited for that says no more: who has killed
// it is seen as long as we have not.
const ExitGrace = time.Second

// awaitEnd waits a moment for a process that is at its end.
func (p *Process) AwaitExit() {
	timer := time.NewTimer(ExitGrace)
	defer timer.Stop()
	select {
	case <-p.Exited:
	case <-timer.C:
	}
}

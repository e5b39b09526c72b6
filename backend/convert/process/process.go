// Package process starts processes of the converter program, limits their resources, and kills them.
package process

import (
	"context"
	"os/exec"
	"sync/atomic"
	"time"

	"lectern/backend/convert"
	"lectern/backend/internal/retry"
)

// Process is a process of the converter program that serves many requests. It inherits no environment variables, open
// files or working folder from the server.
type Process struct {
	Cmd    *exec.Cmd
	stderr *Excerpt      // its error output
	Exited chan struct{} // closed when the process has ended and was waited for
	killed atomic.Bool   // set by Kill
}

// New returns a process with the given arguments that is not started yet.
func New(cfg convert.Config, args ...string) *Process {
	p := &Process{Cmd: exec.Command(cfg.Converter, args...), stderr: &Excerpt{}, Exited: make(chan struct{})}
	p.Cmd.Stderr = p.stderr
	Isolate(p.Cmd)
	return p
}

// Isolate makes a command start in its own process group, without environment variables, and with / as its working
// folder.
func Isolate(cmd *exec.Cmd) {
	cmd.Env, cmd.Dir = []string{}, "/"
	SetOwnGroup(cmd)
	cmd.WaitDelay = time.Second
}

// priority is the nice value of all converters, so that requests to the server take precedence over conversions.
const priority = 5

// SlowPriority is the nice value of a process that lets other converters run first.
const SlowPriority = priority + 10

// LowerPriority sets the nice value of a process that was just started, and of its children, to the constant priority.
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

// reap waits for the end of the process. Unread data in its pipes is lost. That does no harm, because a request whose
// process ends has failed anyway.
func (p *Process) reap() {
	_ = p.Cmd.Wait() // the result is in cmd.ProcessState
	p.killGroup()
	close(p.Exited)
}

// Alive reports whether the process has not ended yet.
func (p *Process) Alive() bool {
	select {
	case <-p.Exited:
		return false
	default:
		return true
	}
}

// Kill kills the process and its children if it has not ended.
func (p *Process) Kill() {
	if p.Alive() {
		p.killed.Store(true)
		p.killGroup()
	}
}

func (p *Process) killGroup() {
	_ = KillGroup(p.Cmd.Process) // fails if all have ended
}

// ExitGrace is the time that the server waits for an unresponsive process to exit by itself before it kills the
// process. After the server has killed the process, the exit status no longer shows whether somebody else had killed it
// before.
const ExitGrace = time.Second

// AwaitExit waits up to ExitGrace for the process to end.
func (p *Process) AwaitExit() {
	retry.WaitFor(context.Background(), p.Exited, ExitGrace)
}

package process

import (
	"fmt"
	"strings"

	"lectern/backend/convert"
)

// crash is the error of a process that is gone, because of err.
func (p *Process) CrashError(err error) *convert.Error {
	reason := CrashReason(p.stderr.String())
	return &convert.Error{
		Reason: reason, Resource: MachineResource(reason), Killed: reason == convert.ReasonCrashed && !p.killed.Load() && WasKilled(p.Cmd.ProcessState),
		Detail: fmt.Sprintf("%v; %v; %s", err, p.Cmd.ProcessState, p.stderr),
	}
}

// crashReason tells from a dead process's last words whether it ran out of
// memory, or could start no thread: Go's runtime and the C++ library say so, each in its own way.
func CrashReason(said string) convert.Reason {
	if strings.Contains(said, "failed to create new OS thread") || strings.Contains(said, "pthread_create failed") {
		return convert.ReasonMachine
	}
	for _, sign := range []string{"out of memory", "cannot allocate memory", "Cannot allocate memory", "std::bad_alloc"} {
		if strings.Contains(said, sign) {
			return convert.ReasonMemory
		}
	}
	return convert.ReasonCrashed
}

// threadsOf is the resource of a process that died for a reason: of those with [ReasonMachine], threads, which count as
// processes.
func MachineResource(reason convert.Reason) convert.Resource {
	if reason == convert.ReasonMachine {
		return convert.ResourceProcesses
	}
	return ""
}

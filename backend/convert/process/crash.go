package process

import (
	"fmt"
	"strings"

	"lectern/backend/convert"
)

// CrashError returns the error for a process that has ended, with err as its cause.
func (p *Process) CrashError(err error) *convert.Error {
	reason := CrashReason(p.stderr.String())
	return &convert.Error{
		Reason: reason, Resource: MachineResource(reason), Killed: reason == convert.ReasonCrashed && !p.killed.Load() &&
			WasKilled(p.Cmd.ProcessState),
		Detail: fmt.Sprintf("%v; %v; %s", err, p.Cmd.ProcessState, p.stderr),
	}
}

// CrashReason returns the reason for the end of a process by its error output: Go's runtime and the C++ library report in their
// own ways that memory ran out or that no thread could be started.
func CrashReason(output string) convert.Reason {
	if strings.Contains(output, "failed to create new OS thread") || strings.Contains(output, "pthread_create failed") {
		return convert.ReasonMachine
	}
	for _, sign := range []string{"out of memory", "cannot allocate memory", "Cannot allocate memory", "std::bad_alloc"} {
		if strings.Contains(output, sign) {
			return convert.ReasonMemory
		}
	}
	return convert.ReasonCrashed
}

// MachineResource returns the resource that ended a process for the given reason: threads, which count as processes, for
// [convert.ReasonMachine], and none otherwise.
func MachineResource(reason convert.Reason) convert.Resource {
	if reason == convert.ReasonMachine {
		return convert.ResourceProcesses
	}
	return ""
}

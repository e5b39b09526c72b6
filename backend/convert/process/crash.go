package process

import (
	"fmt"
	"strings"

	"lectern/backend/convert"
)

// CrashError returns the error of a process that has ended, with err as its cause.
func (p *Process) CrashError(err error) *convert.Error {
	reason := CrashReason(p.stderr.String())
	return &convert.Error{
		Reason: reason, Resource: MachineResource(reason), Killed: reason == convert.ReasonCrashed && !p.killed.Load() &&
			WasKilled(p.Cmd.ProcessState),
		Detail: fmt.Sprintf("%v; %v; %s", err, p.Cmd.ProcessState, p.stderr),
	}
}

// CrashReason returns the reason why a process has ended, by its error output. Go's runtime and the C++ library have
// different messages for a lack of memory or of threads.
func CrashReason(output string) convert.Reason {
	if strings.Contains(output, "failed to create new OS thread") || strings.Contains(output, "pthread_create failed") {
		return convert.ReasonMachineLimit
	}
	for _, sign := range []string{"out of memory", "cannot allocate memory", "Cannot allocate memory", "std::bad_alloc"} {
		if strings.Contains(output, sign) {
			return convert.ReasonMemory
		}
	}
	return convert.ReasonCrashed
}

// MachineResource returns the resource that a process lacked if it ended for [convert.ReasonMachineLimit]:
// processes, because threads count as processes. It returns "" for other reasons.
func MachineResource(reason convert.Reason) convert.Resource {
	if reason == convert.ReasonMachineLimit {
		return convert.ResourceProcesses
	}
	return ""
}

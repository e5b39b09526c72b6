package convert

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"testing"
)

// An error about a limit of the machine does not blame the document.
func TestMachineLimitIsNotBlamedOnTheDocument(t *testing.T) {
	start := func(errno syscall.Errno) error {
		return fmt.Errorf("start LibreOffice: %w", &os.PathError{Op: "fork/exec", Path: "/lectern-converter", Err: errno})
	}
	for name, test := range map[string]struct {
		err  error
		want Resource
	}{
		"no descriptor":             {start(syscall.EMFILE), ResourceDescriptors},
		"none in the whole system":  {fmt.Errorf("socket pair: %w", syscall.ENFILE), ResourceDescriptors},
		"no memory for a process":   {start(syscall.ENOMEM), ResourceMemory},
		"no process":                {start(syscall.EAGAIN), ResourceProcesses},
		"a pipe that is full":       {fmt.Errorf("write: %w", syscall.EAGAIN), ""},
		"another error":             {start(syscall.ENOENT), ""},
		"a damaged document":        {&Error{Reason: ReasonDamaged}, ""},
		"a document that is greedy": {&Error{Reason: ReasonMemory}, ""},
		"nothing":                   {nil, ""},
	} {
		got := MachineError(Config{Memory: 1}, test.err)
		failed, ok := errors.AsType[*Error](got)
		if test.want == "" && !errors.Is(got, test.err) || test.want != "" && (!ok || failed.Reason != ReasonMachineLimit ||
			failed.Resource != test.want) {
			t.Errorf("%s: got %#v, want %q", name, got, test.want)
		}
	}
}

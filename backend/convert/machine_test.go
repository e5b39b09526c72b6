package convert

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"testing"

	"lectern/converters/wire"
)

// What the machine has led to is not the document's fault.
func TestBlameMachine(t *testing.T) {
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
		got := Config{Memory: 1}.blameMachine(test.err)
		failed, ok := errors.AsType[*Error](got)
		if test.want == "" && !errors.Is(got, test.err) || test.want != "" && (!ok || failed.Reason != ReasonMachine ||
			failed.Resource != test.want) {
			t.Errorf("%s: got %#v, want %q", name, got, test.want)
		}
	}
}

// A process that could start no thread, and an engine that may open too few files, say so.
func TestLimitsThatConvertersTell(t *testing.T) {
	if got := crashReason("runtime/cgo: pthread_create failed: Resource temporarily unavailable"); got != ReasonMachine {
		t.Errorf("no thread is %s", got)
	}
	if got := (Config{}).fatalError(wire.FatalDescriptors, ""); got.Reason != ReasonMachine || got.Resource != ResourceDescriptors ||
		!got.Standing {
		t.Errorf("too few descriptors are %#v", got)
	}
	if got := (Config{}).fatalError("LibreOffice cannot be loaded", ""); got.Reason != ReasonNoEngine {
		t.Errorf("no engine is %#v", got)
	}
	if got := officeReason(wire.FailedMachine); got != ReasonMachine {
		t.Errorf("a child that cannot be made is %s", got)
	}
}

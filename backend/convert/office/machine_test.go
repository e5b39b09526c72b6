package office

import (
	"testing"

	"lectern/backend/convert"
	"lectern/backend/convert/process"
	"lectern/converters/wire"
)

// If a process could not start a thread, or LibreOffice cannot open enough files, the error names the machine's limit.
func TestErrorsNameTheMachineLimit(t *testing.T) {
	if got := process.CrashReason("runtime/cgo: pthread_create failed: Resource temporarily unavailable"); got != convert.ReasonMachineLimit {
		t.Errorf("no thread is %s", got)
	}
	if got := fatalError(convert.Config{}, wire.FatalDescriptors, ""); got.Reason != convert.ReasonMachineLimit ||
		got.Resource != convert.ResourceDescriptors ||
		!got.Permanent {
		t.Errorf("too few descriptors are %#v", got)
	}
	if got := fatalError(convert.Config{}, "LibreOffice cannot be loaded", ""); got.Reason != convert.ReasonNoEngine {
		t.Errorf("no engine is %#v", got)
	}
	if got := failureReason(wire.FailedMachine); got != convert.ReasonMachineLimit {
		t.Errorf("a child that cannot be made is %s", got)
	}
}

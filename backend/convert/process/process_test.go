package process

import (
	"errors"
	"syscall"
	"testing"

	"lectern/backend/convert"
)

// A process that somebody else has killed is distinguished from a process that the server has killed, and from a
// process that exited by itself.
func TestProcessKilledByOthers(t *testing.T) {
	end := func(signal syscall.Signal) func(*Process) {
		return func(p *Process) {
			if err := p.Cmd.Process.Signal(signal); err != nil {
				t.Error(err)
			}
		}
	}
	for name, test := range map[string]struct {
		script string
		end    func(*Process)
		killed bool
	}{
		"killed":          {"exec sleep 60", end(syscall.SIGKILL), true},
		"told to end":     {"exec sleep 60", end(syscall.SIGTERM), true},
		"crashed":         {"exec sleep 60", end(syscall.SIGSEGV), false},
		"killed by us":    {"exec sleep 60", (*Process).Kill, false},
		"left":            {"exit 3", func(*Process) {}, false},
		"short of memory": {"echo out of memory >&2; kill -KILL $$", func(*Process) {}, false},
	} {
		p := New(convert.Config{Converter: "/bin/sh"}, "-c", test.script)
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		test.end(p)
		<-p.Exited
		if got := p.CrashError(errors.New("it is gone")); got.Killed != test.killed {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

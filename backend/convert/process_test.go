package convert

import (
	"errors"
	"syscall"
	"testing"
)

// A process that somebody else has killed is told from one that we had to kill, or that has ended by itself.
func TestProcessKilledByOthers(t *testing.T) {
	end := func(signal syscall.Signal) func(*process) {
		return func(p *process) {
			if err := p.cmd.Process.Signal(signal); err != nil {
				t.Error(err)
			}
		}
	}
	for name, test := range map[string]struct {
		script string
		end    func(*process)
		killed bool
	}{
		"killed":          {"exec sleep 60", end(syscall.SIGKILL), true},
		"told to end":     {"exec sleep 60", end(syscall.SIGTERM), true},
		"crashed":         {"exec sleep 60", end(syscall.SIGSEGV), false},
		"killed by us":    {"exec sleep 60", (*process).kill, false},
		"left":            {"exit 3", func(*process) {}, false},
		"short of memory": {"echo out of memory >&2; kill -KILL $$", func(*process) {}, false},
	} {
		p := newProcess(Config{Converter: "/bin/sh"}, "-c", test.script)
		if err := p.start(); err != nil {
			t.Fatal(err)
		}
		test.end(p)
		<-p.exited
		if got := p.crash(errors.New("it is gone")); got.Killed != test.killed {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

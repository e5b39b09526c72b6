package lecterntest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// AwaitConvertersGone waits until the converters of a stopped server have ended.
func AwaitConvertersGone(t *testing.T, data string) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	end := time.After(WaitTimeout)
	for ProcessesOf(t, data) > 0 {
		select {
		case <-tick.C:
		case <-end:
			t.Fatal("converters outlive their server")
		}
	}
}

// ProcessesOf returns the number of processes that have files of a folder open, or have the path of the folder in their
// arguments or environment.
func ProcessesOf(t *testing.T, data string) int {
	t.Helper()
	n := 0
	processes, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	for _, process := range processes {
		if process == "/proc/self" || usesFolder(process, data) {
			n++
		}
	}
	return n
}

func usesFolder(process, data string) bool {
	for _, name := range []string{"cmdline", "environ"} {
		if text, err := os.ReadFile(filepath.Join(process, name)); err == nil && strings.Contains(string(text), data) {
			return true
		}
	}
	if cwd, err := os.Readlink(filepath.Join(process, "cwd")); err == nil && strings.HasPrefix(cwd, data) {
		return true
	}
	return false
}

package conversion_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// descendants returns the command lines of all descendants of a process.
func descendants(t testing.TB, pid int) []string {
	t.Helper()
	var found []string
	for _, child := range lecterntest.ChildPIDs(t, pid) {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", child)) // the process may have ended
		found = append(found, strings.ReplaceAll(string(line), "\x00", " "))
		found = append(found, descendants(t, child)...)
	}
	return found
}

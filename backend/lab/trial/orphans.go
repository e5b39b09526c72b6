package trial

import (
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// settleTime is how long ending processes may take to disappear.
const settleTime = 5 * time.Second

// AwaitEmpty calls list repeatedly until it returns nothing, or the time limit has passed. It returns the last result.
func AwaitEmpty(list func() []string) []string {
	for end := time.Now().Add(settleTime); ; time.Sleep(50 * time.Millisecond) {
		if found := list(); len(found) == 0 || time.Now().After(end) {
			return found
		}
	}
}

// AdoptOrphans makes this process the parent of all descendants whose own parents end. As a result, [Orphans] finds
// processes that outlive the server.
func AdoptOrphans() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("adopt orphans: %w", err)
	}
	return nil
}

// Orphans returns the command lines of the children of this process. It also removes children that have ended from the
// process table. Call it when there should be no children.
func Orphans() (lines []string) {
	for {
		if pid, err := unix.Wait4(-1, nil, unix.WNOHANG, nil); err != nil || pid <= 0 {
			break
		}
	}
	for _, pid := range Children(os.Getpid()) {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)) // empty if the process has ended in the meantime
		lines = append(lines, fmt.Sprintf("process %d: %s", pid, strings.ReplaceAll(string(line), "\x00", " ")))
	}
	return lines
}

package trial

import (
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// settleTime is how long what ends may take to be gone.
const settleTime = 5 * time.Second

// Settle looks until there is nothing any more, or the time has passed, and gives what
// there is then.
func Settle(look func() []string) []string {
	for end := time.Now().Add(settleTime); ; time.Sleep(50 * time.Millisecond) {
		if found := look(); len(found) == 0 || time.Now().After(end) {
			return found
		}
	}
}

// AdoptOrphans has the kernel hand this process every descendant whose parent ends, so
// that none that outlives the server is missed.
func AdoptOrphans() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("adopt orphans: %w", err)
	}
	return nil
}

// Orphans gives the command lines of the children of this process, and forgets those
// that have ended. It is for when there should be none.
func Orphans() (lines []string) {
	for {
		if pid, err := unix.Wait4(-1, nil, unix.WNOHANG, nil); err != nil || pid <= 0 {
			break
		}
	}
	for _, pid := range Children(os.Getpid()) {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)) // it may just have ended
		lines = append(lines, fmt.Sprintf("process %d: %s", pid, strings.ReplaceAll(string(line), "\x00", " ")))
	}
	return lines
}

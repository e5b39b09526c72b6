//go:build unix

package office

import (
	"io"
	"os"
	"os/exec"
	"time"
)

// processTree shows when the last process of a tree has ended. All processes of the tree hold the write end of a pipe, so the
// read end reaches the end of file then.
type processTree struct{ ours, held *os.File }

// newProcessTree makes a command that is not started yet, and all its children, hold the pipe.
func newProcessTree(cmd *exec.Cmd) (*processTree, error) {
	ours, held, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.ExtraFiles = []*os.File{held}
	return &processTree{ours, held}, nil
}

// begin must be called when the command was started or failed to start.
func (l *processTree) begin() { l.held.Close() }

// await waits up to limit for the end of all processes.
func (l *processTree) await(limit time.Duration) error {
	_ = l.ours.SetReadDeadline(time.Now().Add(limit))
	_, err := io.Copy(io.Discard, l.ours)
	return err
}

func (l *processTree) close() { l.ours.Close() }

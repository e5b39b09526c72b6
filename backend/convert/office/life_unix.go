//go:build unix

package office

import (
	"io"
	"os"
	"os/exec"
	"time"
)

// life tells when the last process of a tree is gone. Nobody writes to its pipe. All of the tree hold its other end,
// so that its end of file tells.
type processTree struct{ ours, held *os.File }

// newLife has a command, which is still to be started, and all that it starts, hold on to it.
func newProcessTree(cmd *exec.Cmd) (*processTree, error) {
	ours, held, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.ExtraFiles = []*os.File{held}
	return &processTree{ours, held}, nil
}

// begin is to be called when the command was started, or could not be.
func (l *processTree) begin() { l.held.Close() }

// await waits for its end, for some time.
func (l *processTree) await(limit time.Duration) error {
	_ = l.ours.SetReadDeadline(time.Now().Add(limit))
	_, err := io.Copy(io.Discard, l.ours)
	return err
}

func (l *processTree) close() { l.ours.Close() }

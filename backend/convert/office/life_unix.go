//go:build unix

package office

import (
	"io"
	"os"
	"os/exec"
	"time"
)

// processTree detects when all processes of a tree have ended. All processes inherit the write end of a pipe. When the
// last process has ended, reading from the other end of the pipe returns end of file.
type processTree struct{ readEnd, writeEnd *os.File }

// newProcessTree adds the pipe to the files that a command and all its children inherit. The command must not have been
// started.
func newProcessTree(cmd *exec.Cmd) (*processTree, error) {
	ours, held, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.ExtraFiles = []*os.File{held}
	return &processTree{ours, held}, nil
}

// closeWriteEnd closes the write end in the server, because the pipe would otherwise never end. It must be called after
// the command was started or has failed to start.
func (l *processTree) closeWriteEnd() { l.writeEnd.Close() }

// await waits up to limit for the end of all processes.
func (l *processTree) await(limit time.Duration) error {
	_ = l.readEnd.SetReadDeadline(time.Now().Add(limit))
	_, err := io.Copy(io.Discard, l.readEnd)
	return err
}

func (l *processTree) close() { l.readEnd.Close() }

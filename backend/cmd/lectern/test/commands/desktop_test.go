package commands_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// windowVariable is an environment variable that makes this test program act as the program of the desktop window. The
// test program then waits until it is interrupted, and exits with the code in the variable.
const windowVariable = "LECTERN_TEST_WINDOW"

func TestMain(m *testing.M) {
	if status, err := strconv.Atoi(os.Getenv(windowVariable)); err == nil {
		interrupted := make(chan os.Signal, 1)
		signal.Notify(interrupted, os.Interrupt)
		fmt.Println("open")
		<-interrupted
		os.Exit(status)
	}
	lecterntest.Main(m)
}

// displayProgram returns a command that runs a copy of lectern. The program of the window next to the copy exits with
// status.
func displayProgram(t *testing.T, status int) *exec.Cmd {
	t.Helper()
	dir := t.TempDir()
	content, err := os.ReadFile(lecterntest.Program(t, "lectern"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "lectern"), content, 0o700); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(dir, "lectern-desktop")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(dir, "lectern"))
	cmd.Env = append(os.Environ(), "DISPLAY=:0", windowVariable+"="+strconv.Itoa(status))
	return cmd
}

// TestDisplayEndsInSilence stops lectern while its window is open. The program of the window then exits, successfully
// or with an error. Nothing may be printed.
func TestDisplayEndsInSilence(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]int{0: 0, 3: 1} {
		cmd := displayProgram(t, status)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(stdout).ReadString('\n'); err != nil {
			t.Errorf("the window: the message is %q, %v", line, err)
		}
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // the exit code is checked below
		if got := cmd.ProcessState.ExitCode(); got != want || stderr.Len() > 0 {
			t.Errorf("a window that ends with %d: exit code %d, %q", status, got, &stderr)
		}
	}
}

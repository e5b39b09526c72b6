package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// displayProgram gives a copy of the program with a window's program of the test's
// own beside it.
func displayProgram(t *testing.T, script string) *exec.Cmd {
	t.Helper()
	dir := t.TempDir()
	content, err := os.ReadFile(program(t, "lectern"))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"lectern": content, "lectern-desktop": []byte(script)} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(filepath.Join(dir, "lectern"))
	cmd.Env = append(os.Environ(), "DISPLAY=:0")
	return cmd
}

// TestDisplayEndsInSilence ends the program while its window is open. The window's
// program here ends well, or not, when it is interrupted.
func TestDisplayEndsInSilence(t *testing.T) {
	for status, want := range map[string]int{"0": 0, "3": 1} {
		cmd := displayProgram(t, "#!/bin/bash\ntrap 'exit "+status+"' INT\necho open\nread -r\n")
		if _, err := cmd.StdinPipe(); err != nil { // on which the window waits
			t.Fatal(err)
		}
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
			t.Errorf("the window says %q, %v", line, err)
		}
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // its exit code is looked at
		if got := cmd.ProcessState.ExitCode(); got != want || stderr.Len() > 0 {
			t.Errorf("a window that ends with %s: exit code %d, %q", status, got, &stderr)
		}
	}
}

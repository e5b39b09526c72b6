package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"lectern/backend"
)

type desktopCommand struct {
	backend.Config
}

// Validate rejects invalid settings and a font folder that does not exist.
func (c *desktopCommand) Validate() error { return c.ValidateHere() }

// Run starts the program of the desktop window with the same settings. That program is in the folder of the running
// program.
func (c *desktopCommand) Run(con *console) error {
	if !hasDisplay() {
		return errors.New("there is no display for a window: 'lectern serve' runs the server without one")
	}
	program, err := desktopProgram()
	if err != nil {
		return err
	}
	window := exec.CommandContext(con.ctx, program, os.Args[1:]...)
	window.Cancel = func() error { return window.Process.Signal(os.Interrupt) }
	window.Stdin, window.Stdout, window.Stderr = os.Stdin, con.stdout, con.stderr
	return windowEnd(window, window.Run())
}

// windowEnd converts the error with which the program of the window ended to the error of the command. It returns nil
// if the program was stopped because the context ended, and exited successfully: [exec.Cmd.Run] returns an error in
// this case.
func windowEnd(window *exec.Cmd, err error) error {
	switch state := window.ProcessState; {
	case err == nil, state != nil && state.Success():
		return nil
	case state != nil:
		return errReported
	}
	return fmt.Errorf("start the window: %w", err)
}

// hasDisplay reports whether this machine has a display. On Linux, environment variables name it.
func hasDisplay() bool {
	return runtime.GOOS != "linux" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

// desktopProgram returns the path of the program of the desktop window.
func desktopProgram() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find own program: %w", err)
	}
	program := filepath.Join(filepath.Dir(self), "lectern-desktop")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if _, err := os.Stat(program); err != nil {
		return "", fmt.Errorf("the program of the window is not at %s: 'lectern serve' runs the server without it", program)
	}
	return program, nil
}

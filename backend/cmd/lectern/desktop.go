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

// Validate refuses settings that make no sense, and a folder of fonts that is not there.
func (c *desktopCommand) Validate() error { return c.ValidateHere() }

// Run starts the window's program, which lies beside this one, with the same
// settings.
func (c *desktopCommand) Run(on *console) error {
	if !hasDisplay() {
		return errors.New("there is no display for a window here: 'lectern serve' runs the server without one")
	}
	program, err := desktopProgram()
	if err != nil {
		return err
	}
	window := exec.CommandContext(on.ctx, program, os.Args[1:]...)
	window.Cancel = func() error { return window.Process.Signal(os.Interrupt) }
	window.Stdin, window.Stdout, window.Stderr = os.Stdin, on.stdout, on.stderr
	return windowEnd(window, window.Run())
}

// windowEnd gives the error of a command whose window ran with err. Run says that
// the context has ended also where the window has then closed as it should.
func windowEnd(window *exec.Cmd, err error) error {
	switch state := window.ProcessState; {
	case err == nil, state != nil && state.Success():
		return nil
	case state != nil:
		return errReported
	}
	return fmt.Errorf("start the window: %w", err)
}

// hasDisplay says whether a window could be shown.
func hasDisplay() bool {
	return runtime.GOOS != "linux" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

// desktopProgram gives the path of the window's program.
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
		return "", fmt.Errorf("the window's program is not at %s: 'lectern serve' runs the server without it", program)
	}
	return program, nil
}

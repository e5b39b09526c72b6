package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/skratchdot/open-golang/open"
)

type openCommand struct {
	dataFlag
	Files []string `arg:"" type:"existingfile" help:"Documents to take in."`
}

// Run takes the files in and shows the first.
func (c *openCommand) Run(on *console) error {
	server, err := c.connect(on.ctx)
	if err != nil {
		return err
	}
	var first string
	for _, file := range c.Files {
		id, err := server.upload(on.ctx, file)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if first == "" {
			first = id
		}
	}
	address, err := server.view(on.ctx, first)
	if err != nil {
		return err
	}
	fmt.Fprintln(on.stdout, address)
	if !hasDisplay() {
		return nil // the address is for another machine's browser
	}
	return open.Start(address)
}

// connect reaches the running server, or starts one.
func (c *openCommand) connect(ctx context.Context) (*client, error) {
	if server, err := findClient(ctx, c.folder()); err == nil {
		return server, nil
	}
	started, err := c.start()
	if err != nil {
		return nil, err
	}
	return c.await(ctx, started)
}

// start starts a server that outlives this command, and gives a channel that says
// how it ended, if it does.
func (c *openCommand) start() (<-chan error, error) {
	program, args, err := serverProgram()
	if err != nil {
		return nil, err
	}
	server := exec.Command(program, append(args, "--data", c.folder())...)
	server.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := server.Start(); err != nil {
		return nil, fmt.Errorf("start Lectern: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	return ended, nil
}

// serverProgram gives the window where there is a display, else the server alone.
func serverProgram() (program string, args []string, err error) {
	if hasDisplay() {
		if program, err = desktopProgram(); err == nil {
			return program, nil, nil
		}
	}
	if program, err = os.Executable(); err != nil {
		return "", nil, fmt.Errorf("find own program: %w", err)
	}
	return filepath.Clean(program), []string{"serve"}, nil
}

// startTime is how long a started server may take until it answers.
const startTime = 30 * time.Second

func (c *openCommand) await(ctx context.Context, ended <-chan error) (*client, error) {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	ticker := time.NewTicker(50 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, errors.New("Lectern was started, but does not answer: 'lectern serve' shows why")
		case <-ended:
			return nil, errors.New("Lectern was started, but ended at once: 'lectern serve' shows why")
		case <-ticker.C:
			if server, err := findClient(ctx, c.folder()); err == nil {
				return server, nil
			}
		}
	}
}

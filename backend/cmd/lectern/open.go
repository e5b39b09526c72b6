package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/skratchdot/open-golang/open"

	"lectern/backend/cmd/client"
	"lectern/backend/library"
)

type openCommand struct {
	dataFlag
	Files []string `arg:"" type:"path" help:"Documents or folders to import."`
}

// Run imports the files and shows them in the window, including files that were rejected. If the server has no window,
// it opens the first document in the browser.
func (c *openCommand) Run(con *console) error {
	server, err := c.connect(con.ctx)
	if err != nil {
		return err
	}
	files, err := server.Import(con.ctx, c.Files)
	if err != nil {
		return err
	}
	var imported []string
	for _, file := range files {
		if file.DocumentID == "" {
			fmt.Fprintf(con.stderr, "lectern: %s: %s\n", file.Path, file.Message)
			continue
		}
		imported = append(imported, file.DocumentID)
	}
	err = server.ShowFiles(con.ctx, files)
	if errors.Is(err, client.ErrNoWindow) {
		err = nil
		if len(imported) > 0 {
			err = c.browse(con, server, imported[0])
		}
	}
	if err == nil && len(imported) < len(files) {
		return errReported
	}
	return err
}

// browse opens a document in the browser.
func (c *openCommand) browse(con *console, server *client.Client, document string) error {
	address, err := server.View(con.ctx, document)
	if err != nil {
		return err
	}
	fmt.Fprintln(con.stdout, address)
	if !hasDisplay() {
		return nil // without a display, the user can open the printed address on another machine
	}
	return open.Start(address)
}

// connect returns a client of the running server. If no server is running, connect starts one.
func (c *openCommand) connect(ctx context.Context) (*client.Client, error) {
	if server, err := client.Find(ctx, c.folder()); err == nil {
		return server, nil
	}
	if err := library.CheckParts(c.folder()); err != nil {
		return nil, err
	}
	started, err := c.start()
	if err != nil {
		return nil, err
	}
	return c.awaitServer(ctx, started)
}

// start starts a server that continues to run when this command ends. If the server ends before, its error is sent to
// the channel.
func (c *openCommand) start() (<-chan error, error) {
	program, args, err := serverProgram()
	if err != nil {
		return nil, err
	}
	server := exec.Command(program, append(args, "--data", c.folder())...)
	detach(server)
	if err := server.Start(); err != nil {
		return nil, fmt.Errorf("start Lectern: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	return ended, nil
}

// serverProgram returns the program of the desktop window if there is a display, and otherwise this program with the
// arguments for a server.
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

// startTimeout is how long a server may take to respond after its start.
const startTimeout = 30 * time.Second

// awaitServer waits until the started server responds. It returns an error if the server ends, or does not respond
// within startTimeout.
func (c *openCommand) awaitServer(ctx context.Context, exited <-chan error) (*client.Client, error) {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	ticker := time.NewTicker(50 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, errors.New("Lectern was started, but does not respond: run 'lectern serve' to see why")
		case <-exited:
			return nil, errors.New("Lectern was started, but stopped at once: run 'lectern serve' to see why")
		case <-ticker.C:
			if server, err := client.Find(ctx, c.folder()); err == nil {
				return server, nil
			}
		}
	}
}

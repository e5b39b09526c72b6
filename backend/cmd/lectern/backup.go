package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"

	"lectern/backend"
	"lectern/backend/client"
)

type backupCommand struct {
	dataFlag
	// Database tells by the environment and the file with settings that the records are not in the data folder.
	Database string `hidden:"" env:"LECTERN_DATABASE"`
	File     string `arg:"" help:"File to write, which must not be there; - for standard output." type:"path"`
}

// Run writes the library to a file, be a server running on it or not.
func (c *backupCommand) Run(on *console) error {
	if c.File == "-" {
		return c.write(on.ctx, on.stdout)
	}
	if _, err := os.Lstat(c.File); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s is there already: name a new file", c.File)
	}
	return backend.WriteWhole(c.File, 0o600, func(w io.Writer) error { return c.write(on.ctx, w) })
}

func (c *backupCommand) write(ctx context.Context, w io.Writer) error {
	running, err := client.Find(ctx, c.folder())
	if err != nil && c.Database != "" {
		return backend.ErrElsewhere
	}
	if err != nil {
		return backend.BackupFolder(ctx, c.folder(), version, w)
	}
	answer, err := running.Send(ctx, http.MethodGet, running.Instance.APIBase+"/backup", nil)
	if err != nil {
		return err
	}
	defer answer.Close()
	_, err = io.Copy(w, answer)
	return err
}

type restoreCommand struct {
	dataFlag
	File string `arg:"" help:"Backup to read; - for standard input." type:"path"`
}

// Run makes a library of a backup.
func (c *restoreCommand) Run(on *console) (err error) {
	from := os.Stdin
	if c.File != "-" {
		if from, err = os.Open(c.File); err != nil {
			return err
		}
		defer from.Close()
	}
	if err := backend.RestoreFolder(c.folder(), from); err != nil {
		return err
	}
	if err := backend.NoteRestored(on.ctx, c.folder()); err != nil {
		return fmt.Errorf("the library is in %s, and cannot be opened: %w", c.folder(), err)
	}
	fmt.Fprintf(on.stdout, "The library is in %s.\n", c.folder())
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"syscall"

	"lectern/backend/cmd/client"
	"lectern/backend/internal/fault"
	"lectern/backend/library"
	"lectern/backend/library/backup"
)

type backupCommand struct {
	dataFlag
	// Database is set if the environment or the settings file names a PostgreSQL database, which this command does not
	// support.
	Database string `hidden:"" env:"LECTERN_DATABASE"`
	Partial  bool   `help:"Continue if files of the library are missing or damaged. The backup lists them, and the exit code is then ${partialCode}."`
	File     string `arg:"" help:"File to write; it must not exist. - for standard output." type:"path"`
}

// partialCode is the exit code of a backup or a restore that succeeded but lacks content that is missing or damaged.
const partialCode = 3

// Run writes a backup of the library to a file. A server may be running on the library.
func (c *backupCommand) Run(con *console) error {
	losses, err := c.run(con)
	if lost, ok := errors.AsType[*backup.LossError](err); ok {
		return fmt.Errorf("the backup was not written because files of the library are missing or damaged:%s\n%s --partial backs "+
			"up without them",
			backup.Lines(lost.Losses), library.LossAdvice(lost.Losses))
	}
	if err != nil || len(losses) == 0 {
		return err
	}
	return &codeError{partialCode, fmt.Errorf("the backup was written without %s:%s", lostFiles(losses), backup.Lines(losses))}
}

// lostFiles returns a phrase with the number of lost files.
func lostFiles(losses []backup.Loss) string {
	if len(losses) == 1 {
		return "1 file that is missing or damaged"
	}
	return fmt.Sprintf("%d files that are missing or damaged", len(losses))
}

func (c *backupCommand) run(con *console) (losses []backup.Loss, err error) {
	if c.File == "-" {
		return c.write(con.ctx, con.stdout)
	}
	if _, err := os.Lstat(c.File); !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("the file %s exists already: choose a new file", c.File)
	}
	if library.IsInData(c.folder(), c.File) {
		return nil, fmt.Errorf("%s is in the data folder, in which Lectern removes files that are not its own: choose a file in "+
			"another folder",
			c.File)
	}
	err = library.WriteAtomically(c.File, 0o600, func(w io.Writer) (err error) {
		losses, err = c.write(con.ctx, w)
		return err
	})
	// a fault of kind NoSpace already names the full disk
	if errors.Is(err, syscall.ENOSPC) && !fault.Is(err, fault.NoSpace) {
		return nil, fmt.Errorf("there is not enough space for the backup on the disk of %s: free some space, or choose a file on "+
			"another disk (%w)", c.File,
			err)
	}
	return losses, err
}

func (c *backupCommand) write(ctx context.Context, w io.Writer) ([]backup.Loss, error) {
	running, err := client.Find(ctx, c.folder())
	if err != nil && c.Database != "" {
		return nil, library.ErrExternalDatabase
	}
	if err != nil {
		return library.BackupFolder(ctx, c.folder(), version, w, c.Partial)
	}
	answer, err := running.Send(ctx, http.MethodGet, fmt.Sprintf("%s/backup?partial=%t", running.Instance.APIBase, c.Partial), nil)
	if err != nil {
		return nil, c.listLosses(ctx, err)
	}
	defer answer.Close()
	return backup.Copy(w, answer)
}

// listLosses returns a [backup.LossError] that lists the known losses, if the server has refused a backup because of
// them. It returns other errors unchanged.
func (c *backupCommand) listLosses(ctx context.Context, err error) error {
	refused, ok := errors.AsType[*client.Refusal](err)
	if !ok || refused.Code != string(fault.BackupIncomplete) {
		return err
	}
	losses, unread := library.KnownLosses(ctx, c.folder())
	if unread != nil || len(losses) == 0 {
		return err
	}
	return &backup.LossError{Losses: losses}
}

type restoreCommand struct {
	dataFlag
	Partial bool   `help:"Continue if files are missing or damaged that the backup does not list as such. The exit code is then ${partialCode}."`
	File    string `arg:"" help:"Backup to read; - for standard input." type:"path"`
}

// Run restores a library from a backup.
func (c *restoreCommand) Run(con *console) error {
	from, size, err := c.open()
	if err != nil {
		return err
	}
	defer from.Close()
	losses, err := library.RestoreFolder(con.ctx, c.folder(), from, size, c.Partial)
	if lost, ok := errors.AsType[*backup.LossError](err); ok {
		return fmt.Errorf("nothing was restored because files in the backup are missing or damaged:%s\nRestore an earlier "+
			"backup; --partial restores this one without them", backup.Lines(lost.Losses))
	}
	if err != nil && len(losses) > 0 { // the restore succeeded except for these losses
		return fmt.Errorf("%w\nThe backup does not contain %s:%s", err, lostFiles(losses), backup.Lines(losses))
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(con.stdout, "The library is in %s.\n", c.folder())
	// checks, among other things, whether a partial restore lacks the encryption key
	if err := (library.Place{Data: c.folder()}).Examine(con.ctx); err != nil {
		return &codeError{partialCode, fmt.Errorf("no server can start on the library yet: %w%s", err, backup.Lines(losses))}
	}
	if len(losses) == 0 {
		return nil
	}
	return &codeError{partialCode, fmt.Errorf("the library was restored without %s:%s", lostFiles(losses), backup.Lines(losses))}
}

// open opens the backup, and returns its size in bytes. The size is 0 if it is unknown, for example for a pipe.
func (c *restoreCommand) open() (from *os.File, size int64, err error) {
	if c.File == "-" {
		return os.Stdin, 0, nil
	}
	from, err = os.Open(c.File)
	if errors.Is(err, os.ErrNotExist) {
		return nil, 0, fmt.Errorf("the file %s does not exist: name an existing backup", c.File)
	}
	if wrong, ok := errors.AsType[*os.PathError](err); ok {
		return nil, 0, fmt.Errorf("the backup %s cannot be opened: %w", c.File, wrong.Err)
	}
	if err != nil {
		return nil, 0, err
	}
	if info, err := from.Stat(); err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	return from, size, nil
}

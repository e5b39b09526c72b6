package main

import (
	"errors"
	"fmt"

	"lectern/backend/library"
)

type startAnewCommand struct {
	dataFlag
	// Database is set if the environment or the settings file names a PostgreSQL database, which this command does not
	// support.
	Database string `hidden:"" env:"LECTERN_DATABASE"`
}

// Run prepares the data folder for the next start of a server, and prints the number of content files that were set
// aside.
func (c *startAnewCommand) Run(con *console) error {
	if c.Database != "" {
		return errors.New("the database of this library is PostgreSQL, but start-anew is for a library in a folder")
	}
	files, err := library.StartAnew(con.ctx, c.folder(), con.log())
	if err != nil {
		return err
	}
	if files > 0 {
		fmt.Fprintf(con.stdout, "Files set aside in %s until the server has run for 30 days: %d. ",
			library.SetAsideFolder(c.folder()), files)
	}
	fmt.Fprintln(con.stdout, "You can now start Lectern on this folder.")
	return nil
}

package main

import (
	"errors"
	"fmt"

	"lectern/backend/library"
)

type takeOverCommand struct {
	libraryFlags
	Blobs string `help:"Address of the bucket with the content of the library. Default: files in the data folder." placeholder:"URL" env:"LECTERN_BLOBS"`
}

// Validate rejects a call without a database address.
func (c *takeOverCommand) Validate() error {
	if c.Database == "" {
		return errors.New("the library is missing: set --database with --blobs or --data")
	}
	return c.libraryFlags.Validate()
}

// Run records in the content store, which is a bucket or a folder, that it belongs to this library. Servers on other
// copies of the database then refuse to start.
func (c *takeOverCommand) Run(con *console) error {
	at := library.Place{Data: c.folder(), Database: c.Database, Blobs: c.Blobs}
	if err := library.TakeOver(con.ctx, at, con.log()); err != nil {
		return fmt.Errorf("the content store was not taken over: %w", err)
	}
	fmt.Fprintln(con.stdout, "The content store now belongs to this database. Other databases are rejected.")
	return nil
}

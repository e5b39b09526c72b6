package main

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"lectern/backend/library"
	"lectern/backend/sentence/bytesize"
)

type moveCommand struct {
	libraryFlags
	Blobs      string `help:"Address of the bucket with the content of the library. Default: files in the data folder." placeholder:"URL" env:"LECTERN_BLOBS"`
	ToData     string `name:"to-data" help:"Data folder of the destination." placeholder:"DIR" type:"path"`
	ToDatabase string `name:"to-database" help:"Address of the PostgreSQL database of the destination." placeholder:"URL"`
	ToBlobs    string `name:"to-blobs" help:"Address of the bucket of the destination." placeholder:"URL"`
	Undo       bool   `help:"Allow servers to start on a library that was moved away. Changes in the new place are not copied back."`
}

// Validate returns an error for flags that contradict each other, or if the destination of the move is not complete.
func (c *moveCommand) Validate() error {
	switch {
	case c.Undo && (c.ToData != "" || c.ToDatabase != "" || c.ToBlobs != ""):
		return errors.New("--undo needs the library that was moved: set its location only")
	case c.Undo:
		return c.libraryFlags.Validate()
	case c.ToData == "" && c.ToDatabase == "" && c.ToBlobs == "":
		return errors.New("the destination is missing: set --to-database with --to-blobs, or --to-data")
	case c.ToBlobs != "" && c.ToDatabase == "", c.Blobs != "" && c.Database == "":
		return errors.New("a bucket requires a database: servers that share the content of a library share its database as well")
	case c.ToDatabase != "" && c.ToBlobs == "" && c.ToData == "":
		return errors.New("the destination of the content is missing: set --to-blobs, or --to-data for a folder")
	}
	return errors.Join(c.libraryFlags.Validate(), c.checkToData(), checkDatabases(c.ToDatabase))
}

func (c *moveCommand) checkToData() error {
	if c.ToData == "" {
		return nil
	}
	return library.CheckDataPath("--to-data", c.ToData)
}

// Run copies the library, and prints the contents of the copy.
func (c *moveCommand) Run(con *console) error {
	from := library.Place{Data: c.folder(), Database: c.Database, Blobs: c.Blobs}
	if c.Undo {
		if err := library.UndoMove(con.ctx, from, con.log()); err != nil {
			return err
		}
		fmt.Fprintln(con.stdout, "Servers can start on this library again. Do not run servers on the copy any more.")
		return nil
	}
	to := library.Place{Data: c.ToData, Database: c.ToDatabase, Blobs: c.ToBlobs}
	moved, err := library.Move(con.ctx, from, to, con.log(), progressWriter(2*time.Second, con.stderr))
	if _, all := errors.AsType[*library.IncompleteMoveError](err); all {
		return err
	}
	if err != nil {
		return fmt.Errorf("the library was not moved and is unchanged: %w", err)
	}
	fmt.Fprintf(con.stdout, "%d documents with %d files of %s were moved and compared with the original library. The original is "+
		"unchanged, and no server starts on it any more.\n",
		moved.Documents, moved.Files, bytesize.Sentence(moved.Bytes))
	if moved.Missing > 0 {
		fmt.Fprintf(con.stdout, "%d files were already missing in the original library:\n", moved.Missing)
		for _, lost := range moved.Lost {
			fmt.Fprintln(con.stdout, " ", lost)
		}
	}
	return nil
}

// progressWriter returns a function that writes a line about the progress. The argument pause is the minimum time
// between two lines. The returned function may be called concurrently.
func progressWriter(pause time.Duration, w io.Writer) func(string) {
	var mu sync.Mutex
	next := time.Now().Add(pause)
	return func(line string) {
		mu.Lock()
		defer mu.Unlock()
		if now := time.Now(); now.After(next) {
			fmt.Fprintln(w, line)
			next = now.Add(pause)
		}
	}
}

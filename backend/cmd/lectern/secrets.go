package main

import (
	"fmt"
	"strings"

	"lectern/backend/library"
)

type forgetSecretsCommand struct {
	libraryFlags
	Blobs string `help:"Address of the bucket with the content of the library. Default: files in the data folder." placeholder:"URL" env:"LECTERN_BLOBS"`
}

// Run removes the secrets whose encryption key is lost, and prints the names of the objects that they belonged to.
func (c *forgetSecretsCommand) Run(con *console) error {
	at := library.Place{Data: c.folder(), Database: c.Database, Blobs: c.Blobs}
	lost, err := library.ForgetSecrets(con.ctx, at, con.log())
	if err != nil {
		return err
	}
	for _, kind := range lost {
		fmt.Fprintf(con.stdout, "Lost %s\n", kind.Description)
		if len(kind.Names) > 0 {
			fmt.Fprintf(con.stdout, "  %s\n", strings.Join(kind.Names, "\n  "))
		}
	}
	fmt.Fprintln(con.stdout, "The library has a new key. Configure the new webhook secret at the receivers of webhooks.")
	return nil
}

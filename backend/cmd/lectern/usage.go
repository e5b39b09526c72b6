package main

import (
	"fmt"

	"github.com/alecthomas/kong"

	"lectern/backend/cmd/usage"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"Shell: bash, zsh or fish."`
}

// Run prints the completion script for a shell.
func (c *completionCommand) Run(con *console) error {
	app, err := commandModel()
	if err != nil {
		return err
	}
	write := map[string]func(*kong.Application) string{"bash": usage.Bash, "zsh": usage.Zsh, "fish": usage.Fish}[c.Shell]
	_, err = fmt.Fprint(con.stdout, write(app))
	return err
}

type manualCommand struct{}

// Run prints the manual page.
func (c *manualCommand) Run(con *console) error {
	app, err := commandModel()
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(con.stdout, usage.Manual(app, manualSections...))
	return err
}

// commandModel returns the model of the command line. Its defaults do not depend on this machine.
func commandModel() (*kong.Application, error) {
	parser, err := newParser(&commands{}, kong.Vars{"data": "~/.local/share/lectern", "workers": "N"})
	if err != nil {
		return nil, err
	}
	return parser.Model, nil
}

// manualSections are the sections of the manual page that are not generated from the command line.
var manualSections = []usage.Section{
	{Title: "Files", Entries: [][2]string{
		{"~/.local/share/lectern", "The library, unless --data or XDG_DATA_HOME is set."},
		{"/var/lib/lectern", "The library of the system service, lectern.service."},
		{"/etc/lectern/serve.json", "Settings of the system service: a JSON object of flag names and values."},
	}},
	{Title: "Environment", Entries: [][2]string{
		{"LECTERN_LIBREOFFICE", "Folder of another LibreOffice, 25.2 or newer, instead of the one beside the program."},
		{"LECTERN_OFFICE", "With the value soffice, each Office document is converted by a separate soffice process without a " +
			"sandbox: slower, for a LibreOffice that does not support forking."},
		{"LECTERN_CONVERTER", "Another lectern-converter, instead of the one beside the program."},
	}},
	{Title: "Exit status", Entries: [][2]string{
		{"0", "All was done."},
		{"1", "The command failed and printed an error."},
		{"2", "The command line is not valid."},
	}},
	{Title: "See also", Entries: [][2]string{
		{"http://127.0.0.1:7420/docs", "The API reference of the server, with guides to the API and to templates, on every " +
			"running server."},
	}},
}

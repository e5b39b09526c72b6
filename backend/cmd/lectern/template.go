package main

import (
	"encoding/json"
	"errors"
	"fmt"

	converttemplate "lectern/backend/convert/template"
	"lectern/converters/wire"
)

type templateCommands struct {
	Check templateCheckCommand `cmd:"" help:"Print the problems of a template and its parameters."`
}

type templateCheckCommand struct {
	Template string `arg:"" help:"Template: an Office file with placeholders, or a package of templates." type:"path"`
	JSON     bool   `help:"Print the schema of the parameters and an example as JSON."`
}

// Run prints example parameters of a template, or its problems on standard error.
func (c *templateCheckCommand) Run(con *console) error {
	e, err := openTemplates(con, c.Template, false)
	if err != nil {
		return err
	}
	return errors.Join(c.check(con, e), e.close())
}

func (c *templateCheckCommand) check(con *console, e *templateEngines) error {
	found, err := e.run(con, c.Template, converttemplate.Order{Operation: wire.TemplateCheck})
	if err != nil {
		return err
	}
	var printed any = found.Sample
	if c.JSON {
		printed = map[string]json.RawMessage{"schema": found.Schema, "sample": found.Sample}
	}
	text, err := json.MarshalIndent(printed, "", "  ")
	if err == nil {
		_, err = fmt.Fprintln(con.stdout, string(text))
	}
	return err
}

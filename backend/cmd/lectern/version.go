package main

import (
	"encoding/json"
	"fmt"
	"runtime"
)

type versionCommand struct {
	JSON bool `help:"Print JSON."`
}

// Run prints the version.
func (c *versionCommand) Run(con *console) error {
	if c.JSON {
		return json.NewEncoder(con.stdout).Encode(map[string]string{
			"version": version, "go": runtime.Version(), "platform": runtime.GOOS + "/" + runtime.GOARCH,
		})
	}
	_, err := fmt.Fprintln(con.stdout, "lectern", version)
	return err
}

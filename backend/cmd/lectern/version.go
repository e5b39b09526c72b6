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
func (c *versionCommand) Run(on *console) error {
	if c.JSON {
		return json.NewEncoder(on.stdout).Encode(map[string]string{
			"version": version, "go": runtime.Version(), "platform": runtime.GOOS + "/" + runtime.GOARCH,
		})
	}
	_, err := fmt.Fprintln(on.stdout, "lectern", version)
	return err
}

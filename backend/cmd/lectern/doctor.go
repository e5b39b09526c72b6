package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"lectern/backend"
)

type doctorCommand struct {
	backend.Config `embed:""`
	JSON           bool `help:"Print JSON."`
}

// finding is what a check found.
type finding struct {
	Check  string `json:"check"`
	State  state  `json:"state"`
	Detail string `json:"detail"`
	Mend   string `json:"mend,omitempty"` // what to do about it
}

type state string

const (
	good    state = "ok"
	warning state = "warning" // something is missing, the rest works
	bad     state = "failed"  // Lectern does not work
)

// Run prints what every check found; it fails if one failed.
func (c *doctorCommand) Run(on *console) error {
	checks := []func(context.Context) finding{
		c.checkData, c.checkDisk, c.checkPort, c.checkConverter, c.checkLibreOffice, c.checkFonts,
	}
	findings := make([]finding, 0, len(checks))
	for _, check := range checks {
		findings = append(findings, check(on.ctx))
	}
	findings = append(findings, c.checkSandbox(on.ctx)...)
	failed := slices.ContainsFunc(findings, func(f finding) bool { return f.State == bad })
	if err := c.print(on.stdout, findings); err != nil {
		return err
	}
	if failed {
		return errReported
	}
	return nil
}

func (c *doctorCommand) print(w io.Writer, findings []finding) error {
	if c.JSON {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(findings)
	}
	for _, f := range findings {
		if _, err := fmt.Fprintf(w, "%-8s %-12s %s\n", f.State, f.Check, f.Detail); err != nil {
			return err
		}
		if f.Mend != "" {
			if _, err := fmt.Fprintf(w, "%-8s %-12s → %s\n", "", "", f.Mend); err != nil {
				return err
			}
		}
	}
	return nil
}

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"lectern/backend"
	"lectern/backend/cmd/client"
	"lectern/backend/convert"
	"lectern/backend/library/doctor"
)

type doctorCommand struct {
	backend.Config `embed:""`
	JSON           bool `help:"Print JSON."`
}

// Run prints the result of every check. It returns an error if a check has failed.
func (c *doctorCommand) Run(con *console) error {
	findings := c.machine().Examine(con.ctx)
	failed := slices.ContainsFunc(findings, func(f doctor.Finding) bool { return f.State == doctor.Bad })
	if err := c.print(con.stdout, findings); err != nil {
		return err
	}
	if failed {
		return errReported
	}
	return nil
}

// machine returns the description of the machine to check, with the settings of the command line.
func (c *doctorCommand) machine() *doctor.Machine {
	folder := dataFlag{c.Data}.folder()
	settings := c.Config
	settings.Fonts = "" // because a separate check covers fonts
	return &doctor.Machine{
		Folder: folder,
		Addr:   c.ListenAddr(),
		Fonts:  c.Fonts,
		Server: func(ctx context.Context) (string, error) {
			server, err := client.Find(ctx, folder)
			if err != nil {
				return "", err
			}
			return server.Instance.URL, nil
		},
		Library:     c.Place().Examine,
		Database:    c.Place().InspectDatabase(),
		Bucket:      c.Place().InspectBucket(),
		Faults:      c.Place().InspectContent(),
		Certificate: c.CertificateLoader(),
		Converters:  func(temp string) (convert.Config, error) { return backend.ConverterConfig(settings, temp) },
	}
}

func (c *doctorCommand) print(w io.Writer, findings []doctor.Finding) error {
	if c.JSON {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(findings)
	}
	for _, f := range findings {
		if _, err := fmt.Fprintf(w, "%-8s %-12s %s\n", f.State, f.Check, f.Detail); err != nil {
			return err
		}
		if f.Remedy != "" {
			if _, err := fmt.Fprintf(w, "%-8s %-12s → %s\n", "", "", f.Remedy); err != nil {
				return err
			}
		}
	}
	return nil
}

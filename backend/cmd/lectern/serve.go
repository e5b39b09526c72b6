package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"

	"lectern/backend"
)

type serveCommand struct {
	backend.Config
}

// Validate refuses settings that make no sense, and a folder of fonts that is not there.
func (c *serveCommand) Validate() error { return c.ValidateHere() }

// listening is the line on standard output that says how to reach the server.
type listening struct {
	Event   string `json:"event"`
	URL     string `json:"url"`
	APIBase string `json:"apiBase"`
	DataDir string `json:"dataDir"`
}

// Run serves until it is told to end.
func (c *serveCommand) Run(on *console) error {
	log := c.NewLog(on.stderr)
	server, err := backend.Open(on.ctx, c.Config, version, log)
	if err != nil {
		return err
	}
	return errors.Join(serve(on.ctx, server, on.stdout, log), server.Close())
}

func serve(ctx context.Context, server *backend.Server, stdout io.Writer, log *slog.Logger) error {
	ran := make(chan error, 1)
	go func() { ran <- server.Run(ctx) }()
	select {
	case err := <-ran:
		return err
	case <-server.Ready():
	}
	line := listening{Event: "listening", URL: server.URL(), APIBase: server.APIBase(), DataDir: server.DataDir()}
	if err := json.NewEncoder(stdout).Encode(line); err != nil {
		log.Warn("standard output is closed", slog.Any("error", err))
	}
	return <-ran
}

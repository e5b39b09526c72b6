package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"lectern/backend"
	"lectern/backend/cmd/configfile"
)

type serveCommand struct {
	backend.Config
}

// Validate rejects invalid settings and a font folder that does not exist.
func (c *serveCommand) Validate() error { return c.ValidateHere() }

// startMessage is printed on standard output when the server has started. It contains the addresses of the server.
type startMessage struct {
	Event   string `json:"event"`
	URL     string `json:"url"`
	APIBase string `json:"apiBase"`
	DataDir string `json:"dataDir"`
}

// Run serves until the context is cancelled.
func (c *serveCommand) Run(con *console, call *kong.Context) error {
	log := c.NewLog(con.stderr)
	if unknown := environment.Unknown(slices.Concat(call.Selected().AllFlags(false)...)); len(unknown) > 0 {
		log.Warn("unknown variables with the prefix of Lectern have no effect: " + listUnknown(unknown))
	}
	if err := checkLimits(); err != nil {
		return err
	}
	server, err := backend.Open(con.ctx, c.Config, version, log)
	if con.ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil // stopped while it waited for the database or the bucket
	}
	if err != nil {
		return err
	}
	return errors.Join(serve(con.ctx, server, con.stdout, log), server.Close())
}

// listUnknown returns the unknown variables as one line, each with the most similar known name.
func listUnknown(unknown []configfile.Mistake) string {
	texts := make([]string, len(unknown))
	for i, m := range unknown {
		texts[i] = m.Place
		if m.Nearest != "" {
			texts[i] += " (did you mean " + m.Nearest + "?)"
		}
	}
	return strings.Join(texts, ", ")
}

func serve(ctx context.Context, server *backend.Server, stdout io.Writer, log *slog.Logger) error {
	ran := make(chan error, 1)
	go func() { ran <- server.Run(ctx) }()
	select {
	case err := <-ran:
		return err
	case <-server.Ready():
	}
	line := startMessage{Event: "listening", URL: server.URL(), APIBase: server.APIBase(), DataDir: server.DataDir()}
	if err := json.NewEncoder(stdout).Encode(line); err != nil {
		log.Warn("standard output is closed", slog.Any("error", err))
	}
	return <-ran
}

// Package app is the desktop application: a window over a server in the same
// process. It is the only place that knows Wails.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"lectern/backend"
	"lectern/frontend"
)

// Main runs the desktop application with the command line's arguments and gives
// the exit code: 1 for what failed, 2 for arguments that are none.
func Main(version string, args []string, stdout, stderr io.Writer) int {
	config, done, err := parse(args, stdout, stderr)
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "lectern-desktop:", err)
		return 2
	case done:
		return 0
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, version, config, stderr); err != nil {
		fmt.Fprintln(stderr, "lectern-desktop:", err)
		return 1
	}
	return 0
}

// errNoDisplay says what to do where no window can be shown.
var errNoDisplay = errors.New("there is no display for a window here: 'lectern serve' runs the server without one")

// errTLS says why the window has no HTTPS: its page would refuse a certificate that
// is for the server's public name.
var errTLS = errors.New("the window speaks plain HTTP with the server in it: --tls-cert goes with 'lectern serve'")

// run serves and shows the window until either ends or ctx does. What ends first
// ends the other.
func run(ctx context.Context, version string, config backend.Config, stderr io.Writer) error {
	if !hasDisplay() {
		return errNoDisplay
	}
	if config.TLSCert != "" {
		return errTLS
	}
	log := config.NewLog(stderr)
	server, err := backend.Open(ctx, config, version, log)
	if errors.Is(err, backend.ErrInUse) {
		return fmt.Errorf("%w: close it first, or give this one a folder of its own with --data", err)
	}
	if err != nil {
		return err
	}
	return errors.Join(show(ctx, server, log), server.Close())
}

func show(ctx context.Context, server *backend.Server, log *slog.Logger) error {
	page, err := fs.Sub(frontend.FS(), "studio")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ran := make(chan error, 1)
	go func() {
		defer cancel() // closes the window
		ran <- server.Run(ctx)
	}()
	select {
	case <-server.Ready():
	case err := <-ran:
		return err
	}
	w := &window{page: page, server: server.URL(), bridge: &Bridge{apiBase: server.APIBase(), key: server.LocalKey()}, log: log}
	err = w.show(ctx)
	cancel()
	return errors.Join(err, <-ran)
}

// hasDisplay tells whether a window could be shown.
func hasDisplay() bool {
	return os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

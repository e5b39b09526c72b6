// Package app is the desktop application: a window, and a server in the same process. It is the only package that uses
// Wails.
package app

import (
	"cmp"
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
	"lectern/backend/cmd/client"
	"lectern/backend/library"
	"lectern/frontend"
)

// Main runs the desktop application with the arguments of the command line. It returns the exit code: 0 for success, 1
// for a failure, 2 for invalid arguments.
func Main(version string, args []string, stdout, stderr io.Writer) int {
	if generatesBindings {
		return 0
	}
	call, done, err := parse(args, stdout, stderr)
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "lectern-desktop:", err)
		if hasDisplay() {
			alert("", err)
		}
		return 2
	case done:
		return 0
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	call.config.Data = cmp.Or(call.config.Data, library.DefaultData())
	page, err := fs.Sub(frontend.FS(), "studio")
	if err == nil {
		err = run(ctx, version, page, call, stderr)
	}
	if err != nil {
		fmt.Fprintln(stderr, "lectern-desktop:", err)
		if !errors.Is(err, errNoDisplay) && !errors.Is(err, errShownInWindow) {
			stop() // from now on a signal ends the program, even while the message box is open
			alert(storedLanguage(call.config.Data), err)
		}
		return 1
	}
	return 0
}

// errNoDisplay is returned if no window can be shown.
var errNoDisplay = errors.New("there is no display for a window: 'lectern serve' runs the server without one")

// errTLS is returned if the settings require HTTPS. The window does not support HTTPS: its page connects to a loopback
// address, for which the certificate, issued for the server's public name, is not valid.
var errTLS = errors.New("the window uses plain HTTP to connect to its server: use --tls-cert with 'lectern serve' instead")

// run starts the server and the window, imports files, and returns when the server, the window or ctx has ended. If
// another Lectern program uses the same data folder, run passes the files to that program instead.
func run(ctx context.Context, version string, page fs.FS, call invocation, stderr io.Writer) error {
	config, files := call.config, call.files
	if !hasDisplay() {
		return errNoDisplay
	}
	if config.TLSCert != "" {
		return errTLS
	}
	if handed, err := handOver(ctx, config.Data, files, stderr); handed {
		return err
	}
	log := config.NewLog(stderr)
	wanted := config.ListenAddr()
	if free := freeAddress(wanted); free != wanted {
		config.FallbackAddr = free
	}
	// The pictures are read first, because opening the library deletes them. An error means that there are none.
	saved, _ := library.ReadPictures(config.Data)
	server, err := openServer(ctx, config, version, log)
	if errors.Is(err, library.ErrInUse) {
		return retryHandOver(ctx, config.Data, files, stderr)
	}
	if err != nil {
		return explainOpenError(err)
	}
	window := windowConfig{
		page: page, server: &client.Client{Instance: server.Instance()}, data: server.DataDir(), version: version,
		savedPictures: decodePictures(saved, version), log: log,
		// If other servers share the database or bucket, they may delete documents while this program is not running.
		// Pictures of deleted documents must not be kept.
		savesPictures: config.Database == "" && config.Blobs == "",
	}
	if config.FallbackAddr != "" {
		window.takenAddr = wanted
	}
	w := newWindow(window)
	defer w.desktop.close()
	err = errors.Join(show(ctx, server, w, files, log), server.Close())
	w.first.savePictures(ctx, window.data, version)
	return err
}

// openServer opens the server and prepares the system for a window. It does both at the same time, because they take
// about equally long. It returns errNoDisplay if no window can be shown.
func openServer(ctx context.Context, config backend.Config, version string, log *slog.Logger) (server *backend.Server, err error) {
	chooseDisplay()
	opened := make(chan struct{})
	go func() {
		defer close(opened)
		server, err = backend.Open(ctx, config, version, log)
	}()
	prepared := prepareWindow()
	<-opened
	if err == nil && !prepared {
		return nil, errors.Join(errNoDisplay, server.Close())
	}
	return server, err
}

// show runs the server and the window. It closes the window when the server or ctx has ended. The server runs until the
// window is closed, because the program still sends requests to it while the window closes.
func show(ctx context.Context, server *backend.Server, w *window, files []string, log *slog.Logger) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	server.OnWindow(w.requests.add)
	defer server.OnWindow(nil)
	ran := make(chan error, 1)
	go func() {
		defer cancel() // closes the window
		ran <- server.Run(serving)
	}()
	select {
	case <-server.Ready():
	case <-ctx.Done():
		stop()
		return <-ran
	}
	w.first.request(ctx, w.desktop.visibleCards(), w.desktop.language())
	if len(files) > 0 {
		go func() { // the window opens without waiting for the import
			if _, err := handOver(ctx, server.DataDir(), files, os.Stderr); err != nil {
				log.Warn("files were not imported", slog.Any("error", err))
			}
		}()
	}
	err := w.show(ctx)
	cancel() // ends the import of files
	w.first.dropDeleted(serving)
	stop()
	return errors.Join(err, <-ran)
}

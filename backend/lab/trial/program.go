package trial

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
)

// Flags defines flags for the folders of the programs. Their defaults are the folders that 'make build' creates.
func (p *Programs) Flags() {
	flag.StringVar(&p.Bin, "bin", "build/bin", "folder of the built programs")
	flag.StringVar(&p.LibreOffice, "libreoffice", "build/libreoffice", "folder of the bundled LibreOffice")
}

// Resolve makes the folders absolute, for processes with another working directory.
func (p *Programs) Resolve() error {
	var inBin, inLibreOffice error
	p.Bin, inBin = filepath.Abs(p.Bin)
	p.LibreOffice, inLibreOffice = filepath.Abs(p.LibreOffice)
	return errors.Join(inBin, inLibreOffice)
}

// Main calls the function run, and cancels its context at an interrupt. It exits with 1 if the function returns an
// error, or if a requirement is not met.
func Main(name string, run func(context.Context) (passed bool, err error)) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	held, err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
	}
	if err != nil || !held {
		os.Exit(1)
	}
}

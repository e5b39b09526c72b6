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

// Flags defines the flags for the folders of the programs. The defaults are the folders of the build.
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

// Main runs a trial, which an interrupt cancels, and exits with 1 after an error or if a requirement does not hold.
func Main(name string, run func(context.Context) (held bool, err error)) {
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

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

// Flags defines the flags that name the folders, which are those of the build where they are not set.
func (p *Programs) Flags() {
	flag.StringVar(&p.Bin, "bin", "build/bin", "folder of the built programs")
	flag.StringVar(&p.LibreOffice, "libreoffice", "build/libreoffice", "folder of the bundled LibreOffice")
}

// Resolve makes the folders absolute, for those who are told of them and work in another one.
func (p *Programs) Resolve() error {
	var inBin, inLibreOffice error
	p.Bin, inBin = filepath.Abs(p.Bin)
	p.LibreOffice, inLibreOffice = filepath.Abs(p.LibreOffice)
	return errors.Join(inBin, inLibreOffice)
}

// Main is the end of a program that tries servers: it runs a trial, which an interrupt ends, and exits
// with 1 where there was an error or something has not held.
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

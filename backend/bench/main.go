// Command bench measures Lectern against the programs that people use today, each
// pair in turn on the same file and in the same run, and prints a table of ratios.
// A ratio holds on a slow machine too; single times do not.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var b bench
	flag.StringVar(&b.bin, "bin", "build/bin", "folder of the built programs")
	flag.StringVar(&b.libreOffice, "libreoffice", "build/libreoffice", "folder of the bundled LibreOffice")
	flag.StringVar(&b.corpus, "corpus", "../shared/corpus", "folder of documents, with their MANIFEST.tsv")
	flag.StringVar(&b.samples, "samples", "backend/samples", "folder of documents where there is no corpus")
	flag.IntVar(&b.count, "n", 24, "documents of each kind")
	flag.Parse()
	if err := b.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is one run of all measures.
type bench struct {
	bin, libreOffice, corpus, samples string
	count                             int

	server *server
	temp   string
	table  table
}

func (b *bench) run(ctx context.Context) (err error) {
	if b.bin, err = filepath.Abs(b.bin); err != nil {
		return err
	}
	if b.libreOffice, err = filepath.Abs(b.libreOffice); err != nil {
		return err
	}
	if b.temp, err = os.MkdirTemp("", "lectern-bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.temp)
	if b.server, err = startServer(ctx, b.bin, b.libreOffice, filepath.Join(b.temp, "data")); err != nil {
		return err
	}
	defer b.server.stop()
	office, pdfs, err := b.files()
	if err != nil {
		return err
	}
	fmt.Printf("%d Office documents, %d PDFs\n", len(office), len(pdfs))
	for _, measure := range []func(context.Context) error{
		b.memory,
		func(ctx context.Context) error { return b.office(ctx, office) },
		func(ctx context.Context) error { return b.pdf(ctx, pdfs) },
		func(ctx context.Context) error { return b.pages(ctx, pdfs) },
		func(ctx context.Context) error { return b.paint(ctx, pdfs[0]) },
		func(ctx context.Context) error { return b.sandbox(ctx, slices.Concat(office, pdfs)) },
	} {
		if err := measure(ctx); err != nil {
			return err
		}
	}
	b.table.print(os.Stdout)
	return nil
}

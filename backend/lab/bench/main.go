// Command bench compares Lectern with programs that people use today for the same purpose. Such a program is called the
// peer. In each run, Lectern and the peer process the same files in turn. bench prints a table of ratios, because
// unlike absolute times, ratios are comparable between machines of different speed.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	b := bench{table: table{out: os.Stdout}}
	flag.StringVar(&b.bin, "bin", "build/bin", "folder of the built programs")
	flag.StringVar(&b.libreOffice, "libreoffice", "build/libreoffice", "folder of the bundled LibreOffice")
	flag.StringVar(&b.corpus, "corpus", os.Getenv("LECTERN_CORPUS"), "folder of documents, with their MANIFEST.tsv")
	flag.StringVar(&b.samples, "samples", "backend/samples", "folder of documents where there is no corpus")
	flag.IntVar(&b.count, "n", 60, "documents of each kind")
	model := defaults
	flag.BoolVar(&b.sizing, "capacity", false, "measure what documents take, and print the sections of the capacity page instead of the table")
	model.flags()
	folder := flag.String("prepared", "build/bench", "folder that keeps large libraries between runs; empty: keep nothing")
	only := flag.String("only", ".", "measures to take, a regular expression of their names")
	flag.Parse()
	var err error
	if b.only, err = regexp.Compile(*only); err == nil {
		b.prepared, err = newPreparedLibraries(*folder, schemaSources...)
	}
	if err == nil {
		err = b.run(ctx, model)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is one run of the measurements.
type bench struct {
	bin, libreOffice, corpus, samples string
	count                             int
	prepared                          *preparedLibraries
	only                              *regexp.Regexp
	sizing                            bool

	server *server
	temp   string
	table  table
}

func (b *bench) run(ctx context.Context, model assumptions) (err error) {
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
	office, pdfs, err := b.files(b.count)
	if err != nil {
		return err
	}
	fmt.Printf("%d Office documents, %d PDFs\n", len(office), len(pdfs))
	if b.sizing {
		return b.capacity(ctx, model, office, pdfs)
	}
	for _, measure := range []struct {
		name string
		run  func() error
	}{
		{"memory", func() error { return b.memory(ctx) }},
		{"office", func() error { return b.office(ctx, office) }},
		{"throughput", func() error { return b.throughput(ctx, office) }},
		{"pdf", func() error { return b.pdf(ctx, pdfs) }},
		{"svg", func() error { return b.svg(ctx, pdfs) }},
		{"prose", func() error { return b.prose(ctx) }},
		{"images", func() error { return b.images(ctx, pdfs) }},
		{"long-pdf", func() error { return b.longPDF(ctx) }},
		{"long-office", func() error { return b.longOffice(ctx) }},
		{"paint", func() error { return b.paint(ctx, pdfs) }},
		{"jump", func() error { return b.jump(ctx) }},
		{"scroll", func() error { return b.scroll(ctx) }},
		{"find", func() error { return b.find(ctx) }},
		{"reading", func() error { return b.reading(ctx) }},
		{"request-rate", func() error { return b.requestRate(ctx) }},
		{"posting", func() error { return b.posting(ctx) }},
		{"large", func() error { return b.large(ctx) }},
		{"listing", func() error { return b.listing(ctx) }},
		{"search", func() error { return b.search(ctx) }},
		{"embed", func() error { return b.embed(ctx) }},
		{"watch", func() error { return b.watch(ctx) }},
		{"template", func() error { return b.template(ctx) }},
		{"scroll-library", func() error { return b.scrollLibrary(ctx) }},
		{"window", func() error { return b.window(ctx) }},
		{"cluster", func() error { return b.cluster(ctx, office) }},
		{"foreign-node", func() error { return b.foreignNode(ctx) }},
		{"growth", func() error { return b.growth(ctx) }},
		{"sandbox", func() error { return b.sandbox(ctx, slices.Concat(office, pdfs)) }},
	} {
		if !b.only.MatchString(measure.name) {
			continue
		}
		if err := measure.run(); err != nil {
			return fmt.Errorf("measure %s: %w", measure.name, err)
		}
	}
	return nil
}

// report adds rows to the table.
func (b *bench) report(rows ...row) { b.table.add(rows...) }

// letter returns the path of a short document. Converting it before a measurement starts the converters of Lectern and
// of the peer.
func (b *bench) letter() string { return filepath.Join(b.samples, "letter.docx") }

// startOwn starts a new server for one measurement, so that it has no results of earlier conversions.
func (b *bench) startOwn(ctx context.Context, name string, args ...string) (*server, error) {
	return startServer(ctx, b.bin, b.libreOffice, filepath.Join(b.temp, name), args...)
}

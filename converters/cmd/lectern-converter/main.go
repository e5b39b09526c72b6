// Command lectern-converter is the program of Lectern's converter processes. Only these processes parse untrusted
// documents. The server starts them. Package wire describes the messages.
//
//	lectern-converter office …   the LibreOffice parent process
//	lectern-converter soffice …  the same messages, with a LibreOffice for each document
//	lectern-converter pdf --memory=BYTES [--warm] [--cjk-font=FILE] [--korean-font=FILE] [--own-fonts=FOLDER]
//	    [--free-fonts=FOLDER] [--read=PATH]…
//	lectern-converter ooxml [--memory=BYTES] [--all] [--max-nesting=LEVELS] cut TYPE|without-large TYPE|facts TYPE|nesting|nestings
//	lectern-converter template [--memory=BYTES]
//	lectern-converter probe KIND ARGUMENT… canary NAME=VALUE…
//	lectern-converter version
//
// A pdf, ooxml or template process enters its sandbox before the code of this package runs. An office process enters it
// in each child that it forks. A probe is started like a process of its kind, enters the sandbox of that kind, and
// tries forbidden operations.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"

	"lectern/converters/office" // a constructor in C takes over before main if the first argument is office
	"lectern/converters/ooxml"
	"lectern/converters/pdf"
	"lectern/converters/pdf/server"
	"lectern/converters/sandbox"
	"lectern/converters/template"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "lectern-converter:", err)
		os.Exit(1)
	}
	os.Exit(0) // without waiting for a page that is being drawn
}

func run(args []string) error {
	if len(args) == 0 {
		return errors.New("the command is missing: office, soffice, pdf, ooxml, template, probe or version")
	}
	switch args[0] {
	case "pdf":
		return servePDF(args[1:])
	case "soffice":
		return office.ServeSoffice(args[1:], os.Stdin, os.Stdout)
	case "ooxml":
		os.Exit(ooxml.Run(args[1:], os.Stdin, os.Stdout, os.Stderr))
	case "template":
		return template.Run(args[1:], os.Stdin, os.Stdout)
	case "probe":
		return probe(args[1:])
	case "version":
		fmt.Println("MuPDF", pdf.Version())
		return nil
	}
	return fmt.Errorf("%q is not one of office, soffice, pdf, ooxml, template, probe, version", args[0])
}

func servePDF(args []string) error {
	options, err := pdfOptions(args)
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(1) // requests are served one at a time; more threads would only wake up and find no work
	return server.Serve(server.Stdio(), options)
}

// pdfOptions parses the arguments of a PDF process and sets its memory limit.
func pdfOptions(args []string) (server.Options, error) {
	var options server.Options
	flags := flag.NewFlagSet("pdf", flag.ContinueOnError)
	memory := flags.Int64("memory", 0, "memory limit of a document in bytes; 0 is no limit")
	flags.BoolVar(&options.Warm, "warm", false, "start for a document that is sent later")
	flags.StringVar(&options.Fonts.CJK, "cjk-font", "", "font file for CJK text whose font is not embedded")
	flags.StringVar(&options.Fonts.Korean, "korean-font", "", "font file for such text in Korean; default: that for CJK")
	flags.StringVar(&options.Fonts.Company, "own-fonts", "", "folder of a company's fonts, used by their internal names")
	flags.StringVar(&options.Fonts.Bundle, "free-fonts", "", "folder of free fonts, used by their file names")
	options.Limits = pdf.DefaultLimits()
	flags.IntVar(&options.Limits.Pages, "max-pages", options.Limits.Pages, "page limit of a document")
	flags.Float64Var(&options.Limits.Side, "max-side", options.Limits.Side,
		"longest side of a page in points; larger pages are scaled down")
	flags.Float64Var(&options.Limits.Pixels, "max-pixels", options.Limits.Pixels,
		"size limit of an image in pixels; larger images are drawn at a lower resolution")
	flags.Int64Var(&options.Limits.SVG, "max-svg", options.Limits.SVG, "size limit of an SVG in bytes; larger pages are drawn as "+
		"images")
	flags.Func("read", "file or folder that can be read; can be repeated", func(string) error {
		return nil // already used by the sandbox, which was entered before main
	})
	if err := flags.Parse(args); err != nil {
		return options, err
	}
	return options, sandbox.LimitMemory(*memory)
}

// probe tries forbidden operations in the sandbox and exits. Probes of the kind office are handled in C (package
// office) and do not reach this function.
func probe(args []string) error {
	canary := slices.Index(args, "canary")
	if canary < 1 || !slices.Contains([]string{"pdf", "ooxml", "template"}, args[0]) {
		return errors.New("the command probe needs pdf, ooxml, template or office, and its canaries after the word canary")
	}
	if _, err := pdfOptions(args[1:canary]); err != nil { // the other kinds accept a subset of these options
		return err
	}
	os.Exit(sandbox.Probe(args[canary+1:]))
	return nil
}

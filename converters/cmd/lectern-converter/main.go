// Command lectern-converter is the program of Lectern's converter processes:
// the only one that parses what comes from outside. The server starts it; its
// messages are described in package wire.
//
//	lectern-converter office …   the LibreOffice parent process
//	lectern-converter pdf --memory BYTES [--warm] [--cjk-font FILE] [--own-fonts FOLDER] [--free-fonts FOLDER]
//	lectern-converter version
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	_ "lectern/converters/office" // takes over before main when started as office
	"lectern/converters/pdf"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "lectern-converter:", err)
		os.Exit(1)
	}
	os.Exit(0) // at once: a drawing that is under way must not hold the end up
}

func run(args []string) error {
	if len(args) == 0 {
		return errors.New("say what to do: office, pdf or version")
	}
	switch args[0] {
	case "pdf":
		return servePDF(args[1:])
	case "version":
		fmt.Println("MuPDF", pdf.Version())
		return nil
	}
	return fmt.Errorf("%q is not one of office, pdf, version", args[0])
}

func servePDF(args []string) error {
	flags := flag.NewFlagSet("pdf", flag.ContinueOnError)
	memory := flags.Int64("memory", 0, "bytes of memory that a document may take; 0 is no limit")
	var options pdf.Options
	flags.BoolVar(&options.Warm, "warm", false, "make ready for a document that comes later")
	flags.StringVar(&options.Fonts.CJK, "cjk-font", "", "font file for CJK text whose font is not embedded")
	flags.StringVar(&options.Fonts.Own, "own-fonts", "", "folder of a company's fonts, known by the names in them")
	flags.StringVar(&options.Fonts.Bundle, "free-fonts", "", "folder of free fonts, known by the names of their files")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if err := confine(*memory); err != nil {
		return err
	}
	return pdf.Serve(pdf.NewConn(0), options)
}

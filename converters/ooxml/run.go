// Package ooxml reads Office documents without converting them. It writes copies with the content of page 1 only, which
// LibreOffice converts faster, checks how deeply documents are nested, and reads properties that pages do not show. It
// parses untrusted documents, so only converter processes use it.
package ooxml

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"lectern/converters/ooxml/cut"
	"lectern/converters/ooxml/facts"
	"lectern/converters/ooxml/nesting"
	"lectern/converters/ooxml/opc"
	"lectern/converters/sandbox"
	"lectern/converters/wire"
)

// Run runs `lectern-converter ooxml` with the given arguments and returns its exit status. Error messages go to stderr.
// Package wire describes the commands.
func Run(arguments []string, in, out *os.File, stderr io.Writer) int {
	flags := flag.NewFlagSet("ooxml", flag.ContinueOnError)
	flags.SetOutput(stderr)
	memory := flags.Int64("memory", 0, "memory limit of the document in bytes; 0 is no limit")
	all := flags.Bool("all", false, "shorten every document that is longer than a page")
	levels := flags.Int("max-nesting", opc.MaxDepth, "limit of nested levels in the document")
	err := flags.Parse(arguments)
	if err == nil {
		err = sandbox.LimitMemory(*memory)
	}
	if err == nil {
		err = runCommand(flags.Args(), *all, *levels, in, out)
	}
	if err == nil {
		return 0
	}
	fmt.Fprintln(stderr, err)
	return status(err)
}

// status returns the exit status for an error.
func status(err error) int {
	var not *cut.NotCutError
	var deep *nesting.DeepError
	switch {
	case errors.As(err, &not):
		return wire.OOXMLNotCut
	case errors.As(err, &deep):
		return wire.OOXMLTooDeep
	}
	return 1
}

func runCommand(args []string, all bool, levels int, in, out *os.File) error {
	switch {
	case slices.Equal(args, []string{wire.OOXMLNesting}):
		return checkNesting(in, levels)
	case slices.Equal(args, []string{wire.OOXMLNestings}):
		return serveNesting(in, out, levels)
	case len(args) != 2:
	case args[0] == wire.OOXMLCut:
		limits := cut.DefaultLimits()
		if all {
			limits = cut.SmallLimits()
		}
		return cut.Cut(in, args[1], limits, out)
	case args[0] == wire.OOXMLWithoutLarge:
		return cut.WithoutLarge(in, out)
	case args[0] == wire.OOXMLFacts:
		facts, err := facts.Facts(in, args[1])
		if err != nil {
			return err
		}
		return json.NewEncoder(out).Encode(facts)
	}
	return errors.New("the command is missing: cut TYPE, without-large TYPE, facts TYPE, nesting or nestings")
}

// checkNesting checks the nesting of a file.
func checkNesting(in *os.File, levels int) error {
	info, err := in.Stat()
	if err != nil {
		return err
	}
	return nesting.Check(in, info.Size(), levels)
}

// serveNesting reads documents until the input ends. It checks the nesting of each document and writes a response for
// each.
func serveNesting(in io.Reader, out io.Writer, levels int) error {
	for {
		var request struct{} // documents are sent without a header
		document, err := wire.ReadFrame(in, &request)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		answer := wire.NestingAnswer{}
		if err := nesting.Check(bytes.NewReader(document), int64(len(document)), levels); err != nil {
			answer = wire.NestingAnswer{Status: status(err), Stderr: err.Error()}
		}
		if err := wire.WriteFrame(out, answer, nil); err != nil {
			return err
		}
	}
}

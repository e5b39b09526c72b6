package ooxml

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"lectern/converters/sandbox"
	"lectern/converters/wire"
)

// Run does what `lectern-converter ooxml` is started for, with the words behind that
// name, and gives the status to leave with. wire.OOXML describes both ends.
func Run(arguments []string, in, out *os.File, said io.Writer) int {
	flags := flag.NewFlagSet("ooxml", flag.ContinueOnError)
	flags.SetOutput(said)
	memory := flags.Int64("memory", 0, "bytes of memory that the document may take; 0 is no limit")
	all := flags.Bool("all", false, "cut whatever is longer than a page")
	levels := flags.Int("max-nesting", maxDepth, "levels that the document may be nested deep")
	err := flags.Parse(arguments)
	if err == nil && flags.NArg() != 2 {
		err = errors.New("say what to do, cut, facts or nesting, and the document's type")
	}
	if err == nil {
		err = sandbox.LimitMemory(*memory)
	}
	if err == nil && flags.Arg(0) == wire.OOXMLNesting {
		err = CheckNesting(in, *levels)
	} else if err == nil {
		err = do(flags.Arg(0), flags.Arg(1), *all, in, out)
	}
	if err == nil {
		return 0
	}
	fmt.Fprintln(said, err)
	return status(err)
}

// status is the one to leave with because of an error.
func status(err error) int {
	var not *NotCutError
	var deep *DeepError
	switch {
	case errors.As(err, &not):
		return wire.OOXMLNotCut
	case errors.As(err, &deep):
		return wire.OOXMLTooDeep
	}
	return 1
}

func do(what, kind string, all bool, in, out *os.File) error {
	switch what {
	case wire.OOXMLCut:
		by := Usual()
		if all {
			by = Least()
		}
		return Cut(in, kind, by, out)
	case wire.OOXMLFacts:
		facts, err := Facts(in, kind)
		if err != nil {
			return err
		}
		return json.NewEncoder(out).Encode(facts)
	}
	return fmt.Errorf("%q is not one of cut, facts, nesting", what)
}

// Command corpus converts every document of a folder with a real server, many at a time. It prints the outcomes by
// format, the slowest documents, all error messages, and the requirements that are not met. It exits with 1 if a
// requirement is not met.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"

	"lectern/backend/lab/screen"
	"lectern/backend/lab/trial"
)

func main() {
	var c config
	c.programs.Flags()
	flag.IntVar(&c.atOnce, "at-once", 2*runtime.NumCPU(), "documents that are posted at a time")
	flag.DurationVar(&c.deadline, "deadline", 2*time.Minute, "longest time that the conversion of a document may take")
	flag.StringVar(&c.json, "json", "", "file to write all results to")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "Usage: corpus [flags] [FOLDER]\n\n"+
			"Without FOLDER, the environment variable LECTERN_CORPUS names it.")
		flag.PrintDefaults()
	}
	flag.Parse()
	c.folder = os.Getenv("LECTERN_CORPUS")
	if flag.NArg() > 0 {
		c.folder = flag.Arg(0)
	}
	if c.folder == "" {
		flag.Usage()
		os.Exit(2)
	}
	trial.Main("corpus", c.run)
}

// config contains the options of the command.
type config struct {
	programs trial.Programs
	folder   string
	json     string // file for the results as JSON; empty for none
	atOnce   int
	deadline time.Duration
}

// run converts the documents of the folder and prints the results. passed is true if all requirements are met.
func (c config) run(ctx context.Context) (passed bool, err error) {
	if err := c.programs.Resolve(); err != nil {
		return false, err
	}
	files, err := findFiles(c.folder)
	if err != nil {
		return false, err
	}
	out := screen.New(os.Stdout)
	out.Printf("%d documents of %s, %d at a time, each within %s\n\n", len(files), c.folder, c.atOnce, c.deadline)
	outcome, err := c.tryAll(ctx, files, out)
	if err != nil {
		return false, err
	}
	outcome.print(out)
	if c.json == "" {
		return outcome.Passed, nil
	}
	text, err := json.MarshalIndent(outcome, "", "\t")
	if err != nil {
		return false, err
	}
	return outcome.Passed, os.WriteFile(c.json, append(text, '\n'), 0o644)
}

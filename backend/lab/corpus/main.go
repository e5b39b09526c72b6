// Command corpus takes every document of a folder through a real server, many at a time,
// and tells how they ended: by format and outcome, the slowest, every failure's words,
// and whether what must hold of all has held. Where it has not, it exits with 1.
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
		fmt.Fprintln(flag.CommandLine.Output(), "Usage: corpus [flags] [FOLDER]\n\nWithout FOLDER, the environment variable LECTERN_CORPUS names it.")
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

// config is what can be set about a run.
type config struct {
	programs trial.Programs
	folder   string
	json     string // empty where none is wanted
	atOnce   int
	deadline time.Duration
}

// run tries the folder and prints what came of it. It tells whether all held that must.
func (c config) run(ctx context.Context) (held bool, err error) {
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
		return outcome.Held, nil
	}
	text, err := json.MarshalIndent(outcome, "", "\t")
	if err != nil {
		return false, err
	}
	return outcome.Held, os.WriteFile(c.json, append(text, '\n'), 0o644)
}

// Command chaos posts documents to several nodes. Meanwhile it kills nodes, restarts their database, and makes their
// content store unreachable. Then it checks that nothing was lost. It exits with 1 if a requirement is not met.
package main

import (
	"context"
	"flag"
	"os"
	"time"

	"lectern/backend/lab/screen"
	"lectern/backend/lab/trial"
)

func main() {
	var c config
	c.programs.Flags()
	flag.StringVar(&c.samples, "samples", "backend/samples", "folder of the documents of which others are made")
	flag.IntVar(&c.documents, "documents", 2000, "documents that are posted")
	flag.IntVar(&c.nodes, "nodes", 3, "nodes that serve")
	flag.IntVar(&c.atOnce, "at-once", 200, "documents that are on their way at a time")
	flag.DurationVar(&c.killEvery, "kill-every", 5*time.Second, "how often a node is killed")
	flag.DurationVar(&c.outage, "away", 20*time.Second, "how long the store of bytes is away")
	flag.DurationVar(&c.patience, "patience", 3*time.Minute, "how long nothing may happen")
	flag.StringVar(&c.logFolder, "keep", "", "folder to leave the nodes' logs in")
	flag.Parse()
	trial.Main("chaos", c.run)
}

// config contains the options of the command.
type config struct {
	programs                 trial.Programs
	samples, logFolder       string
	documents, nodes, atOnce int
	killEvery, outage        time.Duration
	patience                 time.Duration
}

// run executes a run. passed is true if all requirements are met.
func (c config) run(ctx context.Context) (passed bool, err error) {
	if err := c.programs.Resolve(); err != nil {
		return false, err
	}
	if err := os.Setenv("LECTERN_BIN", c.programs.Bin); err != nil { // the S3 server is in this folder
		return false, err
	}
	if err := trial.AdoptOrphans(); err != nil {
		return false, err
	}
	folder, err := os.MkdirTemp("", "lectern-chaos-") // a folder that the user of PostgreSQL can access
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(folder)
	r := &run{config: c, folder: folder, begin: time.Now(), screen: screen.New(os.Stdout)}
	return r.execute(ctx)
}

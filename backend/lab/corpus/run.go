package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"lectern/backend/lab/screen"
	"lectern/backend/lab/trial"
)

// memoryPeriod is the interval at which memory use is sampled. It is long enough not to slow down the server.
const memoryPeriod = 250 * time.Millisecond

// outcome is the result of a run.
type outcome struct {
	Passed    bool           `json:"held"` // all requirements are met
	Documents int            `json:"documents"`
	Seconds   float64        `json:"seconds"`
	AtOnce    int            `json:"atOnce"`
	Limit     float64        `json:"limitSeconds"` // time limit of a document
	Memory    trial.Memory   `json:"peakMemoryMB"`
	Tally     map[string]int `json:"tally"` // number of documents by outcome
	Errors    []string       `json:"serverErrors"`
	Log       []string       `json:"serverLog"` // errors in the log of the server
	Calls     []string       `json:"canaryCalls"`
	Leftovers []string       `json:"left"` // what the server has left behind at the end
	Results   []*result      `json:"results"`
}

// tryAll converts files with a new server, and checks what the server leaves behind.
func (c config) tryAll(ctx context.Context, files []file, output *screen.Screen) (*outcome, error) {
	folder, err := os.MkdirTemp("", "lectern-corpus-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	canary, err := newCanary(folder)
	if err != nil {
		return nil, err
	}
	if err := trial.AdoptOrphans(); err != nil {
		return nil, err
	}
	temp, data := filepath.Join(folder, "tmp"), filepath.Join(folder, "data")
	if err := os.Mkdir(temp, 0o700); err != nil {
		return nil, err
	}
	var log bytes.Buffer
	server, err := c.programs.Start(ctx, data, &log, []string{"TMPDIR=" + temp}, "--deadline", c.deadline.String())
	if err != nil {
		return nil, err
	}
	t := &tester{server: server, canary: canary, limit: c.deadline + hangGrace}
	memory := trial.WatchMemory(server.PID(), memoryPeriod)
	begin := time.Now()
	results := t.tryEach(ctx, files, c.atOnce, output)
	out := &outcome{
		Documents: len(results), Seconds: time.Since(begin).Seconds(), AtOnce: c.atOnce, Limit: t.limit.Seconds(),
		Memory: memory.Stop(), Tally: make(map[string]int), Results: results,
	}
	out.Leftovers = jobLeftovers(data)
	if err := server.Stop(); err != nil {
		t.errors = append(t.errors, "at its end: "+err.Error())
	}
	out.Leftovers = append(out.Leftovers, leftovers(data, temp)...)
	out.Errors, out.Log, out.Calls = t.errors, slices.Collect(strings.Lines(log.String())), canary.close()
	out.summarize()
	return out, ctx.Err()
}

// tryEach converts files, atOnce files at a time. If ctx is cancelled, it returns the results so far.
func (t *tester) tryEach(ctx context.Context, files []file, atOnce int, output *screen.Screen) []*result {
	next, done := make(chan file), make(chan *result)
	var workers sync.WaitGroup
	for range atOnce {
		workers.Go(func() {
			for f := range next {
				done <- t.try(ctx, f)
			}
		})
	}
	go func() {
		for _, f := range files {
			if ctx.Err() == nil {
				next <- f
			}
		}
		close(next)
		workers.Wait()
		close(done)
	}()
	progress := &progress{screen: output, total: len(files)}
	var results []*result
	for r := range done {
		results = append(results, r)
		progress.add(r)
	}
	progress.erase()
	return results
}

// summarize computes the totals, and whether all requirements are met.
func (o *outcome) summarize() {
	o.Passed = len(o.Errors) == 0 && len(o.Calls) == 0 && len(o.Leftovers) == 0
	for _, r := range o.Results {
		o.Tally[r.Outcome]++
		o.Passed = o.Passed && len(r.Problems) == 0
	}
}

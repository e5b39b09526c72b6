package main

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"
)

// throughput measures how many Office documents a minute are converted when all are
// posted at once, against soffice, one after the other.
func (b *bench) throughput(ctx context.Context, files []string) error {
	own, err := b.startOwn(ctx, "throughput", "--workers", "2")
	if err != nil {
		return err
	}
	defer own.stop()
	// Each side's first document pays for its start.
	if _, _, _, err := own.post(ctx, b.letter()); err != nil {
		return err
	}
	if _, err := b.soffice(ctx, b.letter()); err != nil {
		return err
	}
	var good []string
	var peer time.Duration
	for _, file := range files {
		if took, err := b.soffice(ctx, file); err == nil {
			good, peer = append(good, file), peer+took
		}
	}
	ours, err := postAll(ctx, []*server{own}, good)
	if err != nil {
		return err
	}
	b.table.rows = append(b.table.rows, rate("Office: files a minute, posted at once ÷ soffice, one after the other", "/min",
		8, len(good), ours/60, peer/60))
	return nil
}

// rate makes the row of a speed: so many things in the one's time and the other's.
func rate(measure, unit string, target float64, n int, ours, peer time.Duration) row {
	r := row{measure: measure, unit: unit, target: target, atLeast: true, pairs: n,
		ours: float64(n) / ours.Seconds(), peer: float64(n) / peer.Seconds()}
	r.ratio = r.ours / r.peer
	return r
}

// postAll posts all files at once, to servers in turn, and gives the time until the last is ready.
func postAll(ctx context.Context, servers []*server, files []string) (time.Duration, error) {
	begin := time.Now()
	errs := make([]error, len(files))
	var posts sync.WaitGroup
	for i, file := range files {
		posts.Go(func() {
			doc, _, _, err := servers[i%len(servers)].post(ctx, file)
			if err == nil && doc.Status != "ready" {
				err = errors.New(filepath.Base(file) + " is " + doc.Status)
			}
			errs[i] = err
		})
	}
	posts.Wait()
	return time.Since(begin), errors.Join(errs...)
}

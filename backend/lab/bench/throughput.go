package main

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"
)

// throughput measures how many Office documents per minute are converted if all are posted at once. It compares that
// with soffice, which converts them one after the other.
func (b *bench) throughput(ctx context.Context, files []string) error {
	own, err := b.startOwn(ctx, "throughput", "--workers", "2")
	if err != nil {
		return err
	}
	defer own.stop()
	// The first document on each side takes longer, because it starts the programs.
	if _, _, _, err := own.post(ctx, b.letter()); err != nil {
		return err
	}
	soffice := officePeer{b}
	if _, err := soffice.convert(ctx, b.letter()); err != nil {
		return err
	}
	var good []string
	var peer time.Duration
	for _, file := range files {
		if took, err := soffice.convert(ctx, file); err == nil {
			good, peer = append(good, file), peer+took
		}
	}
	ours, err := postAll(ctx, []*server{own}, good, len(good))
	if err != nil {
		return err
	}
	b.report(rate("Office: files a minute, posted at once ÷ soffice, one after the other", "/min",
		8, len(good), ours/60, peer/60))
	return nil
}

// rate returns the row for a speed: both sides have processed n items in the given times.
func rate(measure, unit string, target float64, n int, ours, peer time.Duration) row {
	r := row{measure: measure, unit: unit, target: target, atLeast: true, pairs: n,
		ours: float64(n) / ours.Seconds(), peer: float64(n) / peer.Seconds()}
	r.ratio = r.ours / r.peer
	return r
}

// postAll posts all files to the servers in turn, atOnce files at a time. It returns the time until the last document
// is ready.
func postAll(ctx context.Context, servers []*server, files []string, atOnce int) (time.Duration, error) {
	begin := time.Now()
	var posts errgroup.Group
	posts.SetLimit(atOnce)
	for i, file := range files {
		posts.Go(func() error {
			doc, _, _, err := servers[i%len(servers)].post(ctx, file)
			if err == nil && doc.Status != "ready" {
				err = errors.New(filepath.Base(file) + " is " + doc.Status)
			}
			return err
		})
	}
	err := posts.Wait()
	return time.Since(begin), err
}

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"lectern/backend/lab/trial"
)

// clusterRounds is the number of rounds, each with new servers. clusterCopies is the number of copies of each file.
// clusterAtOnce is the number of documents that are converted at the same time.
const (
	clusterRounds = 4
	clusterCopies = 3
	clusterAtOnce = 20
)

// cluster compares two nodes that share a library with one server that has the same total number of converters.
func (b *bench) cluster(ctx context.Context, files []string) error {
	s, err := b.openShared(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	if files, err = s.convertible(ctx, files); err != nil {
		return err
	}
	if files, err = s.copies(files, clusterCopies); err != nil {
		return err
	}
	var pairs []pair
	for round := range clusterRounds {
		one, err := s.rateOfOne(ctx, fmt.Sprintf("one-%d", round), files)
		if err != nil {
			return err
		}
		two, err := s.rateOfTwo(ctx, fmt.Sprintf("two-%d", round), files)
		if err != nil {
			return err
		}
		fmt.Printf("documents a minute: two nodes %.0f, one server %.0f\n", two, one)
		pairs = append(pairs, pair{two, one})
	}
	r := compare("two nodes on PostgreSQL and S3 ÷ one server on SQLite, two workers in all: Office documents", "/min", 0.9, pairs, 0)
	r.atLeast = true
	b.report(r)
	return nil
}

func (s *shared) rateOfOne(ctx context.Context, name string, files []string) (float64, error) {
	server, err := s.bench.startOwn(ctx, name, "--workers", "2")
	if err != nil {
		return 0, err
	}
	defer server.stop()
	return s.rateOf(ctx, files, server)
}

func (s *shared) rateOfTwo(ctx context.Context, name string, files []string) (float64, error) {
	env, err := s.library(ctx, name)
	if err != nil {
		return 0, err
	}
	nodes, err := s.nodes(ctx, name, env, 2, "--workers", "1")
	if err != nil {
		return 0, err
	}
	defer stopAll(nodes)
	return s.rateOf(ctx, files, nodes...)
}

// rateOf returns how many documents per minute the servers convert. The documents are posted to the servers in turn.
func (s *shared) rateOf(ctx context.Context, files []string, servers ...*server) (float64, error) {
	// the conversion of the first document takes longer, because it starts the converters
	for _, server := range servers {
		if _, _, _, err := server.post(ctx, s.bench.letter()); err != nil {
			return 0, err
		}
	}
	took, err := postAll(ctx, servers, files, clusterAtOnce)
	return float64(len(files)) / took.Minutes(), err
}

// copies returns several copies of each file. The argument count is the number of copies. The copies of a file contain
// the same document but have different bytes, so that each copy is converted.
func (s *shared) copies(files []string, count int) (all []string, err error) {
	folder, err := os.MkdirTemp(s.bench.temp, "copies-")
	if err != nil {
		return nil, err
	}
	for i := range count {
		for j, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			path := filepath.Join(folder, fmt.Sprintf("%d-%d%s", i, j, filepath.Ext(file)))
			if err := os.WriteFile(path, trial.Distinct(content, fmt.Sprint(i)), 0o600); err != nil {
				return nil, err
			}
			all = append(all, path)
		}
	}
	return all, nil
}

// convertible returns the files whose conversion succeeds.
func (s *shared) convertible(ctx context.Context, files []string) (good []string, err error) {
	server, err := s.bench.startOwn(ctx, "convertible")
	if err != nil {
		return nil, err
	}
	defer server.stop()
	for _, file := range files {
		doc, _, _, err := server.post(ctx, file)
		if err != nil {
			return nil, err
		}
		if doc.Status == "ready" {
			good = append(good, file)
		}
	}
	return good, nil
}

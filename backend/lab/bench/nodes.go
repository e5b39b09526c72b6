package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"lectern/backend/lab/engines"
	"lectern/backend/lab/trial"
)

// shared contains the PostgreSQL server and the S3 server that the measured nodes share. In contrast to tests,
// PostgreSQL syncs commits to the disk.
type shared struct {
	bench    *bench
	folder   string
	postgres *engines.Postgres
	s3       *engines.S3
}

func (b *bench) openShared(ctx context.Context) (s *shared, err error) {
	if err := os.Setenv("LECTERN_BIN", b.bin); err != nil { // the S3 server is in this folder
		return nil, err
	}
	s = &shared{bench: b}
	// a folder that the user of PostgreSQL can access
	if s.folder, err = os.MkdirTemp("", "lectern-bench-shared-"); err != nil {
		return nil, err
	}
	if s.postgres, err = engines.NewPostgres(ctx, s.folder, "127.0.0.1", "fsync=on", "shared_buffers=512MB", "max_wal_size=4GB"); err == nil {
		s.s3, err = engines.NewS3(ctx, s.folder, "127.0.0.1")
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *shared) close() {
	var err error
	if s.postgres != nil {
		err = s.postgres.Stop(true)
	}
	if s.s3 != nil {
		err = errors.Join(err, s.s3.Stop())
	}
	if err = errors.Join(err, os.RemoveAll(s.folder)); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
	}
}

// library creates an empty library, and returns the environment variables of its nodes.
func (s *shared) library(ctx context.Context, name string) (env []string, err error) {
	database, err := s.postgres.CreateDatabase(ctx, name, "")
	if err != nil {
		return nil, err
	}
	blobs, err := s.s3.CreateBucket(name)
	return append(s.s3.Environment(), "LECTERN_DATABASE="+database, "LECTERN_BLOBS="+blobs), err
}

// nodes starts several nodes of a library. The argument count is their number.
func (s *shared) nodes(ctx context.Context, name string, env []string, count int, args ...string) (nodes []*server, err error) {
	for i := range count {
		data := filepath.Join(s.folder, fmt.Sprintf("%s-%d", name, i))
		programs := trial.Programs{Bin: s.bench.bin, LibreOffice: s.bench.libreOffice}
		node, err := programs.Start(ctx, data, os.Stderr, env, append(args, "--drain", "0s")...)
		if err != nil {
			stopAll(nodes)
			return nil, err
		}
		nodes = append(nodes, &server{node})
	}
	return nodes, nil
}

func stopAll(servers []*server) {
	for _, s := range servers {
		s.stop()
	}
}

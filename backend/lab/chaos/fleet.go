package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"lectern/backend/lab/engines"
	"lectern/backend/lab/trial"
)

// The names of what the nodes share.
const (
	databaseName = "lectern"
	bucketName   = "lectern"
)

// grace is how long content that nothing needs stays in the bucket: at the end nobody waits long.
const grace = 2 * time.Second

// fleet are the nodes of a library, and its engines.
type fleet struct {
	*run
	postgres *engines.Postgres
	s3       *engines.S3
	env      []string
	key      string
	nodes    []*node
	running  sync.WaitGroup
	stopping context.CancelFunc
}

// openFleet starts the engines and then the nodes.
func openFleet(ctx context.Context, r *run) (*fleet, error) {
	f := &fleet{run: r}
	if err := f.openEngines(ctx, "127.0.0.1", "127.0.0.1"); err != nil {
		return nil, err
	}
	return f, f.start(ctx)
}

// openEngines starts PostgreSQL and S3 at addresses, with an empty library that has a key.
func (f *fleet) openEngines(ctx context.Context, postgres, s3 string) (err error) {
	if f.postgres, err = engines.NewPostgres(ctx, f.folder, postgres); err != nil {
		return err
	}
	database, err := f.postgres.CreateDatabase(ctx, databaseName, "")
	if err != nil {
		return err
	}
	if f.s3, err = engines.NewS3(ctx, f.folder, s3); err != nil {
		return err
	}
	blobs, err := f.s3.CreateBucket(bucketName)
	if err != nil {
		return err
	}
	f.env = append(f.s3.Environment(), "LECTERN_DATABASE="+database, "LECTERN_BLOBS="+blobs)
	f.key, err = f.programs.CreateKey(ctx, filepath.Join(f.folder, "key"), f.env)
	return err
}

// start starts the nodes, each of which is started anew whenever it has ended.
func (f *fleet) start(ctx context.Context) error {
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	f.stopping = stop
	for number := len(f.nodes); number < f.config.nodes; number++ {
		n, err := newNode(f, number+1)
		if err != nil {
			return err
		}
		f.nodes = append(f.nodes, n)
	}
	for _, n := range f.nodes {
		f.running.Go(func() { n.keep(running) })
	}
	return f.await(ctx, "all nodes to serve", func() (int, bool) { s := f.serving(); return s, s == len(f.nodes) })
}

// stop ends all nodes as a service manager does.
func (f *fleet) stop() {
	f.stopping()
	var stopping sync.WaitGroup
	for _, n := range f.nodes {
		stopping.Go(n.stop)
	}
	stopping.Wait()
	f.running.Wait()
}

// serving counts the nodes that serve.
func (f *fleet) serving() (count int) {
	for _, n := range f.nodes {
		if n.address() != "" {
			count++
		}
	}
	return count
}

// any gives the address of the API of one that serves; empty where none does.
func (f *fleet) any() string {
	for _, i := range rand.Perm(len(f.nodes)) {
		if address := f.nodes[i].address(); address != "" {
			return address
		}
	}
	return ""
}

// state tells how things are, for who wonders.
func (f *fleet) state() string {
	if f == nil {
		return ""
	}
	said := []string{}
	for _, n := range f.nodes {
		said = append(said, fmt.Sprintf("node %d serves at %q", n.number, n.address()))
	}
	lines, err := f.postgres.Query(context.Background(), databaseName, `SELECT status, COUNT(*) FROM document GROUP BY 1
		UNION ALL SELECT 'job ' || kind || ' ' || state::TEXT, COUNT(*) FROM river_job GROUP BY 1
		UNION ALL SELECT 'node ' || id || ' ' || (NOW() - seen_at)::TEXT, 1 FROM node`)
	if err != nil {
		lines = append(lines, err.Error())
	}
	return strings.Join(append(said, lines...), "\n")
}

// close ends all programs, and gives what they have left.
func (f *fleet) close(whole bool) (left []string, err error) {
	f.stop()
	err = errors.Join(f.postgres.Stop(false), f.s3.Stop())
	if f.keep != "" {
		err = errors.Join(err, f.keepLogs())
	}
	left = trial.Settle(trial.Orphans)
	if whole {
		for _, n := range f.nodes {
			left = append(left, n.left()...)
		}
	}
	return left, err
}

func (f *fleet) keepLogs() error {
	for _, n := range f.nodes {
		text, err := os.ReadFile(n.log.Name())
		if err == nil {
			err = os.WriteFile(filepath.Join(f.keep, filepath.Base(n.log.Name())), text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// objects gives the keys of the content in the bucket.
func (f *fleet) objects() (keys []string, err error) {
	root := f.s3.Folder(bucketName)
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if strings.HasPrefix(entry.Name(), ".") && entry.IsDir() {
			return fs.SkipDir // the server's own
		}
		if entry.IsDir() {
			return nil
		}
		key, err := filepath.Rel(root, path)
		if own := []string{"lectern-library.json", "seal.key"}; !slices.Contains(own, key) {
			keys = append(keys, filepath.ToSlash(key))
		}
		return err
	})
	return keys, err
}

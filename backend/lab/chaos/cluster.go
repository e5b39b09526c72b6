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

// The names of the shared database and bucket.
const (
	databaseName = "lectern"
	bucketName   = "lectern"
)

// contentGrace is how long unused content stays in the bucket. The time is short, so that a run ends soon.
const contentGrace = 2 * time.Second

// cluster contains the nodes of a library, its database and its content store.
type cluster struct {
	*run
	postgres *engines.Postgres
	s3       *engines.S3
	env      []string
	key      string
	nodes    []*node
	running  sync.WaitGroup
	stopping context.CancelFunc
}

// openCluster starts the database and the content store, and then the nodes.
func openCluster(ctx context.Context, r *run) (*cluster, error) {
	f := &cluster{run: r}
	if err := f.openEngines(ctx, "127.0.0.1", "127.0.0.1"); err != nil {
		return nil, err
	}
	return f, f.start(ctx)
}

// openEngines starts PostgreSQL and S3 at addresses, with an empty library and an API key.
func (f *cluster) openEngines(ctx context.Context, postgres, s3 string) (err error) {
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

// start starts the nodes. A node that ends is started again.
func (f *cluster) start(ctx context.Context) error {
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
		f.running.Go(func() { n.keepRunning(running) })
	}
	return f.await(ctx, "all nodes to serve", func() (int, bool) { s := f.countServing(); return s, s == len(f.nodes) })
}

// stop stops all nodes with SIGTERM.
func (f *cluster) stop() {
	f.stopping()
	var stopping sync.WaitGroup
	for _, n := range f.nodes {
		stopping.Go(n.stop)
	}
	stopping.Wait()
	f.running.Wait()
}

// countServing returns the number of nodes that accept requests.
func (f *cluster) countServing() (count int) {
	for _, n := range f.nodes {
		if n.address() != "" {
			count++
		}
	}
	return count
}

// anyAddress returns the API address of any running node, or "" if no node is running.
func (f *cluster) anyAddress() string {
	for _, i := range rand.Perm(len(f.nodes)) {
		if address := f.nodes[i].address(); address != "" {
			return address
		}
	}
	return ""
}

// state describes the nodes, for error messages.
func (f *cluster) state() string {
	if f == nil {
		return ""
	}
	all := []string{}
	for _, n := range f.nodes {
		all = append(all, fmt.Sprintf("node %d serves at %q", n.number, n.address()))
	}
	lines, err := f.postgres.Query(context.Background(), databaseName, `SELECT status, COUNT(*) FROM document GROUP BY 1
		UNION ALL SELECT 'job ' || kind || ' ' || state::TEXT, COUNT(*) FROM river_job GROUP BY 1
		UNION ALL SELECT 'node ' || id || ' ' || (NOW() - seen_at)::TEXT, 1 FROM node`)
	if err != nil {
		lines = append(lines, err.Error())
	}
	return strings.Join(append(all, lines...), "\n")
}

// close stops all programs. It returns the processes that still run and, if withLeftovers is true, the files that the
// nodes should have removed.
func (f *cluster) close(withLeftovers bool) (leftovers []string, err error) {
	f.stop()
	err = errors.Join(f.postgres.Stop(false), f.s3.Stop())
	if f.logFolder != "" {
		err = errors.Join(err, f.keepLogs())
	}
	leftovers = trial.AwaitEmpty(trial.Orphans)
	if withLeftovers {
		for _, n := range f.nodes {
			leftovers = append(leftovers, n.leftovers()...)
		}
	}
	return leftovers, err
}

func (f *cluster) keepLogs() error {
	for _, n := range f.nodes {
		text, err := os.ReadFile(n.log.Name())
		if err == nil {
			err = os.WriteFile(filepath.Join(f.logFolder, filepath.Base(n.log.Name())), text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// objects returns the keys of the content in the bucket.
func (f *cluster) objects() (keys []string, err error) {
	root := f.s3.Folder(bucketName)
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if strings.HasPrefix(entry.Name(), ".") && entry.IsDir() {
			return fs.SkipDir // files of the S3 server itself
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

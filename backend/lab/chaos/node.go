package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"lectern/backend/internal/retry"
	"lectern/backend/lab/trial"
)

// node is a server of the cluster. It is started again whenever it ends.
type node struct {
	*cluster
	number     int
	data, temp string // paths of the data folder and of the temporary folder
	log        *os.File
	programs   trial.Programs
	args       []string // arguments in addition to those that all nodes have

	mu      sync.Mutex
	server  *trial.Server // the current process, or the previous one while none runs
	killed  bool          // this program has killed the process
	stopped bool          // the node is not started again
	api     string        // API address while the node is running, otherwise ""
}

func newNode(f *cluster, number int) (n *node, err error) {
	n = &node{cluster: f, number: number, programs: f.config.programs}
	name := fmt.Sprintf("node-%d", number)
	n.data, n.temp = filepath.Join(f.folder, name), filepath.Join(f.folder, name+"-tmp")
	if err := os.MkdirAll(n.temp, 0o700); err != nil {
		return nil, err
	}
	n.log, err = os.OpenFile(filepath.Join(f.folder, name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	return n, err
}

// keepRunning runs the node and restarts it whenever it ends, until ctx is cancelled.
func (n *node) keepRunning(ctx context.Context) {
	n.mu.Lock()
	n.stopped = false
	n.mu.Unlock()
	for ctx.Err() == nil {
		if err := n.runOnce(ctx); err != nil {
			n.problem("node %d: %v", n.number, err)
			retry.Sleep(ctx, time.Second)
		}
	}
}

// runOnce runs the node once. It returns an error if the node ended without having been killed or stopped.
func (n *node) runOnce(ctx context.Context) error {
	args := append([]string{"--workers", "1", "--content-grace", contentGrace.String(), "--allow-host", "127.0.0.1",
		"--webhook-retry", "1s,2s,5s,5s,5s,5s,5s,5s,5s,5s,5s,5s"}, n.args...)
	server, err := n.programs.Launch(n.data, n.log, append(slices.Clone(n.env), "TMPDIR="+n.temp), args...)
	if err != nil {
		return err
	}
	if !n.recordStart(server) {
		_ = server.Kill() // killed at once, because it has nothing to save
	}
	err = server.Await()
	if err == nil {
		n.setAPI(server.APIBase)
	}
	<-server.Ended()
	n.setAPI("")
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.killed || n.stopped {
		return nil
	}
	return fmt.Errorf("it ended unexpectedly: %w", err)
}

// recordStart records a started process. It returns false if the node is being stopped.
func (n *node) recordStart(server *trial.Server) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.server, n.killed = server, false
	return !n.stopped
}

func (n *node) setAPI(api string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.api = api
}

// address returns the API address, or "" if the node is not running.
func (n *node) address() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.api
}

// kill kills the node with SIGKILL, even while the node starts.
func (n *node) kill() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.server != nil {
		n.killed, n.api = true, ""
		_ = n.server.Kill() // an error means that it has already ended
	}
}

// stop stops the node with SIGTERM.
func (n *node) stop() {
	n.mu.Lock()
	server, killed := n.server, n.killed
	n.api, n.stopped = "", true
	n.mu.Unlock()
	if server == nil {
		return
	}
	if err := server.Stop(); err != nil && !killed {
		n.problem("node %d, when it was stopped: %v", n.number, err)
	}
}

// expectedFiles lists the names that a server may leave in its data folder.
var expectedFiles = []string{"cache", "content", "lectern.lock"}

// leftovers returns the files that the node has left behind but should have removed.
func (n *node) leftovers() (leftovers []string) {
	for _, folder := range []string{n.data, n.temp} {
		entries, err := os.ReadDir(folder)
		if err != nil {
			leftovers = append(leftovers, err.Error())
		}
		for _, entry := range entries {
			if folder == n.temp || !slices.Contains(expectedFiles, entry.Name()) {
				leftovers = append(leftovers, filepath.Join(filepath.Base(folder), entry.Name()))
			}
		}
	}
	halves, _ := filepath.Glob(filepath.Join(n.data, "cache", "half-*")) // the pattern is valid
	return append(leftovers, halves...)
}

package watch

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"sync"
	"syscall"

	"github.com/fsnotify/fsnotify"

	"lectern/backend/internal/fault"
)

// notifier gathers what the system tells of changes in folders. Each path is kept once however
// often it changes, and the system's queue is emptied at once, so that it seldom overflows.
type notifier struct {
	watcher *fsnotify.Watcher
	ready   chan struct{} // has an element when there is something to take

	mu      sync.Mutex
	folders map[string]bool
	changed map[string]bool
	stale   bool
}

// errTooFewWatches says that the system allows no further watch.
var errTooFewWatches = errors.New("the system allows no more watches")

func newNotifier() (*notifier, error) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, watchError(err)
	}
	n := &notifier{watcher: watcher, ready: make(chan struct{}, 1), folders: map[string]bool{}, changed: map[string]bool{}}
	go n.run()
	return n, nil
}

// watchError makes an [errTooFewWatches] of what the system says where its limits are reached.
func watchError(err error) error {
	if errors.Is(err, syscall.ENOSPC) || fault.IsMachineLimit(err) {
		return errors.Join(errTooFewWatches, err)
	}
	return err
}

// watch watches one folder, but not those in it. One that has gone is no error.
func (n *notifier) watch(folder string) error {
	err := n.watcher.Add(folder)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil
	}
	if err != nil {
		return watchError(err)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.folders[folder] = true
	return nil
}

func (n *notifier) run() {
	for {
		select {
		case e, ok := <-n.watcher.Events:
			if !ok {
				return
			}
			n.add(e)
		case _, ok := <-n.watcher.Errors: // an overflow, or what nothing is known of: the folder tells
			if !ok {
				return
			}
			n.markStale()
		}
	}
}

func (n *notifier) add(e fsnotify.Event) {
	if e.Name == "" {
		return
	}
	n.mu.Lock()
	n.changed[e.Name] = true
	if n.folders[e.Name] && e.Has(fsnotify.Rename) {
		n.stale = true // the watcher knows what is below by its old path
	}
	if e.Has(fsnotify.Remove) {
		delete(n.folders, e.Name) // the watcher has given it up
	}
	n.mu.Unlock()
	n.signal()
}

func (n *notifier) markStale() {
	n.mu.Lock()
	n.stale = true
	n.mu.Unlock()
	n.signal()
}

func (n *notifier) signal() {
	select {
	case n.ready <- struct{}{}:
	default:
	}
}

// drain gives the paths that have changed since it was last called. Where stale is true, there may
// be others: all is to be watched and looked through anew.
func (n *notifier) drain() (paths []string, stale bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	paths, stale = slices.Collect(maps.Keys(n.changed)), n.stale
	n.changed = map[string]bool{}
	return paths, stale
}

func (n *notifier) close() { _ = n.watcher.Close() } // what it cannot give back, the process's end does

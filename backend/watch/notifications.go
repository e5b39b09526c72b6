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

// notifier collects the operating system's notifications of changes in folders. It stores each path once. It empties
// the system's queue as fast as it can, so that the queue seldom overflows.
type notifier struct {
	watcher *fsnotify.Watcher
	ready   chan struct{} // has an element when drain has something to return

	mu      sync.Mutex
	folders map[string]bool
	changed map[string]bool
	stale   bool
}

// errTooFewWatches means that the operating system does not allow further watches.
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

// watchError adds [errTooFewWatches] to an error if a limit of the operating system is reached.
func watchError(err error) error {
	if errors.Is(err, syscall.ENOSPC) || fault.IsMachineLimit(err) {
		return errors.Join(errTooFewWatches, err)
	}
	return err
}

// watch watches one folder, without its subfolders. It returns no error if the folder is missing.
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
		case _, ok := <-n.watcher.Errors: // an overflow or an unknown error: a scan finds the changes
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
		n.stale = true // fsnotify still reports changes in the renamed folder under its old path
	}
	if e.Has(fsnotify.Remove) {
		delete(n.folders, e.Name) // fsnotify has already stopped watching the removed folder
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

// drain returns the paths that have changed since the last call. If stale is set, notifications may be missing, so that
// the folder must be watched from scratch and scanned.
func (n *notifier) drain() (paths []string, stale bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	paths, stale = slices.Collect(maps.Keys(n.changed)), n.stale
	n.changed = map[string]bool{}
	return paths, stale
}

// Errors are ignored, because everything that Close cannot release is released when the process ends.
func (n *notifier) close() { _ = n.watcher.Close() }

package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"lectern/backend/sentence"
)

// openFolder is a watched folder that is open.
type openFolder struct {
	*watchedFolder
	runner *runner
	root   *os.Root
	info   os.FileInfo
}

// watcher watches an open folder. Its loop handles notifications, inspections, scans and imports.
type watcher struct {
	*openFolder
	importer   importer
	mover      mover
	candidates candidates

	notifications *notifier    // nil if the system does not report changes
	scanAt        time.Time    // time of the next scan
	checkedAt     time.Time    // time of the last check of the folder itself
	notifyAt      time.Time    // time of the next attempt to get notifications; zero if none is planned
	queue         []*candidate // complete files that wait for their import
	importing     int          // number of running imports
	pausedUntil   time.Time    // no import starts before this time
	shortage      bool         // the status says that the queue or the disk is full
	results       chan importResult
	work          sync.WaitGroup

	cancelScan context.CancelFunc // nil while no scan runs
	found      chan []string
	scanned    chan scanResult
	toScan     []string // folders that must be scanned
	scanWhole  bool     // the whole folder must be scanned
	unreadable []string // subfolders that could not be listed
	ignored    int      // number of files recorded as ignored
}

func newWatcher(r *runner, root *os.Root, info os.FileInfo) *watcher {
	folder := &openFolder{r.watchedFolder, r, root, info}
	return &watcher{openFolder: folder, importer: importer{openFolder: folder}, mover: newMover(folder), candidates: newCandidates(),
		results: make(chan importResult), found: make(chan []string), scanned: make(chan scanResult)}
}

// maxCandidates is the maximum number of candidates. A scan pauses while this number is reached.
const maxCandidates = 20_000

// run watches the folder until ctx ends or another folder is at its path.
func (v *watcher) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer func() {
		cancel()
		v.stopNotifications()
		v.drain()
	}()
	// This removes the messages of the previous watcher of the folder.
	v.runner.updateStatus(func() { v.runner.diskFull, v.runner.notice = "", "" })
	if err := v.loadIgnored(ctx); err != nil {
		return err
	}
	v.restart()
	v.work.Go(func() { v.mover.run(ctx) })
	v.checkedAt = time.Now()
	for {
		v.startScan(ctx)
		// A timer instead of [retry.Sleep], because it is only one of the events that handleNext waits for.
		next := time.NewTimer(min(v.inspectDue(ctx), v.timeToCheck()))
		err := v.handleNext(ctx, next.C)
		next.Stop()
		if err != nil {
			return err
		}
	}
}

// timeToCheck returns the time until the next check whether the watched folder itself is still at its path. The check
// is less frequent if the operating system sends notifications.
func (v *watcher) timeToCheck() time.Duration {
	pace := v.pace.probe
	if v.notifications != nil {
		pace = v.pace.idle
	}
	return max(time.Until(v.checkedAt.Add(pace)), 0)
}

// checkFolderWhenDue checks whether the watched folder itself is still at its path, if that check is due.
func (v *watcher) checkFolderWhenDue() error {
	if v.timeToCheck() > 0 {
		return nil
	}
	return v.checkFolder()
}

func (v *watcher) checkFolder() error {
	v.checkedAt = time.Now()
	return v.runner.checkSameFolder(v.info)
}

// handleNext waits for one event and handles it.
func (v *watcher) handleNext(ctx context.Context, next <-chan time.Time) error {
	var turns chan<- struct{}
	if len(v.queue) > 0 && v.importing < slotsPerFolder && !time.Now().Before(v.pausedUntil) {
		turns = v.slots
	}
	found := v.found
	if len(v.candidates.pending) >= maxCandidates {
		found = nil
	}
	var changed <-chan struct{}
	if v.notifications != nil {
		changed = v.notifications.ready
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-next:
		return v.checkFolderWhenDue()
	case <-changed:
		return v.handleNotifications()
	case paths := <-found:
		for _, path := range paths {
			v.candidates.add(path)
		}
	case w := <-v.scanned:
		return v.finishScan(w)
	case turns <- struct{}{}:
		v.startImport(ctx)
	case r := <-v.results:
		v.importing--
		v.finishImport(ctx, r)
	case <-v.runner.rescans:
		v.restart()
	case path := <-v.runner.changedPaths:
		v.candidates.add(path)
	case loop := <-v.mover.loops:
		return loop
	}
	return nil
}

// drain receives the results of the watcher's goroutines until these goroutines have ended.
func (v *watcher) drain() {
	ended := make(chan struct{})
	go func() {
		v.work.Wait()
		close(ended)
	}()
	for {
		select {
		case <-v.found:
		case <-v.scanned:
		case <-v.results:
		case <-ended:
			return
		}
	}
}

// restart requests notifications for the whole folder again, and a scan.
func (v *watcher) restart() {
	v.stopNotifications()
	v.scanWhole = true
	v.notifyAt = time.Time{}
	if network := v.networkOf(v.folder.Path); network != "" {
		v.startPolling(networkMessage(network))
		return
	}
	notes, err := newNotifier()
	if err != nil {
		v.retryNotificationsLater(err)
		return
	}
	v.notifications = notes
	v.runner.setCondition(Condition{State: Scanning})
}

func (o *openFolder) networkOf(path string) string {
	system, err := o.fileSystem(path)
	if err != nil {
		return ""
	}
	return system.Network
}

func networkMessage(network string) sentence.Sentence {
	return sentence.New("folder-network", "The folder is on a network or foreign file system ({kind}), which does not report "+
		"changes. The folder is scanned at intervals, so files may be imported some seconds later.").With("kind", network)
}

// retryNotificationsLater starts polling, and schedules another attempt to get notifications.
func (v *watcher) retryNotificationsLater(err error) {
	v.notifyAt = time.Now().Add(v.pace.rescan)
	message := sentence.New("folder-untold", "The system does not report changes in the folder ({text}). The folder is scanned "+
		"at intervals, so files may be imported some seconds later.").With("text", err)
	if errors.Is(err, errTooFewWatches) {
		message = sentence.New("folder-few-watches", "The system allows no more watches. The folder is scanned at intervals, so "+
			"files may be imported some seconds later. To import them at once, raise fs.inotify.max_user_watches and "+
			"fs.inotify.max_user_instances with sysctl.")
	}
	v.startPolling(message)
}

// startPolling scans the folder at intervals instead of using notifications.
func (v *watcher) startPolling(message sentence.Sentence) {
	if v.notifications != nil {
		v.notifications.close()
		v.notifications = nil
	}
	v.runner.setCondition(Condition{Polling, message.Encode()})
}

func (v *watcher) stopNotifications() {
	if v.cancelScan != nil {
		v.cancelScan()
	}
	if v.notifications != nil {
		v.notifications.close()
		v.notifications = nil
	}
}

// handleNotifications adds the files that the system has reported to the candidates. It also checks the folder itself
// if the system has reported a change of it, or if it was not checked recently. The error means that another folder has
// taken the place of the watched one.
func (v *watcher) handleNotifications() error {
	paths, stale := v.notifications.drain()
	if stale || slices.Contains(paths, v.folder.Path) || time.Since(v.checkedAt) > v.pace.probe {
		if err := v.checkFolder(); err != nil {
			return err
		}
	}
	if stale {
		v.restart()
	}
	for _, path := range paths {
		if name, err := filepath.Rel(v.folder.Path, path); err == nil && name != "." && !strings.HasPrefix(name, "../") {
			v.candidates.add(name)
		}
	}
	return nil
}

// pauseImports prevents new imports for a while.
func (v *watcher) pauseImports(wait time.Duration) { v.pausedUntil = time.Now().Add(wait) }

// isInTarget reports whether a file is in a folder that originals are moved to. Such folders are not watched.
func (o *openFolder) isInTarget(name string) bool {
	path := filepath.Join(o.folder.Path, name)
	return slices.ContainsFunc(o.folder.targets(), func(target string) bool { return within(path, target) && path != target })
}

// isTarget reports whether a subfolder is a folder that originals are moved to.
func (o *openFolder) isTarget(name string, targets []string) bool {
	return slices.Contains(targets, filepath.Join(o.folder.Path, name))
}

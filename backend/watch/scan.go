package watch

import (
	"context"
	"errors"
	"hash/maphash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"lectern/backend/internal/ownfolder"
	"lectern/backend/sentence"
)

// scanResult is the outcome of a scan of a folder or of a part of it.
type scanResult struct {
	from       string // path of the scanned folder; "." for the whole watched folder
	duration   time.Duration
	unreadable []string // paths of subfolders that could not be listed
	network    string   // kind of network file system of a part of the folder; may be empty
	err        error
}

// isWhole reports whether the whole folder was scanned.
func (w *scanResult) isWhole() bool { return w.from == "." }

// maxIgnored is the maximum number of files of a folder for which a record states that they are not imported.
const maxIgnored = 1000

// loadIgnored loads the number of files that are recorded as ignored into v.ignored.
func (v *watcher) loadIgnored(ctx context.Context) error {
	counts, err := v.store.CountArrivals(ctx, v.folder.ID)
	v.ignored = counts[Ignored]
	return asStoreError(err)
}

// startScan starts the next scan that is due, unless one is running.
func (v *watcher) startScan(ctx context.Context) {
	if v.cancelScan != nil {
		return
	}
	now := time.Now()
	if !v.notifyAt.IsZero() && now.After(v.notifyAt) {
		v.restart()
	}
	if !v.scanAt.IsZero() && now.After(v.scanAt) {
		v.scanWhole = true
	}
	if !v.scanWhole && len(v.toScan) == 0 {
		return
	}
	all, err := v.listTargets(ctx)
	if err != nil {
		v.postpone(ctx, err)
		return
	}
	var from string
	switch {
	case v.scanWhole:
		from, v.scanWhole, v.toScan, v.scanAt = ".", false, nil, time.Time{}
	default:
		from, v.toScan = v.toScan[0], v.toScan[1:]
	}
	ctx, v.cancelScan = context.WithCancel(ctx)
	w := &scanner{openFolder: v.openFolder, notifications: v.notifications, found: v.found, targets: newTargets(all, v.info),
		includeIgnored: v.ignored < maxIgnored, pathHashes: map[uint64]struct{}{}}
	v.work.Go(func() {
		ended := w.run(ctx, from)
		v.scanned <- ended
	})
}

// listTargets returns the folders that the originals of all watched folders are moved to.
func (v *watcher) listTargets(ctx context.Context) (all []string, err error) {
	folders, err := v.store.ListFolders(ctx)
	for i := range folders {
		all = append(all, folders[i].targets()...)
	}
	return all, err
}

// finishScan applies the result of a scan. The error means that the folder cannot be scanned.
func (v *watcher) finishScan(w scanResult) error {
	v.cancelScan()
	v.cancelScan = nil
	switch {
	case errors.Is(w.err, context.Canceled):
		return nil // another scan will follow
	case errors.Is(w.err, errTooFewWatches):
		v.retryNotificationsLater(w.err)
		v.scanWhole = true
		return nil
	case w.network != "" && v.notifications != nil:
		v.startPolling(networkMessage(w.network))
		v.scanWhole = true
		return nil
	case w.err != nil && w.isWhole():
		return w.err
	}
	v.forgetUnreadable(w.from)
	// Some of the unreadable folders may have been removed since the scan found them.
	v.unreadable = append(v.unreadable, slices.DeleteFunc(w.unreadable, v.isGone)...)
	v.reportUnreadable()
	if !w.isWhole() {
		return nil
	}
	v.scanAt = time.Now().Add(max(v.pace.poll, 10*w.duration))
	if v.notifications != nil {
		v.scanAt = time.Now().Add(v.pace.rescan)
		v.runner.setCondition(Condition{State: Watching})
	}
	return nil
}

// forgetUnreadable removes a path, and all paths below it, from the list of folders that could not be listed.
func (v *watcher) forgetUnreadable(path string) {
	v.unreadable = slices.DeleteFunc(v.unreadable, func(folder string) bool { return path == "." || within(folder, path) })
}

// forgetUnreadableAndReport is like forgetUnreadable, for a path that is no longer a folder, and updates the status.
func (v *watcher) forgetUnreadableAndReport(path string) {
	before := len(v.unreadable)
	if v.forgetUnreadable(path); len(v.unreadable) < before {
		v.reportUnreadable()
	}
}

// reportUnreadable states in the status of the folder how many subfolders could not be listed. It does nothing while
// the status reports a full disk or queue.
func (v *watcher) reportUnreadable() {
	if v.shortage {
		return
	}
	v.runner.updateStatus(func() {
		v.runner.notice = ""
		if count := len(v.unreadable); count > 0 {
			v.runner.notice = sentence.New("folder-parts-denied", "Lectern's user cannot read all subfolders ({count} unreadable). "+
				"Give this user permission to list and open their contents.").With("count", count).Encode()
		}
	})
}

// scanner scans folders, and watches them.
type scanner struct {
	*openFolder
	notifications  *notifier
	found          chan<- []string
	targets        targets
	ownFolders     ownfolder.Set       // Lectern's own folders at the beginning of the scan
	includeIgnored bool                // also report files that the folder does not import
	pathHashes     map[uint64]struct{} // hashes of all paths
	seed           maphash.Seed
	batch          []string
	result         scanResult
}

// batchSize is the number of paths that a scan reports at a time.
const batchSize = 500

func (w *scanner) run(ctx context.Context, from string) scanResult {
	begin := time.Now()
	w.seed = maphash.MakeSeed()
	w.result.from = from
	w.ownFolders = w.findOwnFolders()
	var folders []string
	if !w.isTarget(from, w.targets.paths) {
		folders = []string{from}
	}
	for len(folders) > 0 && w.result.err == nil {
		last := len(folders) - 1
		folder := folders[last]
		below, err := w.list(ctx, folder)
		folders = append(folders[:last], below...)
		w.noteListError(ctx, folder, err)
	}
	if w.result.err == nil && w.result.isWhole() {
		w.result.err = asStoreError(w.store.VisitPresent(ctx, w.folder.ID, func(path string) error {
			if _, seen := w.pathHashes[w.hash(path)]; seen {
				return nil
			}
			return w.add(ctx, path)
		}))
	}
	if w.result.err == nil {
		w.result.err = w.flush(ctx)
	}
	w.result.duration = time.Since(begin)
	return w.result
}

// noteListError adds an error of listing a folder to the result, unless the folder was removed meanwhile.
func (w *scanner) noteListError(ctx context.Context, folder string, err error) {
	switch {
	case err == nil:
	case ctx.Err() != nil:
		w.result.err = ctx.Err()
	case errors.Is(err, errTooFewWatches), folder == ".":
		w.result.err = err
	case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
		w.result.unreadable = append(w.result.unreadable, folder)
	}
}

// list watches a folder, reports its files, and returns its subfolders.
func (w *scanner) list(ctx context.Context, folder string) (subfolders []string, err error) {
	f, err := w.root.OpenFile(folder, os.O_RDONLY|openDirectory, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || w.ownFolders.Has(info) || w.targets.has(info) {
		return nil, err
	}
	if w.notifications != nil { // watched before it is listed, so that no change is missed
		if err := w.notifications.watch(filepath.Join(w.folder.Path, folder)); err != nil {
			return nil, err
		}
	}
	w.checkNetwork(info, folder)
	for {
		entries, err := f.ReadDir(batchSize)
		for _, entry := range entries {
			name := path.Join(folder, entry.Name())
			if w.match.excludes(name) {
				continue
			}
			if entry.IsDir() {
				if w.folder.Subfolders && !w.isTarget(name, w.targets.paths) {
					subfolders = append(subfolders, name)
				}
				continue
			}
			w.pathHashes[w.hash(name)] = struct{}{}
			if err := w.addEntry(ctx, name); err != nil {
				return nil, err
			}
		}
		if errors.Is(err, io.EOF) {
			return subfolders, nil
		}
		if err != nil {
			return subfolders, err
		}
	}
}

// checkNetwork records the kind of a network file system if a subfolder is on it but the watched folder is not.
func (w *scanner) checkNetwork(info os.FileInfo, folder string) {
	if identify(info).device != identify(w.info).device {
		if network := w.networkOf(filepath.Join(w.folder.Path, folder)); network != "" {
			w.result.network = network
		}
	}
}

func (w *scanner) addEntry(ctx context.Context, name string) error {
	if !w.includeIgnored && !w.match.includes(name) {
		return nil
	}
	return w.add(ctx, name)
}

func (w *scanner) hash(path string) uint64 { return maphash.String(w.seed, path) }

func (w *scanner) add(ctx context.Context, path string) error {
	if w.batch = append(w.batch, path); len(w.batch) < batchSize {
		return nil
	}
	return w.flush(ctx)
}

func (w *scanner) flush(ctx context.Context) error {
	select {
	case w.found <- w.batch:
		w.batch = nil
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

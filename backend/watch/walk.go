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

// walk is how a look through a folder, or a part of it, has ended.
type walk struct {
	from       string // path of the folder that was looked through; "." for the whole
	took       time.Duration
	unreadable []string // paths of folders in it that could not be listed
	network    string   // kind of the network file system that a part of it lies on; else empty
	err        error
}

// all says whether the whole folder was looked through.
func (w *walk) all() bool { return w.from == "." }

// mostIgnored is how many files are noted that a folder does not take.
const mostIgnored = 1000

// countIgnored notes how many there are.
func (v *vigil) countIgnored(ctx context.Context) error {
	counts, err := v.store.CountArrivals(ctx, v.folder.ID)
	v.ignored = counts[Ignored]
	return ofStore(err)
}

// walkNext begins to look through what is to be, unless that goes on already.
func (v *vigil) walkNext(ctx context.Context) {
	if v.walking != nil {
		return
	}
	now := time.Now()
	if !v.notifyAt.IsZero() && now.After(v.notifyAt) {
		v.watchAnew()
	}
	if !v.pollAt.IsZero() && now.After(v.pollAt) {
		v.all = true
	}
	if !v.all && len(v.todo) == 0 {
		return
	}
	all, err := v.allTargets(ctx)
	if err != nil {
		v.endure(ctx, err)
		return
	}
	var from string
	switch {
	case v.all:
		from, v.all, v.todo, v.pollAt = ".", false, nil, time.Time{}
	default:
		from, v.todo = v.todo[0], v.todo[1:]
	}
	ctx, v.walking = context.WithCancel(ctx)
	w := &walker{vigil: v, notes: v.notes, targets: newTargets(all, v.info), others: v.ignored < mostIgnored, seen: map[uint64]struct{}{}}
	v.work.Go(func() {
		ended := w.walk(ctx, from)
		v.walked <- ended
	})
}

// allTargets gives where the originals of all folders are moved to.
func (v *vigil) allTargets(ctx context.Context) (all []string, err error) {
	folders, err := v.store.ListFolders(ctx)
	for i := range folders {
		all = append(all, folders[i].targets()...)
	}
	return all, err
}

// endWalk goes on from what was looked through. Its error says that the folder cannot be.
func (v *vigil) endWalk(w walk) error {
	v.walking()
	v.walking = nil
	switch {
	case errors.Is(w.err, context.Canceled):
		return nil // there is another one to come
	case errors.Is(w.err, errFewWatches):
		v.unableToWatch(w.err)
		v.all = true
		return nil
	case w.network != "" && v.notes != nil:
		v.poll(networkMessage(w.network))
		v.all = true
		return nil
	case w.err != nil && w.all():
		return w.err
	}
	v.forgetUnreadable(w.from)
	v.unreadable = append(v.unreadable, slices.DeleteFunc(w.unreadable, v.isGone)...) // those may have gone meanwhile
	v.tellUnreadable()
	if !w.all() {
		return nil
	}
	v.pollAt = time.Now().Add(max(v.pace.poll, 10*w.took))
	if v.notes != nil {
		v.pollAt = time.Now().Add(v.pace.sweep)
		v.be(Condition{State: Watching})
	}
	return nil
}

// forgetUnreadable forgets which folders could not be listed at a path and below it.
func (v *vigil) forgetUnreadable(path string) {
	v.unreadable = slices.DeleteFunc(v.unreadable, func(folder string) bool { return path == "." || within(folder, path) })
}

// noteNoFolder notes that there is no folder at a path any more.
func (v *vigil) noteNoFolder(path string) {
	before := len(v.unreadable)
	if v.forgetUnreadable(path); len(v.unreadable) < before {
		v.tellUnreadable()
	}
}

// tellUnreadable tells how many folders could not be listed, while nothing waits for room.
func (v *vigil) tellUnreadable() {
	if v.short {
		return
	}
	v.tell(func() {
		v.runner.note = ""
		if count := len(v.unreadable); count > 0 {
			v.runner.note = sentence.New("folder-parts-denied", "Lectern's user may not read all folders in it ({count} of them not): give it the "+
				"permission to list and open what is there.").With("count", count).Keep()
		}
	})
}

// walker looks through folders, and watches them.
type walker struct {
	*vigil
	notes   *notifier
	targets targets
	own     ownfolder.Set       // of Lectern, as they were when the walk began
	others  bool                // what the folder does not take is found, too
	seen    map[uint64]struct{} // hashes of all paths
	seed    maphash.Seed
	batch   []string
	ended   walk
}

// batchSize is how many paths are found at a time.
const batchSize = 500

func (w *walker) walk(ctx context.Context, from string) walk {
	begin := time.Now()
	w.seed = maphash.MakeSeed()
	w.ended.from = from
	w.own = w.findOwn()
	var folders []string
	if !w.isTarget(from, w.targets.paths) {
		folders = []string{from}
	}
	for len(folders) > 0 && w.ended.err == nil {
		last := len(folders) - 1
		folder := folders[last]
		below, err := w.list(ctx, folder)
		folders = append(folders[:last], below...)
		w.judgeList(ctx, folder, err)
	}
	if w.ended.err == nil && w.ended.all() {
		w.ended.err = ofStore(w.store.EachPresent(ctx, w.folder.ID, func(path string) error {
			if _, seen := w.seen[w.hash(path)]; seen {
				return nil
			}
			return w.find(ctx, path)
		}))
	}
	if w.ended.err == nil {
		w.ended.err = w.flush(ctx)
	}
	w.ended.took = time.Since(begin)
	return w.ended
}

// judgeList says what it means that a folder could not be listed.
func (w *walker) judgeList(ctx context.Context, folder string, err error) {
	switch {
	case err == nil:
	case ctx.Err() != nil:
		w.ended.err = ctx.Err()
	case errors.Is(err, errFewWatches), folder == ".":
		w.ended.err = err
	case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
		w.ended.unreadable = append(w.ended.unreadable, folder)
	}
}

// list watches a folder, finds the files in it, and gives the folders in it.
func (w *walker) list(ctx context.Context, folder string) (below []string, err error) {
	f, err := w.root.OpenFile(folder, os.O_RDONLY|asFolder, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || w.own.Has(info) || w.targets.have(info) {
		return nil, err
	}
	if w.notes != nil { // before it is listed, so that nothing is missed
		if err := w.notes.add(filepath.Join(w.folder.Path, folder)); err != nil {
			return nil, err
		}
	}
	w.lookForNetwork(info, folder)
	for {
		entries, err := f.ReadDir(batchSize)
		for _, entry := range entries {
			name := path.Join(folder, entry.Name())
			if w.match.excludes(name) {
				continue
			}
			if entry.IsDir() {
				if w.folder.Subfolders && !w.isTarget(name, w.targets.paths) {
					below = append(below, name)
				}
				continue
			}
			w.seen[w.hash(name)] = struct{}{}
			if err := w.findEntry(ctx, name); err != nil {
				return nil, err
			}
		}
		if errors.Is(err, io.EOF) {
			return below, nil
		}
		if err != nil {
			return below, err
		}
	}
}

// lookForNetwork notes where a folder lies on a network file system that the watched one does not.
func (w *walker) lookForNetwork(info os.FileInfo, folder string) {
	if identify(info).device != identify(w.info).device {
		if network := w.networkOf(filepath.Join(w.folder.Path, folder)); network != "" {
			w.ended.network = network
		}
	}
}

func (w *walker) findEntry(ctx context.Context, name string) error {
	if !w.others && !w.match.includes(name) {
		return nil
	}
	return w.find(ctx, name)
}

func (w *walker) hash(path string) uint64 { return maphash.String(w.seed, path) }

func (w *walker) find(ctx context.Context, path string) error {
	if w.batch = append(w.batch, path); len(w.batch) < batchSize {
		return nil
	}
	return w.flush(ctx)
}

func (w *walker) flush(ctx context.Context) error {
	select {
	case w.found <- w.batch:
		w.batch = nil
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

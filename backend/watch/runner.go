package watch

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"lectern/backend/sentence"
)

// runner watches one folder for as long as its settings stay as they are.
type runner struct {
	*Service
	folder Folder
	match  matcher
	cancel context.CancelFunc
	before <-chan struct{} // closed when what watched the folder before has ended; nil where nothing did
	done   chan struct{}
	scan   chan struct{} // has an element when all is to be looked through
	paths  chan string   // that are to be looked at

	mu        sync.Mutex
	condition Condition
	full      sentence.Kept // why work has to wait for room; empty where it has not
	note      sentence.Kept // what else there is to say
	stuck     sentence.Kept // why originals wait to be moved; empty where none does
	stuckFull bool          // it is for want of room
}

func newRunner(s *Service, f Folder, before <-chan struct{}) *runner {
	ctx, cancel := context.WithCancel(s.run)
	r := &runner{Service: s, folder: f, match: newMatcher(&f.Settings), cancel: cancel, before: before, done: make(chan struct{}),
		scan: make(chan struct{}, 1), paths: make(chan string, 1), condition: Condition{State: Scanning}}
	go r.watch(ctx)
	return r
}

// await waits for the runner's end, but not for a disk that does not answer: then it is false.
func (r *runner) await() bool {
	select {
	case <-r.done:
		return true
	case <-time.After(r.pace.ending):
		r.log.Warn("a folder does not answer", "folder", r.folder.ID)
		return false
	}
}

func (r *runner) rescan() {
	select {
	case r.scan <- struct{}{}:
	default: // it is asked for already
	}
}

// lookAt has a file looked at soon; where too many are asked for, all are.
func (r *runner) lookAt(path string) {
	select {
	case r.paths <- path:
	default:
		r.rescan()
	}
}

// now gives how the folder is.
func (r *runner) now() Condition {
	r.mu.Lock()
	defer r.mu.Unlock()
	there := r.condition.State == Scanning || r.condition.State == Watching || r.condition.State == Polling
	switch {
	case there && r.full != "":
		return Condition{Full, r.full}
	case there && r.stuckFull:
		return Condition{Full, r.stuck}
	case there && r.stuck != "":
		return Condition{r.condition.State, r.stuck}
	case r.condition.Message == "":
		return Condition{r.condition.State, r.note}
	}
	return r.condition
}

// tell changes what is told of the folder.
func (r *runner) tell(change func()) {
	before := r.now()
	r.mu.Lock()
	change()
	r.mu.Unlock()
	if r.now() != before {
		r.changed(r.folder.ID)
	}
}

func (r *runner) be(c Condition) { r.tell(func() { r.condition = c }) }

// watch watches the folder whenever it is there, until ctx ends. It does not begin, nor end, before
// its predecessor has ended: two that move one original could destroy it.
func (r *runner) watch(ctx context.Context) {
	defer close(r.done)
	if r.before != nil {
		<-r.before
	}
	if r.folder.Paused {
		return
	}
	for ctx.Err() == nil {
		err := r.watchWhileThere(ctx)
		if ctx.Err() != nil {
			return
		}
		if loop, is := errors.AsType[loopError](err); is {
			r.pauseLoop(ctx, loop)
			return
		}
		c := r.conditionOf(err)
		if c != r.now() || isStoreError(err) {
			r.log.WarnContext(ctx, "a folder is not watched", "folder", r.folder.ID, "state", string(c.State), slog.Any("error", err))
		}
		r.be(c)
		select {
		case <-time.After(r.pace.probe):
		case <-r.scan:
		case <-ctx.Done():
		}
	}
}

// errOther says that another folder lies where the watched one did.
var errOther = errors.New("it is another folder than before")

// errLink says that a link lies where the watched folder or one above it did.
var errLink = errors.New("a link leads there")

// errFile says that a file lies where the watched folder did.
var errFile = errors.New("it is no folder any more")

// errUnmounted says that the folder is empty and lies on another disk than its files did.
var errUnmounted = errors.New("it is empty, and lies on another disk than before")

// storeError says that the store has failed, which is no fault of the folder's.
type storeError struct{ error }

func (e storeError) Unwrap() error { return e.error }

// ofStore makes a storeError of an error.
func ofStore(err error) error {
	if err == nil {
		return nil
	}
	return storeError{err}
}

func isStoreError(err error) bool {
	_, is := errors.AsType[storeError](err)
	return is
}

// conditionOf words why the folder cannot be watched.
func (r *runner) conditionOf(err error) Condition {
	path := r.folder.Path
	switch {
	case errors.Is(err, errOther), isStoreError(err):
		return Condition{Scanning, ""}
	case errors.Is(err, errUnmounted):
		return Condition{Missing, sentence.New("folder-unmounted", "The folder {path} is empty, and lies on another disk than its files did: "+
			"mount the drive that they are on, or put a file there.").With("path", path).Keep()}
	case errors.Is(err, errOwn):
		return Condition{Missing, ownFolder(path).Keep()}
	case errors.Is(err, errFile):
		return Condition{Missing, sentence.New("folder-file", "A file is where the folder {path} was: move it away, and put the folder back. "+
			"It is watched again as soon as it is there.").With("path", path).Keep()}
	case errors.Is(err, errLink):
		return Condition{Missing, sentence.New("folder-link", "A link is where the folder {path} was, and links are not followed: put the "+
			"folder back, or watch the one that the link leads to.").With("path", path).Keep()}
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return Condition{Missing, sentence.New("folder-gone", "The folder {path} is not there: put it back, or mount its drive. It is watched "+
			"again as soon as it is there.").With("path", path).Keep()}
	case errors.Is(err, fs.ErrPermission):
		return Condition{Denied, sentence.New("folder-denied", "Lectern's user may not read the folder {path}: give it the permission to list "+
			"and open what is there.").With("path", path).Keep()}
	}
	return Condition{Missing, sentence.New("folder-unread", "The folder {path} cannot be read: {reason} It is tried again and again.").
		With("path", path).With("reason", reason(err)).Keep()}
}

// watchWhileThere watches until ctx ends or the folder is not as it was, which its error says.
func (r *runner) watchWhileThere(ctx context.Context) error {
	root, info, err := r.open()
	if err != nil {
		return err
	}
	defer root.Close()
	if r.findOwn().Has(info) {
		return errOwn
	}
	if err := r.recognise(ctx, root); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return newVigil(r, root, info).keep(ctx)
}

// open opens the folder, where it may be listed and what is in it opened.
func (r *runner) open() (*os.Root, os.FileInfo, error) {
	info, err := os.Lstat(r.folder.Path)
	switch {
	case err != nil:
		return nil, nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, nil, errLink // it leads to what nobody has asked for
	case !info.IsDir(): // a pipe must not be opened, either: that waits
		return nil, nil, errFile
	}
	root, err := os.OpenRoot(r.folder.Path)
	if err != nil {
		return nil, nil, err
	}
	info, err = root.Stat(".")
	if err == nil {
		err = mayList(r.folder.Path)
	}
	var real string
	if err == nil {
		real, err = filepath.EvalSymlinks(r.folder.Path)
	}
	if err == nil && real != r.folder.Path {
		err = errLink // one above it does, too
	}
	if err != nil {
		return nil, nil, errors.Join(err, root.Close())
	}
	return root, info, nil
}

// recognise tells the place where a drive is not mounted from a folder that was emptied, and notes
// which disk the folder lies on.
func (r *runner) recognise(ctx context.Context, root *os.Root) error {
	system, err := r.fileSystem(r.folder.Path)
	if err != nil || system.Device == r.folder.Device {
		return err
	}
	empty, err := isEmpty(root)
	if err != nil {
		return err
	}
	if empty && r.folder.Device != "" {
		if known, err := r.knowsFiles(ctx); err != nil {
			return ofStore(err)
		} else if known {
			return errUnmounted
		}
	}
	if err := r.store.SaveFolderDevice(ctx, r.folder.ID, system.Device); err != nil {
		return ofStore(err)
	}
	r.folder.Device = system.Device
	return nil
}

func isEmpty(root *os.Root) (bool, error) {
	folder, err := root.Open(".")
	if err != nil {
		return false, err
	}
	defer folder.Close()
	_, err = folder.Readdirnames(1)
	if errors.Is(err, io.EOF) {
		return true, nil
	}
	return false, err
}

// errEnough ends a list.
var errEnough = errors.New("enough")

func (r *runner) knowsFiles(ctx context.Context) (bool, error) {
	err := r.store.EachPresent(ctx, r.folder.ID, func(string) error { return errEnough })
	if errors.Is(err, errEnough) {
		return true, nil
	}
	return false, err
}

// check says whether the folder is what it was when it was opened.
func (r *runner) check(was os.FileInfo) error {
	root, info, err := r.open()
	if err != nil {
		return err
	}
	if !os.SameFile(was, info) {
		err = errOther
	}
	return errors.Join(err, root.Close())
}

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
	folder       Folder
	match        matcher
	cancel       context.CancelFunc
	predecessor  <-chan struct{} // closed when what watched the folder before has ended; nil where nothing did
	done         chan struct{}
	rescans      chan struct{} // has an element when all is to be looked through
	changedPaths chan string   // that are to be looked at

	mu                sync.Mutex
	condition         Condition
	diskFull          sentence.Kept // why work has to wait for room; empty where it has not
	notice            sentence.Kept // what else there is to say
	blocked           sentence.Kept // why originals wait to be moved; empty where none does
	blockedByFullDisk bool          // it is for want of room
}

func newRunner(s *Service, f Folder, before <-chan struct{}) *runner {
	ctx, cancel := context.WithCancel(s.runContext)
	r := &runner{Service: s, folder: f, match: newMatcher(&f.Settings), cancel: cancel, predecessor: before, done: make(chan struct{}),
		rescans: make(chan struct{}, 1), changedPaths: make(chan string, 1), condition: Condition{State: Scanning}}
	go r.run(ctx)
	return r
}

// waitForEnd waits for the runner's end, but not for a disk that does not answer: then it is false.
func (r *runner) waitForEnd() bool {
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
	case r.rescans <- struct{}{}:
	default: // it is asked for already
	}
}

// inspectSoon has a file looked at soon; where too many are asked for, all are.
func (r *runner) inspectSoon(path string) {
	select {
	case r.changedPaths <- path:
	default:
		r.rescan()
	}
}

// current gives how the folder is.
func (r *runner) current() Condition {
	r.mu.Lock()
	defer r.mu.Unlock()
	there := r.condition.State == Scanning || r.condition.State == Watching || r.condition.State == Polling
	switch {
	case there && r.diskFull != "":
		return Condition{Full, r.diskFull}
	case there && r.blockedByFullDisk:
		return Condition{Full, r.blocked}
	case there && r.blocked != "":
		return Condition{r.condition.State, r.blocked}
	case r.condition.Message == "":
		return Condition{r.condition.State, r.notice}
	}
	return r.condition
}

// updateStatus changes what is told of the folder.
func (r *runner) updateStatus(change func()) {
	before := r.current()
	r.mu.Lock()
	change()
	r.mu.Unlock()
	if r.current() != before {
		r.onChange(r.folder.ID)
	}
}

func (r *runner) setCondition(c Condition) { r.updateStatus(func() { r.condition = c }) }

// run watches the folder whenever it is there, until ctx ends. It does not begin, nor end, before
// its predecessor has ended: two that move one original could destroy it.
func (r *runner) run(ctx context.Context) {
	defer close(r.done)
	if r.predecessor != nil {
		<-r.predecessor
	}
	if r.folder.Paused {
		return
	}
	for ctx.Err() == nil {
		err := r.watchOnce(ctx)
		if ctx.Err() != nil {
			return
		}
		if loop, is := errors.AsType[loopError](err); is {
			r.pauseLoop(ctx, loop)
			return
		}
		c := r.conditionOf(err)
		if c != r.current() || isStoreError(err) {
			r.log.WarnContext(ctx, "a folder is not watched", "folder", r.folder.ID, "state", string(c.State), slog.Any("error", err))
		}
		r.setCondition(c)
		select {
		case <-time.After(r.pace.probe):
		case <-r.rescans:
		case <-ctx.Done():
		}
	}
}

// errOtherFolder says that another folder lies where the watched one did.
var errOtherFolder = errors.New("it is another folder than before")

// errLinkedFolder says that a link lies where the watched folder or one above it did.
var errLinkedFolder = errors.New("a link leads there")

// errFileInPlace says that a file lies where the watched folder did.
var errFileInPlace = errors.New("it is no folder any more")

// errUnmounted says that the folder is empty and lies on another disk than its files did.
var errUnmounted = errors.New("it is empty, and lies on another disk than before")

// storeError says that the store has failed, which is no fault of the folder's.
type storeError struct{ error }

func (e storeError) Unwrap() error { return e.error }

// asStoreError makes a storeError of an error.
func asStoreError(err error) error {
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
	case errors.Is(err, errOtherFolder), isStoreError(err):
		return Condition{Scanning, ""}
	case errors.Is(err, errUnmounted):
		return Condition{Missing, sentence.New("folder-unmounted", "The folder {path} is empty, and lies on another disk than its files did: "+
			"mount the drive that they are on, or put a file there.").With("path", path).Keep()}
	case errors.Is(err, errOwnFolder):
		return Condition{Missing, ownFolderMessage(path).Keep()}
	case errors.Is(err, errFileInPlace):
		return Condition{Missing, sentence.New("folder-file", "A file is where the folder {path} was: move it away, and put the folder back. "+
			"It is watched again as soon as it is there.").With("path", path).Keep()}
	case errors.Is(err, errLinkedFolder):
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
		With("path", path).With("reason", describeError(err)).Keep()}
}

// watchOnce watches until ctx ends or the folder is not as it was, which its error says.
func (r *runner) watchOnce(ctx context.Context) error {
	root, info, err := r.open()
	if err != nil {
		return err
	}
	defer root.Close()
	if r.findOwnFolders().Has(info) {
		return errOwnFolder
	}
	if err := r.checkDevice(ctx, root); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return newWatcher(r, root, info).run(ctx)
}

// open opens the folder, where it may be listed and what is in it opened.
func (r *runner) open() (*os.Root, os.FileInfo, error) {
	info, err := os.Lstat(r.folder.Path)
	switch {
	case err != nil:
		return nil, nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, nil, errLinkedFolder // it leads to what nobody has asked for
	case !info.IsDir(): // a pipe must not be opened, either: that waits
		return nil, nil, errFileInPlace
	}
	root, err := os.OpenRoot(r.folder.Path)
	if err != nil {
		return nil, nil, err
	}
	info, err = root.Stat(".")
	if err == nil {
		err = checkListable(r.folder.Path)
	}
	var real string
	if err == nil {
		real, err = filepath.EvalSymlinks(r.folder.Path)
	}
	if err == nil && real != r.folder.Path {
		err = errLinkedFolder // one above it does, too
	}
	if err != nil {
		return nil, nil, errors.Join(err, root.Close())
	}
	return root, info, nil
}

// checkDevice tells the place where a drive is not mounted from a folder that was emptied, and notes
// which disk the folder lies on.
func (r *runner) checkDevice(ctx context.Context, root *os.Root) error {
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
			return asStoreError(err)
		} else if known {
			return errUnmounted
		}
	}
	if err := r.store.SaveFolderDevice(ctx, r.folder.ID, system.Device); err != nil {
		return asStoreError(err)
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

// errStop ends a list.
var errStop = errors.New("enough")

func (r *runner) knowsFiles(ctx context.Context) (bool, error) {
	err := r.store.EachPresent(ctx, r.folder.ID, func(string) error { return errStop })
	if errors.Is(err, errStop) {
		return true, nil
	}
	return false, err
}

// checkUnchanged says whether the folder is what it was when it was opened.
func (r *runner) checkUnchanged(was os.FileInfo) error {
	root, info, err := r.open()
	if err != nil {
		return err
	}
	if !os.SameFile(was, info) {
		err = errOtherFolder
	}
	return errors.Join(err, root.Close())
}

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

	"lectern/backend/internal/retry"
	"lectern/backend/sentence"
)

// watchedFolder is a folder with its settings, which do not change.
type watchedFolder struct {
	*dependencies
	folder Folder
	match  matcher
}

// runner watches one folder until its settings change.
type runner struct {
	*watchedFolder
	cancel       context.CancelFunc
	predecessor  <-chan struct{} // closed when the previous runner of the folder has ended; nil if there was none
	done         chan struct{}
	rescans      chan struct{} // has an element while a scan is requested
	changedPaths chan string   // paths of files that must be inspected

	mu                sync.Mutex
	condition         Condition
	diskFull          sentence.Encoded // reason why imports wait for disk space; empty if they do not
	notice            sentence.Encoded // another message; may be empty
	blocked           sentence.Encoded // reason why originals wait to be moved; empty if none waits
	blockedByFullDisk bool             // the reason in blocked is a full disk
}

func newRunner(s *Service, f Folder, previous <-chan struct{}) *runner {
	ctx, cancel := context.WithCancel(s.runContext)
	r := &runner{watchedFolder: &watchedFolder{&s.dependencies, f, newMatcher(&f.Settings)}, cancel: cancel,
		predecessor: previous, done: make(chan struct{}), rescans: make(chan struct{}, 1),
		changedPaths: make(chan string, 1), condition: Condition{State: Scanning}}
	go r.run(ctx)
	return r
}

// waitForEnd waits until the runner has ended. It returns false if that takes too long because a disk does not answer.
func (r *runner) waitForEnd() bool {
	if retry.WaitFor(context.Background(), r.done, r.pace.ending) {
		return true
	}
	r.log.Warn("a folder does not respond", "folder", r.folder.ID)
	return false
}

func (r *runner) rescan() {
	select {
	case r.rescans <- struct{}{}:
	default: // a scan has already been requested
	}
}

// inspectSoon requests an inspection of a file, or a scan if too many inspections were requested.
func (r *runner) inspectSoon(path string) {
	select {
	case r.changedPaths <- path:
	default:
		r.rescan()
	}
}

// currentCondition returns the present condition of the folder.
func (r *runner) currentCondition() Condition {
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

// updateStatus calls change, which changes the status of the folder, and notifies subscribers if this changes the
// condition.
func (r *runner) updateStatus(change func()) {
	before := r.currentCondition()
	r.mu.Lock()
	change()
	r.mu.Unlock()
	if r.currentCondition() != before {
		r.onChange(r.folder.ID)
	}
}

func (r *runner) setCondition(c Condition) { r.updateStatus(func() { r.condition = c }) }

// run watches the folder whenever it is available, until ctx ends. It waits until the previous runner of the folder has
// ended, because two goroutines that move the same original could destroy it.
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
		if c != r.currentCondition() || isStoreError(err) {
			r.log.WarnContext(ctx, "a folder is not watched", "folder", r.folder.ID, "state", string(c.State), slog.Any("error", err))
		}
		r.setCondition(c)
		retry.WaitFor(ctx, r.rescans, r.pace.probe)
	}
}

// errOtherFolder means that the folder at the path is not the folder that was watched.
var errOtherFolder = errors.New("it is not the same folder as before")

// errLinkedFolder means that a link is at the path of the watched folder or of one of its parent folders.
var errLinkedFolder = errors.New("it is replaced by a link")

// errFileInPlace means that a file is at the path of the watched folder.
var errFileInPlace = errors.New("it is no longer a folder")

// errUnmounted means that the folder is empty and on another disk than at its last scan, so that its drive is probably
// not mounted.
var errUnmounted = errors.New("it is empty and on another disk than before")

// storeError is an error of the database, as opposed to an error of the folder.
type storeError struct{ error }

func (e storeError) Unwrap() error { return e.error }

// asStoreError wraps an error, unless it is nil, in a storeError.
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

// conditionOf returns the condition of a folder that cannot be watched because of the error err.
func (r *runner) conditionOf(err error) Condition {
	path := r.folder.Path
	switch {
	case errors.Is(err, errOtherFolder), isStoreError(err):
		return Condition{Scanning, ""}
	case errors.Is(err, errUnmounted):
		return Condition{Missing, sentence.New("folder-unmounted", "The folder {path} is empty and on another disk than its "+
			"files were. Mount the drive with the files, or put a file into the folder.").With("path", path).Encode()}
	case errors.Is(err, errOwnFolder):
		return Condition{Missing, ownFolderMessage(path).Encode()}
	case errors.Is(err, errFileInPlace):
		return Condition{Missing, sentence.New("folder-file", "The folder {path} was replaced by a file. Move the file away and "+
			"restore the folder. Watching resumes when the folder exists.").With("path", path).Encode()}
	case errors.Is(err, errLinkedFolder):
		return Condition{Missing, sentence.New("folder-link", "The folder {path} was replaced by a link, and links are not "+
			"followed. Restore the folder, or watch the folder that the link leads to.").With("path", path).Encode()}
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return Condition{Missing, sentence.New("folder-gone", "The folder {path} does not exist. Restore it, or mount its drive. "+
			"Watching resumes when the folder exists.").With("path", path).Encode()}
	case errors.Is(err, fs.ErrPermission):
		return Condition{Denied, sentence.New("folder-denied", "Lectern's user cannot read the folder {path}. Give this user "+
			"permission to list and open its contents.").With("path", path).Encode()}
	}
	return Condition{Missing, sentence.New("folder-unread", "The folder {path} cannot be read: {reason} Lectern keeps trying.").
		With("path", path).With("reason", describeError(err)).Encode()}
}

// watchOnce watches the folder until ctx ends or another folder takes its place. The error is the reason why the folder
// can no longer be watched.
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

// open opens the folder. It checks that the folder may be listed and that its path contains no link.
func (r *runner) open() (*os.Root, os.FileInfo, error) {
	info, err := os.Lstat(r.folder.Path)
	switch {
	case err != nil:
		return nil, nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, nil, errLinkedFolder // the user has not chosen the target of the link
	case !info.IsDir(): // opening a pipe would block
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
		err = errLinkedFolder // a parent folder is a link
	}
	if err != nil {
		return nil, nil, errors.Join(err, root.Close())
	}
	return root, info, nil
}

// checkDevice returns errUnmounted if the folder is empty because its drive is not mounted. Otherwise it records the
// file system of the folder.
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

// errStop stops a listing early.
var errStop = errors.New("enough")

func (r *runner) knowsFiles(ctx context.Context) (bool, error) {
	err := r.store.VisitPresent(ctx, r.folder.ID, func(string) error { return errStop })
	if errors.Is(err, errStop) {
		return true, nil
	}
	return false, err
}

// checkSameFolder returns an error if the path leads to another folder than the opened folder.
func (r *runner) checkSameFolder(opened os.FileInfo) error {
	root, info, err := r.open()
	if err != nil {
		return err
	}
	if !os.SameFile(opened, info) {
		err = errOtherFolder
	}
	return errors.Join(err, root.Close())
}

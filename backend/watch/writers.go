package watch

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"sync"
	"time"

	"lectern/backend/internal/retry"
)

// isWritten reports whether a process has a file open for writing. If the system has granted or refused a lease, the
// result is reliable and certain is true. Otherwise the result comes from a search through the open files of all
// processes.
func isWritten(f *os.File, openFiles *writers) (written, certain bool, err error) {
	granted, err := tryLease(f)
	switch {
	case err != nil:
		return false, false, err
	case granted == leaseRefused:
		return true, true, nil
	case granted == leaseGranted:
		return false, true, nil
	}
	info, err := f.Stat()
	if err != nil {
		return false, false, err
	}
	return openFiles.has(identify(info)), false, nil
}

// leaseState is the system's answer to a request for a lease.
type leaseState int

const (
	leaseGranted leaseState = iota + 1 // no process has the file open for writing
	leaseRefused                       // a process has it open for writing
	leaseUnknown                       // the file system has no leases, or the file belongs to another user
)

// identity identifies a file on this machine.
type identity struct{ device, inode uint64 }

// writers finds the files that processes have open for writing, except for processes that this process may not inspect.
// Each search inspects all processes, so its result is cached for a short time.
type writers struct {
	find func() map[identity]bool // nil means findWriters

	mu         sync.Mutex
	files      map[identity]bool
	foundAt    time.Time     // time of the last result
	searchedAt time.Time     // start of the last search
	searching  chan struct{} // closed at the end of the search; nil if none is running
}

// writersMaxAge is how long the result of a search for open files is cached.
const writersMaxAge = 500 * time.Millisecond

// maxSearch is how long a caller waits for a search, which may block on a disk that does not respond. After that time,
// the caller uses the previous result.
const maxSearch = 2 * time.Second

func (w *writers) has(file identity) bool {
	w.mu.Lock()
	if w.searching == nil && (w.files == nil || time.Since(w.foundAt) > writersMaxAge) {
		w.searching, w.searchedAt = make(chan struct{}), time.Now()
		go w.search(w.searching)
	}
	search, maxWait := w.searching, maxSearch-time.Since(w.searchedAt)
	w.mu.Unlock()
	if search != nil {
		retry.WaitFor(context.Background(), search, maxWait)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.files[file]
}

func (w *writers) search(search chan<- struct{}) {
	find := findWriters
	if w.find != nil {
		find = w.find
	}
	files := find()
	w.mu.Lock()
	w.files, w.foundAt, w.searching = files, time.Now(), nil
	w.mu.Unlock()
	close(search)
}

// newMark returns the size and modification time of a file.
func newMark(info fs.FileInfo) Mark {
	return Mark{Size: info.Size(), Modified: info.ModTime().UnixNano()}
}

// openFile opens a regular file below a folder. If a pipe or a link takes its place, openFile neither blocks nor
// follows the link.
func openFile(root *os.Root, name string) (*os.File, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}
	f, err := root.OpenFile(name, os.O_RDONLY|openNonBlocking, 0)
	if err != nil {
		return nil, err
	}
	opened, err := f.Stat()
	if err == nil && !os.SameFile(info, opened) {
		err = errChanged
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// errChanged means that a file has changed meanwhile.
var errChanged = errors.New("the file has changed in the meantime")

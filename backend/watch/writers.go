package watch

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"time"
)

// isWritten says whether somebody has a file open for writing. It is known for sure where the
// system grants a lease.
func isWritten(f *os.File, openFiles *writers) (yes, sure bool, err error) {
	granted, err := lease(f)
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

// leaseState is what the system says to one who wants a lease.
type leaseState int

const (
	leaseGranted leaseState = iota + 1 // nobody has the file open for writing
	leaseRefused                       // somebody has
	leaseUnknown                       // this file system has no leases, or the file is another user's
)

// identity tells one file of the system from all others.
type identity struct{ device, inode uint64 }

// writers are the files that processes have open for writing, as far as this one may know. They
// are looked for anew after a while only, as that goes through all processes.
type writers struct {
	find func() map[identity]bool // nil for findWriters

	mu         sync.Mutex
	files      map[identity]bool
	at         time.Time     // when they were last found
	searchedAt time.Time     // when they were last looked for
	searching  chan struct{} // closed when they are found; nil while nobody looks
}

// writersMaxAge is how long what was found is believed.
const writersMaxAge = 500 * time.Millisecond

// maxSearch is how long a search may keep those who ask: it may come upon a disk that does not
// answer. After that, what was found before is believed.
const maxSearch = 2 * time.Second

func (w *writers) has(file identity) bool {
	w.mu.Lock()
	if w.searching == nil && (w.files == nil || time.Since(w.at) > writersMaxAge) {
		w.searching, w.searchedAt = make(chan struct{}), time.Now()
		go w.search(w.searching)
	}
	search, patience := w.searching, maxSearch-time.Since(w.searchedAt)
	w.mu.Unlock()
	if search != nil {
		select {
		case <-search:
		case <-time.After(patience):
		}
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
	w.files, w.at, w.searching = files, time.Now(), nil
	w.mu.Unlock()
	close(search)
}

// newMark gives what the change of a file is seen by.
func newMark(info fs.FileInfo) Mark {
	return Mark{Size: info.Size(), Modified: info.ModTime().UnixNano()}
}

// openFile opens a regular file below a folder, whatever is put into its place: a pipe does not
// make it wait, and a link is not followed.
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

// errChanged says of a file that it is not what it was a moment ago.
var errChanged = errors.New("the file has changed meanwhile")

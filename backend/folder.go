package backend

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"lectern/backend/internal/disk"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/ownfolder"
	"lectern/backend/internal/seal"
	"lectern/backend/store"
)

// folder is a data folder that this process holds.
type folder struct {
	path string
	lock *flock.Flock
	// killed says that the process before this one did not end by itself, or could not leave the
	// folder tidy.
	killed bool
	// current says that the database was found in exactly the state that the mark beside it names.
	current bool
	// indexDamaged is set where only the search index of the database is damaged, which the start makes anew.
	indexDamaged bool
	// before is how that process was reached; empty where it wrote nothing that can be read.
	before Instance
	// unrestored is why the library that waits has not taken the place of the present one; nil where
	// it has, or none waits.
	unrestored error
	// key is what the server that runs on the folder seals with; nil where none does, or its key lies in a bucket.
	key *seal.Key
	// open is the database of the server that runs on the folder; nil where none does.
	open *store.DB
	// reserve is room for what frees room when the disk is full.
	reserve *disk.Reserve
}

// Instance tells other programs of the same user how to reach the server that
// runs on a data folder.
type Instance struct {
	PID     int    `json:"pid"`
	URL     string `json:"url"`
	APIBase string `json:"apiBase"`
	Key     string `json:"key"` // good for this run
	// Node is what the process is called among those that share its database; empty where none can.
	Node string `json:"node,omitempty"`
	// Certificate is the server's own, DER, where it speaks HTTPS.
	Certificate []byte `json:"certificate,omitempty"`
}

// ErrInUse says that another process holds the data folder.
var ErrInUse = errors.New("another Lectern is running on this data folder")

const (
	lockFile     = "lectern.lock"
	instanceFile = "instance.json"
	databaseFile = "lectern.db"
	contentDir   = "content"
	cacheDir     = "cache"
	tempDir      = "tmp"
	sealKeyFile  = "seal.key"
	setAsideDir  = "set-aside" // files that no record names, in a folder for each day
)

// DatabasePath gives where the database of a data folder lies, and makes the
// folder where it is missing.
func DatabasePath(data string) (string, error) {
	if err := checkWhole(data); err != nil {
		return "", err
	}
	if err := os.MkdirAll(data, 0o700); err != nil {
		return "", fmt.Errorf("make data folder: %w", err)
	}
	return filepath.Join(data, databaseFile), nil
}

// IsInData tells whether a file of that path would lie in a data folder, whatever links or mounts lead there.
func IsInData(data, path string) bool {
	parent, err := filepath.EvalSymlinks(filepath.Dir(path))
	return err == nil && ownfolder.Find(data).Holds(parent)
}

// openFolder takes a data folder for this process alone, puts a library in place that waits for
// that, and empties the temporary part.
func openFolder(path string) (*folder, error) {
	f, err := holdFolder(path)
	if err != nil {
		return nil, err
	}
	if err := f.reserve.ReleaseForStart(); err != nil {
		return nil, errors.Join(fmt.Errorf("make room for the start: %w", err), f.lock.Close())
	}
	_, err = os.Stat(f.instance())
	f.killed = err == nil
	f.before, _ = FindInstance(path) // for its use, one that cannot be read is as one that is not there
	if err = f.exchange(); err == nil {
		err = CheckParts(path) // those that have come with a restored library
	}
	if err == nil {
		err = f.renew()
	}
	if err != nil {
		return nil, errors.Join(err, f.lock.Close())
	}
	return f, nil
}

// holdFolder takes a data folder for this process alone, as it is. Its lock is to be closed.
func holdFolder(path string) (*folder, error) {
	if err := CheckParts(path); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fault.NameFullDisk(path, fmt.Errorf("make data folder: %w", err))
	}
	f := &folder{path: path, lock: flock.New(filepath.Join(path, lockFile)), reserve: disk.NewReserve(path)}
	return f, f.hold()
}

// ending is how long a server that was killed may take to let its folder go.
const ending = time.Second

func (f *folder) hold() error {
	ctx, cancel := context.WithTimeout(context.Background(), ending)
	defer cancel()
	switch _, err := f.lock.TryLockContext(ctx, ending/100); {
	case errors.Is(err, context.DeadlineExceeded):
		return inUse(f.path)
	case err != nil:
		return fault.NameFullDisk(f.path, fmt.Errorf("lock data folder: %w", err))
	}
	return nil
}

func inUse(path string) error {
	if instance, err := FindInstance(path); err == nil {
		return fmt.Errorf("%w (%s), at %s", ErrInUse, path, instance.URL)
	}
	return fmt.Errorf("%w (%s)", ErrInUse, path)
}

func (f *folder) renew() error {
	if err := removeLeft(f.temp()); err != nil {
		return fmt.Errorf("empty temporary folder: %w", err)
	}
	for _, dir := range []string{f.temp(), f.content()} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("make data folder: %w", err)
		}
	}
	return nil
}

// leaving is how long the converters of a server that was killed may take to end.
const leaving = 10 * time.Second

// removeLeft removes a folder in which those may still make files.
func removeLeft(folder string) error {
	for end := time.Now().Add(leaving); ; time.Sleep(10 * time.Millisecond) {
		err := os.RemoveAll(folder)
		if !errors.Is(err, syscall.ENOTEMPTY) || time.Now().After(end) {
			return err
		}
	}
}

func (f *folder) temp() string     { return filepath.Join(f.path, tempDir) }
func (f *folder) content() string  { return filepath.Join(f.path, contentDir) }
func (f *folder) cache() string    { return filepath.Join(f.path, cacheDir) }
func (f *folder) setAside() string { return filepath.Join(f.path, setAsideDir) }
func (f *folder) sealKey() string  { return filepath.Join(f.path, sealKeyFile) }
func (f *folder) instance() string { return filepath.Join(f.path, instanceFile) }

// minRoom is how much of a disk must be free, in bytes, so that work can go on.
const minRoom = 16 << 20

// checkRoom gives an error that wraps [syscall.ENOSPC] where the folder's disk is as
// good as full.
func (f *folder) checkRoom() error { return f.checkRoomFor(0) }

// checkRoomFor does so where the disk is to take in some more bytes. One that does not tell its
// size is taken to have room.
func (f *folder) checkRoomFor(bytes int64) error {
	room, err := disk.Look(f.path)
	if err != nil || room.Size == 0 {
		return nil
	}
	if room.Free < minRoom+uint64(bytes) {
		return fmt.Errorf("%d bytes are free in %s: %w", room.Free, f.path, syscall.ENOSPC)
	}
	return nil
}

// announce writes down how this process is reached, for its user only.
func (f *folder) announce(instance Instance) error {
	text, err := json.Marshal(instance)
	if err != nil {
		return err
	}
	next := f.instance() + newSuffix
	if err := os.WriteFile(next, text, 0o600); err != nil {
		return fmt.Errorf("write instance file: %w", err)
	}
	return os.Rename(next, f.instance())
}

// close lets the folder go. Where that is not tidy, the next process finds it as after a kill.
func (f *folder) close(tidy bool) error {
	var err error
	if tidy {
		err = os.Remove(f.instance())
	}
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, os.RemoveAll(f.temp()), f.lock.Close())
}

// FindInstance gives how to reach the server that runs on a data folder. The error
// is [os.ErrNotExist] where none has written so.
func FindInstance(data string) (Instance, error) {
	text, err := disk.ReadRegular(filepath.Join(data, instanceFile))
	if err != nil {
		return Instance{}, err
	}
	var instance Instance
	if err := json.Unmarshal(text, &instance); err != nil {
		return Instance{}, fmt.Errorf("read instance file: %w", err)
	}
	return instance, nil
}

// ReadOwnFile returns the content of a file of Lectern in a data folder. The error is [os.ErrNotExist] where it is missing;
// something else in its place, such as a pipe, is an error, too.
func ReadOwnFile(data, name string) ([]byte, error) {
	return disk.ReadRegular(filepath.Join(data, name))
}

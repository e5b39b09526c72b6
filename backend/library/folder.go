package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"lectern/backend/internal/disk"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/ownfolder"
	"lectern/backend/internal/retry"
	"lectern/backend/internal/seal"
	"lectern/backend/store"
)

// Folder is a data folder. Only the process that holds its lock may change the library in it.
type Folder struct {
	Path string
	lock *flock.Flock // nil if this process does not hold the lock
	// killed is true if the previous process was killed, or could not close the folder properly.
	killed bool
	// matchesMark is true if the state of the database is the one that the folder's mark records, see
	// [sqlite.ReadMark].
	matchesMark bool
	// indexDamaged is true if only the search index of the database is damaged. The index is rebuilt at the start.
	indexDamaged bool
	// previous is the content of the instance file that the previous process left. It is empty if there is no readable
	// instance file.
	previous Instance
	// restoreErr is the reason why a restored library could not replace the present library at this start. It is nil if
	// there was no such failure.
	restoreErr error
	// key is the encryption key of the secrets. It is nil if no server runs on the folder, or if the key is in a
	// bucket.
	key *seal.Key
	// db is the database that the server on the folder has opened. It is nil if no server runs on the folder.
	db *store.DB
	// reserve is disk space that is kept free for deletions. It is released when the disk is full.
	reserve *disk.Reserve
}

// ErrInUse means that another process holds the lock of the data folder.
var ErrInUse = errors.New("another Lectern is running on this data folder")

const (
	lockFile     = "lectern.lock"
	instanceFile = "instance.json"
	databaseFile = "lectern.db"
	contentDir   = "content"
	cacheDir     = "cache"
	tempDir      = "tmp"
	sealKeyFile  = "seal.key"
	setAsideDir  = "set-aside" // files that no record refers to, in a subfolder for each day
)

// DefaultData returns the default data folder, which is below the operating system's folder for user data. If the home
// folder of the user is unknown, the result is a path relative to the current folder.
func DefaultData() string {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) && runtime.GOOS == "linux" {
		return filepath.Join(dir, "lectern")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "lectern-data"
	}
	switch runtime.GOOS {
	case "windows", "darwin":
		if dir, err := os.UserConfigDir(); err == nil {
			return filepath.Join(dir, "Lectern")
		}
	}
	return filepath.Join(home, ".local", "share", "lectern")
}

func errNoLibrary(data string) error {
	return fmt.Errorf("there is no library in %s: choose its folder with --data", data)
}

// FindDatabase returns the path of the database of the library in a data folder. It returns an error if the folder has
// no database.
func FindDatabase(data string) (string, error) {
	if err := checkWhole(data); err != nil {
		return "", err
	}
	return findDatabase(data)
}

// findDatabase does the same as [FindDatabase], but without checking the folder, which the caller has already checked.
func findDatabase(data string) (string, error) {
	path := filepath.Join(data, databaseFile)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return "", errNoLibrary(data)
	} else if err != nil {
		return "", fmt.Errorf("find library: %w", err)
	}
	return path, nil
}

// DatabasePath returns the path of the database in a data folder. It creates the folder if it is missing.
func DatabasePath(data string) (string, error) {
	if err := checkWhole(data); err != nil {
		return "", err
	}
	if err := os.MkdirAll(data, 0o700); err != nil {
		return "", fmt.Errorf("create data folder: %w", err)
	}
	return filepath.Join(data, databaseFile), nil
}

// IsInData reports whether a file with that path would be in a data folder. It also follows links and mounts. It
// returns false if the parent folder of the path does not exist.
func IsInData(data, path string) bool {
	parent, err := filepath.EvalSymlinks(filepath.Dir(path))
	return err == nil && ownfolder.Find(data).Contains(parent)
}

// openFolder locks a data folder and empties the temporary folder in it. If a restored library waits for the start of a
// server, openFolder puts this library in place.
func openFolder(path string) (*Folder, error) {
	f, err := holdFolder(path)
	if err != nil {
		return nil, err
	}
	if err := f.reserve.ReleaseForStart(); err != nil {
		return nil, errors.Join(fmt.Errorf("free space for the start: %w", err), f.lock.Close())
	}
	_, err = os.Stat(f.instance())
	f.killed = err == nil
	f.previous, _ = FindInstance(path) // an unreadable file is treated as missing
	if err = f.applyRestore(); err == nil {
		err = CheckParts(path) // checks the files and folders of the restored library
	}
	if err == nil {
		err = f.createFolders()
	}
	if err != nil {
		return nil, errors.Join(err, f.lock.Close())
	}
	return f, nil
}

// holdFolder locks a data folder, which it creates if it is missing, and removes the pictures of documents from it. It
// changes nothing else. The caller must close the lock.
func holdFolder(path string) (*Folder, error) {
	f, err := lockFolder(path)
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.pictures()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(fmt.Errorf("remove pictures of documents: %w", err), f.lock.Close())
	}
	return f, nil
}

// lockFolder locks a data folder, which it creates if it is missing. The caller must close the lock.
func lockFolder(path string) (*Folder, error) {
	if err := CheckParts(path); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fault.NameFullDisk(path, fmt.Errorf("create data folder: %w", err))
	}
	f := &Folder{Path: path, lock: flock.New(filepath.Join(path, lockFile)), reserve: disk.NewReserve(path)}
	return f, f.acquireLock()
}

// releaseTime is how long the lock of a data folder may remain held after its server was killed.
const releaseTime = time.Second

func (f *Folder) acquireLock() error {
	ctx, cancel := context.WithTimeout(context.Background(), releaseTime)
	defer cancel()
	switch _, err := f.lock.TryLockContext(ctx, releaseTime/100); {
	case errors.Is(err, context.DeadlineExceeded):
		return describeInUse(f.Path)
	case err != nil:
		return fault.NameFullDisk(f.Path, fmt.Errorf("lock data folder: %w", err))
	}
	return nil
}

func describeInUse(path string) error {
	if instance, err := FindInstance(path); err == nil {
		return fmt.Errorf("%w (%s), at %s", ErrInUse, path, instance.URL)
	}
	return fmt.Errorf("%w (%s)", ErrInUse, path)
}

// createFolders empties the temporary folder and creates the folders that are missing.
func (f *Folder) createFolders() error {
	if err := removeStale(f.Temp()); err != nil {
		return fmt.Errorf("empty temporary folder: %w", err)
	}
	for _, dir := range []string{f.Temp(), f.content()} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("create data folder: %w", err)
		}
	}
	return nil
}

// converterTime is how long the converters of a server that was killed may take to end.
const converterTime = 10 * time.Second

// removeStale removes a folder that a previous server left. It retries for a while, because converters that have
// outlived their server may still create files in the folder.
func removeStale(folder string) error {
	ctx, cancel := context.WithTimeout(context.Background(), converterTime)
	defer cancel()
	return retry.Do(ctx, 10*time.Millisecond, func() error { return os.RemoveAll(folder) },
		func(err error) bool { return errors.Is(err, syscall.ENOTEMPTY) })
}

// Temp returns the path of the folder for temporary files. Every start empties the folder.
func (f *Folder) Temp() string { return filepath.Join(f.Path, tempDir) }

func (f *Folder) content() string  { return filepath.Join(f.Path, contentDir) }
func (f *Folder) pictures() string { return filepath.Join(f.Temp(), picturesFile) }
func (f *Folder) cache() string    { return filepath.Join(f.Path, cacheDir) }
func (f *Folder) setAside() string { return filepath.Join(f.Path, setAsideDir) }
func (f *Folder) sealKey() string  { return filepath.Join(f.Path, sealKeyFile) }
func (f *Folder) instance() string { return filepath.Join(f.Path, instanceFile) }

// minRoom is the number of bytes on the disk that must be free for the server to work.
const minRoom = 16 << 20

// checkRoom returns an error that wraps [syscall.ENOSPC] if the folder's disk is nearly full. If the free space is
// unknown, checkRoom returns nil.
func (f *Folder) checkRoom() error {
	room, err := disk.Usage(f.Path)
	if err != nil || room.Size == 0 {
		return nil
	}
	if room.Free < minRoom {
		return fmt.Errorf("%d bytes are free in %s: %w", room.Free, f.Path, syscall.ENOSPC)
	}
	return nil
}

// close removes the temporary files and unlocks the folder. If clean is false, the instance file remains, so that the
// next process treats the folder as if the server had been killed.
func (f *Folder) close(clean bool) error {
	var err error
	if clean {
		err = os.Remove(f.instance())
	}
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, os.RemoveAll(f.Temp()), f.lock.Close())
}

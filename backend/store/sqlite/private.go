package sqlite

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
)

// private is the mode of the database's files: they name the documents and people.
const private fs.FileMode = 0o600

// keepPrivate makes the database's file where it is missing, before SQLite does with the
// mode that the umask leaves; SQLite gives its -wal and -shm the mode of the database. Those
// that are there are taken from the group and all others. Where that cannot be, as on a
// file system without modes, it is only logged. What is there is not opened: to close it
// would end SQLite's locks on it in this process.
func keepPrivate(path string, log *slog.Logger) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, private)
	if err == nil {
		return file.Close()
	}
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	for _, name := range append(SideFiles(path), path) {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm()&^private == 0 {
			continue
		}
		if err := os.Chmod(name, private); err != nil {
			log.Warn("others may read the database", "err", err)
		}
	}
	return nil
}

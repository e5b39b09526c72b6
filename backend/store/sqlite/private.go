package sqlite

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
)

// privateMode is the mode of the files of the database, which contain names of documents and people.
const privateMode fs.FileMode = 0o600

// keepPrivate creates the file of the database unless it exists, because SQLite would create it with a mode that
// depends on the umask. SQLite uses the mode of the file for -wal and -shm. Existing files are made private; if that
// fails, for example on a file system without modes, it is only logged. Existing files are not opened, because closing
// them would release the locks of SQLite in this process.
func keepPrivate(path string, log *slog.Logger) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, privateMode)
	if err == nil {
		return file.Close()
	}
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	for _, name := range append(SideFiles(path), path) {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm()&^privateMode == 0 {
			continue
		}
		if err := os.Chmod(name, privateMode); err != nil {
			log.Warn("other users can read the database", "err", err)
		}
	}
	return nil
}

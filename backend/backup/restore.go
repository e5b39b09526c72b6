package backup

import (
	"archive/tar"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"lectern/backend/disk"
	"lectern/backend/fault"
	"lectern/backend/sentence"
)

// contentPath is what content is called in an archive: by its SHA-256, or, for the time of a
// conversion, by its document.
var contentPath = regexp.MustCompile(`^content/([0-9a-f]{2}/[0-9a-f]{62}|first/[a-z0-9]+(-[0-9]+)?(\.cut)?)$`)

// maxHead bounds the archive's own parts, in bytes.
const maxHead = 1 << 20

// unfinished is what the database is called until all of an archive is there. Whoever finds it
// finds the remains of a restore that did not end.
const unfinished = database + ".restored"

// Restore makes a library of an archive in a folder that has none, and that nobody else uses
// meanwhile. Only when all of it is there and right does the folder have one; else nothing of
// it remains.
func Restore(r io.Reader, folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("make data folder: %w", err)
	}
	if err := prepare(folder); err != nil {
		return err
	}
	restoring := restoring{archive: tar.NewReader(r), folder: folder, seal: newSeal()}
	err := restoring.all()
	if err == nil {
		err = finish(folder)
	}
	if err != nil {
		return errors.Join(err, clear(folder))
	}
	return nil
}

// prepare makes sure that nothing of another library is in a folder: SQLite would take a write-ahead
// log that lies beside a restored database for its own.
func prepare(folder string) error {
	if _, err := os.Stat(filepath.Join(folder, database)); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is a library in %s already: name an empty folder with --data", folder)
	}
	if _, err := os.Stat(filepath.Join(folder, unfinished)); err == nil {
		if err := clear(folder); err != nil {
			return fmt.Errorf("remove what an earlier restore has left: %w", err)
		}
	}
	for _, name := range []string{database + "-wal", database + "-shm", database + "-journal", sealKey, contentName} {
		left, err := isThere(filepath.Join(folder, name))
		if err != nil {
			return fmt.Errorf("look for what is in the folder: %w", err)
		}
		if left {
			return fmt.Errorf("there is %s of another library in %s: name an empty folder with --data", name, folder)
		}
	}
	return nil
}

// isThere says whether there is a file, or a folder that is not empty.
func isThere(path string) (bool, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil || !info.IsDir():
		return true, err
	}
	entries, err := os.ReadDir(path)
	return len(entries) > 0, err
}

// clear removes what a restore has written into a folder; its sign goes last.
func clear(folder string) error {
	for _, name := range []string{contentName, sealKey, unfinished} {
		if err := os.RemoveAll(filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	return nil
}

// finish gives the restored database its name, once all else is on the disk for good.
func finish(folder string) error {
	if err := SyncFolders(filepath.Join(folder, contentName)); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if err := disk.SyncFolder(folder); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if _, err := os.Stat(filepath.Join(folder, database)); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("another library was made in %s meanwhile: name an empty folder with --data", folder)
	}
	if err := os.Rename(filepath.Join(folder, unfinished), filepath.Join(folder, database)); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	return disk.SyncFolder(folder)
}

// SyncFolders brings the names in a folder and in all below it to the disk, where there is one.
func SyncFolders(path string) error {
	err := filepath.WalkDir(path, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		return disk.SyncFolder(path)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// restoring is an archive on its way into a folder.
type restoring struct {
	archive *tar.Reader
	folder  string
	*seal
}

func (r *restoring) all() error {
	if err := os.WriteFile(filepath.Join(r.folder, unfinished), nil, 0o600); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	for first := true; ; first = false {
		entry, err := r.archive.Next()
		if errors.Is(err, io.EOF) {
			return fault.Told(fault.Invalid, sentence.New("backup-cut", "The backup is cut off: its end is missing."))
		}
		if err != nil {
			return damaged(err)
		}
		if first != (entry.Name == headName) {
			return fault.Told(fault.Invalid, sentence.New("backup-none", "This is not a backup of Lectern."))
		}
		if entry.Name == tailName {
			return r.end()
		}
		if err := r.entry(entry); err != nil {
			return err
		}
	}
}

// entry restores one part.
func (r *restoring) entry(entry *tar.Header) error {
	switch {
	case entry.Typeflag != tar.TypeReg:
		return damaged(fmt.Errorf("its part %q is no file", entry.Name))
	case entry.Name == headName:
		return r.head()
	case entry.Name == database:
		return r.file(entry, unfinished)
	case entry.Name == sealKey, contentPath.MatchString(entry.Name):
		return r.file(entry, filepath.FromSlash(entry.Name))
	}
	return damaged(fmt.Errorf("it has a part %q that none has", entry.Name))
}

func (r *restoring) head() error {
	var said head
	if err := r.json(&said); err != nil {
		return err
	}
	if said.Format != format {
		return fault.Told(fault.Invalid, sentence.New("backup-other", "The backup was written by another Lectern ({version}): use that one.").With("version", said.Version))
	}
	return nil
}

func (r *restoring) end() error {
	var said tail
	if err := r.json(&said); err != nil {
		return err
	}
	if said != r.tail() {
		return damaged(errors.New("it is not what was written"))
	}
	return nil
}

func (r *restoring) json(into any) error {
	if err := json.NewDecoder(io.LimitReader(r.archive, maxHead)).Decode(into); err != nil {
		return damaged(err)
	}
	return nil
}

// damaged is what is said of an archive that cannot be read as one; cause is for the log and the
// command line. Where the disk failed instead, that is what is wrong.
func damaged(cause error) error {
	if _, disk := errors.AsType[*fs.PathError](cause); disk {
		return fmt.Errorf("restore: %w", cause)
	}
	return fmt.Errorf("%w (%w)", fault.Told(fault.Invalid, sentence.New("backup-damaged", "This is not a backup of Lectern, or it is damaged.")), cause)
}

// file writes a part to the disk, and adds it up.
func (r *restoring) file(entry *tar.Header, name string) error {
	target := filepath.Join(r.folder, name)
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	file, err := os.OpenFile(target, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	r.part(entry.Name, entry.Size)
	_, err = io.Copy(io.MultiWriter(file, r.sum), r.archive)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return damaged(err)
	}
	return nil
}

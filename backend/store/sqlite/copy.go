package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lectern/backend/internal/disk"
	"lectern/backend/internal/fault"
)

// The names of the copies of a library that are made before its tables are changed. The copies are beside the library.
// Their names contain the number of the first migration that they lack.
const (
	copyName    = "before-migration-%04d.db"
	copyPattern = "before-migration-[0-9][0-9][0-9][0-9].db"
	partSuffix  = ".part" // an incomplete copy
	maxCopies   = 2       // number of copies that are kept
)

// KeepCopy writes a copy of the database beside it, so that a person can return to an earlier version of Lectern. If
// the database is itself a copy, KeepCopy does nothing. If the copy cannot be written, the database stays unchanged.
func (s *Database) KeepCopy(ctx context.Context, from int) error {
	if s.isCopy {
		return nil
	}
	folder := filepath.Dir(s.Path)
	path := filepath.Join(folder, fmt.Sprintf(copyName, from+1))
	s.log.InfoContext(ctx, "the library is copied before its tables are changed", slog.String("copy", path))
	switch err := writeCopy(ctx, s.Path, path); {
	case fault.Is(AsNoSpace(err), fault.NoSpace):
		return fault.New(fault.NoSpace, "There is not enough space in %s for the copy of the library that is made before its "+
			"tables are changed. Free some space there, then start again.", folder)
	case err != nil:
		return fmt.Errorf("copy the library before its tables are changed: %w", err)
	}
	return removeOldCopies(folder)
}

// writeCopy writes a copy of a database. Only the owner can read the copy. If writeCopy fails, it removes the
// incomplete copy.
func writeCopy(ctx context.Context, from, to string) error {
	part := to + partSuffix
	if err := removePart(part); err != nil { // left by a start that was killed
		return err
	}
	file, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, privateMode)
	if err != nil {
		return err
	}
	if err = Copy(ctx, from, part); err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(part, to)
	}
	if err != nil {
		return errors.Join(err, removePart(part))
	}
	return disk.SyncFolder(filepath.Dir(to))
}

// removePart removes an incomplete copy, and the journal of SQLite for it.
func removePart(path string) error {
	for _, name := range []string{path, path + "-journal"} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// ListMigrationCopies returns the names of the files in a folder that [Database.KeepCopy] has created, including
// incomplete copies.
func ListMigrationCopies(folder string) (names []string) {
	entries, _ := os.ReadDir(folder) // no names if the folder cannot be read
	for _, entry := range entries {
		if isKept, _ := filepath.Match(copyPattern, strings.TrimSuffix(entry.Name(), partSuffix)); isKept {
			names = append(names, entry.Name())
		}
	}
	return names
}

// removeOldCopies removes all copies except for the newest [maxCopies].
func removeOldCopies(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var kept []fs.FileInfo
	for _, entry := range entries {
		if isKept, _ := filepath.Match(copyPattern, entry.Name()); !isKept { // the pattern is valid
			continue
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		kept = append(kept, info)
	}
	slices.SortFunc(kept, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for _, old := range kept[min(maxCopies, len(kept)):] {
		if err := os.Remove(filepath.Join(folder, old.Name())); err != nil {
			return err
		}
	}
	return nil
}

// Copy writes a copy of a database to a new file. It uses a separate connection, because the connections for reading
// must not write anywhere.
func Copy(ctx context.Context, from, to string) error {
	own, err := sql.Open("sqlite3", DSN(from, ""))
	if err != nil {
		return err
	}
	_, err = own.ExecContext(ctx, `VACUUM INTO ?`, to)
	return errors.Join(err, own.Close())
}

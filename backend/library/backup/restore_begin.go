package backup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"lectern/backend/internal/disk"
)

// temporary matches the names of the temporary files that [writeAtomically] creates.
var temporary = regexp.MustCompile(`^(` + regexp.QuoteMeta(markName) + `|` + regexp.QuoteMeta(unfinished) + `)-[0-9]+$`)

// isBegun reports whether a restore into a folder was interrupted so early that it had not written any part of a
// library.
func isBegun(folder string) (bool, error) {
	for _, name := range []string{database, unfinished, sealKey, contentName} {
		there, err := isOccupied(filepath.Join(folder, name))
		if err = ignoreMissing(err); there || err != nil {
			return false, err
		}
	}
	marked, err := isMarked(folder)
	if err != nil || marked {
		return marked, err
	}
	left, err := temporaryFiles(folder)
	return len(left) > 0, err
}

// removeBegun removes the mark and the temporary files of a restore that was interrupted early, see [isBegun].
func removeBegun(folder string) error {
	paths, err := temporaryFiles(folder)
	if err != nil {
		return err
	}
	if marked, err := isMarked(folder); err != nil {
		return err
	} else if marked {
		paths = append(paths, filepath.Join(folder, markName))
	}
	for _, path := range paths {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return disk.SyncFolder(folder)
}

// temporaryFiles returns the paths of temporary files that a restore left when it was killed while it wrote its mark.
// It includes only files that contain the beginning of the text of a mark.
func temporaryFiles(folder string) (paths []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, ignoreMissing(err)
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if !entry.Type().IsRegular() || !temporary.MatchString(entry.Name()) {
			continue
		}
		if info, err := entry.Info(); err != nil || info.Size() > int64(len(markText)) {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(markText, string(text)) {
			paths = append(paths, path)
		}
	}
	return paths, nil
}

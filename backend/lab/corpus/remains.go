package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lectern/backend/lab/trial"
)

// jobLeftovers returns the folders of finished jobs that a running server has not removed.
func jobLeftovers(data string) []string {
	return trial.AwaitEmpty(func() []string {
		folders, _ := filepath.Glob(filepath.Join(data, "tmp", "*", "job-*")) // the pattern is valid
		return folders
	})
}

// expectedFiles lists the names that a server may leave in its data folder.
var expectedFiles = []string{"content", "lectern.db", "lectern.db.migrating", "lectern.lock", "library.json", "reserve", "seal.key"}

// leftovers returns what a stopped server has left behind: processes, temporary files, and files in its data folder
// that are not part of the library.
func leftovers(data, temp string) []string {
	found := trial.AwaitEmpty(trial.Orphans)
	for _, folder := range []string{data, temp} {
		entries, err := os.ReadDir(folder)
		if err != nil {
			found = append(found, err.Error())
		}
		for _, entry := range entries {
			if folder == temp || !slices.Contains(expectedFiles, entry.Name()) {
				found = append(found, filepath.Join(folder, entry.Name()))
			}
		}
	}
	return append(found, partialFiles(filepath.Join(data, "content"))...)
}

// partialFiles returns temporary content files: partly written files, and files with only the first page, which are
// useless when the conversion of the document is complete.
func partialFiles(content string) (found []string) {
	err := filepath.WalkDir(content, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && (strings.HasSuffix(path, ".tmp") || filepath.Base(filepath.Dir(path)) == "first") {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		found = append(found, err.Error())
	}
	return found
}

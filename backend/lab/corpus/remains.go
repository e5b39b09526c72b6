package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lectern/backend/lab/trial"
)

// leftByJobs returns the folders of finished jobs that a running server has not removed.
func leftByJobs(data string) []string {
	return trial.Settle(func() []string {
		folders, _ := filepath.Glob(filepath.Join(data, "tmp", "*", "job-*")) // the pattern is valid
		return folders
	})
}

// library lists the names that a server may leave in its data folder.
var library = []string{"content", "lectern.db", "lectern.db.migrating", "lectern.lock", "library.json", "reserve", "seal.key"}

// left returns what a stopped server has left behind: processes, temporary files, and files in its data folder that are
// not part of the library.
func left(data, temp string) []string {
	found := trial.Settle(trial.Orphans)
	for _, folder := range []string{data, temp} {
		entries, err := os.ReadDir(folder)
		if err != nil {
			found = append(found, err.Error())
		}
		for _, entry := range entries {
			if folder == temp || !slices.Contains(library, entry.Name()) {
				found = append(found, filepath.Join(folder, entry.Name()))
			}
		}
	}
	return append(found, halves(filepath.Join(data, "content"))...)
}

// halves returns temporary content files: partly written files, and files with only the first page, which are useless
// when the conversion of the document is complete.
func halves(content string) (found []string) {
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

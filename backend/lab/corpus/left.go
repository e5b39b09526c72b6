package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lectern/backend/lab/trial"
)

// leftByJobs gives what conversions have left while the server still runs: the folder of
// one that has ended.
func leftByJobs(data string) []string {
	return trial.Settle(func() []string {
		folders, _ := filepath.Glob(filepath.Join(data, "tmp", "*", "job-*")) // of a sound pattern
		return folders
	})
}

// library are the names of what a data folder keeps when its server has stopped.
var library = []string{"content", "lectern.db", "lectern.db.migrating", "lectern.lock", "library.json", "reserve", "seal.key"}

// left gives what a server that has stopped has left: processes, temporary files, and
// files in its data folder that are not the library's.
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

// halves gives the files below the content that are on their way into it: half written
// ones, and first pages whose documents have long all of theirs.
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

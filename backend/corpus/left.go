package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"lectern/backend/internal/trial"
)

// settleTime is how long what ends may take to be gone.
const settleTime = 5 * time.Second

// settle looks until there is nothing any more, or the time has passed, and gives what
// there is then.
func settle(look func() []string) []string {
	for end := time.Now().Add(settleTime); ; time.Sleep(50 * time.Millisecond) {
		if found := look(); len(found) == 0 || time.Now().After(end) {
			return found
		}
	}
}

// leftByJobs gives what conversions have left while the server still runs: the folder of
// one that has ended.
func leftByJobs(data string) []string {
	return settle(func() []string {
		folders, _ := filepath.Glob(filepath.Join(data, "tmp", "*", "job-*")) // of a sound pattern
		return folders
	})
}

// library are the names of what a data folder keeps when its server has stopped.
var library = []string{"content", "lectern.db", "lectern.db.migrating", "lectern.lock", "seal.key"}

// left gives what a server that has stopped has left: processes, temporary files, and
// files in its data folder that are not the library's.
func left(data, temp string) []string {
	found := settle(orphans)
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

// adoptOrphans has the kernel hand this process every descendant whose parent ends, so
// that none that outlives the server is missed.
func adoptOrphans() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("adopt orphans: %w", err)
	}
	return nil
}

// orphans gives the command lines of the children of this process, and forgets those
// that have ended. It is for when there should be none.
func orphans() (lines []string) {
	for {
		if pid, err := unix.Wait4(-1, nil, unix.WNOHANG, nil); err != nil || pid <= 0 {
			break
		}
	}
	for _, pid := range trial.Children(os.Getpid()) {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)) // it may just have ended
		lines = append(lines, fmt.Sprintf("process %d: %s", pid, strings.ReplaceAll(string(line), "\x00", " ")))
	}
	return lines
}

package content

import (
	"path/filepath"
	"sync"

	"lectern/backend/internal/disk"
)

// syncedFolders remembers which folders have a directory entry that was synced to the disk. A folder is never removed,
// so one sync suffices.
type syncedFolders struct {
	mu    sync.Mutex
	paths map[string]bool
}

// sync writes the entry of a folder in its parent to the disk, unless that was done before.
func (f *syncedFolders) sync(path string) error {
	f.mu.Lock()
	done := f.paths[path]
	f.mu.Unlock()
	if done {
		return nil
	}
	if err := disk.SyncFolder(filepath.Dir(path)); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.paths == nil {
		f.paths = make(map[string]bool)
	}
	f.paths[path] = true
	return nil
}

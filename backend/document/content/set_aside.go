package content

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"lectern/backend/internal/disk"
)

// SetAsideTime is how long servers must have run, in total, before a file that was set aside is removed. The date of
// the system clock is not used, because it may be wrong.
const SetAsideTime = 30 * 24 * time.Hour

// ageFile is the name of a file in the folder of each day. It contains how long servers have run since a file was last
// set aside in that folder.
const ageFile = "seen"

// setAsideDay is the layout of the names of the folders in which files are set aside, one for each day.
const setAsideDay = "2006-01-02"

// SetAside is a folder for files that no record names. The files are kept for a while, because another database may
// need them. The folder has a subfolder for each day.
type SetAside struct {
	content string // folder of the content
	folder  string
	pruned  time.Time // when Prune was called last
}

// NewSetAside returns a SetAside that moves files out of the folder of the content to another folder.
func NewSetAside(content, folder string) *SetAside {
	return &SetAside{content: content, folder: folder}
}

// moveAside sets the file of a key aside, and reports whether it did.
func (c *Cleaner) moveAside(key string) (moved bool, err error) {
	if c.content.objects.setAside == nil {
		return false, nil
	}
	err = c.content.objects.setAside.add(key, time.Now())
	return err == nil, err
}

// moveUnneeded sets the file of a key aside, unless a record needs the file by now, the key is held, or removals are
// paused.
func (c *Cleaner) moveUnneeded(ctx context.Context, key string) (moved bool, err error) {
	c.content.holds.mu.Lock()
	defer c.content.holds.mu.Unlock()
	if c.content.holds.counts[key] > 0 || c.content.holds.pauses > 0 {
		return false, nil
	}
	if used, err := c.content.records.UsesContent(ctx, key); err != nil || used {
		return false, err
	}
	return c.moveAside(key)
}

// StartDayFolder returns the folder for files that are set aside at a time. It restarts the 30 days for which that
// folder is kept.
func (a *SetAside) StartDayFolder(now time.Time) (string, error) {
	day := filepath.Join(a.folder, now.UTC().Format(setAsideDay))
	err := os.Remove(filepath.Join(day, ageFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return day, nil
}

// AddAll sets all files of the content aside, logs their names, and returns how many there are.
func (a *SetAside) AddAll(log *slog.Logger) (files int, err error) {
	err = EachFile(a.content, func(key, _ string) error {
		if err := a.add(key, time.Now()); err != nil {
			return err
		}
		log.Warn("a file was set aside: it is removed after a server has run for 30 days", "content", key)
		files++
		return nil
	})
	return files, err
}

// add moves the file of a key out of the content. If a file with the same key was set aside earlier, the new file
// replaces it only if the new file matches the key; otherwise the new file gets another name.
func (a *SetAside) add(key string, now time.Time) error {
	day, err := a.StartDayFolder(now)
	if err != nil {
		return fmt.Errorf("set %s aside: %w", key, err)
	}
	to := filepath.Join(day, filepath.FromSlash(key))
	if fileExists(to) && !matchesKey(key, a.path(key)) {
		to = unusedName(to)
	}
	if err := moveFile(a.path(key), to); err != nil {
		return fmt.Errorf("set %s aside: %w", key, err)
	}
	return nil
}

// restore moves a file that was set aside back to its place in the content. A file that is already there stays if it
// matches the key, or if neither file does. Otherwise it is set aside.
func (a *SetAside) restore(key, from string) (moved bool, err error) {
	if fileExists(a.path(key)) {
		if matchesKey(key, a.path(key)) || !matchesKey(key, from) {
			return false, nil
		}
		if err := moveFile(a.path(key), unusedName(from)); err != nil {
			return false, fmt.Errorf("set the damaged %s aside: %w", key, err)
		}
	}
	if err := moveFile(from, a.path(key)); err != nil {
		return false, fmt.Errorf("bring %s back: %w", key, err)
	}
	return true, nil
}

func (a *SetAside) path(key string) string { return filepath.Join(a.content, filepath.FromSlash(key)) }

// eachFile calls visit with the key and the path of every file that is set aside, the newest last.
func (a *SetAside) eachFile(visit func(key, path string) error) error {
	days, err := os.ReadDir(a.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, day := range days {
		if err == nil {
			err = EachFile(filepath.Join(a.folder, day.Name()), visit)
		}
	}
	return err
}

// EachFile calls visit with the key and the path of every complete content file below a folder. The folder may be
// missing.
func EachFile(folder string, visit func(key, path string) error) error {
	root := folder + string(filepath.Separator) // with the separator, WalkDir follows a link
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || entry.IsDir() || entry.Type()&(fs.ModeNamedPipe|fs.ModeSocket|fs.ModeDevice) != 0 {
			return err
		}
		key, err := filepath.Rel(folder, path)
		if err != nil || !IsKey(filepath.ToSlash(key)) {
			return err
		}
		return visit(filepath.ToSlash(key), path)
	})
}

// Prune removes the folders of days whose files were kept for [SetAsideTime] while a server was running, and returns
// their names. Each call adds the time since the previous call.
func (a *SetAside) Prune(now time.Time) (removed []string, err error) {
	var passed time.Duration
	if !a.pruned.IsZero() {
		passed = max(0, now.Sub(a.pruned)) // by the monotonic clock, which both times contain
	}
	a.pruned = now
	days, err := os.ReadDir(a.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, entry := range days {
		if _, notDay := time.Parse(setAsideDay, entry.Name()); notDay != nil {
			continue
		}
		over, failed := addAge(filepath.Join(a.folder, entry.Name()), passed)
		if over && failed == nil {
			removed = append(removed, entry.Name())
		}
		err = errors.Join(err, failed)
	}
	return removed, err
}

// removeAll removes the folders of all days, and returns their names.
func (a *SetAside) removeAll() (removed []string, err error) {
	days, err := os.ReadDir(a.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, entry := range days {
		if _, notDay := time.Parse(setAsideDay, entry.Name()); notDay != nil {
			continue
		}
		if failed := os.RemoveAll(filepath.Join(a.folder, entry.Name())); failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		removed = append(removed, entry.Name())
	}
	return removed, err
}

// addAge adds a duration to the age of the folder of a day. If the age reaches [SetAsideTime], it removes the folder
// and returns true.
func addAge(day string, passed time.Duration) (expired bool, err error) {
	path := filepath.Join(day, ageFile)
	text, err := disk.ReadRegular(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	before, _ := time.ParseDuration(string(text)) // 0 if it cannot be read
	seen := max(0, before) + passed
	if seen >= SetAsideTime {
		return true, os.RemoveAll(day)
	}
	return false, os.WriteFile(path, []byte(seen.String()), 0o600)
}

// moveFile moves a file, also to another disk. At any time, at least one of the two places has the complete file.
func moveFile(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	err := os.Rename(from, to)
	if errors.Is(err, syscall.EXDEV) {
		err = copyFile(from, to)
		if err == nil {
			err = os.Remove(from)
		}
	}
	if err != nil {
		return err
	}
	return errors.Join(disk.SyncFolder(filepath.Dir(to)), disk.SyncFolder(filepath.Dir(from)))
}

func fileExists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// matchesKey reports whether a file has the bytes that a key stands for.
func matchesKey(key, path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	return verifyHash(context.Background(), key, file) == nil
}

// unusedName returns an unused path in the folder of the given file. The path is never that of a content key.
func unusedName(path string) string {
	for n := 1; ; n++ {
		if free := fmt.Sprintf("%s.%d", path, n); !fileExists(free) {
			return free
		}
	}
}

// copyFile writes a copy of a file to the disk. If it fails, it leaves no incomplete copy.
func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	part := to + ".part"
	out, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err == nil {
		err = out.Sync()
	}
	if err = errors.Join(err, out.Close()); err == nil {
		err = os.Rename(part, to)
	}
	if err != nil {
		return errors.Join(err, os.Remove(part))
	}
	return nil
}

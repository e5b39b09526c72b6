package watch

import (
	"io/fs"
	"time"
)

// timeUntilComplete returns the time after which a file must be inspected again because a program may still be writing
// the file. It returns 0 if the file is complete.
func (v *watcher) timeUntilComplete(c *candidate, info fs.FileInfo) (time.Duration, error) {
	changed := info.ModTime()
	if changed.After(time.Now()) {
		changed = c.since
	}
	if wait := v.pace.quiet - time.Since(changed); wait > 0 {
		return max(wait, v.pace.inspect), nil
	}
	f, err := openFile(v.root, c.path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	busy, sure, err := isWritten(f, v.writers)
	switch {
	case err != nil:
		return 0, err
	case busy:
		return v.inspectInterval(), nil
	case !sure:
		if wait := v.pace.unchanged - time.Since(c.since); wait > 0 {
			return min(max(wait, v.pace.inspect), v.pace.unchanged), nil
		}
	}
	return 0, nil
}

// inspectInterval returns the time between two inspections of a file. It grows with the number of candidates.
func (v *watcher) inspectInterval() time.Duration {
	return min(max(v.pace.inspect, time.Duration(len(v.candidates.pending))*v.pace.inspect/1000), 20*v.pace.inspect)
}

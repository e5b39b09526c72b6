package watch

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"slices"
	"syscall"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// inspectBatch is the maximum number of files that are inspected at a time.
const inspectBatch = 256

// inspectDue inspects the files whose inspections are due, and returns the time until there is more to do.
func (v *watcher) inspectDue(ctx context.Context) (wait time.Duration) {
	due, wait := v.candidates.takeDue(inspectBatch)
	if len(due) > 0 {
		v.inspectAll(ctx, due)
		return 0 // the next inspections of these files may be the earliest
	}
	if held := time.Until(v.pausedUntil); len(v.queue) > 0 && held > 0 {
		wait = min(wait, held)
	}
	return min(wait, v.timeToScan())
}

// timeToScan returns the time until [watcher.startScan] has something to do.
func (v *watcher) timeToScan() time.Duration {
	if v.cancelScan != nil {
		return never
	}
	if v.scanWhole || len(v.toScan) > 0 { // the last attempt failed
		return max(time.Until(v.pausedUntil), 0)
	}
	wait := never
	for _, at := range []time.Time{v.scanAt, v.notifyAt} {
		if !at.IsZero() {
			wait = min(wait, max(time.Until(at), 0))
		}
	}
	return wait
}

// inspectAll inspects files, and records the results in one transaction.
func (v *watcher) inspectAll(ctx context.Context, due []*candidate) {
	paths := make([]string, len(due))
	for i, c := range due {
		paths[i] = c.path
	}
	known, err := v.store.FindArrivals(ctx, v.folder.ID, paths)
	changes := map[string]func(*Arrival){}
	if err == nil {
		for _, c := range due {
			c.dirty = false
			if change := v.inspect(c, known[c.path]); change != nil {
				changes[c.path] = change
			}
		}
		paths = slices.DeleteFunc(paths, func(path string) bool { return changes[path] == nil })
		err = v.updateArrivals(ctx, paths, changes)
	}
	if err != nil {
		v.postpone(ctx, err)
		for _, c := range due {
			c.importing = false
			v.candidates.pending[c.path] = c
			v.candidates.inspectAfter(c, v.pace.retry)
		}
		return
	}
	for _, c := range due {
		if c.importing {
			v.queue = append(v.queue, c)
		}
	}
	v.clearShortageWhenIdle()
}

// updateArrivals changes the records of files, and notifies subscribers if anything has changed.
func (v *watcher) updateArrivals(ctx context.Context, paths []string, changes map[string]func(*Arrival)) error {
	if len(paths) == 0 {
		return nil
	}
	notify := false
	err := v.store.UpdateArrivals(ctx, v.folder.ID, paths, func(a *Arrival) bool {
		before := *a
		changes[a.Path](a)
		changed := *a != before && (a.ID != 0 || a.Stage != "")
		notify = notify || changed
		return changed
	})
	if err == nil && notify {
		v.onChange(v.folder.ID)
	}
	return err
}

// postpone pauses imports after an error that is not specific to a file. If the disk or the queue is full, it reports
// that in the status of the folder.
func (v *watcher) postpone(ctx context.Context, err error) {
	v.pauseImports(v.pace.retry)
	switch {
	case ctx.Err() != nil:
	case fault.Is(err, fault.NoSpace):
		v.shortage = true
		v.runner.updateStatus(func() { v.runner.diskFull = fullMessage.Encode() })
	case fault.Is(err, fault.Busy):
		v.shortage = true
		v.runner.updateStatus(func() { v.runner.notice = busyMessage.Encode() })
	default:
		v.log.ErrorContext(ctx, "files of a folder are delayed", "folder", v.folder.ID, slog.Any("error", err))
	}
}

// clearShortage removes the message about a full disk or queue from the status of the folder.
func (v *watcher) clearShortage() {
	if v.shortage {
		v.shortage = false
		v.runner.updateStatus(func() { v.runner.diskFull = "" })
		v.reportUnreadable()
	}
}

// clearShortageWhenIdle calls clearShortage if no file waits.
func (v *watcher) clearShortageWhenIdle() {
	if len(v.queue) == 0 && v.importing == 0 {
		v.clearShortage()
	}
}

// Messages about folders whose files wait to be imported.
var (
	fullMessage = sentence.New("folder-library-full", "The disk of Lectern's library is full. Free some space there; then files "+
		"in this folder are imported automatically.")
	busyMessage = sentence.New("folder-busy", "The queue for conversion is full. The other files of the folder follow "+
		"automatically.")
)

// Messages about files that are not imported.
var (
	emptyMessage = sentence.New("arrival-empty", "The file is empty. It is imported when it has content.")
	linkMessage  = sentence.New("arrival-link", "This is a link, and links are not followed. Put the file itself into the folder.")
	otherMessage = sentence.New("arrival-no-file", "This is not a file, but a device, a pipe or a socket.")
	nameMessage  = sentence.New("arrival-other-name", "The folder does not import files of this name. To import them, change the "+
		"included names of the folder.")
	typeMessage = sentence.New("arrival-other-type", "According to its name, the file has a type that Lectern cannot show.")
)

// inspect examines a file. It schedules the next inspection, adds the file to the import queue, or removes the
// candidate. It returns the update of the file's record, or nil if there is none.
func (v *watcher) inspect(c *candidate, recorded Arrival) func(*Arrival) {
	info, err := v.root.Lstat(c.path)
	if err == nil && !info.IsDir() || errors.Is(err, fs.ErrNotExist) {
		v.forgetUnreadableAndReport(c.path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		v.candidates.remove(c)
		return markGone
	case v.match.excludes(c.path), v.isInTarget(c.path):
		v.candidates.remove(c)
		return nil
	case err != nil:
		v.candidates.remove(c)
		if recorded.ID != 0 && recorded.isDone() {
			return nil
		}
		return newFailureUpdate(Mark{}, err)
	case info.IsDir():
		v.candidates.remove(c)
		if v.folder.Subfolders {
			v.toScan = append(v.toScan, c.path)
		}
		return nil
	case info.Mode()&fs.ModeSymlink != 0:
		return v.ignoreCandidate(c, linkMessage)
	case !info.Mode().IsRegular():
		return v.ignoreCandidate(c, otherMessage)
	case !v.match.includes(c.path) && v.match.allTypes:
		return v.ignoreCandidate(c, typeMessage)
	case !v.match.includes(c.path):
		return v.ignoreCandidate(c, nameMessage)
	}
	return v.inspectFile(c, recorded, info)
}

func (v *watcher) inspectFile(c *candidate, recorded Arrival, info fs.FileInfo) func(*Arrival) {
	mark := newMark(info)
	if recorded.ID != 0 && recorded.Mark == mark && recorded.isDone() && recorded.Stage != Ignored {
		v.candidates.remove(c)
		if recorded.GoneAt.IsZero() {
			return nil
		}
		return func(a *Arrival) { a.GoneAt = time.Time{} }
	}
	if mark.Size == 0 {
		v.candidates.remove(c) // a notification or a scan adds it again
		return newStageUpdate(mark, Writing, emptyMessage)
	}
	if c.mark != mark || c.since.IsZero() {
		c.mark, c.since = mark, time.Now()
	}
	wait, err := v.timeUntilComplete(c, info)
	switch {
	case errors.Is(err, errChanged), errors.Is(err, fs.ErrNotExist):
		v.candidates.inspectAfter(c, v.inspectInterval())
		return nil
	case err != nil:
		v.candidates.remove(c)
		return newFailureUpdate(mark, err)
	case wait > 0:
		v.candidates.inspectAfter(c, wait)
		return newWritingUpdate(mark)
	}
	c.importing = true
	return newStageUpdate(mark, Waiting, sentence.Sentence{})
}

// newStageUpdate returns an update of the record of an existing file that sets its stage.
func newStageUpdate(mark Mark, stage Stage, message sentence.Sentence) func(*Arrival) {
	return func(a *Arrival) {
		if a.ID == 0 || a.Mark != mark {
			a.SeenAt = time.Now()
		}
		if a.Stage == Duplicate { // the document belongs to another file
			a.DocumentID, a.Content, a.Pending = "", "", false
		}
		a.Mark, a.Stage, a.Message, a.GoneAt, a.RetryOnScan = mark, stage, message.Encode(), time.Time{}, false
		a.Pending = false // the conversion of the previous content no longer decides what happens to the file
	}
}

// newWritingUpdate returns an update that sets the stage of a file to Writing. It does not change a record that already
// has this stage, so that a file that grows for minutes is recorded only once.
func newWritingUpdate(mark Mark) func(*Arrival) {
	write := newStageUpdate(mark, Writing, sentence.Sentence{})
	return func(a *Arrival) {
		if a.ID == 0 || a.Stage != Writing || a.Message != "" {
			write(a)
		}
	}
}

// newFailureUpdate returns an update that records that a file cannot be read. The next scan retries it.
func newFailureUpdate(mark Mark, err error) func(*Arrival) {
	message := sentence.New("arrival-unread", "The file cannot be read: {reason}").With("reason", describeError(err))
	return func(a *Arrival) {
		newStageUpdate(mark, Failed, message)(a)
		a.RetryOnScan = true
	}
}

// markGone records that a file no longer exists. A file with a document keeps its stage.
func markGone(a *Arrival) {
	if a.ID == 0 || !a.GoneAt.IsZero() {
		return
	}
	a.GoneAt = time.Now()
	if a.Stage == Writing || a.Stage == Waiting || a.DocumentID == "" && a.Stage != Ignored {
		a.Stage, a.Message, a.RetryOnScan = Gone, "", false
	}
}

// ignoreCandidate removes a candidate, and returns an update that records that the folder does not import the file. At
// most maxIgnored files are recorded.
func (v *watcher) ignoreCandidate(c *candidate, message sentence.Sentence) func(*Arrival) {
	v.candidates.remove(c)
	return func(a *Arrival) {
		if a.Stage == Ignored && a.Message == message.Encode() && a.GoneAt.IsZero() || a.DocumentID != "" {
			return
		}
		if a.ID == 0 {
			if v.ignored >= maxIgnored {
				return
			}
			v.ignored++
		}
		newStageUpdate(Mark{}, Ignored, message)(a)
	}
}

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

// mostLooks is how many files are looked at before the vigil looks up.
const mostLooks = 256

// look looks at the files whose time has come, and gives how long there is nothing else to do.
func (v *vigil) look(ctx context.Context) (wait time.Duration) {
	due, wait := v.due(mostLooks)
	if len(due) > 0 {
		v.lookAtAll(ctx, due)
		return 0 // they may have their next looks sooner than all others
	}
	if held := time.Until(v.holdUntil); len(v.ready) > 0 && held > 0 {
		wait = min(wait, held)
	}
	return min(wait, v.untilWalk())
}

// untilWalk returns the time until [vigil.walkNext] has something to do.
func (v *vigil) untilWalk() time.Duration {
	if v.walking != nil {
		return never
	}
	if v.all || len(v.todo) > 0 { // it has failed, and is tried again
		return max(time.Until(v.holdUntil), 0)
	}
	wait := never
	for _, at := range []time.Time{v.pollAt, v.notifyAt} {
		if !at.IsZero() {
			wait = min(wait, max(time.Until(at), 0))
		}
	}
	return wait
}

// lookAtAll looks at files and notes what is new of them, in one transaction.
func (v *vigil) lookAtAll(ctx context.Context, due []*candidate) {
	paths := make([]string, len(due))
	for i, c := range due {
		paths[i] = c.path
	}
	known, err := v.store.FindArrivals(ctx, v.folder.ID, paths)
	changes := map[string]func(*Arrival){}
	if err == nil {
		for _, c := range due {
			c.dirty = false
			if change := v.judge(c, known[c.path]); change != nil {
				changes[c.path] = change
			}
		}
		paths = slices.DeleteFunc(paths, func(path string) bool { return changes[path] == nil })
		err = v.update(ctx, paths, changes)
	}
	if err != nil {
		v.endure(ctx, err)
		for _, c := range due {
			c.taking = false
			v.pending[c.path] = c
			v.lookLater(c, v.pace.wait)
		}
		return
	}
	for _, c := range due {
		if c.taking {
			v.ready = append(v.ready, c)
		}
	}
	v.relaxWhenIdle()
}

// update notes what is new of files, and tells of it where there is something.
func (v *vigil) update(ctx context.Context, paths []string, changes map[string]func(*Arrival)) error {
	if len(paths) == 0 {
		return nil
	}
	told := false
	err := v.store.UpdateArrivals(ctx, v.folder.ID, paths, func(a *Arrival) bool {
		before := *a
		changes[a.Path](a)
		changed := *a != before && (a.ID != 0 || a.Stage != "")
		told = told || changed
		return changed
	})
	if err == nil && told {
		v.changed(v.folder.ID)
	}
	return err
}

// endure takes what is no file's fault: work goes on when it is over.
func (v *vigil) endure(ctx context.Context, err error) {
	v.hold(v.pace.wait)
	switch {
	case ctx.Err() != nil:
	case fault.Is(err, fault.NoSpace):
		v.short = true
		v.tell(func() { v.full = fullMessage.Keep() })
	case fault.Is(err, fault.Busy):
		v.short = true
		v.tell(func() { v.runner.note = busyMessage.Keep() })
	default:
		v.log.ErrorContext(ctx, "files of a folder are put off", "folder", v.folder.ID, slog.Any("error", err))
	}
}

// relax tells that nothing waits for room any more.
func (v *vigil) relax() {
	if v.short {
		v.short = false
		v.tell(func() { v.full = "" })
		v.tellUnreadable()
	}
}

// relaxWhenIdle is relax where no file is left that could wait.
func (v *vigil) relaxWhenIdle() {
	if len(v.ready) == 0 && v.taking == 0 {
		v.relax()
	}
}

// The sentences of folders whose files have to wait.
var (
	fullMessage = sentence.New("folder-library-full", "The disk that has Lectern's library is full: make room there, and what arrives in "+
		"the folder is taken by itself.")
	busyMessage = sentence.New("folder-busy", "As many documents as may wait are waiting to be converted: the rest of the folder's files "+
		"follow by themselves.")
)

// The sentences of files that are not taken.
var (
	emptyMessage = sentence.New("arrival-empty", "The file is empty: it is taken as soon as there is something in it.")
	linkMessage  = sentence.New("arrival-link", "This is a link: links are not followed. Put the file itself into the folder.")
	otherMessage = sentence.New("arrival-no-file", "This is no file, but a device, a pipe or a socket.")
	nameMessage  = sentence.New("arrival-other-name", "The folder takes no files of this name: change what it includes to have them taken.")
	typeMessage  = sentence.New("arrival-other-type", "By its name, the file is of no type that Lectern shows.")
)

// judge looks at a file, of which something is known or nothing, decides when it is looked at
// next, or that it is ready, and gives what is to be noted of it; nil for nothing.
func (v *vigil) judge(c *candidate, known Arrival) func(*Arrival) {
	info, err := v.root.Lstat(c.path)
	if err == nil && !info.IsDir() || errors.Is(err, fs.ErrNotExist) {
		v.noteNoFolder(c.path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		v.drop(c)
		return noteGone
	case v.match.excludes(c.path), v.isMovedTo(c.path):
		v.drop(c)
		return nil
	case err != nil:
		v.drop(c)
		if known.ID != 0 && known.done() {
			return nil
		}
		return v.noteFailed(Mark{}, err)
	case info.IsDir():
		v.drop(c)
		if v.folder.Subfolders {
			v.todo = append(v.todo, c.path)
		}
		return nil
	case info.Mode()&fs.ModeSymlink != 0:
		return v.ignore(c, linkMessage)
	case !info.Mode().IsRegular():
		return v.ignore(c, otherMessage)
	case !v.match.includes(c.path) && v.match.allTypes:
		return v.ignore(c, typeMessage)
	case !v.match.includes(c.path):
		return v.ignore(c, nameMessage)
	}
	return v.judgeFile(c, known, info)
}

func (v *vigil) judgeFile(c *candidate, known Arrival, info fs.FileInfo) func(*Arrival) {
	mark := markOf(info)
	if known.ID != 0 && known.Mark == mark && known.done() && known.Stage != Ignored {
		v.drop(c)
		if known.GoneAt.IsZero() {
			return nil
		}
		return func(a *Arrival) { a.GoneAt = time.Time{} }
	}
	if mark.Size == 0 {
		v.drop(c) // it is heard of again, or found
		return note(mark, Writing, emptyMessage)
	}
	if c.mark != mark || c.since.IsZero() {
		c.mark, c.since = mark, time.Now()
	}
	wait, err := v.wholeIn(c, info)
	switch {
	case errors.Is(err, errChanged), errors.Is(err, fs.ErrNotExist):
		v.lookLater(c, v.lookWait())
		return nil
	case err != nil:
		v.drop(c)
		return v.noteFailed(mark, err)
	case wait > 0:
		v.lookLater(c, wait)
		return noteWriting(mark)
	}
	c.taking = true
	return note(mark, Waiting, sentence.Sentence{})
}

// wholeIn gives after how long to look again whether a file is whole; 0 where it is.
func (v *vigil) wholeIn(c *candidate, info fs.FileInfo) (time.Duration, error) {
	changed := info.ModTime()
	if changed.After(time.Now()) {
		changed = c.since
	}
	if wait := v.pace.quiet - time.Since(changed); wait > 0 {
		return max(wait, v.pace.look), nil
	}
	f, err := openFile(v.root, c.path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	busy, sure, err := writing(f, &v.writers)
	switch {
	case err != nil:
		return 0, err
	case busy:
		return v.lookWait(), nil
	case !sure:
		if wait := v.pace.unchanged - time.Since(c.since); wait > 0 {
			return min(max(wait, v.pace.look), v.pace.unchanged), nil
		}
	}
	return 0, nil
}

// lookWait is how long to wait between two looks at a file: with many of them, longer.
func (v *vigil) lookWait() time.Duration {
	return min(max(v.pace.look, time.Duration(len(v.pending))*v.pace.look/1000), 20*v.pace.look)
}

// note makes what is to be noted of a file that is there.
func note(mark Mark, stage Stage, message sentence.Sentence) func(*Arrival) {
	return func(a *Arrival) {
		if a.ID == 0 || a.Mark != mark {
			a.SeenAt = time.Now()
		}
		if a.Stage == Duplicate { // the document is another file's
			a.DocumentID, a.Content, a.Pending = "", "", false
		}
		a.Mark, a.Stage, a.Message, a.GoneAt, a.Again = mark, stage, message.Keep(), time.Time{}, false
		a.Pending = false // what its document comes to is of what it was
	}
}

// noteWriting is note for a file that grows: once is enough.
func noteWriting(mark Mark) func(*Arrival) {
	write := note(mark, Writing, sentence.Sentence{})
	return func(a *Arrival) {
		if a.ID == 0 || a.Stage != Writing || a.Message != "" {
			write(a)
		}
	}
}

// noteFailed notes that a file cannot be read; it is tried again at the next occasion.
func (v *vigil) noteFailed(mark Mark, err error) func(*Arrival) {
	message := sentence.New("arrival-unread", "The file cannot be read: {reason}").With("reason", reason(err))
	return func(a *Arrival) {
		note(mark, Failed, message)(a)
		a.Again = true
	}
}

// noteGone notes that a file is not there. What has become a document stays so.
func noteGone(a *Arrival) {
	if a.ID == 0 || !a.GoneAt.IsZero() {
		return
	}
	a.GoneAt = time.Now()
	if a.Stage == Writing || a.Stage == Waiting || a.DocumentID == "" && a.Stage != Ignored {
		a.Stage, a.Message, a.Again = Gone, "", false
	}
}

// ignore notes that a file is nothing that the folder takes, as long as there are not too many.
func (v *vigil) ignore(c *candidate, message sentence.Sentence) func(*Arrival) {
	v.drop(c)
	return func(a *Arrival) {
		if a.Stage == Ignored && a.Message == message.Keep() && a.GoneAt.IsZero() || a.DocumentID != "" {
			return
		}
		if a.ID == 0 {
			if v.ignored >= mostIgnored {
				return
			}
			v.ignored++
		}
		note(Mark{}, Ignored, message)(a)
	}
}

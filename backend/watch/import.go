package watch

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// importer makes documents of files. Several goroutines use it at once.
type importer struct {
	*openFolder
	recording sync.Mutex // what becomes of a file's bytes depends on the others'
}

// importResult is how the taking of a file has ended.
type importResult struct {
	*candidate
	err error
}

// readError says that a file could not be read, which is no fault of the server's.
type readError struct{ cause error }

func (e *readError) Error() string { return "read file: " + e.cause.Error() }
func (e *readError) Unwrap() error { return e.cause }

// startImport takes the next file beside others.
func (v *watcher) startImport(ctx context.Context) {
	c := v.queue[0]
	v.queue = v.queue[1:]
	v.importing++
	v.work.Go(func() {
		err := v.importer.importFile(ctx, c)
		<-v.slots
		v.results <- importResult{c, err}
	})
}

// maxTries is how often the server may fail at a file before that is put off to the next occasion.
const maxTries = 5

var serverMessage = sentence.New("arrival-server", "The server could not take the file, and its log says why. It is tried again when the "+
	"folder is looked through.")

// finishImport goes on from a file that was taken, or was not.
func (v *watcher) finishImport(ctx context.Context, r importResult) {
	c := r.candidate
	c.importing = false
	refused, ok := errors.AsType[*fault.Error](r.err)
	unreadable, unread := errors.AsType[*readError](r.err)
	switch {
	case ctx.Err() != nil:
		return
	case r.err == nil:
		v.clearShortage()
		v.release(ctx, c, nil)
	case errors.Is(r.err, errChanged), errors.Is(r.err, fs.ErrNotExist):
		c.dirty = true
		v.release(ctx, c, nil)
	case unread:
		v.release(ctx, c, newFailureNote(c.mark, unreadable.cause))
	case ok && refused.Kind != fault.Busy && refused.Kind != fault.NoSpace && refused.Kind != fault.Unavailable:
		v.release(ctx, c, newNote(c.mark, Failed, refused.Sentence()))
	case ok:
		c.importing = true
		v.queue = slices.Insert(v.queue, 0, c)
		v.postpone(ctx, r.err)
		return
	default:
		v.postpone(ctx, r.err)
		if c.tries++; c.tries < maxTries {
			c.importing = true
			v.queue = append(v.queue, c)
			return
		}
		v.release(ctx, c, func(a *Arrival) {
			newNote(c.mark, Failed, serverMessage)(a)
			a.Again = true
		})
	}
	v.clearShortageWhenIdle()
	v.onChange(v.folder.ID)
}

// release ends the following of a file, with what is to be noted of it; one that has changed
// meanwhile is looked at again.
func (v *watcher) release(ctx context.Context, c *candidate, change func(*Arrival)) {
	if change != nil {
		if err := v.updateArrivals(ctx, []string{c.path}, map[string]func(*Arrival){c.path: change}); err != nil {
			c.dirty = true // so that it is tried again
		}
	}
	v.candidates.remove(c)
	if c.dirty {
		v.candidates.add(c.path)
	}
}

// importFile makes of a file what is to be made of it. [errChanged] is of one that is not what it was.
func (m *importer) importFile(ctx context.Context, c *candidate) error {
	f, err := openFile(m.root, c.path)
	if err != nil {
		return asReadError(err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || newMark(info) != c.mark {
		return errors.Join(err, errChanged)
	}
	content := &errorReader{from: f}
	received, err := m.library.Receive(ctx, path.Base(c.path), content)
	if content.failed != nil {
		err = errors.Join(asReadError(content.failed), err)
	}
	if err == nil && !m.isUnchanged(f, c) {
		err = errChanged
	}
	if err != nil {
		if received != nil {
			received.Discard(ctx)
		}
		return err
	}
	m.recording.Lock()
	defer m.recording.Unlock()
	return m.record(ctx, c, received)
}

// asReadError makes of what the system says of a file an error that is not the server's.
func asReadError(err error) error {
	if errors.Is(err, errChanged) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return &readError{err}
}

// errorReader remembers what went wrong with the reading of a file.
type errorReader struct {
	from   io.Reader
	failed error
}

// Read implements [io.Reader].
func (r *errorReader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.failed = err
	}
	return n, err
}

// isUnchanged says whether an open file is what it was when it was found whole, and in its place.
func (m *importer) isUnchanged(f *os.File, c *candidate) bool {
	opened, err := f.Stat()
	if err != nil || newMark(opened) != c.mark {
		return false
	}
	busy, _, err := isWritten(f, &m.writers)
	if err != nil || busy {
		return false
	}
	there, err := m.root.Lstat(c.path)
	return err == nil && os.SameFile(opened, there)
}

// record makes of received bytes a document, a new version of one, or nothing where they are known.
func (m *importer) record(ctx context.Context, c *candidate, received Received) error {
	discard := func(err error) error {
		received.Discard(ctx)
		return err
	}
	known, err := m.store.FindArrivals(ctx, m.folder.ID, []string{c.path})
	if err != nil {
		return discard(err)
	}
	a := known[c.path]
	own, err := m.hasDocument(ctx, &a)
	switch {
	case err != nil:
		return discard(err)
	case a.ID == 0:
		return discard(errChanged) // the folder was deleted, or the record of the file
	case own && a.Content == received.Content():
		return discard(m.recordAs(ctx, c, a.DocumentID, a.Content, Taken))
	case own:
		return m.post(ctx, &a, received, func(p Posting) error { return received.Replace(ctx, a.DocumentID, p) })
	}
	isKnown, err := m.recordKnown(ctx, c, received.Content(), a.ID)
	if err != nil || isKnown {
		return discard(err)
	}
	return m.post(ctx, &a, received, func(p Posting) error { return received.Post(ctx, p) })
}

// post has do post received bytes with what is said of a file.
func (m *importer) post(ctx context.Context, a *Arrival, received Received, do func(Posting) error) error {
	p, err := m.newPosting(a)
	if err != nil {
		received.Discard(ctx)
		return err
	}
	return do(p)
}

// hasDocument says whether a file is a document of its own, which is there.
func (m *importer) hasDocument(ctx context.Context, a *Arrival) (bool, error) {
	if !a.Own() {
		return false, nil
	}
	return m.library.Exists(ctx, a.DocumentID)
}

var ownMessage = sentence.New("arrival-own", "This is a PDF that Lectern itself has made of a document.")

// recordKnown notes what a file is whose bytes need no document of their own: made by Lectern itself,
// taken before under another name, or renamed.
func (m *importer) recordKnown(ctx context.Context, c *candidate, content string, id int64) (bool, error) {
	made, err := m.library.Made(ctx, content)
	if err != nil {
		return false, err
	}
	if made {
		return true, m.updateArrival(ctx, c, func(a *Arrival) {
			a.Stage, a.Message, a.DocumentID = Ignored, ownMessage.Keep(), ""
		})
	}
	same, err := m.store.ListSame(ctx, m.folder.ID, content)
	if err != nil {
		return false, err
	}
	same = slices.DeleteFunc(same, func(a Arrival) bool { return a.ID == id })
	for i := range same {
		if before := &same[i]; !before.Moved && before.Own() && m.isGone(before.Path) {
			return true, m.recordRenamed(ctx, before, c)
		}
	}
	if len(same) == 0 || m.folder.Duplicates == duplicatesTake {
		return false, nil
	}
	return true, m.recordAs(ctx, c, same[0].DocumentID, content, Duplicate)
}

func (o *openFolder) isGone(path string) bool {
	_, err := o.root.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// recordRenamed has a file be the document that it was under another name, which is no longer: both or
// neither.
func (m *importer) recordRenamed(ctx context.Context, before *Arrival, c *candidate) error {
	there := false
	return m.notifyStored(m.store.UpdateArrivals(ctx, m.folder.ID, []string{c.path, before.Path}, func(a *Arrival) bool {
		if a.Path == c.path {
			there = a.ID != 0
			recordAs(a, before.DocumentID, before.Content, Taken)
			return there
		}
		markGone(a)
		a.Stage, a.DocumentID, a.Pending = Gone, "", false
		return there && a.ID == before.ID
	}))
}

// recordAs notes that a file is a document that there is.
func recordAs(a *Arrival, document, content string, stage Stage) {
	a.Stage, a.Message, a.DocumentID, a.Content, a.Pending, a.Again = stage, "", document, content, true, false
}

func (m *importer) recordAs(ctx context.Context, c *candidate, document, content string, stage Stage) error {
	err := m.updateArrival(ctx, c, func(a *Arrival) { recordAs(a, document, content, stage) })
	return m.notifyStored(err)
}

// notifyStored has the end of a document that a file is noted as seen at once: that may have ended
// long ago, so that nothing else happens to it. It gives the error.
func (m *importer) notifyStored(err error) error {
	if err == nil {
		m.store.Stored().Notify()
	}
	return err
}

// updateArrival notes what became of a file.
func (m *importer) updateArrival(ctx context.Context, c *candidate, change func(*Arrival)) error {
	return m.store.UpdateArrivals(ctx, m.folder.ID, []string{c.path}, func(a *Arrival) bool {
		change(a)
		return a.ID != 0
	})
}

// newPosting gives what is said of a file that is posted.
func (m *importer) newPosting(a *Arrival) (p Posting, err error) {
	p = m.folder.newPosting()
	p.Arrival, p.SourcePath = a.ID, filepath.Join(m.folder.Path, a.Path)
	if p.WebhookURL, err = m.folder.WebhookURL.Open(m.sealer, m.folder.ID); err != nil {
		return p, fault.New(fault.Conflict, "The address of the folder's webhook can no longer be read: enter it again in the folder's settings.")
	}
	return p, nil
}

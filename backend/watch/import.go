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

// importer creates documents from files. It is safe for concurrent use.
type importer struct {
	*openFolder
	recordMu sync.Mutex // serializes decisions, so that files with the same content are imported once
}

// importResult is the outcome of an import.
type importResult struct {
	*candidate
	err error
}

// readError means that a file could not be read, and that the server is not the cause.
type readError struct{ cause error }

func (e *readError) Error() string { return "read file: " + e.cause.Error() }
func (e *readError) Unwrap() error { return e.cause }

// startImport imports the next file in another goroutine.
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

// maxTries is the maximum number of attempts to import a file if they fail because of the server. After the last
// attempt the file waits for the next scan.
const maxTries = 5

var serverMessage = sentence.New("arrival-server", "The server could not import the file, and its log has the reason. The next "+
	"scan of the folder tries again.")

// finishImport records the outcome of an import, or adds the file to the queue again.
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
		v.release(ctx, c, newFailureUpdate(c.mark, unreadable.cause))
	case ok && refused.Kind != fault.Busy && refused.Kind != fault.NoSpace && refused.Kind != fault.Unavailable:
		v.release(ctx, c, newStageUpdate(c.mark, Failed, refused.Sentence()))
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
			newStageUpdate(c.mark, Failed, serverMessage)(a)
			a.RetryOnScan = true
		})
	}
	v.clearShortageWhenIdle()
	v.onChange(v.folder.ID)
}

// release removes a candidate. Before that, it updates the record of the file by calling the function change, unless
// the function is nil. If the file has changed meanwhile, it becomes a candidate again.
func (v *watcher) release(ctx context.Context, c *candidate, change func(*Arrival)) {
	if change != nil {
		if err := v.updateArrivals(ctx, []string{c.path}, map[string]func(*Arrival){c.path: change}); err != nil {
			c.dirty = true // makes the file a candidate again
		}
	}
	v.candidates.remove(c)
	if c.dirty {
		v.candidates.add(c.path)
	}
}

// importFile reads a file. It creates a document, creates a new version of a document, or only updates the record of
// the file. The error is [errChanged] if the file has changed since its inspection.
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
	m.recordMu.Lock()
	defer m.recordMu.Unlock()
	return m.record(ctx, c, received)
}

// asReadError wraps an error of the operating system about a file in a readError, unless the file has changed or is
// gone.
func asReadError(err error) error {
	if errors.Is(err, errChanged) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return &readError{err}
}

// errorReader stores the error with which reading failed.
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

// isUnchanged reports whether an open file is still at its path, unchanged since its inspection, and not being written.
func (m *importer) isUnchanged(f *os.File, c *candidate) bool {
	opened, err := f.Stat()
	if err != nil || newMark(opened) != c.mark {
		return false
	}
	busy, _, err := isWritten(f, m.writers)
	if err != nil || busy {
		return false
	}
	there, err := m.root.Lstat(c.path)
	return err == nil && os.SameFile(opened, there)
}

// record creates a document, or a new version of the file's document, from received content. If the content needs no
// new document, it only updates the record of the file.
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
		return discard(errChanged) // the folder or the record of the file was deleted
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

// post calls do with the options for posting the content of a file.
func (m *importer) post(ctx context.Context, a *Arrival, received Received, do func(Posting) error) error {
	p, err := m.newPosting(a)
	if err != nil {
		received.Discard(ctx)
		return err
	}
	return do(p)
}

// hasDocument reports whether a file has its own document and the document still exists.
func (m *importer) hasDocument(ctx context.Context, a *Arrival) (bool, error) {
	if !a.OwnsDocument() {
		return false, nil
	}
	return m.library.Exists(ctx, a.DocumentID)
}

var ownMessage = sentence.New("arrival-own", "This is a PDF that Lectern itself created from a document.")

// recordKnown reports whether the content of a file needs no new document, and records the reason: Lectern created the
// content itself, the file was renamed, or another file has the same content.
func (m *importer) recordKnown(ctx context.Context, c *candidate, content string, id int64) (bool, error) {
	made, err := m.library.IsConverted(ctx, content)
	if err != nil {
		return false, err
	}
	if made {
		return true, m.updateArrival(ctx, c, func(a *Arrival) {
			a.Stage, a.Message, a.DocumentID = Ignored, ownMessage.Encode(), ""
		})
	}
	same, err := m.store.ListByContent(ctx, m.folder.ID, content)
	if err != nil {
		return false, err
	}
	same = slices.DeleteFunc(same, func(a Arrival) bool { return a.ID == id })
	for i := range same {
		if before := &same[i]; !before.Moved && before.OwnsDocument() && m.isGone(before.Path) {
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

// recordRenamed records that a file was renamed. It updates the records of the old and of the new path in one
// transaction.
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

// recordAs changes an arrival to refer to an existing document. It also sets the content key and the stage of the
// arrival.
func recordAs(a *Arrival, document, content string, stage Stage) {
	a.Stage, a.Message, a.DocumentID, a.Content, a.Pending, a.RetryOnScan = stage, "", document, content, true, false
}

func (m *importer) recordAs(ctx context.Context, c *candidate, document, content string, stage Stage) error {
	err := m.updateArrival(ctx, c, func(a *Arrival) { recordAs(a, document, content, stage) })
	return m.notifyStored(err)
}

// notifyStored returns err. If err is nil, it first notifies the mover. This is needed because the conversion of an
// existing document may have ended long ago, so that no other notification would follow.
func (m *importer) notifyStored(err error) error {
	if err == nil {
		m.store.Stored().Notify()
	}
	return err
}

// updateArrival changes the record of a file, if there is one.
func (m *importer) updateArrival(ctx context.Context, c *candidate, change func(*Arrival)) error {
	return m.store.UpdateArrivals(ctx, m.folder.ID, []string{c.path}, func(a *Arrival) bool {
		change(a)
		return a.ID != 0
	})
}

// newPosting returns the options with which a document is created from a file.
func (m *importer) newPosting(a *Arrival) (p Posting, err error) {
	p = m.folder.newPosting()
	p.Arrival, p.SourcePath = a.ID, filepath.Join(m.folder.Path, a.Path)
	if p.WebhookURL, err = m.folder.WebhookURL.Open(m.sealer, m.folder.ID); err != nil {
		return p, fault.New(fault.Conflict, "The address of the folder's webhook can no longer be read. Enter it again in the "+
			"folder's settings.")
	}
	return p, nil
}
